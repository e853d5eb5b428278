//! The question a player is asked.

use minolab_rules::{Clear, Piece, State};

/// How much remains of a game with a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// Pieces left until the end.
    pub pieces: u64,
    /// Lines left until the end.
    pub lines: u64,
}

impl Remaining {
    /// A game without a goal, which only a top-out ends.
    pub const ENDLESS: Remaining = Remaining { pieces: u64::MAX, lines: u64::MAX };

    /// What remains after a placement; an endless game stays endless.
    #[inline]
    pub fn after(self, clear: &Clear) -> Remaining {
        let less = |count: u64, by: u64| match count {
            u64::MAX => u64::MAX,
            _ => count.saturating_sub(by),
        };
        Remaining { pieces: less(self.pieces, 1), lines: less(self.lines, clear.lines as u64) }
    }
}

/// A [`State`] with what else a player may know about the game.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The board and the pieces; its queue holds the previews that the ruleset shows.
    pub state: &'a State,
    /// Further pieces, next first, that a player may see because the run says so
    /// (`--known`).
    pub known: &'a [Piece],
    /// How much of the game remains.
    pub remaining: Remaining,
}

impl<'a> Position<'a> {
    /// A position of an endless game, with no pieces known beyond its queue.
    pub const fn new(state: &'a State) -> Position<'a> {
        Position { state, known: &[], remaining: Remaining::ENDLESS }
    }

    /// The same with this much of the game remaining.
    pub const fn with_remaining(self, remaining: Remaining) -> Position<'a> {
        Position { remaining, ..self }
    }
}
