//! Joining the parts of a run.

use thiserror::Error;

use super::{Checkpoint, CheckpointError, PlayedGames, RunReport};
use crate::{Shard, Tally};

/// Parts that do not belong together.
#[derive(Debug, Error)]
pub enum JoinError {
    /// No parts.
    #[error("there are no parts to join")]
    Nothing,
    /// Parts of different runs.
    #[error(transparent)]
    Settings(#[from] CheckpointError),
    /// The same part twice.
    #[error("duplicate part {0}")]
    Twice(Shard),
    /// A run cut into another number of parts.
    #[error("part {found} among parts of a run that is cut into {expected}")]
    Cut {
        /// The part.
        found: Shard,
        /// How many parts the others are of.
        expected: u64,
    },
}

/// The report of the whole run from its parts, and how many parts are missing.
///
/// Processor times add up; wall time is the longest part's and threads are added, as if all parts
/// had been played at the same time.
pub fn join(parts: Vec<Checkpoint>) -> Result<(RunReport, u64), JoinError> {
    let first = parts.first().ok_or(JoinError::Nothing)?;
    let mut label = first.label.clone();
    let (settings, count) = (first.settings.clone(), label.shard.count());
    label.threads = 0;
    let mut played = PlayedGames {
        tally: Tally::default(),
        unfinished: 0,
        is_complete: true,
        seconds: 0.0,
        cpu_seconds: 0.0,
    };
    let mut seen = Vec::new();
    for Checkpoint { settings: others, label: other, pool } in parts {
        super::checkpoint::compare(&others, &settings)?;
        if other.shard.count() != count {
            return Err(JoinError::Cut { found: other.shard, expected: count });
        }
        if seen.contains(&other.shard) {
            return Err(JoinError::Twice(other.shard));
        }
        seen.push(other.shard);
        label.threads += other.threads;
        played.unfinished += pool.unfinished();
        played.is_complete &= pool.is_done();
        played.seconds = played.seconds.max(pool.seconds);
        played.cpu_seconds += pool.cpu_seconds();
        played.tally.merge(pool.tally);
    }
    let missing = count - seen.len() as u64;
    played.is_complete &= missing == 0;
    // A single part is still a part.
    if seen.len() > 1 || count == 1 {
        label.shard = Shard::WHOLE;
    }
    Ok((RunReport::labelled(&label, &played), missing))
}
