//! One thread of a run.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use cpu_time::ThreadTime;
use minolab_engine::Player;
use minolab_rules::Game;

use super::{
    GameRun, RunError,
    pool::Pool,
    recorder::{self, Recorder},
};
use crate::{Goal, LaneSettings, Tally, crew::lock};

/// How long a slice of play should last: short enough to stop and report promptly, long enough that
/// the overhead between slices is negligible.
const SLICE: Duration = Duration::from_millis(25);

/// Plays lanes of the pool until none is left or `stop` is set.
pub fn work(
    run: &GameRun,
    settings: &LaneSettings,
    pool: &Mutex<Pool>,
    player: &mut Player,
    stop: &AtomicBool,
) -> Result<(), RunError> {
    let limit = Goal::from(run.mode).seconds.map(Duration::from_secs);
    let mut pieces = 16;
    'lanes: while !stop.load(Ordering::Relaxed) {
        let Some(mut taken) = lock(pool).take(settings)? else { break };
        loop {
            let (wall, cpu) = (Instant::now(), ThreadTime::now());
            let mut last = wall;
            let mut used = Duration::from_nanos(taken.clock_nanos);
            let mut is_time_up = |game: &Game| {
                let now = Instant::now();
                if game.totals().pieces == 1 {
                    used = Duration::ZERO;
                }
                used += now - std::mem::replace(&mut last, now);
                limit.is_some_and(|limit| used >= limit)
            };
            let mut fresh = Tally::default();
            match &run.save {
                None => taken.lane.play(player, pieces, &mut fresh, &mut (), &mut is_time_up)?,
                Some(folder) => {
                    let record = std::mem::take(&mut taken.record);
                    let mut recorder = Recorder::new(run, folder, record);
                    taken.lane.play(player, pieces, &mut fresh, &mut recorder, &mut is_time_up)?;
                    taken.record = recorder.finish()?;
                    if taken.lane.is_done() && taken.lane.is_midway() {
                        let (game, index) = (taken.lane.game(), taken.lane.index());
                        recorder::write_midway(run, folder, game, index, &taken.record)?;
                    }
                }
            }
            let took = wall.elapsed().max(Duration::from_nanos(100));
            taken.clock_nanos = used.as_nanos() as u64;
            taken.played += fresh.pieces;
            let faster = fresh.pieces as f64 * SLICE.as_secs_f64() / took.as_secs_f64();
            pieces = (faster as u64).clamp(1, 8 * pieces);

            let cpu = cpu.elapsed().as_nanos() as u64;
            let is_done = taken.lane.is_done();
            let mut pool = lock(pool);
            let is_kept =
                !is_done && !pool.should_yield(taken.played) && !stop.load(Ordering::Relaxed);
            pool.note(&mut taken, fresh, cpu, is_kept);
            if !is_kept {
                continue 'lanes;
            }
        }
    }
    Ok(())
}
