//! The one reader of games, whatever form they are in.

use thiserror::Error;

use super::{Replay, ReplayError, tetrais};
use crate::typed::{KeyReplay, KeyReplayError};

/// A file that is no game, or an invalid one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// Of placements, in either form.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Of a person's keys.
    #[error(transparent)]
    Keys(#[from] KeyReplayError),
}

impl ReadError {
    /// Why a game is invalid; `None` if it is no game at all, or of a version that is not known.
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
/// Every placement is legal. Whether a binary replay comes to what it says is left to
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
