//! Players on threads that share the work, and their costs.

use std::sync::atomic::{AtomicBool, Ordering};

use cpu_time::ThreadTime;
use minolab_engine::Player;
use minolab_rules::Ruleset;

use super::SplittingError;
use crate::crew;

/// Players on threads, and their costs so far.
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

    /// Does parts 0 to `count` and returns their results in this order, whichever thread did them.
    ///
    /// A part also says how many pieces it placed.
    pub fn each<T: Send>(
        &mut self,
        count: u64,
        part: impl Fn(u64, &mut Player, &AtomicBool) -> (T, u64) + Sync,
    ) -> Result<Vec<T>, SplittingError> {
        let stop = self.stop;
        let done = crew::each(&mut self.players, count, stop, |index, player| {
            let cpu = ThreadTime::now();
            let (result, pieces) = part(index, player, stop);
            (result, pieces, cpu.elapsed().as_secs_f64())
        });
        let mut results = Vec::with_capacity(done.len());
        for (_, (result, pieces, cpu_seconds)) in done {
            results.push(result);
            self.pieces += pieces;
            self.cpu_seconds += cpu_seconds;
        }
        if stop.load(Ordering::Relaxed) { Err(SplittingError::Stopped) } else { Ok(results) }
    }
}
