//! What a player is asked about.

use minolab_rules::{Clear, Piece, State};

/// How much of a game remains whose mode has an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// Pieces that end it.
    pub pieces: u64,
    /// Lines that end it.
    pub lines: u64,
}

impl Remaining {
    /// A game that only a top-out ends.
    pub const ENDLESS: Remaining = Remaining { pieces: u64::MAX, lines: u64::MAX };

    /// What remains after a placement; a game without an end has none after it either.
    #[inline]
    pub fn after(self, clear: &Clear) -> Remaining {
        let less = |count: u64, by: u64| match count {
            u64::MAX => u64::MAX,
            _ => count.saturating_sub(by),
        };
        Remaining { pieces: less(self.pieces, 1), lines: less(self.lines, clear.lines as u64) }
    }
}

/// All that a player is asked about: a [`State`] with what else it may know of the game.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The board and the pieces; its queue holds the previews that the ruleset shows.
    pub state: &'a State,
    /// Pieces after those, nearest first, that a player may see because the run says so
    /// (`--known`).
    pub known: &'a [Piece],
    /// How much of the game remains.
    pub remaining: Remaining,
}

impl<'a> Position<'a> {
    /// A position of a game without an end, with no pieces known past its queue.
    pub const fn new(state: &'a State) -> Position<'a> {
        Position { state, known: &[], remaining: Remaining::ENDLESS }
    }

    /// The same with so much of the game remaining.
    pub const fn with_remaining(self, remaining: Remaining) -> Position<'a> {
        Position { remaining, ..self }
    }
}
