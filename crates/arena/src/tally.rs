//! The counts of a run.

use std::collections::BTreeMap;

use minolab_rules::{Clear, ClearKind, Mode, Spin, Totals};
use serde::{Deserialize, Serialize};

use crate::stats::{self, Moments, Sample, Summary};

/// Counts over many games, in a fixed amount of memory.
///
/// All sums are of whole numbers, so that merging in any order gives the same figures.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games that ended, topped out or not.
    pub games: u64,
    /// Games that topped out.
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
    ended: Figures,
    finished: Figures,
    sample: Sample<GameResult>,
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
    /// Whether it topped out.
    pub lost: bool,
}

/// Placements by clear: lines, spin, all clear and back-to-back form one index, so that counting
/// one is a single addition.
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

/// Figures over a set of games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Figures {
    pieces: Moments,
    lines: Moments,
    score: Moments,
    clear_score: Moments,
    // Key presses per piece in billionths: a whole number like all the others.
    keys: Moments,
}

impl Figures {
    fn add(&mut self, game: &GameResult) {
        self.pieces.add(game.pieces);
        self.lines.add(game.lines);
        self.score.add(game.score);
        self.clear_score.add(game.clear_score);
        if let Some(keys) = game.nano_keys() {
            self.keys.add(keys);
        }
    }

    fn merge(&mut self, other: &Figures) {
        self.pieces.merge(&other.pieces);
        self.lines.merge(&other.lines);
        self.score.merge(&other.score);
        self.clear_score.merge(&other.clear_score);
        self.keys.merge(&other.keys);
    }

    /// Whether they are possible for this many games.
    #[cfg(not(target_arch = "wasm32"))]
    fn is_sound(&self, games: u64) -> bool {
        let moments = [&self.pieces, &self.lines, &self.score, &self.clear_score];
        moments.iter().all(|one| one.is_sound(games, Tally::MOST))
    }

    /// The same for key presses, which only some of the games may have.
    #[cfg(not(target_arch = "wasm32"))]
    fn has_sound_keys(&self, games: u64) -> bool {
        self.keys.n <= games && self.keys.is_sound(self.keys.n, 1 << 58)
    }
}

/// The games that a per-game figure is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedGames {
    /// All that ended, topped out or not.
    Ended,
    /// Those that reached their mode's goal.
    Finished,
}

impl CountedGames {
    /// The games that have a result in this mode.
    pub fn of(mode: Mode) -> CountedGames {
        if mode.is_race() { CountedGames::Finished } else { CountedGames::Ended }
    }
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
        self.ended.add(&game);
        if !game.lost {
            self.finished.add(&game);
        }
        self.sample.add(game.index, game);
    }

    /// Adds everything another has counted.
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
        self.ended.merge(&other.ended);
        self.finished.merge(&other.finished);
        self.sample.merge(other.sample);
    }

    /// The greatest count accepted from a file: small enough that a run can add to it, and sum the
    /// squares of a million of them, without overflow.
    pub const MOST: u64 = 1 << 48;

    /// Names the first count that no run can have, if any: a file may say anything.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn unsound(&self) -> Option<&'static str> {
        let Tally { games, deaths, pieces, lines, most_cells, nodes, keys, .. } = *self;
        let sample = &self.sample;
        let is_small = |count: u64| count <= Tally::MOST;
        let is_result = |game: &GameResult| {
            let GameResult { pieces, lines, score, clear_score, keys, .. } = *game;
            [pieces, lines, score, clear_score, keys.unwrap_or(0)].into_iter().all(is_small)
        };
        let clears = self.clears.0.iter().try_fold(0, |sum: u64, &count| sum.checked_add(count));
        let finished = games.saturating_sub(deaths);
        [
            ("games", is_small(games)),
            ("deaths", deaths <= games),
            ("pieces", is_small(pieces)),
            ("lines", is_small(lines)),
            ("most_cells", most_cells <= (16 * minolab_rules::ROWS) as u64),
            ("nodes", nodes <= 1 << 56),
            ("keys", is_small(keys)),
            ("clears", self.clears.0.len() == Clears::KINDS && clears == Some(pieces)),
            ("figures of games", self.ended.is_sound(games)),
            ("figures of finished games", self.finished.is_sound(finished)),
            ("keys of games", self.ended.has_sound_keys(games)),
            ("keys of finished games", self.finished.has_sound_keys(finished)),
            ("sample", sample.is_sound(games) && sample.iter().all(is_result)),
        ]
        .into_iter()
        .find_map(|(what, is_right)| (!is_right).then_some(what))
    }

    /// Total lines per top-out; `None` without one.
    ///
    /// Unfinished games count with the lines they have, which is right if a game is about equally
    /// likely to end at any time.
    pub fn lines_per_death(&self) -> Option<f64> {
        (self.deaths > 0).then(|| self.lines as f64 / self.deaths as f64)
    }

    /// How many placements were clears of this kind.
    pub fn clears(&self, kind: ClearKind) -> u64 {
        self.clears.sum(|index| index & 0x1F == kind.lines as usize | (kind.spin as usize) << 3)
    }

    /// How many placements were perfect clears.
    pub fn all_clears(&self) -> u64 {
        self.clears.sum(|index| index >> 5 & 1 == 1)
    }

    /// How many placements earned the back-to-back bonus.
    pub fn back_to_backs(&self) -> u64 {
        self.clears.sum(|index| index >> 6 & 1 == 1)
    }

    /// Placements by clear, under the names of [`ClearKind::name`], and perfect clears and
    /// back-to-backs; spins are listed if there were any.
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

    /// Lines per game.
    pub fn lines_per_game(&self, games: CountedGames) -> Summary {
        self.summary(games, |figures| &figures.lines, |game| Some(game.lines), 1.0)
    }

    /// Pieces per game.
    pub fn pieces_per_game(&self, games: CountedGames) -> Summary {
        self.summary(games, |figures| &figures.pieces, |game| Some(game.pieces), 1.0)
    }

    /// Points per game.
    pub fn score(&self, games: CountedGames) -> Summary {
        self.summary(games, |figures| &figures.score, |game| Some(game.score), 1.0)
    }

    /// Points per game without drops and spins without a line.
    pub fn clear_score(&self, games: CountedGames) -> Summary {
        self.summary(games, |figures| &figures.clear_score, |game| Some(game.clear_score), 1.0)
    }

    /// Key presses per piece of each game, where they were counted.
    pub fn keys_per_piece(&self, games: CountedGames) -> Summary {
        self.summary(games, |figures| &figures.keys, GameResult::nano_keys, BILLION as f64)
    }

    fn summary(
        &self,
        games: CountedGames,
        moments: fn(&Figures) -> &Moments,
        value: fn(&GameResult) -> Option<u64>,
        unit: f64,
    ) -> Summary {
        let (figures, with_lost) = match games {
            CountedGames::Ended => (&self.ended, true),
            CountedGames::Finished => (&self.finished, false),
        };
        let counted = self.sample.iter().filter(|game| with_lost || !game.lost);
        let median = stats::median(counted.filter_map(value).map(|value| value as f64));
        moments(figures).summary(median, unit)
    }

    /// The games kept for medians: all of them up to [`Sample::CAPACITY`].
    pub fn sample(&self) -> &Sample<GameResult> {
        &self.sample
    }
}
