//! Runs: games on threads.

mod checkpoint;
mod claim;
mod join;
mod label;
mod pool;
mod recorder;
mod report;
mod worker;

use std::{
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

pub use checkpoint::{Checkpoint, CheckpointError, ContentError};
pub use join::{JoinError, join};
pub use label::RunLabel;
use minolab_engine::Player;
use minolab_rules::{Mode, Ruleset, SnapshotError};
use pool::Pool;
pub use report::{RunReport, peak_rss};
use thiserror::Error;

use crate::{
    Extent, Goal, IllegalChoice, LaneSettings, Plan, Shard, Tally,
    crew::{self, lock},
};

/// What to play.
#[derive(Clone, Debug)]
pub struct GameRun {
    /// The player's name in reports.
    pub agent: String,
    /// Everything that defines the player: a checkpoint of another is refused.
    pub identity: String,
    /// By which rules.
    pub rules: Ruleset,
    /// How a game ends.
    pub mode: Mode,
    /// Game `g` has the seed `seed + g`.
    pub seed: u64,
    /// How many pieces after the current one the player sees; the ruleset's previews if `None`.
    pub known: Option<usize>,
    /// How much.
    pub extent: Extent,
    /// Which part of it.
    pub shard: Shard,
    /// On how many threads, at least one.
    pub threads: usize,
    /// Whether to count key presses, which takes time.
    pub counts_keys: bool,
    /// The folder for replays of all games. Excludes a checkpoint.
    pub save: Option<PathBuf>,
    /// Where to save a checkpoint to resume from.
    pub checkpoint: Option<PathBuf>,
}

/// The progress of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunProgress {
    /// Games that ended.
    pub games: u64,
    /// Games that topped out.
    pub deaths: u64,
    /// Pieces placed.
    pub pieces: u64,
    /// Lines cleared.
    pub lines: u64,
    /// Wall time since this part of the run began.
    pub elapsed: Duration,
    /// Pieces placed since then.
    pub fresh_pieces: u64,
    /// The fraction of the run that has been played, between 0 and 1.
    pub fraction: f64,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct PlayedGames {
    /// The counts.
    pub tally: Tally,
    /// Games still unfinished when the run ended.
    pub unfinished: u64,
    /// Whether everything was played, rather than stopped before.
    pub is_complete: bool,
    /// Wall time, that of earlier parts of a resumed run included.
    pub seconds: f64,
    /// Processor time of the playing threads, likewise.
    pub cpu_seconds: f64,
}

/// A run that could not be started or resumed.
#[derive(Debug, Error)]
pub enum RunError {
    /// The checkpoint could not be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The checkpoint holds an impossible game.
    #[error("checkpoint: {0}")]
    Snapshot(#[from] SnapshotError),
    /// The checkpoint holds a lane that is not of this run.
    #[error("checkpoint: lane {lane} has {what}")]
    Lane {
        /// Which lane.
        lane: u64,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A replay could not be written.
    #[error("replay {path:?}: {error}")]
    Replay {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// A player that broke the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalChoice),
    /// A folder or checkpoint in use by another process.
    #[error("{path:?} is in use by another minolab process")]
    Busy {
        /// The folder or checkpoint.
        path: PathBuf,
    },
    /// A folder with games of another run, with which these would mix.
    #[error("{folder:?} holds {what}; save to a new folder, or delete what is in this one first")]
    Taken {
        /// Which folder.
        folder: PathBuf,
        /// What is in it.
        what: String,
    },
    /// Replays and a checkpoint at once.
    #[error("a run keeps replays or a checkpoint, not both")]
    Both,
}

/// How often progress is reported.
const TELL: Duration = Duration::from_millis(200);

impl GameRun {
    /// How often a checkpoint is written.
    pub const SAVE: Duration = Duration::from_secs(5);

    /// Plays it, reporting progress about five times per second, until it is done or `stop` is set;
    /// what was played until then is kept.
    ///
    /// Every thread has a player of its own. Players whose choice depends only on the position give
    /// the same result with any number of threads and any interruptions.
    pub fn play(
        &self,
        make: &(dyn Fn(&Ruleset) -> Player + Sync),
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&RunProgress),
    ) -> Result<PlayedGames, RunError> {
        self.claimed(|| {
            let plan = self.plan();
            let pool = match &self.checkpoint {
                Some(path) if path.exists() => Checkpoint::read(path)?.open(self, plan)?,
                _ => Pool::new(plan),
            };
            self.play_pool(pool, make, stop, progress)
        })
    }

    /// The same, from a checkpoint of this run.
    pub fn resume(
        &self,
        checkpoint: Checkpoint,
        make: &(dyn Fn(&Ruleset) -> Player + Sync),
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&RunProgress),
    ) -> Result<PlayedGames, RunError> {
        self.claimed(|| self.play_pool(checkpoint.open(self, self.plan())?, make, stop, progress))
    }

    fn plan(&self) -> Plan {
        Plan::new(self.extent).of_shard(self.shard)
    }

    fn play_pool(
        &self,
        pool: Pool,
        make: &(dyn Fn(&Ruleset) -> Player + Sync),
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&RunProgress),
    ) -> Result<PlayedGames, RunError> {
        let started = Instant::now();
        let plan = pool.plan;
        let (seconds_before, pieces_before) = (pool.seconds, pool.tally.pieces);
        let pool = Mutex::new(pool);
        let threads = self.threads.clamp(1, plan.lanes().max(1) as usize);
        let tell = |progress: &mut dyn FnMut(&RunProgress)| {
            let mut now = lock(&pool).progress();
            now.elapsed = started.elapsed();
            now.fresh_pieces = now.pieces - pieces_before;
            progress(&now);
        };
        let kept = self.kept();
        let save = || match &kept {
            Some(path) => {
                let mut now = lock(&pool).clone();
                now.seconds = seconds_before + started.elapsed().as_secs_f64();
                Checkpoint::new(self, now).write(path)
            }
            None => Ok(()),
        };
        // From the start, the folder records which run its games belong to.
        save()?;
        let settings = self.lane_settings();
        let mut players: Vec<Option<Player>> = (0..threads).map(|_| None).collect();
        let (mut saved, mut trouble) = (Instant::now(), Ok(()));
        // A thread takes one lane after the other, so that one part per thread is all.
        let work = |_, player: &mut Option<Player>| {
            let player = player.get_or_insert_with(|| make(&settings.rules));
            let done = worker::work(self, &settings, &pool, player, stop);
            if done.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            done
        };
        let worked =
            crew::each_watched(&mut players, threads as u64, stop, work, TELL, &mut || {
                tell(progress);
                if saved.elapsed() >= GameRun::SAVE && trouble.is_ok() {
                    trouble = save();
                    if trouble.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                    saved = Instant::now();
                }
            });
        trouble?;
        worked.into_iter().try_for_each(|(_, done)| done)?;
        if let Some(folder) = &self.save {
            lock(&pool).save_midway(self, folder)?;
        }
        save()?;
        tell(progress);
        let pool = pool.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(PlayedGames {
            unfinished: pool.unfinished(),
            is_complete: pool.is_done(),
            cpu_seconds: pool.cpu_seconds(),
            seconds: seconds_before + started.elapsed().as_secs_f64(),
            tally: pool.tally,
        })
    }
}

impl GameRun {
    pub(super) fn lane_settings(&self) -> LaneSettings {
        let goal = Goal::from(self.mode);
        LaneSettings::new(&self.rules, goal, self.seed, self.known, self.counts_keys)
    }
}

#[cfg(test)]
mod tests;
