//! Where a run stands, as bytes.

use minolab_arena::checksum;
use thiserror::Error;

use crate::{Standing, Training};

const MAGIC: &[u8; 8] = b"minotrn1";

/// Bytes that no run goes on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
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
    [&MAGIC[..], &checksum(&body).to_le_bytes(), &body].concat()
}

/// Reads what [`write()`] wrote for a run of these settings.
pub fn read(training: &Training, bytes: &[u8]) -> Result<(u64, Standing), CheckpointError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::Foreign)?;
    let (sum, body) = rest.split_first_chunk::<8>().ok_or(CheckpointError::Short)?;
    if u64::from_le_bytes(*sum) != checksum(body) {
        return Err(CheckpointError::Damaged);
    }
    let (settings, logged, standing): (u64, u64, Standing) =
        postcard::from_bytes(body).map_err(|_| CheckpointError::Content)?;
    match settings == checksum(training.to_toml().as_bytes()) {
        true => Ok((logged, standing)),
        false => Err(CheckpointError::Settings),
    }
}
