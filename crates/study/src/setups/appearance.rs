//! One set-up in one game.

use minolab_rules::{Board, Falling, Piece, Placement, Rotation, Spin};

use super::{field::Cells, table::NamedSetup};

/// A set-up that was found in a game.
#[derive(Clone, Debug)]
pub struct Appearance {
    pub setup: &'static NamedSetup,
    /// Which of its forms; of a stack the columns at either side of the well.
    pub form: &'static str,
    /// Whether it is the mirror image of the drawing.
    pub is_mirrored: bool,
    /// The placement after which it stood, counted from 1.
    pub first: u32,
    /// The last placement that belongs to it.
    pub last: u32,
    pub end: SetupEnd,
    /// The placement that made it, if it was made: the last of its clears.
    pub made_at: Option<u32>,
    /// Spins of a chain; placements from first to last of a stack; otherwise 1.
    pub count: u32,
    /// Positions in which a stack had its well.
    pub held: u32,
    /// The board when it stood; of a stack when the well was deepest.
    pub board: Board,
    /// Where its T goes on that board.
    pub(super) slot: Cells,
}

/// What became of a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupEnd {
    /// The clear it is for was made; of a pair, the first one only.
    Made,
    /// Both clears of a pair were made.
    Both,
    /// It was filled, covered or cleared in another way.
    Lost,
    /// It still stood when the game ended.
    Open,
    /// A stack whose well moved on, or whose game ended.
    Left,
}

impl SetupEnd {
    /// The name in results.
    pub const fn name(self) -> &'static str {
        match self {
            SetupEnd::Made => "made",
            SetupEnd::Both => "both",
            SetupEnd::Lost => "lost",
            SetupEnd::Open => "open",
            SetupEnd::Left => "left",
        }
    }
}

impl Appearance {
    pub(super) fn new(
        setup: &'static NamedSetup,
        form: &'static str,
        is_mirrored: bool,
        first: u32,
        board: Board,
    ) -> Appearance {
        Appearance {
            setup,
            form,
            is_mirrored,
            first,
            last: first,
            end: SetupEnd::Open,
            made_at: None,
            count: 1,
            held: 0,
            board,
            slot: Vec::new(),
        }
    }

    /// Whether what it is for was made.
    pub fn is_made(&self) -> bool {
        matches!(self.end, SetupEnd::Made | SetupEnd::Both)
    }

    /// The T that is to be spun into its slot.
    pub fn spin(&self) -> Option<Placement> {
        let &(left, _) = self.slot.first()?;
        let bottom = self.slot.iter().map(|&(_, y)| y).min()?;
        let at = |rotation, x, y| Falling { piece: Piece::T, rotation, x, y };
        let nearby = Rotation::ALL.into_iter().flat_map(|rotation| {
            (0..3).flat_map(move |x| (0..3).map(move |y| at(rotation, left + x, bottom + y)))
        });
        let mut found = nearby.filter(|falling| {
            let mut cells = falling.cells();
            cells.sort_unstable();
            cells[..] == self.slot[..]
        });
        found.next().map(|falling| Placement::new(falling, Spin::Full))
    }
}
