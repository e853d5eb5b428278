//! What the screens of `watch` and `replay` share: colours, boards and the terminal.

mod board;
mod frame;
mod terminal;

pub use board::BoardView;
pub use frame::Frame;
pub use minolab_rules::Painted;
use minolab_rules::Piece;
pub use terminal::Terminal;

/// The colour of garbage.
pub const GARBAGE: (u8, u8, u8) = (130, 130, 130);

/// A piece's usual colour.
pub fn colour(piece: Piece) -> (u8, u8, u8) {
    match piece {
        Piece::I => (0, 200, 220),
        Piece::O => (225, 195, 0),
        Piece::T => (170, 70, 200),
        Piece::L => (235, 130, 20),
        Piece::J => (60, 100, 230),
        Piece::S => (70, 190, 70),
        Piece::Z => (215, 55, 60),
    }
}
