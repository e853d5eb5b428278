//! A run saved to a file.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::{GameRun, RunError, RunLabel, pool::Pool};
use crate::{
    Plan, replace_file,
    sealed::{self, SealError},
};

/// Everything needed to resume a run: every lane's game with its hidden pieces, and the counts. A
/// resumed run has the figures of one that was never interrupted.
pub struct Checkpoint {
    pub(super) settings: String,
    pub(super) label: RunLabel,
    pub(super) pool: Pool,
}

/// A checkpoint that could not be read or written.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file could not be read or written.
    #[error("checkpoint {path:?}: {error}")]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Not a checkpoint, or a damaged one.
    #[error("checkpoint {path:?} {error}")]
    Content {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        error: ContentError,
    },
    /// A checkpoint of another run.
    #[error("the checkpoint is of a run with {found}, expected {expected}")]
    Settings {
        /// The first line of its settings that differs.
        found: String,
        /// The same line of this run's.
        expected: String,
    },
}

/// Bytes that are not a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContentError {
    /// Of another format, cut short or damaged.
    #[error(transparent)]
    Sealed(#[from] SealError),
    /// Intact, but not a run.
    #[error("does not hold a run: {0}")]
    Run(String),
    /// A value that no run can have.
    #[error("has {what}: {found}, expected {expected}")]
    Value {
        /// The name of the value.
        what: &'static str,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
}

const MAGIC: &[u8; 8] = b"minockp3";

impl Checkpoint {
    pub(super) fn new(run: &GameRun, pool: Pool) -> Checkpoint {
        Checkpoint { settings: settings(run), label: RunLabel::new(run), pool }
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let bytes = fs::read(path).map_err(|error| in_file(path, error))?;
        Checkpoint::from_bytes(&bytes)
            .map_err(|error| CheckpointError::Content { path: path.into(), error })
    }

    /// Reads the contents of a file.
    ///
    /// The checksum catches damage but not forged files, so every count is checked for being one
    /// that a run can have. Whether the games belong to this run is checked when it is resumed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, ContentError> {
        let body = sealed::open(MAGIC, bytes)?;
        let (settings, label, pool): (String, RunLabel, Pool) =
            postcard::from_bytes(body).map_err(|error| ContentError::Run(error.to_string()))?;
        if let Some((what, found, expected)) = label.unsound().or_else(|| pool.unsound()) {
            return Err(ContentError::Value { what, found, expected });
        }
        Ok(Checkpoint { settings, label, pool })
    }

    /// The contents of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = postcard::to_stdvec(&(&self.settings, &self.label, &self.pool))
            .expect("a checkpoint has only plain values");
        sealed::seal(MAGIC, &body)
    }

    /// Writes a file completely or not at all.
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        replace_file(path, &self.to_bytes()).map_err(|error| in_file(path, error))
    }

    /// The saved run, if it is this one.
    pub(super) fn open(self, run: &GameRun, plan: Plan) -> Result<Pool, RunError> {
        compare(&self.settings, &settings(run))?;
        if self.label.shard != run.shard {
            let line = |shard| format!("shard = {shard}");
            let (found, expected) = (line(self.label.shard), line(run.shard));
            return Err(CheckpointError::Settings { found, expected }.into());
        }
        if self.pool.plan != plan {
            let (found, expected) = ("other settings".into(), "those of this run".into());
            return Err(CheckpointError::Settings { found, expected }.into());
        }
        // Every game must be resumable, before a thread takes it.
        self.pool.check(&run.lane_settings())?;
        Ok(self.pool)
    }
}

/// Whether settings are the same; an error has the first line that differs.
pub(super) fn compare(found: &str, expected: &str) -> Result<(), CheckpointError> {
    let mut lines = found.lines().zip(expected.lines());
    if let Some((found, expected)) = lines.find(|(found, expected)| found != expected) {
        let [found, expected] = [found, expected].map(plain);
        return Err(CheckpointError::Settings { found, expected });
    }
    if found != expected {
        let (found, expected) = ("other settings".into(), "those of this run".into());
        return Err(CheckpointError::Settings { found, expected });
    }
    Ok(())
}

/// A line of the settings for people: files have `Some(5)` and `None`.
fn plain(line: &str) -> String {
    let number = line
        .split_once(" = Some(")
        .and_then(|(name, rest)| rest.strip_suffix(')').map(|number| format!("{name} = {number}")));
    match line.strip_suffix(" = None") {
        Some(name) => match name {
            "known" => "known = the ruleset's previews".into(),
            name => format!("no limit of {name}"),
        },
        None => number.unwrap_or_else(|| line.into()),
    }
}

/// The settings that a checkpoint must share with the run that resumes it, and with the other
/// parts of the run.
pub(super) fn settings(run: &GameRun) -> String {
    format!(
        "mode = {}\nseed = {}\ngames = {:?}\npieces = {:?}\nknown = {:?}\nkeys = {}\n{}\n{}",
        run.mode,
        run.seed,
        run.extent.games,
        run.extent.pieces,
        run.known,
        run.counts_keys,
        run.rules.to_toml(),
        run.identity,
    )
}

fn in_file(path: &Path, error: io::Error) -> CheckpointError {
    CheckpointError::File { path: path.into(), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_differ_are_told_in_plain_words() {
        let said = |found, expected| compare(found, expected).unwrap_err().to_string();
        let plain = "the checkpoint is of a run with pieces = 100000, expected no limit of pieces";
        assert_eq!(said("seed = 1\npieces = Some(100000)", "seed = 1\npieces = None"), plain);
        let plain =
            "the checkpoint is of a run with known = 2, expected known = the ruleset's previews";
        assert_eq!(said("known = Some(2)", "known = None"), plain);
    }
}
