//! Choosing the heights to split at.

use std::sync::atomic::Ordering;

use minolab_rules::{Board, ROWS, random::part_seed};

use super::{
    SplittingError,
    crew::Crew,
    stage::{PARTS, Stage, Step, height},
};

/// The heights of an estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// An excursion is over when the stack is at most this high.
    pub base: usize,
    /// The levels, lowest first; trials from the last one aim at top-out.
    pub heights: Vec<usize>,
}

/// Roughly, pieces between two excursions.
const APART: f64 = 200.0;
/// Roughly, the success rate of a trial.
const SHARE: f64 = 0.2;
const PEAKS: u64 = 1024;

impl Levels {
    /// The legs from level to level, the last one to top-out.
    pub fn steps(&self) -> impl Iterator<Item = (usize, Option<usize>)> + '_ {
        let next = self.heights[1..].iter().copied().map(Some).chain([None]);
        self.heights.iter().copied().zip(next)
    }

    /// Chooses heights by a small pilot estimate.
    pub fn pilot(
        stage: &Stage,
        crew: &mut Crew,
        crossings: u64,
        tell: &mut dyn FnMut(usize, u64),
    ) -> Result<Levels, SplittingError> {
        tell(0, crew.pieces);
        let games = heights(stage, crew, crossings)?;
        let base = median(&games);
        let first = first_level(&games, base);
        let (mut entrances, _) = stage.collect(crew, base, first, crossings)?;
        let mut heights = vec![first];
        loop {
            let (index, from) = (heights.len(), heights[heights.len() - 1]);
            tell(index, crew.pieces);
            let peaks = stage.peaks(crew, index, &entrances, base, PEAKS)?;
            let Some(to) = next_level(&peaks, from) else {
                return Ok(Levels { base, heights });
            };
            let step = Step { index, base, from, to: Some(to), crossings };
            (entrances, _) = stage.climb(crew, &entrances, step)?;
            heights.push(to);
        }
    }
}

/// The stack's height after every piece of some games; [`LOST`] where one topped out.
fn heights(
    stage: &Stage,
    crew: &mut Crew,
    crossings: u64,
) -> Result<Vec<Vec<u16>>, SplittingError> {
    let each = (crossings as f64 * APART / 4.0 / PARTS as f64) as u64;
    crew.each(PARTS, |part, player, stop| {
        let mut round = stage.round(part_seed(stage.seed, part));
        let mut heights = Vec::with_capacity(each as usize);
        while (heights.len() as u64) < each && !stop.load(Ordering::Relaxed) {
            if round.step(player, &mut ()).is_none() {
                heights.push(height(&round.game().state().board) as u16);
            } else {
                heights.push(LOST);
                round.restart(part_seed(round.game().seed(), each));
            }
        }
        (heights, each)
    })
}

/// The height of the highest possible stack.
const HIGHEST: usize = ROWS * Board::MAX_WIDTH;

const LOST: u16 = u16::MAX;

fn median(games: &[Vec<u16>]) -> usize {
    let mut all: Vec<u16> = games.iter().flatten().copied().filter(|&h| h != LOST).collect();
    all.sort_unstable();
    all.get(all.len() / 2).map_or(1, |&height| height as usize)
}

/// The lowest level that is reached from the base no more often than every [`APART`] pieces.
fn first_level(games: &[Vec<u16>], base: usize) -> usize {
    let pieces: usize = games.iter().map(Vec::len).sum();
    let most = (pieces as f64 / APART) as usize;
    // How many excursions from the base reach a height.
    let mut reached = [0; HIGHEST + 1];
    for game in games {
        let mut peak = 0;
        for &height in game {
            if height != LOST && height as usize > base {
                peak = peak.max(height as usize);
                continue;
            }
            reached[peak] += (peak > 0) as usize;
            peak = 0;
        }
    }
    let at_least = |height: usize| reached[height..].iter().sum::<usize>();
    (base + 1..=HIGHEST).find(|&height| at_least(height) <= most).unwrap_or(base + 1)
}

/// The next level after `from`, unless topping out is already likely enough.
fn next_level(peaks: &[usize], from: usize) -> Option<usize> {
    let share = |height: usize| {
        peaks.iter().filter(|&&peak| peak >= height).count() as f64 / peaks.len() as f64
    };
    let death = share(usize::MAX);
    if death >= SHARE / 2.0 {
        return None;
    }
    let off = |height: usize| (share(height) / SHARE).ln().abs();
    let reached =
        (from + 1..=HIGHEST).take_while(|&height| share(height) > death.max(SHARE / 20.0));
    let best = reached.min_by(|&a, &b| off(a).total_cmp(&off(b)));
    match best {
        Some(height) => Some(height),
        // Trials from this level go straight to top-out: no height in between.
        None if death > 0.0 && share(from + 1) <= death => None,
        None => Some(from + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_about_one_in_five() {
        // Peaks of which a third rise by each further row.
        let peaks: Vec<usize> = (0..729)
            .map(|i| 5 + [243, 81, 27, 9, 3, 1].iter().filter(|&&n| i < n).count())
            .collect();
        assert_eq!(next_level(&peaks, 5), Some(6));
        let slow: Vec<usize> = (0..1000).map(|i| 10 - i / 120).collect();
        assert_eq!(next_level(&slow, 5), Some(9));
        let mortal: Vec<usize> = (0..1000).map(|i| if i < 150 { usize::MAX } else { 9 }).collect();
        assert_eq!(next_level(&mortal, 9), None);
        let steep: Vec<usize> = (0..1000).map(|i| if i < 8 { usize::MAX } else { 9 }).collect();
        assert_eq!(next_level(&steep, 9), None);
        assert_eq!(next_level(&[9; 1000], 9), Some(10));
    }

    #[test]
    fn the_first_level_is_reached_seldom() {
        // Every excursion gets to 6, every tenth to 7.
        let game: Vec<u16> = (0..20_000)
            .map(|i| match i % 40 {
                0 if i % 400 == 0 => 7,
                0 => 6,
                _ => 4,
            })
            .collect();
        assert_eq!(median(std::slice::from_ref(&game)), 4);
        assert_eq!(first_level(&[game], 4), 7);
    }
}
