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

/// A flag that is set when the program is asked to stop: by Ctrl-C, by `kill`, or because its
/// terminal was closed.
///
/// A long command checks it, keeps what it has and ends with [`Stop::outcome`]. Asked a second
/// time, the program exits at once.
pub struct Stop {
    is_asked: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
}

impl Stop {
    /// Installs the handlers.
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

    /// In this order, so that the first signal sets the flag and the second ends the program.
    fn hear(&self, signal: i32) -> std::io::Result<()> {
        let status = i32::from(exit_code(signal as usize));
        flag::register_conditional_shutdown(signal, status, Arc::clone(&self.is_asked))?;
        flag::register_usize(signal, Arc::clone(&self.signal), signal as usize)?;
        flag::register(signal, Arc::clone(&self.is_asked))?;
        Ok(())
    }

    /// The outcome of an incomplete command: interrupted, if it was asked to stop.
    pub fn outcome(&self) -> Outcome {
        match self.signal.load(Ordering::Relaxed) {
            0 => Outcome::Success,
            signal => Outcome::Interrupted { code: exit_code(signal) },
        }
    }
}

/// The exit code that shells report for a program ended by a signal.
fn exit_code(signal: usize) -> u8 {
    128u8.saturating_add(signal.try_into().unwrap_or(u8::MAX))
}

impl Deref for Stop {
    type Target = AtomicBool;

    fn deref(&self) -> &AtomicBool {
        &self.is_asked
    }
}
