//! Background jobs.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use minolab_api::GameCounts;
use minolab_arena::crew::lock;

/// A job started or resumed here, on a thread of its own.
pub struct Job {
    kind: Kind,
    stop: Arc<AtomicBool>,
    state: Arc<Mutex<JobState>>,
}

/// The kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Plays a training run.
    Training,
    /// Plays games and keeps them.
    Games,
    /// Makes a report.
    Study,
}

/// The state of a job.
#[derive(Clone, Debug, Default)]
pub struct JobState {
    /// Whether it has ended, one way or another.
    pub is_over: bool,
    /// The fraction done, between 0 and 1.
    pub fraction: f64,
    /// The counts so far, if it plays games.
    pub counts: GameCounts,
    /// Why it failed.
    pub error: Option<String>,
}

/// Where a job reports its progress.
pub struct Teller(Arc<Mutex<JobState>>);

impl Teller {
    /// The fraction done, and the counts.
    pub fn tell(&self, fraction: f64, counts: GameCounts) {
        let mut state = lock(&self.0);
        (state.fraction, state.counts) = (fraction, counts);
    }
}

impl Job {
    /// Starts a job; it should end soon after the flag is set.
    pub fn start(
        kind: Kind,
        work: impl FnOnce(&AtomicBool, &Teller) -> Result<(), String> + Send + 'static,
    ) -> Job {
        let (stop, state) = (Arc::<AtomicBool>::default(), Arc::<Mutex<JobState>>::default());
        let (raised, shared) = (Arc::clone(&stop), Arc::clone(&state));
        thread::spawn(move || {
            let teller = Teller(Arc::clone(&shared));
            let result = catch_unwind(AssertUnwindSafe(|| work(&raised, &teller)));
            let result = result.unwrap_or_else(|_| Err("it crashed; see the terminal".into()));
            let mut state = lock(&shared);
            state.error = result.err();
            state.is_over = true;
        });
        Job { kind, stop, state }
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Its state.
    pub fn state(&self) -> JobState {
        lock(&self.state).clone()
    }

    /// Whether it has not ended.
    pub fn is_going(&self) -> bool {
        !lock(&self.state).is_over
    }

    /// Whether it was asked to stop.
    pub fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Asks it to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
