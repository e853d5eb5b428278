//! A falling piece and the one function that moves it.

use crate::{Board, Piece, Rotation, RotationSystem, Turn, shape};

/// A falling piece: which one, which way it faces and where its centre is.
///
/// Not yet part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Falling {
    /// Which piece.
    pub piece: Piece,
    /// Which way it faces.
    pub rotation: Rotation,
    /// The centre's column.
    pub x: i8,
    /// The centre's row.
    pub y: i8,
}

impl Falling {
    /// The four cells it covers.
    pub fn cells(self) -> [(i8, i8); 4] {
        shape::shape(self.piece, self.rotation).cells.map(|(x, y)| (x + self.x, y + self.y))
    }

    /// Its outline as edges of cells, each from one corner to another, in cells from the board's
    /// lower left.
    pub fn outline(self) -> impl Iterator<Item = [(i8, i8); 2]> {
        let cells = self.cells();
        cells.into_iter().flat_map(move |(x, y)| {
            [
                ((x - 1, y), [(x, y), (x, y + 1)]),
                ((x + 1, y), [(x + 1, y), (x + 1, y + 1)]),
                ((x, y + 1), [(x, y + 1), (x + 1, y + 1)]),
                ((x, y - 1), [(x, y), (x + 1, y)]),
            ]
            .into_iter()
            .filter(move |(beside, _)| !cells.contains(beside))
            .map(|(_, side)| side)
        })
    }

    /// Whether it overlaps nothing.
    #[inline]
    pub fn fits(self, board: &Board) -> bool {
        board.fits(shape::shape(self.piece, self.rotation), self.x, self.y)
    }

    /// Whether it rests on the stack or the floor.
    #[inline]
    pub fn rests(self, board: &Board) -> bool {
        !Falling { y: self.y - 1, ..self }.fits(board)
    }

    /// Where a hard drop would leave it: the ghost.
    #[inline]
    pub fn dropped(mut self, board: &Board) -> Falling {
        // Above the stack nothing can stop it.
        let shape = shape::shape(self.piece, self.rotation);
        self.y = self.y.min(board.top() as i8 - shape.bottom);
        while board.fits(shape, self.x, self.y - 1) {
            self.y -= 1;
        }
        self
    }

    /// The same cells under their canonical rotation: see [`shape::canonical`].
    #[inline]
    pub fn canonical(self) -> Falling {
        let (rotation, dx, dy) = shape::canonical(self.piece, self.rotation);
        Falling { rotation, x: self.x + dx, y: self.y + dy, ..self }
    }
}

/// One key press, without timing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Input {
    /// One column left.
    Left,
    /// One column right.
    Right,
    /// Left until something stops it: the key held down.
    FarLeft,
    /// Right until something stops it: the key held down.
    FarRight,
    /// Rotate clockwise (CW).
    Cw,
    /// Rotate counter-clockwise (CCW).
    Ccw,
    /// Rotate by 180 degrees.
    Flip,
    /// Soft drop by one row.
    Down,
    /// Sonic drop: down until something stops it, without locking.
    Sonic,
    /// Hard drop: down until something stops it, and locked there.
    HardDrop,
    /// Swap with the hold.
    Hold,
}

impl Input {
    /// Every input, in index order.
    pub const ALL: [Input; 11] = [
        Input::Left,
        Input::Right,
        Input::FarLeft,
        Input::FarRight,
        Input::Cw,
        Input::Ccw,
        Input::Flip,
        Input::Down,
        Input::Sonic,
        Input::HardDrop,
        Input::Hold,
    ];

    /// The rotation it asks for, if it is one.
    #[inline]
    pub const fn turn(self) -> Option<Turn> {
        match self {
            Input::Cw => Some(Turn::Cw),
            Input::Ccw => Some(Turn::Ccw),
            Input::Flip => Some(Turn::Flip),
            _ => None,
        }
    }

    /// The name in replays and on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Input::Left => "left",
            Input::Right => "right",
            Input::FarLeft => "far-left",
            Input::FarRight => "far-right",
            Input::Cw => "cw",
            Input::Ccw => "ccw",
            Input::Flip => "flip",
            Input::Down => "down",
            Input::Sonic => "sonic",
            Input::HardDrop => "hard-drop",
            Input::Hold => "hold",
        }
    }
}

/// Where an input took a piece, and which kick took it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where the piece is now.
    pub falling: Falling,
    /// For a rotation, the index of the kick that fitted.
    pub kick: Option<u8>,
}

/// Applies one input, or returns `None` if the piece cannot move that way.
///
/// The only place that knows how a piece moves. The player's game, the path finder and
/// the plain generator in the tests call it; the fast generator is tested against it.
/// `HardDrop` moves like `Sonic` (locking is the caller's), and `Hold` moves nothing.
pub fn step(board: &Board, system: RotationSystem, falling: Falling, input: Input) -> Option<Step> {
    let moved = |falling: Falling| Some(Step { falling, kick: None });
    let shifted = |dx: i8, dy: i8| {
        let next = Falling { x: falling.x + dx, y: falling.y + dy, ..falling };
        next.fits(board).then_some(next)
    };
    match input {
        Input::Left => moved(shifted(-1, 0)?),
        Input::Right => moved(shifted(1, 0)?),
        Input::Down => moved(shifted(0, -1)?),
        Input::FarLeft | Input::FarRight => {
            let dx = if input == Input::FarLeft { -1 } else { 1 };
            let mut next = shifted(dx, 0)?;
            while (Falling { x: next.x + dx, ..next }).fits(board) {
                next.x += dx;
            }
            moved(next)
        }
        Input::Sonic | Input::HardDrop => {
            let next = falling.dropped(board);
            (next != falling).then_some(Step { falling: next, kick: None })
        }
        Input::Cw => turn(board, system, falling, Turn::Cw),
        Input::Ccw => turn(board, system, falling, Turn::Ccw),
        Input::Flip => turn(board, system, falling, Turn::Flip),
        Input::Hold => None,
    }
}

fn turn(board: &Board, system: RotationSystem, falling: Falling, turn: Turn) -> Option<Step> {
    let rotation = falling.rotation.turned(turn);
    let kicks = system.kicks(falling.piece, falling.rotation, turn);
    kicks.iter().enumerate().find_map(|(index, &(dx, dy))| {
        let next = Falling { rotation, x: falling.x + dx, y: falling.y + dy, ..falling };
        next.fits(board).then_some(Step { falling: next, kick: Some(index as u8) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_kicks_into_a_triple_slot() {
        let board: Board = "
            .X........
            ..........
            X.XXXXXXXX
            X..XXXXXXX
            X.XXXXXXXX
        "
        .parse()
        .unwrap();
        let above = Falling { piece: Piece::T, rotation: Rotation::North, x: 2, y: 3 };
        assert!(above.fits(&board));
        let slot = Falling { piece: Piece::T, rotation: Rotation::East, x: 1, y: 1 };
        let turned = step(&board, RotationSystem::Srs, above, Input::Cw);
        assert_eq!(turned, Some(Step { falling: slot, kick: Some(4) }));
        assert_eq!(step(&board, RotationSystem::Plain, above, Input::Cw), None);
    }

    #[test]
    fn held_keys_go_to_the_wall() {
        let board = Board::EMPTY;
        let spawn = Falling { piece: Piece::L, rotation: Rotation::North, x: 4, y: 20 };
        let far = |input| step(&board, RotationSystem::Srs, spawn, input).unwrap().falling;
        assert_eq!(far(Input::FarLeft), Falling { x: 1, ..spawn });
        assert_eq!(far(Input::FarRight), Falling { x: 8, ..spawn });
        assert_eq!(far(Input::Sonic), Falling { y: 0, ..spawn });
        let wall = far(Input::FarLeft);
        assert_eq!(step(&board, RotationSystem::Srs, wall, Input::FarLeft), None);
    }
}
