//! Wall and processor time of measurements.

use std::time::Instant;

use cpu_time::ProcessTime;

/// Wall and processor time since it was started.
pub struct Stopwatch {
    wall: Instant,
    cpu: ProcessTime,
}

/// A reading of a [`Stopwatch`].
#[derive(Clone, Copy, Debug)]
pub struct Elapsed {
    /// Seconds of wall time.
    pub seconds: f64,
    /// Seconds of processor time over all threads of this process.
    pub cpu_seconds: f64,
}

impl Stopwatch {
    /// Starts both clocks.
    pub fn start() -> Stopwatch {
        Stopwatch { wall: Instant::now(), cpu: ProcessTime::now() }
    }

    /// The elapsed time.
    pub fn elapsed(&self) -> Elapsed {
        let cpu_seconds = self.cpu.elapsed().as_secs_f64();
        Elapsed { seconds: self.wall.elapsed().as_secs_f64(), cpu_seconds }
    }
}

impl Elapsed {
    /// A rate per processor second; never infinite, so that it can be JSON.
    pub fn per_cpu_second(&self, count: u64) -> f64 {
        count as f64 / self.cpu_seconds.max(1e-9)
    }
}
