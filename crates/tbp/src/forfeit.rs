//! Forfeits: why a bot loses a game without topping out.

use minolab_rules::PlayError;
use thiserror::Error;

use crate::RestingError;

/// Why a bot forfeits a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Forfeit {
    /// The program could not be started.
    #[error("could not be started: {0}")]
    Launch(String),
    /// It exited or closed its output.
    #[error("exited before it sent {0}")]
    Exit(&'static str),
    /// It took too long.
    #[error("sent no {what} within {ms} ms")]
    Timeout {
        /// The awaited message.
        what: &'static str,
        /// The time limit.
        ms: u128,
    },
    /// It cannot play by the rules.
    #[error("cannot play: {0:?}")]
    Refusal(String),
    /// It sent too many lines that are not messages.
    #[error("sent {lines} unexpected lines; the last: {last}")]
    Garbage {
        lines: u64,
        /// What was wrong with the last.
        last: String,
    },
    /// It sent an endless line.
    #[error("sent a line of more than {} bytes", crate::LINE_LIMIT)]
    TooLong,
    /// It suggested nothing.
    #[error("suggested nothing")]
    NoMoves,
    /// It suggested only illegal placements.
    #[error("none of {count} suggestions is possible; the first: {first}")]
    Illegal {
        /// How many it suggested.
        count: usize,
        /// Why the first is impossible.
        first: Refused,
    },
}

/// Why a suggestion cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// Not a location and a spin.
    #[error("{0} cannot be read")]
    Unreadable(String),
    /// A centre off the board.
    #[error(transparent)]
    Place(#[from] RestingError),
    /// Against the rules.
    #[error(transparent)]
    Rules(#[from] PlayError),
}

impl Forfeit {
    /// Its one-word name, by which reasons are counted.
    pub fn kind(&self) -> &'static str {
        match self {
            Forfeit::Launch(_) => "launch",
            Forfeit::Exit(_) => "exit",
            Forfeit::Timeout { .. } => "timeout",
            Forfeit::Refusal(_) => "refusal",
            Forfeit::Garbage { .. } => "garbage",
            Forfeit::TooLong => "too-long",
            Forfeit::NoMoves => "no-moves",
            Forfeit::Illegal { .. } => "illegal",
        }
    }
}
