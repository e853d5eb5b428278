//! Training runs, games and reports in one folder, started and stopped on request.
//!
//! A run started here is played by threads of this program, through [`Folder`], which can be left
//! at any moment: however the server ends, the run can be resumed. Games are saved as they end.

mod api;
mod games;
mod job;
mod listeners;
mod name;
mod studies;
mod summary;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::Mutex,
};

pub(crate) use api::routes;
use job::{Job, JobState, Kind};
use listeners::{Listener, Listeners};
use minolab_agents::catalog::Source;
use minolab_api::{GameCounts, Phase, RunList, RunState};
use minolab_arena::crew::lock;
use minolab_train::{Folder, FolderError, RunFile, TrainerEvent, TrainingError};
pub use name::is_name;
use summary::Summaries;
use thiserror::Error;

/// The runs, games and reports in a folder.
pub struct Runs {
    folder: PathBuf,
    threads: usize,
    jobs: Mutex<BTreeMap<String, Job>>,
    summaries: Mutex<Summaries>,
    listeners: Listeners,
}

/// Why a request failed.
#[derive(Debug, Error)]
pub enum RunsError {
    /// An invalid name.
    #[error("{0:?} is not a valid name")]
    Name(String),
    /// Nothing has that name.
    #[error("there is no {0:?} here")]
    Unknown(String),
    /// An invalid request.
    #[error("{0}")]
    Text(String),
    /// It is already running, here or in another program.
    #[error("{0:?} is already running")]
    Running(String),
    /// It is not running here.
    #[error("{0:?} is not running here")]
    Idle(String),
    /// The limit on jobs is reached.
    #[error("{MOST_JOBS} jobs are already running: stop one first")]
    Many,
    /// An error in the folder of a run.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The folder could not be read.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl From<TrainingError> for RunsError {
    fn from(error: TrainingError) -> RunsError {
        RunsError::Text(error.to_string())
    }
}

/// The most jobs at a time; more would only be slower.
const MOST_JOBS: usize = 4;

impl Runs {
    /// The runs in this folder, which need not exist yet; each plays on this many threads.
    pub fn new(folder: &Path, threads: usize) -> Runs {
        Runs {
            folder: folder.into(),
            threads: threads.max(1),
            jobs: Mutex::default(),
            summaries: Mutex::default(),
            listeners: Listeners::default(),
        }
    }

    /// Summaries of all runs, games and reports.
    pub fn list(&self) -> Result<RunList, RunsError> {
        let (mut names, mut games, mut studies) = (Vec::new(), Vec::new(), Vec::new());
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => Some(entries),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        for entry in entries.into_iter().flatten() {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            // Links are not followed.
            let kind = entry.file_type()?;
            if kind.is_dir() && is_name(&name) && is_plain_file(&entry.path().join("run.toml")) {
                names.push(name);
            } else if kind.is_dir() && is_name(&name) && games::is_games(&entry.path()) {
                games.push(name);
            } else if kind.is_file() && is_name(&name) && name.ends_with(".html") {
                studies.push(name);
            }
        }
        names.sort();
        games.sort();
        Ok(RunList {
            folder: self.folder.display().to_string(),
            runs: names.iter().map(|name| self.describe(name, false)).collect(),
            games: games.iter().map(|name| self.describe_games(name)).collect(),
            studies: self.describe_studies(studies),
            error: None,
        })
    }

    /// Adds a listener to changes.
    fn listen(&self) -> Listener {
        self.listeners.add()
    }

    /// Sends the list to all listeners; `false` once there are none.
    fn tell(&self, list: String) -> bool {
        self.listeners.tell(list)
    }

    /// One run with its curve.
    pub fn show(&self, name: &str) -> Result<RunState, RunsError> {
        self.path(name)?;
        Ok(self.describe(name, true))
    }

    /// Starts a run; returns its name.
    pub fn start(&self, text: &str) -> Result<String, RunsError> {
        // It may name what is shipped, but no files.
        let training = RunFile::from_toml(text)?.training(Source::Shipped)?;
        let mut jobs = lock(&self.jobs);
        has_room(&jobs)?;
        let stem = name::stem(&training.agent.name, training.optimizer.name());
        let name = self.free_name(&jobs, &stem, "");
        let folder = Folder::create(&self.folder.join(&name), training)?;
        jobs.insert(name.clone(), train(folder, self.threads));
        Ok(name)
    }

    /// Resumes a run.
    pub fn resume(&self, name: &str) -> Result<(), RunsError> {
        let path = self.path(name)?;
        let mut jobs = lock(&self.jobs);
        if jobs.get(name).is_some_and(Job::is_going) {
            return Err(RunsError::Running(name.into()));
        }
        has_room(&jobs)?;
        let folder = Folder::resume(&path).map_err(|error| match error {
            FolderError::Busy { .. } => RunsError::Running(name.into()),
            error => error.into(),
        })?;
        jobs.insert(name.into(), train(folder, self.threads));
        Ok(())
    }

    /// Stops a run as soon as its games allow; it can be resumed.
    pub fn stop(&self, name: &str) -> Result<(), RunsError> {
        self.path(name)?;
        self.stop_job(name, Kind::Training)
    }

    fn stop_job(&self, name: &str, kind: Kind) -> Result<(), RunsError> {
        let is_it = |job: &&Job| job.kind() == kind && job.is_going();
        match lock(&self.jobs).get(name).filter(is_it) {
            Some(job) => {
                job.stop();
                Ok(())
            }
            None => Err(RunsError::Idle(name.into())),
        }
    }

    /// Whether a job was asked to stop, and its state, if there is one.
    fn job(&self, name: &str, kind: Kind) -> Option<(bool, JobState)> {
        let jobs = lock(&self.jobs);
        let job = jobs.get(name).filter(|job| job.kind() == kind)?;
        Some((job.is_stopping(), job.state()))
    }

    /// The first name of this kind that is not used in the folder or by a job.
    ///
    /// The caller holds the lock on the jobs, so that the name is given out only once.
    fn free_name(&self, jobs: &BTreeMap<String, Job>, stem: &str, end: &str) -> String {
        let name = |number: u32| format!("{stem}-{number}{end}");
        let is_free = |number: &u32| {
            let name = name(*number);
            !jobs.contains_key(&name) && fs::symlink_metadata(self.folder.join(name)).is_err()
        };
        name((1..).find(is_free).unwrap_or(0))
    }

    /// The folder of an existing run.
    fn path(&self, name: &str) -> Result<PathBuf, RunsError> {
        if !is_name(name) {
            return Err(RunsError::Name(name.into()));
        }
        let path = self.folder.join(name);
        match is_folder(&path) && is_plain_file(&path.join("run.toml")) {
            true => Ok(path),
            false => Err(RunsError::Unknown(name.into())),
        }
    }

    fn describe(&self, name: &str, with_curve: bool) -> RunState {
        let path = self.folder.join(name);
        let job = self.job(name, Kind::Training);
        let mut run = RunState { name: name.into(), ..RunState::default() };
        match lock(&self.summaries).run(&path) {
            Ok(mut summary) => {
                summary.curve = summary.curve.filter(|_| with_curve);
                run.summary = Some(summary);
            }
            Err(error) => run.error = Some(error),
        }
        let is_done = run.summary.as_ref().is_some_and(|summary| summary.end.is_some());
        run.state = match &job {
            Some((is_stopping, state)) if !state.is_over => going(*is_stopping),
            _ if is_done => Phase::Done,
            _ if is_locked(&path) => Phase::Elsewhere,
            _ => Phase::Stopped,
        };
        if let Some((_, state)) = job {
            run.fraction = Some(rounded(state.fraction));
            run.error = state.error.or(run.error);
        }
        run
    }
}

/// The phase of something this server is working on.
fn going(is_stopping: bool) -> Phase {
    if is_stopping { Phase::Stopping } else { Phase::Running }
}

/// Listeners need not be told of every piece.
fn rounded(fraction: f64) -> f64 {
    (fraction * 1000.0).round() / 1000.0
}

/// Plays a run on this many threads.
fn train(mut folder: Folder, threads: usize) -> Job {
    Job::start(Kind::Training, move |stop, teller| {
        let result = folder.run(threads, stop, &mut |event| {
            if let TrainerEvent::Progress(progress) = event {
                teller.tell(progress.fraction, GameCounts::default());
            }
        });
        // One who sees that it is over may resume it, so the folder must be free by then.
        drop(folder);
        result.map(drop).map_err(|error| error.to_string())
    })
}

fn has_room(jobs: &BTreeMap<String, Job>) -> Result<(), RunsError> {
    match jobs.values().filter(|job| job.is_going()).count() >= MOST_JOBS {
        true => Err(RunsError::Many),
        false => Ok(()),
    }
}

/// Whether another program is working in this folder.
fn is_locked(path: &Path) -> bool {
    File::open(path.join("run.toml"))
        .is_ok_and(|file| matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)))
}

/// Whether this is a regular file: links are not followed, and a pipe without a writer would hang.
fn is_plain_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}

/// Whether this is a folder; a link to one is not.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

#[cfg(test)]
mod tests;
