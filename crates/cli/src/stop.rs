//! Ctrl-C and other requests to stop.

use std::{
    ops::Deref,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use anyhow::{Context, Result};
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};

use crate::Outcome;

/// A flag that is raised when the program is asked to stop: by Ctrl-C, by `kill`, or because its
/// terminal was closed.
///
/// A long command looks at it, keeps what it has and ends with [`Stop::outcome`]. Asked a second
/// time, the program ends at once.
pub struct Stop {
    is_asked: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
}

impl Stop {
    /// Listens from now on.
    pub fn listen() -> Result<Stop> {
        let stop = Stop { is_asked: Arc::default(), signal: Arc::default() };
        let signals = [
            SIGINT,
            SIGTERM,
            #[cfg(unix)]
            SIGHUP,
        ];
        for signal in signals {
            stop.hear(signal).with_context(|| format!("listening for signal {signal}"))?;
        }
        Ok(stop)
    }

    /// In this order, so that the first signal raises the flag and the second ends the program.
    fn hear(&self, signal: i32) -> std::io::Result<()> {
        let status = i32::from(exit_code(signal as usize));
        flag::register_conditional_shutdown(signal, status, Arc::clone(&self.is_asked))?;
        flag::register_usize(signal, Arc::clone(&self.signal), signal as usize)?;
        flag::register(signal, Arc::clone(&self.is_asked))?;
        Ok(())
    }

    /// How a command ends that was not complete: interrupted, if it was asked to stop.
    pub fn outcome(&self) -> Outcome {
        match self.signal.load(Ordering::Relaxed) {
            0 => Outcome::Success,
            signal => Outcome::Interrupted { code: exit_code(signal) },
        }
    }
}

/// What the shells report for a program that a signal has ended.
fn exit_code(signal: usize) -> u8 {
    128u8.saturating_add(signal.try_into().unwrap_or(u8::MAX))
}

impl Deref for Stop {
    type Target = AtomicBool;

    fn deref(&self) -> &AtomicBool {
        &self.is_asked
    }
}
