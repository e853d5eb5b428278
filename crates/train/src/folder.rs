//! A training run on disk.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use minolab_arena::replace_file;
use thiserror::Error;

use crate::{
    GenomeError, LogLine, RunSummary, Standing, Trainer, TrainerEvent, Training,
    TrainingCheckpointError, TrainingError, Workers, checkpoint,
};

/// A run's folder: `run.toml` has the settings, `log.jsonl` the history, `checkpoint` the current
/// state, `champion.toml` the result.
///
/// Files that change are replaced atomically. Only one program at a time works in a folder.
pub struct Folder {
    path: PathBuf,
    trainer: Trainer,
    log: File,
    logged: u64,
    // Held while working in the folder.
    _lock: File,
}

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file could not be read or written.
    #[error("{path:?}: {error}")]
    File { path: PathBuf, error: io::Error },
    /// The folder is not empty.
    #[error("{path:?} is not empty, expected a new folder (or --resume to continue a run)")]
    Taken { path: PathBuf },
    /// The folder has no run.
    #[error("{path:?} holds no training run, expected a folder with run.toml")]
    NoRun { path: PathBuf },
    /// Another process is working in it.
    #[error("{path:?} is in use by another minolab process")]
    Busy { path: PathBuf },
    /// A checkpoint that cannot be resumed.
    #[error("{path:?} {error}")]
    Checkpoint { path: PathBuf, error: TrainingCheckpointError },
    /// A log that cannot be resumed.
    #[error("{path:?} {what}")]
    Content { path: PathBuf, what: &'static str },
    /// Its settings are wrong.
    #[error("{path:?}: {error}")]
    Training {
        path: PathBuf,
        /// What is wrong.
        error: TrainingError,
    },
    /// Its champion is not a valid agent.
    #[error(transparent)]
    Genome(#[from] GenomeError),
}

/// How often a checkpoint is written.
const SAVE: Duration = Duration::from_millis(200);

impl Folder {
    /// Creates a folder for a new run.
    pub fn create(path: &Path, training: Training) -> Result<Folder, FolderError> {
        let in_folder = |error| in_file(path, error);
        let trainer = Trainer::new(training)
            .map_err(|error| FolderError::Training { path: path.into(), error })?;
        match fs::read_dir(path).map(|mut entries| entries.next().is_some()) {
            Ok(true) => return Err(FolderError::Taken { path: path.into() }),
            Ok(false) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(path).map_err(in_folder)?;
            }
            Err(error) => return Err(in_folder(error)),
        }
        replace(&path.join("run.toml"), trainer.training().to_toml().as_bytes())?;
        Folder::open(path, trainer, 0)
    }

    /// Opens an interrupted run.
    pub fn resume(path: &Path) -> Result<Folder, FolderError> {
        let training = Folder::training(path)?;
        let file = path.join("checkpoint");
        let bytes = match fs::read(&file) {
            Ok(bytes) => bytes,
            // Interrupted before the first save.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let trainer = Trainer::new(training).map_err(|error| wrong(path, error))?;
                return Folder::open(path, trainer, 0);
            }
            Err(error) => return Err(in_file(&file, error)),
        };
        let (logged, standing) = checkpoint::read(&training, &bytes)
            .map_err(|error| FolderError::Checkpoint { path: file.clone(), error })?;
        let trainer = Trainer::resume(training, standing).map_err(|error| wrong(path, error))?;
        Folder::open(path, trainer, logged)
    }

    /// The settings of the run in a folder.
    pub fn training(path: &Path) -> Result<Training, FolderError> {
        let text =
            fs::read_to_string(path.join("run.toml")).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => FolderError::NoRun { path: path.into() },
                _ => in_file(&path.join("run.toml"), error),
            })?;
        Training::from_toml(&text).map_err(|error| wrong(path, error))
    }

    /// The summary of the run in a folder, with its curve.
    pub fn summary(path: &Path) -> Result<RunSummary, FolderError> {
        Ok(RunSummary::new(&Folder::training(path)?, &Folder::lines(path)?))
    }

    /// The log lines of the run in a folder; a half-written last one is left out.
    pub fn lines(path: &Path) -> Result<Vec<LogLine>, FolderError> {
        let file = path.join("log.jsonl");
        let bytes = match fs::read(&file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(in_file(&file, error)),
        };
        let what = "holds a line that no training run logs";
        let wrong = || FolderError::Content { path: file.clone(), what };
        // Half a line may end within a character.
        let end = bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
        let complete = std::str::from_utf8(&bytes[..end]).map_err(|_| wrong())?;
        complete.lines().map(|line| serde_json::from_str(line).map_err(|_| wrong())).collect()
    }

    fn open(path: &Path, trainer: Trainer, logged: u64) -> Result<Folder, FolderError> {
        let file = path.join("run.toml");
        let lock = File::open(&file).map_err(|error| in_file(&file, error))?;
        lock.try_lock().map_err(|error| match error {
            fs::TryLockError::WouldBlock => FolderError::Busy { path: path.into() },
            fs::TryLockError::Error(error) => in_file(&file, error),
        })?;
        let file = path.join("log.jsonl");
        let log = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&file)
            .map_err(|error| in_file(&file, error))?;
        let length = log.metadata().map_err(|error| in_file(&file, error))?.len();
        if length < logged {
            let what = "is shorter than when the run was saved";
            return Err(FolderError::Content { path: file, what });
        }
        // Lines after the last save will be logged again.
        log.set_len(logged).map_err(|error| in_file(&file, error))?;
        Ok(Folder { path: path.into(), trainer, log, logged, _lock: lock })
    }

    /// The folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The run.
    pub fn trainer(&self) -> &Trainer {
        &self.trainer
    }

    /// Runs to the end or until `stop` is set; returns whether it is complete.
    pub fn run(
        &mut self,
        threads: usize,
        stop: &std::sync::atomic::AtomicBool,
        each: &mut dyn FnMut(&TrainerEvent),
    ) -> Result<bool, FolderError> {
        self.follow(each, |trainer, each| trainer.run(threads, stop, each))
    }

    /// The same with games played by other workers.
    pub fn run_on(
        &mut self,
        workers: &mut dyn Workers,
        each: &mut dyn FnMut(&TrainerEvent),
    ) -> Result<bool, FolderError> {
        self.follow(each, |trainer, each| trainer.run_on(workers, each))
    }

    /// Saves a run's events in the folder.
    fn follow(
        &mut self,
        each: &mut dyn FnMut(&TrainerEvent),
        run: impl FnOnce(
            &mut Trainer,
            &mut dyn FnMut(TrainerEvent) -> Result<(), FolderError>,
        ) -> Result<(), FolderError>,
    ) -> Result<bool, FolderError> {
        let Folder { path, trainer, log, logged, .. } = self;
        let training = trainer.training().clone();
        let log_path = path.join("log.jsonl");
        let mut saved = Instant::now();
        let save = |log: &mut File, logged: u64, standing: &Standing| {
            log.sync_all().map_err(|error| in_file(&log_path, error))?;
            let bytes = checkpoint::write(&training, logged, standing);
            replace(&path.join("checkpoint"), &bytes)
        };
        run(trainer, &mut |event| {
            each(&event);
            match event {
                TrainerEvent::Line(line) => {
                    let mut text = serde_json::to_string(line)
                        .map_err(|error| in_file(&path.join("log.jsonl"), error.into()))?;
                    text.push('\n');
                    log.write_all(text.as_bytes())
                        .map_err(|error| in_file(&path.join("log.jsonl"), error))?;
                    *logged += text.len() as u64;
                }
                TrainerEvent::Pause(standing) if saved.elapsed() >= SAVE => {
                    save(log, *logged, standing)?;
                    saved = Instant::now();
                }
                TrainerEvent::Pause(_) | TrainerEvent::Progress(_) => {}
            }
            Ok::<(), FolderError>(())
        })?;
        save(log, *logged, trainer.standing())?;
        if let Some(champion) = trainer.champion() {
            replace(&path.join("champion.toml"), champion?.to_toml().as_bytes())?;
        }
        Ok(trainer.end().is_some())
    }
}

/// Writes a file completely or not at all.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    replace_file(path, bytes).map_err(|error| in_file(path, error))
}

fn in_file(path: &Path, error: io::Error) -> FolderError {
    FolderError::File { path: path.into(), error }
}

fn wrong(path: &Path, error: TrainingError) -> FolderError {
    FolderError::Training { path: path.join("run.toml"), error }
}
