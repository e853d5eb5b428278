//! Why a bot loses a game that its stack has not lost.

use minolab_rules::PlayError;
use thiserror::Error;

use crate::RestingError;

/// Why a bot loses a game at once.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Forfeit {
    /// The program does not run.
    #[error("could not be started: {0}")]
    Launch(String),
    /// It exits or closes its output.
    #[error("exited before it sent {0}")]
    Exit(&'static str),
    /// It takes too long.
    #[error("sent no {what} within {ms} ms")]
    Timeout {
        /// The message that was awaited.
        what: &'static str,
        /// How long it was awaited.
        ms: u128,
    },
    /// It says that it cannot play by the rules.
    #[error("cannot play: {0:?}")]
    Refusal(String),
    /// It sends lines that are no messages, again and again.
    #[error("sent {lines} lines that were not asked for; the last: {last}")]
    Garbage {
        lines: u64,
        /// What was wrong with the last.
        last: String,
    },
    /// It sends a line without an end.
    #[error("sent a line of more than {} bytes", crate::LINE_LIMIT)]
    TooLong,
    /// It suggests nothing.
    #[error("suggested nothing")]
    NoMoves,
    /// It suggests nothing that the rules allow.
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
    /// A centre on no board.
    #[error(transparent)]
    Place(#[from] RestingError),
    /// Against the rules.
    #[error(transparent)]
    Rules(#[from] PlayError),
}

impl Forfeit {
    /// One word for it, by which reasons are counted.
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
