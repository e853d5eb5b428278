//! Training runs and reports in one folder, started and stopped on request.
//!
//! A run started here is played by threads of this program, through [`Folder`], which can be
//! left at any moment: however the server ends, the run can be gone on with.

mod api;
mod name;
mod summary;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

pub(crate) use api::routes;
use minolab_train::{Event, Folder, FolderError, Training, TrainingError};
pub use name::is_name;
use serde_json::{Value, json};
use summary::Summaries;
use thiserror::Error;

/// Reads a run file that came from the page; it may name what is shipped and nothing else.
pub type Read = dyn Fn(&str) -> Result<Training, String> + Send + Sync;

/// The runs in a folder.
pub struct Runs {
    folder: PathBuf,
    threads: usize,
    read: Box<Read>,
    jobs: Mutex<BTreeMap<String, Job>>,
    summaries: Mutex<Summaries>,
}

/// A run that was started or gone on with here.
struct Job {
    stop: Arc<AtomicBool>,
    state: Arc<Mutex<JobState>>,
}

#[derive(Clone, Debug, Default)]
struct JobState {
    is_over: bool,
    fraction: f64,
    error: Option<String>,
}

/// Something that was asked of the runs and cannot be done.
#[derive(Debug, Error)]
pub enum RunsError {
    /// Not a name of a run.
    #[error("{0:?} is no name of a run")]
    Name(String),
    /// There is no such run.
    #[error("there is no run {0:?}")]
    Unknown(String),
    /// The run file is wrong.
    #[error("{0}")]
    Text(String),
    /// It runs already, here or in another program.
    #[error("{0:?} is running already")]
    Running(String),
    /// It does not run here.
    #[error("{0:?} is not running here")]
    Idle(String),
    /// As many runs as are allowed at a time.
    #[error("{MOST_JOBS} runs are going on already: stop one first")]
    Many,
    /// The folder of runs, or one in it.
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

/// Runs at a time; more would only be slower.
const MOST_JOBS: usize = 4;

impl Runs {
    /// The runs in this folder, which need not be there yet; each plays on so many threads.
    pub fn new(folder: &Path, threads: usize, read: Box<Read>) -> Runs {
        Runs {
            folder: folder.into(),
            threads: threads.max(1),
            read,
            jobs: Mutex::default(),
            summaries: Mutex::default(),
        }
    }

    /// All runs and reports in a few words each.
    pub fn list(&self) -> Result<Value, RunsError> {
        let mut names = Vec::new();
        let mut studies = Vec::new();
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => Some(entries),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        for entry in entries.into_iter().flatten() {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            // What leads elsewhere is not in the folder.
            let kind = entry.file_type()?;
            if kind.is_dir() && is_name(&name) && entry.path().join("run.toml").is_file() {
                names.push(name);
            } else if kind.is_file() && is_name(&name) && name.ends_with(".html") {
                studies.push(name);
            }
        }
        names.sort();
        studies.sort();
        let runs: Vec<Value> = names.iter().map(|name| self.describe(name, false)).collect();
        Ok(json!({ "folder": self.folder.display().to_string(), "runs": runs, "studies": studies }))
    }

    /// One run with its curve.
    pub fn show(&self, name: &str) -> Result<Value, RunsError> {
        self.path(name)?;
        Ok(self.describe(name, true))
    }

    /// A report, as a page.
    pub fn study(&self, name: &str) -> Result<Vec<u8>, RunsError> {
        let path = self.folder.join(name);
        let is_there = is_name(name)
            && name.ends_with(".html")
            && fs::symlink_metadata(&path).is_ok_and(|found| found.is_file());
        if !is_there {
            return Err(RunsError::Unknown(name.into()));
        }
        Ok(fs::read(path)?)
    }

    /// Begins a run; its name.
    pub fn start(&self, text: &str) -> Result<String, RunsError> {
        let training = (self.read)(text).map_err(RunsError::Text)?;
        let mut jobs = lock(&self.jobs);
        has_room(&jobs)?;
        let stem = name::stem(&training.agent.name, training.optimizer.name());
        let free = |number: &u32| !self.folder.join(format!("{stem}-{number}")).exists();
        let number = (1..).find(free).unwrap_or(0);
        let name = format!("{stem}-{number}");
        let folder = Folder::create(&self.folder.join(&name), training)?;
        jobs.insert(name.clone(), Job::start(folder, self.threads));
        Ok(name)
    }

    /// Goes on with a run.
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
        jobs.insert(name.into(), Job::start(folder, self.threads));
        Ok(())
    }

    /// Stops a run as soon as its games allow; it can be gone on with.
    pub fn stop(&self, name: &str) -> Result<(), RunsError> {
        self.path(name)?;
        match lock(&self.jobs).get(name).filter(|job| job.is_going()) {
            Some(job) => {
                job.stop.store(true, Ordering::Relaxed);
                Ok(())
            }
            None => Err(RunsError::Idle(name.into())),
        }
    }

    /// The folder of a run that is there.
    fn path(&self, name: &str) -> Result<PathBuf, RunsError> {
        if !is_name(name) {
            return Err(RunsError::Name(name.into()));
        }
        let path = self.folder.join(name);
        let is_folder = fs::symlink_metadata(&path).is_ok_and(|found| found.is_dir());
        match is_folder && path.join("run.toml").is_file() {
            true => Ok(path),
            false => Err(RunsError::Unknown(name.into())),
        }
    }

    fn describe(&self, name: &str, with_curve: bool) -> Value {
        let path = self.folder.join(name);
        let job = lock(&self.jobs).get(name).map(|job| (job.is_stopping(), job.state()));
        let mut value = lock(&self.summaries).describe(&path, with_curve);
        let is_done = value["end"].is_object();
        let state = match &job {
            Some((true, state)) if !state.is_over => "stopping",
            Some((_, state)) if !state.is_over => "running",
            _ if is_done => "done",
            _ if is_locked(&path) => "elsewhere",
            _ => "stopped",
        };
        value["name"] = name.into();
        value["state"] = state.into();
        if let Some((_, state)) = job {
            // Whoever listens need not hear of every game.
            value["fraction"] = ((state.fraction * 1000.0).round() / 1000.0).into();
            if let Some(error) = state.error {
                value["error"] = error.into();
            }
        }
        value
    }
}

impl Job {
    fn start(mut folder: Folder, threads: usize) -> Job {
        let (stop, state) = (Arc::<AtomicBool>::default(), Arc::<Mutex<JobState>>::default());
        let (raised, shared) = (Arc::clone(&stop), Arc::clone(&state));
        thread::spawn(move || {
            let result = folder.run(threads, &raised, &mut |event| {
                if let Event::Progress(progress) = event {
                    lock(&shared).fraction = progress.fraction;
                }
            });
            // Whoever sees that it is over may go on with it: the folder is free by then.
            drop(folder);
            let mut state = lock(&shared);
            state.error = result.err().map(|error| error.to_string());
            state.is_over = true;
        });
        Job { stop, state }
    }

    fn state(&self) -> JobState {
        lock(&self.state).clone()
    }

    fn is_going(&self) -> bool {
        !self.state().is_over
    }

    fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

fn has_room(jobs: &BTreeMap<String, Job>) -> Result<(), RunsError> {
    match jobs.values().filter(|job| job.is_going()).count() >= MOST_JOBS {
        true => Err(RunsError::Many),
        false => Ok(()),
    }
}

/// Whether another program works in this folder.
fn is_locked(path: &Path) -> bool {
    File::open(path.join("run.toml"))
        .is_ok_and(|file| matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)))
}

/// What a thread that panicked left is as good as anything.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
