//! Where a run stands, as bytes.

use std::fmt::Display;

use minolab_arena::{
    checksum,
    sealed::{self, SealError},
};
use thiserror::Error;

use crate::{Standing, Training};

/// No count of a run is greater: what is added to one stays a number.
pub(crate) const COUNT: u64 = 1 << 53;

const MAGIC: &[u8; 8] = b"minotrn1";

/// Bytes that no run goes on from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TrainingCheckpointError {
    /// Something else, or of another version.
    #[error("is no checkpoint of this version's training")]
    Foreign,
    /// The end is missing.
    #[error("is cut short")]
    Short,
    /// Not as it was written.
    #[error("is cut short or damaged: its checksum differs")]
    Damaged,
    /// Whole, and yet no run.
    #[error("does not hold a training run")]
    Content,
    /// A value that no run of these settings comes to.
    #[error("has {what} {found}, expected {expected}")]
    Value {
        /// What it is the value of.
        what: &'static str,
        found: String,
        /// What could stand there.
        expected: String,
    },
    /// The settings are not those it was written with.
    #[error("is of other settings than those beside it")]
    Settings,
}

/// Writes where a run stands, with a number that goes with it: how much of its log was written.
///
/// Every bit of every number is kept, and damage will be noticed.
pub fn write(training: &Training, logged: u64, standing: &Standing) -> Vec<u8> {
    let settings = checksum(training.to_toml().as_bytes());
    let body = postcard::to_stdvec(&(settings, logged, standing))
        .expect("a standing has only plain values");
    sealed::seal(MAGIC, &body)
}

/// Reads what [`write()`] wrote for a run of these settings.
///
/// The checksum catches damage, not a file that somebody made: every value is one that a run of
/// these settings comes to, so that it can be resumed.
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

/// `Ok` if a value is one that a run comes to.
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
