//! Proportions and rates from per-game counts.

use super::{Interval, exact_share, mean_interval, t_quantile};

/// A ratio of sums over games, with an interval over games.
///
/// Placements of one game resemble each other, so an interval that took them for independent would
/// be too narrow. This one takes games as independent: it is that of a ratio of two sums, by
/// Student's t. For rare events, where that is too narrow as well, it is the exact interval for the
/// effective number of independent placements.
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
    is_share: bool,
}

/// Below this many events, or non-events, they are rare.
const RARE: f64 = 30.0;

impl Ratio {
    /// An empty proportion, whose parts are never more than their wholes. [`Ratio::default`] is for
    /// rates and means, which may exceed 1.
    pub fn share() -> Ratio {
        Ratio { is_share: true, ..Ratio::default() }
    }

    /// Counts a game with `part` of `whole`.
    pub fn add(&mut self, part: f64, whole: f64) {
        self.games += 1;
        self.part += part;
        self.whole += whole;
        self.parts += part * part;
        self.products += part * whole;
        self.wholes += whole * whole;
    }

    /// A proportion from sums kept elsewhere: of parts, wholes, squares of parts, products of both
    /// and squares of wholes.
    pub fn from_sums(games: u64, [part, whole, parts, products, wholes]: [f64; 5]) -> Ratio {
        Ratio { games, part, whole, parts, products, wholes, is_share: true }
    }

    /// The ratio; `None` without anything counted.
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

    /// Its 95 % interval; `None` below two games. Parts are counts, so it does not go below 0,
    /// and that of a share not above 1.
    ///
    /// If no game had any, the upper end is the rate that would still go unseen one time in forty.
    pub fn interval(&self) -> Option<Interval> {
        let (value, se) = (self.value()?, self.se()?);
        if !self.is_share {
            return match self.part {
                0.0 => Some([0.0, -(0.025f64.ln()) / self.whole]),
                _ => mean_interval(value, se, self.games).map(|[low, high]| [low.max(0.0), high]),
            };
        }
        let is_count = self.part.fract() == 0.0 && self.whole.fract() == 0.0;
        if is_count && self.part.min(self.whole - self.part) < RARE {
            // Korn and Graubard: the sample of independent placements that would be as precise.
            let widening = 1.96 / t_quantile(self.games - 1)?;
            let worth = value * (1.0 - value) / (se * se) * widening * widening;
            let n = if worth.is_finite() { worth.min(self.whole) } else { self.whole };
            return exact_share(value * n, n);
        }
        let bounded = |[low, high]: Interval| [low.max(0.0), high.min(1.0)];
        mean_interval(value, se, self.games).map(bounded)
    }
}
