//! Ctrl-C while the interpreter waits.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use pyo3::prelude::*;

/// A flag that stops work, and why it was raised.
#[derive(Default)]
pub struct Stop {
    pub flag: Arc<AtomicBool>,
    why: Mutex<Option<PyErr>>,
}

impl Stop {
    /// Asks the interpreter whether somebody pressed Ctrl-C, and hands it to `tell` if not; an
    /// error of either raises the flag. Called while the interpreter does not wait for this thread.
    pub fn ask(&self, tell: impl FnOnce(Python<'_>) -> PyResult<()>) {
        if self.flag.load(Ordering::Relaxed) {
            return;
        }
        let asked = Python::attach(|py| py.check_signals().and_then(|()| tell(py)));
        if let Err(error) = asked {
            self.flag.store(true, Ordering::Relaxed);
            *self.why.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    }

    /// The error that stopped the work, if one did.
    pub fn check(self) -> PyResult<()> {
        let why = self.why.into_inner().unwrap_or_else(PoisonError::into_inner);
        why.map_or(Ok(()), Err)
    }
}
