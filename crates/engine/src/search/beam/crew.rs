//! The threads of one search.

use std::{
    hint, iter,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

/// Threads that share the work of one search, in pieces of a few microseconds: too short to wake a
/// thread for, so they stay awake as long as the search lasts.
pub struct Crew<W, T> {
    work: W,
    desks: Vec<Mutex<T>>,
    // Desks whose work has not been started, the last one next; and those where it is done.
    waiting: AtomicUsize,
    done: AtomicUsize,
    is_over: AtomicBool,
    threads: usize,
}

/// Polls without work before a thread yields the processor: about as long as the lead takes between
/// two pieces of work.
const PATIENCE: u32 = 10_000;

impl<W: Fn(&mut T) + Sync, T: Default + Send> Crew<W, T> {
    /// Runs `lead` with this many threads, its own included, which do `work` at up to `most` desks.
    pub fn with<R>(threads: usize, most: usize, work: W, lead: impl FnOnce(&Self) -> R) -> R {
        let desks = iter::repeat_with(Mutex::default).take(most).collect();
        let (waiting, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let crew = Crew { work, desks, waiting, done, is_over: AtomicBool::new(false), threads };
        if threads <= 1 {
            return lead(&crew);
        }
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| crew.help());
            }
            // Also if the lead panics: no thread may wait forever.
            let _over = Over(&crew.is_over);
            lead(&crew)
        })
    }

    /// Whether there is more than the caller's own thread.
    pub fn is_several(&self) -> bool {
        self.threads > 1
    }

    /// Has the tasks worked on and passes them to `each` in order.
    pub fn share(
        &self,
        tasks: impl Iterator<Item = impl FnOnce(&mut T)>,
        mut each: impl FnMut(usize, &mut T),
    ) {
        let mut count = 0;
        for (task, desk) in tasks.zip(&self.desks) {
            task(&mut lock(desk));
            count += 1;
        }
        self.done.store(0, Ordering::Relaxed);
        // A thread that sees waiting work also sees its contents.
        self.waiting.store(count, Ordering::Release);
        while self.work_one() {}
        wait(|| self.done.load(Ordering::Acquire) == count);
        for (at, desk) in self.desks[..count].iter().enumerate() {
            each(at, &mut lock(desk));
        }
    }

    fn help(&self) {
        // A helper that panics still counts its desk as done; the scope then panics for it.
        while !self.is_over.load(Ordering::Relaxed) {
            wait(|| self.work_one() || self.is_over.load(Ordering::Relaxed));
        }
    }

    /// Does the work waiting at one desk, if there is any.
    fn work_one(&self) -> bool {
        let less = |count: usize| count.checked_sub(1);
        let order = (Ordering::Acquire, Ordering::Relaxed);
        let Ok(count) = self.waiting.fetch_update(order.0, order.1, less) else { return false };
        let _done = Done(&self.done);
        (self.work)(&mut lock(&self.desks[count - 1]));
        true
    }
}

/// Counts even if the work panics.
struct Done<'a>(&'a AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn wait(mut until: impl FnMut() -> bool) {
    let mut looks = 0;
    while !until() {
        looks += 1;
        if looks < PATIENCE {
            hint::spin_loop();
        } else {
            thread::yield_now();
        }
    }
}

fn lock<T>(desk: &Mutex<T>) -> MutexGuard<'_, T> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}
