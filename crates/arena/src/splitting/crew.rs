//! Threads that share out numbered pieces of work.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use cpu_time::ThreadTime;
use minolab_engine::Player;
use minolab_rules::Ruleset;

use super::SplittingError;

/// Players on threads, and what they have spent.
pub struct Crew<'a> {
    players: Vec<Player>,
    stop: &'a AtomicBool,
    /// Pieces placed.
    pub pieces: u64,
    /// Processor time used.
    pub cpu_seconds: f64,
}

impl<'a> Crew<'a> {
    pub fn new(
        threads: usize,
        rules: &Ruleset,
        make: &(dyn Fn(&Ruleset) -> Player + Sync),
        stop: &'a AtomicBool,
    ) -> Crew<'a> {
        let players = (0..threads.max(1)).map(|_| make(rules)).collect();
        Crew { players, stop, pieces: 0, cpu_seconds: 0.0 }
    }

    /// Does parts 0 to `count` and returns their results in this order, whoever did them.
    ///
    /// A part also says how many pieces it placed.
    pub fn each<T: Send>(
        &mut self,
        count: u64,
        part: impl Fn(u64, &mut Player, &AtomicBool) -> (T, u64) + Sync,
    ) -> Result<Vec<T>, SplittingError> {
        let next = AtomicU64::new(0);
        let done = Mutex::new((Vec::new(), 0u64, 0.0f64));
        std::thread::scope(|scope| {
            for player in &mut self.players {
                let (next, done, part, stop) = (&next, &done, &part, self.stop);
                scope.spawn(move || {
                    let cpu = ThreadTime::now();
                    let (mut results, mut pieces) = (Vec::new(), 0);
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= count || stop.load(Ordering::Relaxed) {
                            break;
                        }
                        let (result, placed) = part(index, player, stop);
                        results.push((index, result));
                        pieces += placed;
                    }
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.0.append(&mut results);
                    done.1 += pieces;
                    done.2 += cpu.elapsed().as_secs_f64();
                });
            }
        });
        let (mut results, pieces, cpu) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.pieces += pieces;
        self.cpu_seconds += cpu;
        if self.stop.load(Ordering::Relaxed) {
            return Err(SplittingError::Stopped);
        }
        results.sort_unstable_by_key(|&(index, _)| index);
        Ok(results.into_iter().map(|(_, result)| result).collect())
    }
}
