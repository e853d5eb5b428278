//! How a game ended.

use std::fmt;

use minolab_rules::{Game, Mode, Totals};
use serde::{Deserialize, Serialize};

use crate::{Goal, round::is_lost};

/// How a game ended, or that it was interrupted.
///
/// Results are comparable only among games that ended: a sprint that was stopped after 50 pieces
/// is not a sprint of 50 pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameEnd {
    /// It reached its mode's goal: the lines, the pieces or the time.
    Finished,
    /// It topped out. In a mode without a goal this is the only way to end.
    ToppedOut,
    /// It was stopped before that.
    #[default]
    Interrupted,
}

impl GameEnd {
    /// How a game ended, as far as its placements tell: a clock leaves no trace in them, so that
    /// a game it ended looks interrupted.
    pub fn of(game: &Game, mode: Mode) -> GameEnd {
        // Reaching the goal counts even if that piece tops out.
        if Goal::from(mode).is_reached(&game.totals()) {
            GameEnd::Finished
        } else if is_lost(game) {
            GameEnd::ToppedOut
        } else {
            GameEnd::Interrupted
        }
    }

    /// The same by totals alone, for replays that do not say how their game ended.
    ///
    /// Most games with a clock are ended by it, so such a game counts as finished.
    pub(super) fn assumed(totals: &Totals, mode: Mode, lost: bool) -> GameEnd {
        let goal = Goal::from(mode);
        if lost {
            GameEnd::ToppedOut
        } else if goal.is_reached(totals) || goal.seconds.is_some() {
            GameEnd::Finished
        } else {
            GameEnd::Interrupted
        }
    }

    /// Whether the game ended as the mode defines it. Only then are the totals a result.
    pub fn is_end(self) -> bool {
        self != GameEnd::Interrupted
    }

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            GameEnd::Finished => "finished",
            GameEnd::ToppedOut => "topped-out",
            GameEnd::Interrupted => "interrupted",
        }
    }
}

/// As text for people.
impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            GameEnd::Finished => "finished",
            GameEnd::ToppedOut => "topped out",
            GameEnd::Interrupted => "interrupted",
        })
    }
}
