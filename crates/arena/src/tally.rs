//! What a run has counted.

use std::collections::BTreeMap;

use minolab_rules::{Clear, ClearKind, Spin, Totals};
use serde::{Deserialize, Serialize};

use crate::stats::{Moments, Sample, Summary};

/// Counts over many games, in a fixed amount of memory.
///
/// All sums are of whole numbers, so that merging in any order gives the same figures.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games that ended, lost or not.
    pub games: u64,
    /// Games that were lost.
    pub deaths: u64,
    /// Pieces placed, unfinished games included.
    pub pieces: u64,
    /// Lines cleared, unfinished games included.
    pub lines: u64,
    /// The most cells filled at once.
    pub most_cells: u64,
    /// Positions evaluated.
    pub nodes: u64,
    /// Key presses, unfinished games included; 0 where they are not counted.
    pub keys: u64,
    clears: Clears,
    ended: Ended,
}

/// One ended game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameResult {
    /// Its number in the run.
    pub index: u64,
    /// Pieces placed.
    pub pieces: u64,
    /// Lines cleared.
    pub lines: u64,
    /// Points by the ruleset.
    pub score: u64,
    /// Points without drops and spins without a line.
    pub clear_score: u64,
    /// Key presses, if they were counted.
    pub keys: Option<u64>,
    /// Whether it was lost.
    pub lost: bool,
}

/// Placements by what they did: lines, spin, all clear and back-to-back are one index, so that
/// counting one is a single addition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clears(Vec<u64>);

impl Default for Clears {
    fn default() -> Clears {
        Clears(vec![0; Clears::KINDS])
    }
}

impl Clears {
    const KINDS: usize = 128;

    #[inline(always)]
    pub(crate) fn index(clear: &Clear) -> usize {
        (clear.lines & 7) as usize
            | (clear.spin as usize) << 3
            | (clear.all_clear as usize) << 5
            | (clear.back_to_back as usize) << 6
    }

    fn sum(&self, which: impl Fn(usize) -> bool) -> u64 {
        self.0.iter().enumerate().filter(|&(index, _)| which(index)).map(|(_, n)| n).sum()
    }
}

/// Figures of games that ended.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Ended {
    pieces: Moments,
    lines: Moments,
    score: Moments,
    clear_score: Moments,
    // Key presses a piece in billionths: a whole number like all the others.
    keys: Moments,
    sample: Sample<GameResult>,
}

const BILLION: u64 = 1_000_000_000;

impl GameResult {
    /// The result of a game with these totals.
    pub fn new(index: u64, totals: Totals, keys: Option<u64>, lost: bool) -> GameResult {
        let Totals { pieces, lines, score, clear_score } = totals;
        GameResult { index, pieces, lines, score, clear_score, keys, lost }
    }

    fn nano_keys(&self) -> Option<u64> {
        let keys = self.keys.filter(|_| self.pieces > 0)?;
        Some((keys as u128 * BILLION as u128 / self.pieces as u128) as u64)
    }
}

impl Tally {
    /// Counts placements by kind: the loop's own array, indexed by [`Clears::index`].
    pub(crate) fn add_clears(&mut self, counts: &[u64; Clears::KINDS]) {
        for (sum, count) in self.clears.0.iter_mut().zip(counts) {
            *sum += count;
        }
    }

    /// Counts one placement by what it did.
    pub fn add_clear(&mut self, clear: &Clear) {
        self.clears.0[Clears::index(clear)] += 1;
    }

    /// Counts a game that ended; its pieces and lines are counted as they are played.
    pub fn add_game(&mut self, game: GameResult) {
        self.games += 1;
        self.deaths += game.lost as u64;
        self.ended.pieces.add(game.pieces);
        self.ended.lines.add(game.lines);
        self.ended.score.add(game.score);
        self.ended.clear_score.add(game.clear_score);
        if let Some(keys) = game.nano_keys() {
            self.ended.keys.add(keys);
        }
        self.ended.sample.add(game.index, game);
    }

    /// Counts everything another has counted.
    pub fn merge(&mut self, other: Tally) {
        self.games += other.games;
        self.deaths += other.deaths;
        self.pieces += other.pieces;
        self.lines += other.lines;
        self.most_cells = self.most_cells.max(other.most_cells);
        self.nodes += other.nodes;
        self.keys += other.keys;
        for (sum, count) in self.clears.0.iter_mut().zip(&other.clears.0) {
            *sum += count;
        }
        self.ended.pieces.merge(&other.ended.pieces);
        self.ended.lines.merge(&other.ended.lines);
        self.ended.score.merge(&other.ended.score);
        self.ended.clear_score.merge(&other.ended.clear_score);
        self.ended.keys.merge(&other.ended.keys);
        self.ended.sample.merge(other.ended.sample);
    }

    /// The greatest count that is taken from a file: what a run adds to one stays a number, and so
    /// do the squares of a million of them.
    pub const MOST: u64 = 1 << 48;

    /// Says which count, if any, no run can have come to: a file may say anything.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn unsound(&self) -> Option<&'static str> {
        let Tally { games, deaths, pieces, lines, most_cells, nodes, keys, .. } = *self;
        let Ended { sample, .. } = &self.ended;
        let is_small = |count: u64| count <= Tally::MOST;
        let is_result = |game: &GameResult| {
            let GameResult { pieces, lines, score, clear_score, keys, .. } = *game;
            [pieces, lines, score, clear_score, keys.unwrap_or(0)].into_iter().all(is_small)
        };
        let clears = self.clears.0.iter().try_fold(0, |sum: u64, &count| sum.checked_add(count));
        let moments =
            [&self.ended.pieces, &self.ended.lines, &self.ended.score, &self.ended.clear_score];
        // Key presses per piece are in billionths, and in none of the games or some of them.
        let keyed = &self.ended.keys;
        [
            ("games", is_small(games)),
            ("deaths", deaths <= games),
            ("pieces", is_small(pieces)),
            ("lines", is_small(lines)),
            ("most_cells", most_cells <= (16 * minolab_rules::ROWS) as u64),
            ("nodes", nodes <= 1 << 56),
            ("keys", is_small(keys)),
            ("clears", self.clears.0.len() == Clears::KINDS && clears == Some(pieces)),
            ("figures of games", moments.iter().all(|one| one.is_sound(games, Tally::MOST))),
            ("keys of games", keyed.n <= games && keyed.is_sound(keyed.n, 1 << 58)),
            ("sample", sample.is_sound(games) && sample.iter().all(is_result)),
        ]
        .into_iter()
        .find_map(|(what, is_right)| (!is_right).then_some(what))
    }

    /// Total lines per death; `None` without a death.
    ///
    /// Unfinished games count with what they have, which is right for games whose end is about
    /// equally likely at any time.
    pub fn lines_per_death(&self) -> Option<f64> {
        (self.deaths > 0).then(|| self.lines as f64 / self.deaths as f64)
    }

    /// How many placements were clears of this kind.
    pub fn clears(&self, kind: ClearKind) -> u64 {
        self.clears.sum(|index| index & 0x1F == kind.lines as usize | (kind.spin as usize) << 3)
    }

    /// How many placements emptied the board.
    pub fn all_clears(&self) -> u64 {
        self.clears.sum(|index| index >> 5 & 1 == 1)
    }

    /// How many placements earned the back-to-back bonus.
    pub fn back_to_backs(&self) -> u64 {
        self.clears.sum(|index| index >> 6 & 1 == 1)
    }

    /// Placements by what they cleared, under the names of [`ClearKind::name`], and those that
    /// emptied the board or earned back-to-back; spins are listed where there were any.
    pub fn clear_counts(&self) -> BTreeMap<&'static str, u64> {
        let mut counts = BTreeMap::new();
        for kind in (0..ClearKind::COUNT).map(ClearKind::from_index) {
            let count = self.clears(kind);
            if let Some(name) = kind.name().filter(|_| count > 0 || kind.spin == Spin::None) {
                counts.insert(name, count);
            }
        }
        counts.insert("all-clear", self.all_clears());
        counts.insert("back-to-back", self.back_to_backs());
        counts
    }

    /// Lines of games that ended.
    pub fn lines_per_game(&self) -> Summary {
        self.ended.lines.summary(self.ended.sample.median(|game| game.lines), 1.0)
    }

    /// Pieces of games that ended.
    pub fn pieces_per_game(&self) -> Summary {
        self.ended.pieces.summary(self.ended.sample.median(|game| game.pieces), 1.0)
    }

    /// Points of games that ended.
    pub fn score(&self) -> Summary {
        self.ended.score.summary(self.ended.sample.median(|game| game.score), 1.0)
    }

    /// Points without drops and spins without a line, of games that ended.
    pub fn clear_score(&self) -> Summary {
        self.ended.clear_score.summary(self.ended.sample.median(|game| game.clear_score), 1.0)
    }

    /// Key presses a piece of games that ended, where they were counted.
    pub fn keys_per_piece(&self) -> Summary {
        let median = self.ended.sample.median(|game| game.nano_keys().unwrap_or(0));
        let median = median.filter(|_| self.ended.keys.n > 0);
        self.ended.keys.summary(median, BILLION as f64)
    }

    /// The games kept for medians: all of them up to [`Sample::CAPACITY`].
    pub fn sample(&self) -> &Sample<GameResult> {
        &self.ended.sample
    }
}
