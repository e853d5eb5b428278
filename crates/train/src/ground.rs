//! Threads that play a run's games.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    time::{Duration, Instant},
};

use minolab_agents::Agent;
use minolab_arena::{
    GameResult, Lane, LaneSettings, Observer, Share, Tally,
    crew::{self, lock},
};
use minolab_engine::Player;
use minolab_rules::{Choice, Game};
use serde::{Deserialize, Serialize};

use crate::{Objective, OptimizerSettings, Training};

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Task {
    /// The key it was requested under.
    pub key: u64,
    /// Its number among those of the key.
    pub game: u64,
    /// Its pieces.
    pub seed: u64,
    pub agent: Arc<Agent>,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Its fitness.
    pub fitness: f64,
    /// Pieces placed.
    pub pieces: u64,
    /// Lines cleared.
    pub lines: u64,
    /// Placements by how full the board was before them, in sixteenths; empty unless requested.
    pub occupancy: Vec<u64>,
}

/// Workers that play the games a run requests: threads of this process, or a cluster.
///
/// Neither the order in which games end nor the worker that played them may matter.
pub trait Workers {
    /// Requests games, to be played in the order requested.
    fn ask(&mut self, tasks: Vec<Task>);

    /// The next game that ends: its key, number and result. `None` if none did within this time, or
    /// after a stop.
    fn next(&mut self, within: Duration) -> Option<(u64, u64, Score)>;

    /// Whether it was stopped.
    fn is_stopped(&self) -> bool;
}

/// Threads that play games for as long as [`Ground::with`] lasts.
///
/// The order in which they end is up to the machine; callers must not depend on it.
pub struct Ground<'a> {
    queue: &'a Queue,
    scores: Receiver<(u64, u64, Score)>,
    stop: &'a AtomicBool,
    has_failed: &'a AtomicBool,
}

/// By which rules and for what games are played.
#[derive(Clone, Debug)]
pub struct Play {
    // The settings of the lanes; each game has a seed of its own.
    lane: LaneSettings,
    objective: Objective,
    // Whether to count how full the board is.
    occupancy: bool,
}

#[derive(Default)]
struct Queue {
    tasks: Mutex<VecDeque<Task>>,
    changed: Condvar,
    is_over: AtomicBool,
}

impl Ground<'_> {
    /// Runs this many threads while `work` runs; they give up when `stop` is set.
    pub fn with<R>(
        threads: usize,
        play: &Play,
        stop: &AtomicBool,
        work: impl FnOnce(&Ground) -> R,
    ) -> R {
        let queue = Queue::default();
        let (sender, scores) = channel();
        let senders: Vec<_> = (0..threads.max(1)).map(|_| sender.clone()).collect();
        let play_on = |sender, _: &AtomicBool| queue.work(play, stop, &sender);
        crew::beside(senders, play_on, |has_failed| {
            // Also if the work panics: the threads must not wait forever.
            let _over = Over(&queue);
            work(&Ground { queue: &queue, scores, stop, has_failed })
        })
    }
}

impl Workers for &Ground<'_> {
    fn ask(&mut self, tasks: Vec<Task>) {
        lock(&self.queue.tasks).extend(tasks);
        self.queue.changed.notify_all();
    }

    /// # Panics
    /// If a game panicked, which would otherwise be waited for in vain.
    fn next(&mut self, within: Duration) -> Option<(u64, u64, Score)> {
        let next = self.scores.recv_timeout(within).ok();
        let is_lost = next.is_none() && self.has_failed.load(Ordering::Relaxed);
        assert!(!is_lost, "a thread that played games panicked");
        next
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

struct Over<'a>(&'a Queue);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        // Held so that no thread misses it between checking and waiting.
        let _tasks = lock(&self.0.tasks);
        self.0.is_over.store(true, Ordering::Relaxed);
        self.0.changed.notify_all();
    }
}

impl Queue {
    fn work(&self, play: &Play, stop: &AtomicBool, scores: &Sender<(u64, u64, Score)>) {
        let mut last: Option<(Arc<Agent>, Player)> = None;
        while let Some(task) = self.take(stop) {
            let player = match &mut last {
                Some((agent, player)) if Arc::ptr_eq(agent, &task.agent) => player,
                other => &mut other.insert((Arc::clone(&task.agent), play.player(&task.agent))).1,
            };
            let Some(score) = play.one(task.seed, player, &mut until(stop)) else {
                return;
            };
            if scores.send((task.key, task.game, score)).is_err() {
                return;
            }
        }
    }

    fn take(&self, stop: &AtomicBool) -> Option<Task> {
        let mut tasks = lock(&self.tasks);
        loop {
            if self.is_over.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(task) = tasks.pop_front() {
                return Some(task);
            }
            // Ctrl-C sets the flag without waking any thread.
            let waited = self.changed.wait_timeout(tasks, Duration::from_millis(100));
            tasks = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Play {
    /// The games of a training run.
    pub fn new(training: &Training) -> Play {
        let objective = training.objective;
        let (goal, counts_keys) = (objective.goal(), objective.counts_keys());
        let lane = LaneSettings::new(&training.rules, goal, 0, training.known, counts_keys);
        // Only a sweep compares values; elsewhere it would fill the log.
        let occupancy = matches!(training.optimizer, OptimizerSettings::Sweep(_));
        Play { lane, objective, occupancy }
    }

    /// A player for these games.
    pub fn player(&self, agent: &Agent) -> Player {
        agent.player(&self.lane.rules)
    }

    /// Plays one game to its end. It reads no clock: before every stretch `pace` returns how many
    /// pieces to play, or `None` to abandon the game.
    pub fn one(
        &self,
        seed: u64,
        player: &mut Player,
        pace: &mut dyn FnMut() -> Option<u64>,
    ) -> Option<Score> {
        let settings = self.lane.with_seed(seed);
        let share = Share { first: 0, stride: 1, end: 1, pieces: u64::MAX };
        let mut lane = Lane::new(&settings, share);
        let occupancy = if self.occupancy { vec![0; 16] } else { Vec::new() };
        let (mut record, mut tally) = (Record { end: None, occupancy }, Tally::default());
        while !lane.is_done() {
            let played = lane.play(player, pace()?, &mut tally, &mut record, &mut |_| false);
            // A bug: whatever a run learned from such games would be wrong.
            played.unwrap_or_else(|illegal| panic!("{illegal}"));
        }
        let game = record.end?;
        let fitness = self.objective.fitness(&game, tally.nodes);
        let occupancy = record.occupancy;
        Some(Score { fitness, pieces: game.pieces, lines: game.lines, occupancy })
    }
}

struct Record {
    end: Option<GameResult>,
    occupancy: Vec<u64>,
}

impl Observer for Record {
    fn choice(&mut self, game: &Game, _: Choice) {
        let bins = self.occupancy.len();
        if bins > 0 {
            let (board, rules) = (&game.state().board, game.rules());
            let cells = rules.width as usize * rules.height as usize;
            self.occupancy[(bins * board.cells() as usize / cells).min(bins - 1)] += 1;
        }
    }

    fn end(&mut self, _: &Game, result: &GameResult) {
        self.end = Some(*result);
    }
}

/// Stretches of about this long, so that a stop flag is noticed soon.
const SLICE: Duration = Duration::from_millis(20);

fn until(stop: &AtomicBool) -> impl FnMut() -> Option<u64> + '_ {
    let mut last = None::<(Instant, u64)>;
    move || {
        let pieces = match last {
            None => 16,
            Some((began, pieces)) if began.elapsed() < SLICE => 2 * pieces,
            Some((_, pieces)) => (pieces / 2).max(1),
        };
        last = Some((Instant::now(), pieces));
        (!stop.load(Ordering::Relaxed)).then_some(pieces)
    }
}
