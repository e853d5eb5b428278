//! A run's state as bytes.

use std::fmt::Display;

use minolab_arena::{
    checksum,
    sealed::{self, SealError},
};
use thiserror::Error;

use crate::{Standing, Training};

/// No count of a run is greater, so additions do not overflow.
pub(crate) const COUNT: u64 = 1 << 53;

const MAGIC: &[u8; 8] = b"minotrn1";

/// Bytes from which no run can be resumed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TrainingCheckpointError {
    /// Of another format or version.
    #[error("is not a training checkpoint of this version")]
    Foreign,
    /// The end is missing.
    #[error("is cut short")]
    Short,
    /// Changed since it was written.
    #[error("is cut short or damaged: its checksum differs")]
    Damaged,
    /// Intact, but not a run.
    #[error("does not hold a training run")]
    Content,
    /// A value that no run with these settings can have.
    #[error("has {what} {found}, expected {expected}")]
    Value {
        /// The name of the value.
        what: &'static str,
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The settings differ from those it was written with.
    #[error("was written with other settings than those in run.toml")]
    Settings,
}

/// Writes a run's state together with the length of its log.
///
/// Every bit of every number is kept, and damage is detected.
pub fn write(training: &Training, logged: u64, standing: &Standing) -> Vec<u8> {
    let settings = checksum(training.to_toml().as_bytes());
    let body = postcard::to_stdvec(&(settings, logged, standing))
        .expect("a standing has only plain values");
    sealed::seal(MAGIC, &body)
}

/// Reads what [`write()`] wrote for a run of these settings.
///
/// The checksum catches damage but not forged files, so every value is checked for being one that a
/// run with these settings can have.
pub fn read(training: &Training, bytes: &[u8]) -> Result<(u64, Standing), TrainingCheckpointError> {
    let body = sealed::open(MAGIC, bytes).map_err(|error| match error {
        SealError::Foreign { .. } => TrainingCheckpointError::Foreign,
        SealError::Short { .. } => TrainingCheckpointError::Short,
        SealError::Damaged { .. } => TrainingCheckpointError::Damaged,
    })?;
    let (settings, logged, standing): (u64, u64, Standing) =
        postcard::from_bytes(body).map_err(|_| TrainingCheckpointError::Content)?;
    if settings != checksum(training.to_toml().as_bytes()) {
        return Err(TrainingCheckpointError::Settings);
    }
    standing.check(training)?;
    Ok((logged, standing))
}

/// `Ok` if a run can have this value.
pub(crate) fn ensure(
    is_right: bool,
    what: &'static str,
    found: impl Display,
    expected: impl Display,
) -> Result<(), TrainingCheckpointError> {
    if is_right {
        return Ok(());
    }
    let (found, expected) = (found.to_string(), expected.to_string());
    Err(TrainingCheckpointError::Value { what, found, expected })
}
