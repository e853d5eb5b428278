//! The stages of one replica.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use minolab_engine::Player;
use minolab_rules::{Board, Game, Ruleset, State, random::part_seed};

use super::{SplittingError, crew::Crew};
use crate::{Goal, Round};

/// Where and how stages are played.
pub struct Stage {
    pub rules: Arc<Ruleset>,
    pub seed: u64,
}

/// Positions at the moment a level was reached; topped-out games have none.
#[derive(Clone, Default)]
pub struct Entrances {
    alive: Vec<State>,
    dead: u64,
}

/// From one level to the next.
#[derive(Clone, Copy)]
pub struct Step {
    /// Counted from 1.
    pub index: usize,
    pub base: usize,
    pub from: usize,
    /// Top-out if `None`.
    pub to: Option<usize>,
    /// Crossings to collect.
    pub crossings: u64,
}

/// The result of a trial.
enum Trial {
    Fell,
    Reached(Box<State>),
    Died,
}

/// Stage 0 is split into this many parts, for any number of threads.
pub const PARTS: u64 = 64;
/// Trials per part of a later stage.
const BLOCK: u64 = 64;

/// The height of the stack: the sum of the column heights.
pub fn height(board: &Board) -> usize {
    let (mut covered, mut sum) = (0, 0);
    for &row in board.rows()[..board.top()].iter().rev() {
        covered |= row & board.field();
        sum += covered.count_ones();
    }
    sum as usize
}

impl Entrances {
    pub fn len(&self) -> u64 {
        self.alive.len() as u64 + self.dead
    }

    fn get(&self, index: u64) -> Option<&State> {
        self.alive.get(index as usize)
    }
}

impl Stage {
    /// A game from its start.
    pub fn round(&self, seed: u64) -> Round {
        Round::new(Game::new(Arc::clone(&self.rules), seed), Goal::NONE)
    }

    /// A game that continues from a position.
    fn round_from(&self, start: &State, seed: u64) -> Round {
        Round::new(Game::from_state(Arc::clone(&self.rules), *start, seed), Goal::NONE)
    }

    /// Plays on and on until `crossings` excursions have begun and ended.
    ///
    /// Returns the positions in which they began and the lines cleared meanwhile.
    pub fn collect(
        &self,
        crew: &mut Crew,
        base: usize,
        level: usize,
        crossings: u64,
    ) -> Result<(Entrances, u64), SplittingError> {
        let each = crossings.div_ceil(PARTS);
        let seed = part_seed(self.seed, 0);
        let parts = crew.each(PARTS, |part, player, stop| {
            let mut round = self.round(part_seed(seed, part));
            let mut found = Entrances::default();
            let (mut lines, mut pieces, mut is_high) = (0, 0, false);
            let mut lives = 0;
            while (found.len() < each || is_high) && !stop.load(Ordering::Relaxed) {
                let is_alive = round.step(player, &mut ()).is_none();
                let top = height(&round.game().state().board);
                if is_alive {
                    if is_high && top <= base {
                        is_high = false;
                    } else if !is_high && top >= level {
                        is_high = true;
                        found.alive.push(*round.game().state());
                    }
                    continue;
                }
                // A top-out below the level is an excursion that ended as it began.
                found.dead += !is_high as u64;
                is_high = false;
                lines += round.game().totals().lines;
                pieces += round.game().totals().pieces;
                lives += 1;
                round.restart(part_seed(part_seed(seed, part), lives));
            }
            let totals = round.game().totals();
            ((found, lines + totals.lines), pieces + totals.pieces)
        })?;
        let mut all = Entrances::default();
        let mut lines = 0;
        for (found, cleared) in parts {
            all.alive.extend(found.alive);
            all.dead += found.dead;
            lines += cleared;
        }
        Ok((all, lines))
    }

    /// Plays from drawn entrances until `crossings` of them have reached `to`, the next level or
    /// top-out.
    ///
    /// Returns the positions in which they did, and how many were tried.
    pub fn climb(
        &self,
        crew: &mut Crew,
        entrances: &Entrances,
        step: Step,
    ) -> Result<(Entrances, u64), SplittingError> {
        let Step { index, base, from, to, crossings } = step;
        let seed = part_seed(self.seed, index as u64);
        let (mut found, mut trials) = (Entrances::default(), 0);
        while found.len() < crossings {
            // As many as will probably be needed; which ones does not depend on threads.
            let blocks = match found.len() {
                0 => (crossings / BLOCK).clamp(4, 64) << (trials / (64 * BLOCK)).min(10),
                some => {
                    let missing = (crossings - some) as f64;
                    let needed = missing * trials as f64 / some as f64;
                    ((needed * 1.02) as u64 / BLOCK).clamp(1, 1 << 20) + 1
                }
            };
            if trials > 2_000_000 && found.len() == 0 {
                let to = to.map_or("death".into(), |to| to.to_string());
                return Err(SplittingError::NoCrossing { from, to, trials });
            }
            let first = trials / BLOCK;
            let results = crew.each(blocks, |block, player, stop| {
                let mut reached = Entrances::default();
                let mut pieces = 0;
                for trial in 0..BLOCK {
                    let seed = part_seed(seed, (first + block) * BLOCK + trial);
                    let drawn = ((seed as u128 * entrances.len() as u128) >> 64) as u64;
                    let trial = match entrances.get(drawn) {
                        None => Trial::Died,
                        Some(start) => {
                            let mut round = self.round_from(start, part_seed(seed, 1));
                            let trial = excursion(&mut round, player, base, to, stop);
                            pieces += round.game().totals().pieces;
                            trial
                        }
                    };
                    match trial {
                        Trial::Fell => {}
                        Trial::Reached(state) => reached.alive.push(*state),
                        Trial::Died => reached.dead += 1,
                    }
                }
                (reached, pieces)
            })?;
            for reached in results {
                found.alive.extend(reached.alive);
                found.dead += reached.dead;
            }
            trials += blocks * BLOCK;
        }
        Ok((found, trials))
    }

    /// How high each of some excursions from these entrances gets before it is back at the base;
    /// `usize::MAX` for those that top out.
    pub fn peaks(
        &self,
        crew: &mut Crew,
        index: usize,
        entrances: &Entrances,
        base: usize,
        trials: u64,
    ) -> Result<Vec<usize>, SplittingError> {
        let seed = part_seed(part_seed(self.seed, index as u64), u64::MAX);
        crew.each(trials, |trial, player, stop| {
            let seed = part_seed(seed, trial);
            let drawn = ((seed as u128 * entrances.len() as u128) >> 64) as u64;
            let Some(start) = entrances.get(drawn) else { return (usize::MAX, 0) };
            let mut round = self.round_from(start, part_seed(seed, 1));
            let mut peak = height(&start.board);
            while !stop.load(Ordering::Relaxed) {
                if round.step(player, &mut ()).is_some() {
                    peak = usize::MAX;
                    break;
                }
                let top = height(&round.game().state().board);
                peak = peak.max(top);
                if top <= base {
                    break;
                }
            }
            (peak, round.game().totals().pieces)
        })
    }
}

/// Plays until the stack is back at the base, has reached `to`, or the game tops out.
fn excursion(
    round: &mut Round,
    player: &mut Player,
    base: usize,
    to: Option<usize>,
    stop: &AtomicBool,
) -> Trial {
    let to = to.unwrap_or(usize::MAX);
    loop {
        let top = height(&round.game().state().board);
        if top >= to {
            return Trial::Reached(Box::new(*round.game().state()));
        }
        if top <= base || stop.load(Ordering::Relaxed) {
            return Trial::Fell;
        }
        if round.step(player, &mut ()).is_some() {
            return Trial::Died;
        }
    }
}
