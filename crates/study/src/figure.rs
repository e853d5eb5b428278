//! Means.

use minolab_arena::stats::{Interval, mean_interval};
use serde::Serialize;

/// A mean over games, or whatever else is counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    pub mean: f64,
    /// The standard deviation over games.
    pub sd: f64,
    /// The mean's 95 % interval.
    pub ci95: Option<Interval>,
    /// Over how many games.
    pub n: u64,
}

impl Figure {
    /// The figure of these values.
    pub fn of(values: impl Iterator<Item = f64>) -> Figure {
        let (mut n, mut mean, mut squares) = (0, 0.0, 0.0);
        for value in values {
            n += 1;
            let before = value - mean;
            mean += before / n as f64;
            squares += before * (value - mean);
        }
        let sd = if n > 1 { (squares / (n - 1) as f64).max(0.0).sqrt() } else { 0.0 };
        let se = sd / (n as f64).sqrt();
        Figure { mean, sd, ci95: mean_interval(mean, se, n), n }
    }
}
