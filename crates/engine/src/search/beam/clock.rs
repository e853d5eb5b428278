//! The time spent on a decision.

/// CPU time of the thread since the start of a search.
///
/// The page has no such clock: there a millisecond counts as a number of nodes.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    #[cfg(not(target_arch = "wasm32"))]
    start: cpu_time::ThreadTime,
}

impl Clock {
    /// Starts a clock.
    pub fn start() -> Clock {
        Clock {
            #[cfg(not(target_arch = "wasm32"))]
            start: cpu_time::ThreadTime::now(),
        }
    }

    /// Whether this many milliseconds have passed.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn is_past(&self, ms: u64, _nodes: u64) -> bool {
        self.start.elapsed().as_millis() >= ms as u128
    }

    /// Whether this many milliseconds have passed.
    #[cfg(target_arch = "wasm32")]
    pub fn is_past(&self, ms: u64, nodes: u64) -> bool {
        nodes >= ms.saturating_mul(1000)
    }
}
