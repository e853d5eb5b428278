//! Sums of whole numbers.

use serde::{Deserialize, Serialize};

use super::{Summary, mean_interval};

/// Count, sum, sum of squares and extremes of whole numbers.
///
/// Whole-number sums do not depend on the order of adding, so a run gives the same figures to
/// the last bit with any number of threads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// How many values.
    pub n: u64,
    sum: u128,
    squares: u128,
    min: u64,
    max: u64,
}

impl Moments {
    /// Counts a value.
    pub fn add(&mut self, value: u64) {
        self.min = if self.n == 0 { value } else { self.min.min(value) };
        self.max = self.max.max(value);
        self.n += 1;
        self.sum += value as u128;
        self.squares += value as u128 * value as u128;
    }

    /// Adds everything another has counted.
    pub fn merge(&mut self, other: &Moments) {
        self.min = match (self.n, other.n) {
            (_, 0) => self.min,
            (0, _) => other.min,
            _ => self.min.min(other.min),
        };
        self.max = self.max.max(other.max);
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Whether they are possible for this many values, each at most `most`: a file may say
    /// anything.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn is_sound(&self, n: u64, most: u64) -> bool {
        let (n, min, max) = (n as u128, self.min as u128, self.max as u128);
        // n·Σx² is never below (Σx)².
        let is_spread = match (n.checked_mul(self.squares), self.sum.checked_mul(self.sum)) {
            (Some(squares), Some(square)) => squares >= square,
            _ => true,
        };
        self.n as u128 == n
            && self.min <= self.max
            && self.max <= most
            && (n * min..=n * max).contains(&self.sum)
            && self.squares <= max.saturating_mul(self.sum).min(1 << 126)
            && is_spread
    }

    /// The mean; `None` without a value.
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum as f64 / self.n as f64)
    }

    /// The unbiased variance; `None` below two values.
    pub fn variance(&self) -> Option<f64> {
        let n = self.n as u128;
        // n·Σx² − (Σx)² without rounding where it fits, so that equal values give exactly 0.
        let spread = match (n.checked_mul(self.squares), self.sum.checked_mul(self.sum)) {
            (Some(squares), Some(square)) => (squares - square) as f64,
            _ => n as f64 * self.squares as f64 - self.sum as f64 * self.sum as f64,
        };
        (self.n > 1).then(|| spread.max(0.0) / (self.n as f64 * (self.n - 1) as f64))
    }

    /// The summary, with a median computed elsewhere and every figure divided by `unit`.
    pub fn summary(&self, median: Option<f64>, unit: f64) -> Summary {
        let mean = self.mean().map(|mean| mean / unit);
        let se = self.variance().map(|variance| (variance / self.n as f64).sqrt() / unit);
        let some = self.n > 0;
        Summary {
            mean,
            se,
            // The values are counts, so their mean is not below 0.
            ci95: mean
                .zip(se)
                .and_then(|(mean, se)| mean_interval(mean, se, self.n))
                .map(|[low, high]| [low.max(0.0), high]),
            min: some.then_some(self.min as f64 / unit),
            median: median.map(|median| median / unit),
            max: some.then_some(self.max as f64 / unit),
            n: self.n,
        }
    }
}
