//! The one reader of games in any form.

use thiserror::Error;

use super::{Replay, ReplayError, tetrais};
use crate::typed::{KeyReplay, KeyReplayError};

/// A file that is not a game, or an invalid game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// A game of placements, in either form.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A game of a person's keys.
    #[error(transparent)]
    Keys(#[from] KeyReplayError),
}

impl ReadError {
    /// Why a game is invalid; `None` if it is not a game at all, or of an unknown version.
    pub fn mismatch(&self) -> Option<String> {
        match self {
            ReadError::Replay(ReplayError::Foreign { .. } | ReplayError::Version { .. })
            | ReadError::Keys(
                KeyReplayError::Json(_) | KeyReplayError::Field { field: "format", .. },
            ) => None,
            error => Some(error.to_string()),
        }
    }
}

/// Reads a game in whichever form it is: binary, text, a person's keys, or TetrAIs' log.
///
/// Every placement is legal. Whether a binary replay has the result it claims is left to
/// [`Replay::verify`], or to code that rebuilds the game anyway; the other forms are verified.
pub fn read(bytes: &[u8]) -> Result<Replay, ReadError> {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.starts_with("minolab") => {
            let replay = Replay::from_text(text)?;
            replay.verify().map_err(ReplayError::Invalid)?;
            Ok(replay)
        }
        Ok(text) if text.trim_start().starts_with('{') => {
            Ok(Replay::from(&KeyReplay::from_json(text)?))
        }
        Ok(text) if text.trim_start().starts_with(tetrais::FIRST) => {
            Ok(Replay::from_tetrais_log(text)?)
        }
        _ => Ok(Replay::from_bytes(bytes)?),
    }
}
