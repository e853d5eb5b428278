//! The threads of one search.

/// Threads that share the work of one search.
///
/// One thread is the caller's own; nothing is started for it, and the page never has more.
#[derive(Clone, Debug, Default)]
pub struct Crew {
    #[cfg(not(target_arch = "wasm32"))]
    pool: Option<std::sync::Arc<rayon::ThreadPool>>,
}

impl Crew {
    /// This many threads, or the caller's alone if they cannot be had.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn new(threads: usize) -> Crew {
        let pool = (threads > 1)
            .then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok())
            .flatten();
        Crew { pool: pool.map(std::sync::Arc::new) }
    }

    /// The caller's thread.
    #[cfg(target_arch = "wasm32")]
    pub fn new(_threads: usize) -> Crew {
        Crew {}
    }

    /// Whether there is more than the caller's own thread.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn is_several(&self) -> bool {
        self.pool.is_some()
    }

    /// Whether there is more than the caller's own thread.
    #[cfg(target_arch = "wasm32")]
    pub fn is_several(&self) -> bool {
        false
    }

    /// Each item's result, in their order.
    pub fn map<T: Sync, R: Send>(&self, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(pool) = &self.pool {
            use rayon::prelude::*;
            return pool.install(|| items.par_iter().map(&work).collect());
        }
        items.iter().map(&work).collect()
    }
}
