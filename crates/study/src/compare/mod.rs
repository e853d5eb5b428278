//! Two agents on the same seeds: which is better, by how much, and where they part ways.
//!
//! Each seed is played by both, so that luck with the pieces cancels out. After every batch of
//! pairs the difference has an interval that holds at every moment
//! ([`minolab_arena::stats::anytime_mean`]), and the comparison stops once that leaves no doubt.

mod moves;

use std::sync::atomic::{AtomicBool, Ordering};

use minolab_agents::Agent;
use minolab_arena::{
    Extent, GameResult, GameRun, Metric, RunError, Shard,
    stats::{Interval, anytime_mean, anytime_share},
};
use minolab_rules::{Mode, Ruleset};
pub use moves::{Parting, Partings, Side, partings};
use serde::Serialize;

use crate::Figure;

/// What is compared and how long.
#[derive(Clone, Debug)]
pub struct Contest {
    pub rules: Ruleset,
    /// How a game ends.
    pub mode: Mode,
    /// Pair `g` has the seed `seed + g`.
    pub seed: u64,
    /// Pieces seen after the current one; as the ruleset has it if `None`.
    pub known: Option<usize>,
    /// On how many threads.
    pub threads: usize,
    /// What of a game counts.
    pub metric: Metric,
    /// Whether only which of a pair is better counts, not by how much.
    pub by_wins: bool,
    /// The chance to name a better one although there is none.
    pub alpha: f64,
    /// Differences up to this one are none: the comparison may end with that.
    pub margin: Option<f64>,
    /// Pairs at most.
    pub most: u64,
}

/// What a comparison came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ComparisonVerdict {
    /// The first is better.
    A,
    /// The second is better.
    B,
    /// The difference is within the margin.
    Equal,
    /// The pairs did not suffice to tell.
    Open,
}

/// Plays games of an agent: the first one's number, and how many.
pub type PlayGames<'a, E> = dyn FnMut(&Agent, u64, u64) -> Result<Vec<GameResult>, E> + 'a;

/// A comparison as far as it has come.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    pairs: Vec<[GameResult; 2]>,
    metric: Metric,
}

/// On how many seeds each was better.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wins {
    pub a: u64,
    /// The second.
    pub b: u64,
    /// Neither.
    pub ties: u64,
    /// The first's share where there was a better one.
    pub share: Option<f64>,
    /// Its interval, which holds at every moment.
    pub interval: Interval,
}

impl Contest {
    /// Plays pairs until the answer is clear, `most` are played or `stop` is set.
    ///
    /// `progress` hears of the comparison after every batch.
    pub fn hold(
        &self,
        agents: [&Agent; 2],
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Comparison),
    ) -> Result<Comparison, RunError> {
        let play = &mut |agent: &Agent, from, games| self.play(agent, from, games, stop);
        self.hold_on(agents, stop, play, progress)
    }

    /// The same with games played by others: `play` is told an agent, the first game and how many,
    /// and gives the games in order, those after an interruption left out.
    pub fn hold_on<E>(
        &self,
        agents: [&Agent; 2],
        stop: &AtomicBool,
        play: &mut PlayGames<E>,
        progress: &mut dyn FnMut(&Comparison),
    ) -> Result<Comparison, E> {
        let mut found = Comparison { pairs: Vec::new(), metric: self.metric };
        while found.n() < self.most
            && self.verdict(&found) == ComparisonVerdict::Open
            && !stop.load(Ordering::Relaxed)
        {
            let batch = (found.n() / 4).max(16).min(self.most - found.n());
            let [mut a, mut b] = [Vec::new(), Vec::new()];
            for (agent, games) in agents.into_iter().zip([&mut a, &mut b]) {
                *games = play(agent, found.n(), batch)?;
            }
            // An interrupted batch is whole only as far as both have played.
            let pairs = a.into_iter().zip(b).take_while(|(a, b)| a.index == b.index);
            found.pairs.extend(pairs.map(|(a, b)| [a, b]));
            progress(&found);
        }
        Ok(found)
    }

    /// Plays games of one agent, of which the first has this number; they count from 0.
    pub fn play(
        &self,
        agent: &Agent,
        from: u64,
        games: u64,
        stop: &AtomicBool,
    ) -> Result<Vec<GameResult>, RunError> {
        let run = GameRun {
            agent: agent.name.clone(),
            identity: agent.to_toml(),
            rules: self.rules.clone(),
            mode: self.mode,
            seed: self.seed.wrapping_add(from),
            known: self.known,
            extent: Extent { games: Some(games), pieces: None },
            shard: Shard::WHOLE,
            threads: self.threads,
            counts_keys: self.metric.counts_keys(),
            save: None,
            checkpoint: None,
        };
        let played = run.play(&|rules| agent.player(rules), stop, &mut |_| ())?;
        let mut games: Vec<GameResult> = played.tally.sample().iter().copied().collect();
        games.sort_unstable_by_key(|game| game.index);
        // Without gaps: later games of an interrupted run may have ended before earlier ones.
        let whole = games.iter().zip(0..).take_while(|(game, index)| game.index == *index).count();
        games.truncate(whole);
        Ok(games)
    }

    /// What may be said so far.
    pub fn verdict(&self, found: &Comparison) -> ComparisonVerdict {
        let (interval, middle) = match self.by_wins {
            true => (Some(found.wins(self.alpha).interval), 0.5),
            false => (found.interval(self.alpha), 0.0),
        };
        let Some([low, high]) = interval else { return ComparisonVerdict::Open };
        let margin = self.margin.unwrap_or(0.0);
        match () {
            () if low > middle => ComparisonVerdict::A,
            () if high < middle => ComparisonVerdict::B,
            () if low > middle - margin && high < middle + margin => ComparisonVerdict::Equal,
            () => ComparisonVerdict::Open,
        }
    }
}

impl Comparison {
    /// Pairs played.
    pub fn n(&self) -> u64 {
        self.pairs.len() as u64
    }

    /// Results on each seed.
    pub fn pairs(&self) -> &[[GameResult; 2]] {
        &self.pairs
    }

    fn values(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        let value = |game: GameResult| self.metric.value(&game, !game.lost, 0);
        self.pairs.iter().map(move |pair| pair.map(value))
    }

    /// One side's games.
    pub fn side(&self, side: usize) -> Figure {
        Figure::of(self.values().map(|pair| pair[side]))
    }

    /// How much better the first is, seed by seed.
    pub fn difference(&self) -> Figure {
        Figure::of(self.values().map(|[a, b]| a - b))
    }

    /// The difference's interval that holds at every moment.
    pub fn interval(&self, alpha: f64) -> Option<Interval> {
        let Figure { mean, sd, n, .. } = self.difference();
        anytime_mean(mean, sd * sd, n, alpha)
    }

    /// On how many seeds each was better.
    pub fn wins(&self, alpha: f64) -> Wins {
        let a = self.values().filter(|[a, b]| a > b).count() as u64;
        let b = self.values().filter(|[a, b]| a < b).count() as u64;
        let share = (a + b > 0).then(|| a as f64 / (a + b) as f64);
        let interval = anytime_share(a, a + b, alpha);
        Wins { a, b, ties: self.n() - a - b, share, interval }
    }
}

#[cfg(test)]
mod tests;
