//! Expected lines per top-out of players too good to top out in a test.
//!
//! # The method
//!
//! Multilevel splitting on the height of the stack, with fixed heights `base < L1 < L2 < …`. The
//! height is the sum of all column heights: finer than the highest column, and closer to what ends
//! games, since a good player survives beside a spire that has reached the top. An *excursion*
//! begins when a stack that was at most `base` high first reaches `L1`, and ends when it is back at
//! `base` or the game tops out, after which a new game starts. Then
//!
//! ```text
//! lines per top-out = lines per excursion / P(an excursion tops out) P(top-out)        = P(reach
//! L2 from L1) · P(reach L3 from L2) · … · P(top-out from the last)
//! ```
//!
//! Stage 0 plays continuously, counts lines and excursions, and keeps each position in which an
//! excursion begins. Stage `k` starts from positions drawn from those that stage `k - 1` kept,
//! deals fresh pieces (consistent with the open bag where pieces come in bags), plays until the
//! stack is back at `base` or reaches the next level, and keeps the positions in which it does. One
//! piece may cross several levels, or top out at once: such a position passes those levels without
//! play.
//!
//! The only assumption is that the player's choice depends on the position alone. One replica's
//! estimate of the top-out rate is unbiased; lines per top-out are the inverse of the replicas'
//! mean rate.
//!
//! # Heights
//!
//! A pilot with a tenth of the effort chooses them: `base` is the median height, `L1` a height
//! reached about every 200 pieces, and each further level is the one nearest to one success in five
//! trials. The pilot's positions and figures are discarded.
//!
//! # Error
//!
//! Positions of a stage share ancestors, so counting trials understates the error. The standard
//! error comes from the spread of independent replicas; with three it is itself rough. 20 000
//! crossings per level is the default and about the least that is useful on 10x20.

mod crew;
mod levels;
mod stage;

use std::sync::{Arc, atomic::AtomicBool};

use crew::Crew;
use levels::Levels;
use minolab_engine::Player;
use minolab_rules::{Queue, Randomizer, Ruleset, random::part_seed};
use serde::Serialize;
use stage::{Stage, Step};
use thiserror::Error;

/// What to estimate and with what effort.
#[derive(Clone, Debug)]
pub struct Splitting {
    /// By which rules.
    pub rules: Ruleset,
    /// How many pieces after the current one the player sees; the ruleset's previews if `None`.
    pub known: Option<usize>,
    /// The seed of all randomness.
    pub seed: u64,
    /// On how many threads; changes nothing about the result.
    pub threads: usize,
    /// Crossings to collect at every level.
    pub crossings: u64,
    /// Independent repetitions.
    pub replicas: u64,
    /// Roughly how many pieces to place in all: with fewer crossings if necessary.
    pub pieces: Option<u64>,
}

impl Splitting {
    /// The default number of crossings.
    pub const CROSSINGS: u64 = 20_000;
    /// The default number of replicas.
    pub const REPLICAS: u64 = 3;
    const FEWEST: u64 = 200;
    /// More would not fit into every machine's memory.
    const MOST: u64 = 1_000_000;
    const MOST_REPLICAS: u64 = 1_000;
}

/// Lines per top-out, and what the figure is based on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SplittingEstimate {
    /// Expected lines per top-out: the inverse of the replicas' mean top-out rate.
    pub lines_per_death: f64,
    /// Its standard error, from the spread of the replicas.
    pub se: Option<f64>,
    /// Lines per top-out of each replica.
    pub replicas: Vec<f64>,
    /// Crossings collected at every level.
    pub crossings: u64,
    /// The height that ends an excursion.
    pub base: usize,
    /// Lines from one excursion to the next.
    pub lines_per_excursion: f64,
    /// The levels.
    pub levels: Vec<SplittingLevel>,
    /// Pieces placed, the pilot's included.
    pub pieces: u64,
    /// Processor time of the playing threads.
    pub cpu_seconds: f64,
}

/// One level of an estimate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SplittingLevel {
    /// The height at which trials begin.
    pub from: usize,
    /// The height at which they succeed; top-out if `None`.
    pub to: Option<usize>,
    /// Trials over all replicas.
    pub trials: u64,
    /// The share that succeeded.
    pub share: f64,
}

/// The progress of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplittingProgress {
    /// The replica, counted from 1; 0 is the pilot.
    pub replica: u64,
    /// All replicas.
    pub replicas: u64,
    /// The stage, counted from 0.
    pub stage: usize,
    /// All stages, once they are known.
    pub stages: Option<usize>,
    /// Pieces placed.
    pub pieces: u64,
}

/// An estimate that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SplittingError {
    /// Pieces are not random.
    #[error("splitting needs random pieces, and {0:?} deals a fixed list")]
    NotRandom(String),
    /// Too many pieces known.
    #[error("splitting knows at most {max} pieces ahead, not {found}", max = Queue::CAPACITY - 1)]
    Known {
        /// How many were asked for.
        found: usize,
    },
    /// Too few or too many crossings or replicas.
    #[error("{what} is {found}, expected {least} to {most}")]
    Number {
        /// Of what.
        what: &'static str,
        /// How many were asked for.
        found: u64,
        /// How many are needed.
        least: u64,
        /// How many are allowed: entrances of every level are kept in memory.
        most: u64,
    },
    /// A level that is almost never passed.
    #[error("no stack got from {from} to {to} rows in {trials} trials")]
    NoCrossing {
        /// Where trials began.
        from: usize,
        /// Where they should have ended.
        to: String,
        /// How many there were.
        trials: u64,
    },
    /// Stopped before the end.
    #[error("stopped before the estimate was complete")]
    Stopped,
}

impl Splitting {
    /// Makes the estimate. The same settings give the same result with any number of threads.
    pub fn estimate(
        &self,
        make: &(dyn Fn(&Ruleset) -> Player + Sync),
        stop: &AtomicBool,
        progress: &mut dyn FnMut(SplittingProgress),
    ) -> Result<SplittingEstimate, SplittingError> {
        self.check()?;
        let mut rules = self.rules.clone();
        if let Some(known) = self.known {
            rules.previews = known as u8;
        }
        let rules = Arc::new(rules);
        let mut crew = Crew::new(self.threads, &rules, make, stop);
        let replicas = self.replicas;
        let mut tell = |replica, stage, stages, pieces| {
            progress(SplittingProgress { replica, replicas, stage, stages, pieces })
        };

        let pilot = Stage { rules: Arc::clone(&rules), seed: part_seed(self.seed, 0) };
        let few = (self.crossings / 10).max(Splitting::FEWEST);
        let levels = Levels::pilot(&pilot, &mut crew, few, &mut |stage, pieces| {
            tell(0, stage, None, pieces)
        })?;
        let crossings = self.affordable(crew.pieces, few);
        let stages = Some(levels.heights.len() + 1);

        let mut seen: Vec<Vec<(u64, u64)>> = Vec::new();
        let mut inverse = Vec::new();
        let mut lines_per_excursion = 0.0;
        for replica in 1..=self.replicas {
            let stage = Stage { rules: Arc::clone(&rules), seed: part_seed(self.seed, replica) };
            tell(replica, 0, stages, crew.pieces);
            let first = levels.heights[0];
            let (mut entrances, lines) = stage.collect(&mut crew, levels.base, first, crossings)?;
            let mut rate = entrances.len() as f64 / lines as f64;
            lines_per_excursion += 1.0 / rate / self.replicas as f64;
            let mut shares = Vec::new();
            for (index, (from, to)) in levels.steps().enumerate() {
                tell(replica, index + 1, stages, crew.pieces);
                let step = Step { index: index + 1, base: levels.base, from, to, crossings };
                let (next, trials) = stage.climb(&mut crew, &entrances, step)?;
                let successes = next.len();
                rate *= successes as f64 / trials as f64;
                shares.push((successes, trials));
                entrances = next;
            }
            inverse.push(rate);
            seen.push(shares);
        }
        Ok(self.result(&levels, crossings, lines_per_excursion, &inverse, &seen, &crew))
    }

    /// Refuses what cannot be estimated, before anything is played.
    pub fn check(&self) -> Result<(), SplittingError> {
        match (&self.rules.randomizer, self.known) {
            (Randomizer::List(_), _) => {
                Err(SplittingError::NotRandom(self.rules.randomizer.name()))
            }
            (_, Some(found)) if found >= Queue::CAPACITY => Err(SplittingError::Known { found }),
            _ => {
                within("crossings", self.crossings, Splitting::FEWEST, Splitting::MOST)?;
                within("replicas", self.replicas, 1, Splitting::MOST_REPLICAS)
            }
        }
    }

    /// How many crossings the pieces allow, by the cost of the pilot's.
    fn affordable(&self, spent: u64, few: u64) -> u64 {
        let Some(pieces) = self.pieces else { return self.crossings };
        let each = spent as f64 / few as f64 * self.replicas as f64;
        let afford = (pieces.saturating_sub(spent) as f64 / each) as u64;
        afford.clamp(Splitting::FEWEST, self.crossings)
    }

    fn result(
        &self,
        levels: &Levels,
        crossings: u64,
        lines_per_excursion: f64,
        rates: &[f64],
        seen: &[Vec<(u64, u64)>],
        crew: &Crew,
    ) -> SplittingEstimate {
        let n = rates.len() as f64;
        let mean = rates.iter().sum::<f64>() / n;
        let spread = rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>();
        let se = (rates.len() > 1).then(|| (spread / (n - 1.0) / n).sqrt() / (mean * mean));
        let level = |(index, (from, to)): (usize, (usize, Option<usize>))| {
            let successes: u64 = seen.iter().map(|shares| shares[index].0).sum();
            let trials: u64 = seen.iter().map(|shares| shares[index].1).sum();
            SplittingLevel { from, to, trials, share: successes as f64 / trials as f64 }
        };
        SplittingEstimate {
            lines_per_death: 1.0 / mean,
            se,
            replicas: rates.iter().map(|rate| 1.0 / rate).collect(),
            crossings,
            base: levels.base,
            lines_per_excursion,
            levels: levels.steps().enumerate().map(level).collect(),
            pieces: crew.pieces,
            cpu_seconds: crew.cpu_seconds,
        }
    }
}

/// `Ok` if a number is within its bounds.
fn within(what: &'static str, found: u64, least: u64, most: u64) -> Result<(), SplittingError> {
    match (least..=most).contains(&found) {
        true => Ok(()),
        false => Err(SplittingError::Number { what, found, least, most }),
    }
}

#[cfg(test)]
mod tests;
