//! What the screens of `watch` and `replay` share: colours, boards and the terminal.

mod board;
mod frame;
mod terminal;

pub use board::BoardView;
pub use frame::Frame;
pub use minolab_rules::Painted;
use minolab_rules::Piece;
use minolab_study::Palette;
pub use terminal::Terminal;

/// The colour of garbage.
pub const GARBAGE: (u8, u8, u8) = (130, 130, 130);

/// A piece's usual colour: that of the page.
pub fn colour(piece: Piece) -> (u8, u8, u8) {
    Palette::Usual.rgb(piece)
}
