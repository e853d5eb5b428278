//! Work on threads: numbered parts with ordered results, and threads beside the caller's.

use std::{
    panic::resume_unwind,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread,
    time::Duration,
};

/// Does parts 0 to `count`, each worker on a thread of its own, and returns their numbers and
/// results in this order, whichever thread did them.
///
/// Once `stop` is set no further part begins, and the rest are missing from the result. After a
/// panic in a part, the other workers finish theirs and the caller panics.
pub fn each<W: Send, T: Send>(
    workers: &mut [W],
    count: u64,
    stop: &AtomicBool,
    part: impl Fn(u64, &mut W) -> T + Sync,
) -> Vec<(u64, T)> {
    each_watched(workers, count, stop, part, Duration::MAX, &mut || ())
}

/// The same, calling `watch` on this thread at intervals.
pub fn each_watched<W: Send, T: Send>(
    workers: &mut [W],
    count: u64,
    stop: &AtomicBool,
    part: impl Fn(u64, &mut W) -> T + Sync,
    often: Duration,
    watch: &mut dyn FnMut(),
) -> Vec<(u64, T)> {
    let (next, done) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let (alive, all_done) = channel::<()>();
    let workers: Vec<_> = workers.iter_mut().map(|worker| (worker, alive.clone())).collect();
    drop(alive);
    let work = |(worker, _alive): (&mut W, Sender<()>), has_failed: &AtomicBool| {
        let mut results = Vec::new();
        while !stop.load(Ordering::Relaxed) && !has_failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            results.push((index, part(index, worker)));
        }
        lock(&done).append(&mut results);
    };
    beside(workers, work, |_| {
        while let Err(RecvTimeoutError::Timeout) = all_done.recv_timeout(often) {
            watch();
        }
    });
    let mut results = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|&(index, _)| index);
    results
}

/// Runs every worker on a thread of its own and `main` on this one; returns when all have ended.
///
/// Both are told when a worker has panicked, so that nothing waits for it. The panic continues in
/// the caller.
pub fn beside<W: Send, R>(
    workers: impl IntoIterator<Item = W>,
    work: impl Fn(W, &AtomicBool) + Sync,
    main: impl FnOnce(&AtomicBool) -> R,
) -> R {
    let has_failed = AtomicBool::new(false);
    thread::scope(|scope| {
        let (work, has_failed) = (&work, &has_failed);
        let begin = |worker| {
            scope.spawn(move || {
                let failing = Failing(has_failed);
                work(worker, has_failed);
                std::mem::forget(failing);
            })
        };
        let threads: Vec<_> = workers.into_iter().map(begin).collect();
        let result = main(has_failed);
        for thread in threads {
            if let Err(panic) = thread.join() {
                resume_unwind(panic);
            }
        }
        result
    })
}

/// Sets the flag when dropped, unless forgotten.
struct Failing<'a>(&'a AtomicBool);

impl Drop for Failing<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Locks a mutex whose value is always consistent, even if a thread panicked while it held the
/// lock.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::{panic::catch_unwind, sync::atomic::AtomicUsize};

    use super::*;

    #[test]
    fn results_are_in_order_whichever_thread_did_the_parts() {
        for threads in [1, 2, 5] {
            let mut workers = vec![0u64; threads];
            let results = each(&mut workers, 100, &AtomicBool::new(false), |part, worker| {
                *worker += 1;
                part * part
            });
            assert_eq!(results, (0..100).map(|part| (part, part * part)).collect::<Vec<_>>());
            assert_eq!(workers.iter().sum::<u64>(), 100);
        }
        assert!(each(&mut [(); 3], 0, &AtomicBool::new(false), |_, _| ()).is_empty());
    }

    #[test]
    fn nothing_begins_once_it_is_stopped() {
        let stop = AtomicBool::new(false);
        let results = each(&mut [(); 2], u64::MAX, &stop, |part, ()| {
            stop.fetch_or(part >= 20, Ordering::Relaxed);
        });
        assert!((21..=23).contains(&results.len()), "{}", results.len());
    }

    #[test]
    fn a_panic_is_passed_on_and_ends_the_others() {
        let began = AtomicUsize::new(0);
        let panic = catch_unwind(|| {
            each(&mut [(); 2], 1_000_000, &AtomicBool::new(false), |part, ()| {
                began.fetch_add(1, Ordering::Relaxed);
                assert!(part != 7, "part seven");
                thread::sleep(Duration::from_millis(1));
            })
        });
        let panic = panic.unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"part seven"));
        assert!(began.load(Ordering::Relaxed) < 1000);
    }

    #[test]
    fn a_watcher_is_called_while_parts_go_on() {
        let mut seen = 0;
        let wait = |_, _: &mut ()| thread::sleep(Duration::from_millis(30));
        let stop = AtomicBool::new(false);
        each_watched(&mut [()], 2, &stop, wait, Duration::from_millis(5), &mut || seen += 1);
        assert!(seen > 0);
    }
}
