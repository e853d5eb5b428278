//! Intervals without an assumption about shape.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use statrs::distribution::{ContinuousCDF, Normal};

use super::Interval;

const RESAMPLES: usize = 2000;

/// The 95 % interval of a figure of independent values by the bootstrap, corrected for bias
/// and skewness (BCa).
///
/// The same seed gives the same interval. `None` below eight values, too few to say anything about
/// the shape.
pub fn bootstrap(values: &[f64], seed: u64, figure: impl Fn(&[f64]) -> f64) -> Option<Interval> {
    if values.len() < 8 {
        return None;
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut drawn = vec![0.0; values.len()];
    let mut figures: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            for slot in &mut drawn {
                let index = (rng.next_u64() as u128 * values.len() as u128) >> 64;
                *slot = values[index as usize];
            }
            figure(&drawn)
        })
        .collect();
    figures.sort_unstable_by(f64::total_cmp);

    let normal = Normal::standard();
    let seen = figure(values);
    let below = figures.partition_point(|&f| f < seen) as f64;
    let equal = figures.partition_point(|&f| f <= seen) as f64 - below;
    let place = ((below + equal / 2.0) / RESAMPLES as f64).clamp(1e-4, 1.0 - 1e-4);
    let bias = normal.inverse_cdf(place);
    let skew = acceleration(values, &figure);
    let end = |z: f64| {
        let moved = bias + (bias + z) / (1.0 - skew * (bias + z));
        let rank = normal.cdf(moved) * RESAMPLES as f64;
        figures[(rank as usize).min(RESAMPLES - 1)]
    };
    let z = normal.inverse_cdf(0.975);
    Some([end(-z), end(z)])
}

/// The acceleration: how the figure's spread changes with its value, by leaving out one block at a
/// time.
fn acceleration(values: &[f64], figure: &impl Fn(&[f64]) -> f64) -> f64 {
    // Leaving out single values would take quadratic time.
    let blocks = values.len().min(200);
    let mut rest = Vec::with_capacity(values.len());
    let without: Vec<f64> = (0..blocks)
        .map(|block| {
            rest.clear();
            let others = values.iter().enumerate().filter(|(i, _)| i % blocks != block);
            rest.extend(others.map(|(_, value)| value));
            figure(&rest)
        })
        .collect();
    let mean = without.iter().sum::<f64>() / blocks as f64;
    let (mut squares, mut cubes) = (0.0, 0.0);
    for value in without {
        squares += (mean - value).powi(2);
        cubes += (mean - value).powi(3);
    }
    if squares == 0.0 { 0.0 } else { cubes / (6.0 * squares.powf(1.5)) }
}
