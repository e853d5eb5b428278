//! Shares and rates whose parts come game by game.

use super::{Interval, mean_interval, share};

/// So many of so many, summed over games, with an interval over games.
///
/// Placements of one game resemble each other, so that counting them as independent would
/// promise too much. The interval treats games as the independent things they are: that of a
/// ratio of two sums, by Student's t.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ratio {
    /// Games counted.
    pub games: u64,
    /// The sum of the parts.
    pub part: f64,
    /// The sum of the wholes.
    pub whole: f64,
    pub(crate) parts: f64,
    pub(crate) products: f64,
    pub(crate) wholes: f64,
}

impl Ratio {
    /// Counts a game with `part` of `whole`.
    pub fn add(&mut self, part: f64, whole: f64) {
        self.games += 1;
        self.part += part;
        self.whole += whole;
        self.parts += part * part;
        self.products += part * whole;
        self.wholes += whole * whole;
    }

    /// From sums kept elsewhere: of parts, wholes, squares of parts, products of both and
    /// squares of wholes.
    pub fn from_sums(games: u64, [part, whole, parts, products, wholes]: [f64; 5]) -> Ratio {
        Ratio { games, part, whole, parts, products, wholes }
    }

    /// The ratio; `None` of nothing.
    pub fn value(&self) -> Option<f64> {
        (self.whole > 0.0).then(|| self.part / self.whole)
    }

    /// Its standard error; `None` below two games.
    pub fn se(&self) -> Option<f64> {
        let ratio = self.value()?;
        let games = self.games as f64;
        let spread = self.parts - 2.0 * ratio * self.products + ratio * ratio * self.wholes;
        let mean = self.whole / games;
        (self.games > 1).then(|| (spread.max(0.0) / (games * (games - 1.0))).sqrt() / mean)
    }

    /// Its 95 % interval; `None` below two games. Parts are counts, so it does not go below 0.
    ///
    /// If all games agree that it is 0, or 1 of everything, the interval is that of a share of
    /// the games.
    pub fn interval(&self) -> Option<Interval> {
        let (value, se) = (self.value()?, self.se()?);
        if se == 0.0 && value == 0.0 {
            return share(0, self.games);
        }
        if se == 0.0 && self.part == self.whole {
            return share(self.games, self.games);
        }
        mean_interval(value, se, self.games).map(|[low, high]| [low.max(0.0), high])
    }
}
