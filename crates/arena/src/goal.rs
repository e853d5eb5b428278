//! A mode as numbers the loop can compare.

use minolab_engine::Remaining;
use minolab_rules::{Mode, Totals};

/// What ends a game other than a top-out: a [`Mode`] as agents play it, as plain limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Lines that end the game.
    pub lines: u64,
    /// Pieces that end the game.
    pub pieces: u64,
    /// Seconds on the clock that end the game.
    pub seconds: Option<u64>,
}

impl Goal {
    /// Never.
    pub const NONE: Goal = Goal { lines: u64::MAX, pieces: u64::MAX, seconds: None };

    /// How much remains after these totals; the clock is the caller's.
    #[inline]
    pub fn remaining(&self, totals: &Totals) -> Remaining {
        // A goal that is not set stays out of reach.
        let rest =
            |goal: u64, done: u64| if goal == u64::MAX { goal } else { goal.saturating_sub(done) };
        Remaining {
            pieces: rest(self.pieces, totals.pieces),
            lines: rest(self.lines, totals.lines),
        }
    }

    /// Whether lines or pieces have reached the goal; the clock is the caller's.
    #[inline(always)]
    pub fn is_reached(&self, totals: &Totals) -> bool {
        totals.lines >= self.lines || totals.pieces >= self.pieces
    }
}

impl From<Mode> for Goal {
    fn from(mode: Mode) -> Goal {
        match mode {
            Mode::Sprint => Goal { lines: Mode::SPRINT_LINES, ..Goal::NONE },
            Mode::Lines(lines) => Goal { lines, ..Goal::NONE },
            Mode::Blitz => Goal { pieces: Mode::BLITZ_PIECES, ..Goal::NONE },
            Mode::BlitzSeconds(seconds) => Goal { seconds: Some(seconds), ..Goal::NONE },
            Mode::Practice | Mode::Marathon => Goal::NONE,
            Mode::Pieces(pieces) => Goal { pieces, ..Goal::NONE },
        }
    }
}
