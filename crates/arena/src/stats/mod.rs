//! What a number of games says about a figure.
//!
//! Use these and nothing else:
//!
//! * [`mean_interval`] for the mean of a number that each game has once;
//! * [`per_death`] for lines (or pieces) per top-out when games may be unfinished: the length of a strong player's games is roughly exponential, so the estimate is the total divided by the top-outs, with a chi-square interval;
//! * [`share`] for a proportion of independent yes-or-no results;
//! * [`Ratio`] for a proportion or rate of something each game has many of, such as placements;
//! * [`bootstrap`] for any other figure, of any distribution;
//! * [`anytime_mean`] and [`anytime_share`] for a mean and a proportion that are monitored in order to stop once the answer is clear: a comparison, a race.
//!
//! [`Moments`] and [`Sample`] gather what they need in a fixed amount of memory and give the
//! same result in whatever order games arrive; [`Summary`] is what a run reports.

mod bootstrap;
mod moments;
mod ratio;
mod sample;
mod sequential;
mod summary;

pub use bootstrap::bootstrap;
pub use moments::Moments;
pub use ratio::Ratio;
pub use sample::Sample;
pub use sequential::{anytime_mean, anytime_share};
use statrs::distribution::{Beta, ChiSquared, ContinuousCDF, Normal, StudentsT};
pub use summary::Summary;

/// A 95 % interval: low end, high end.
pub type Interval = [f64; 2];

/// The 95 % interval of a mean with this standard error over `n` independent values.
///
/// Student's t. Right for anything roughly normal, and for other shapes from a few dozen values on;
/// `None` below two.
pub fn mean_interval(mean: f64, se: f64, n: u64) -> Option<Interval> {
    let reach = t_quantile(n.checked_sub(1)?)? * se;
    Some([mean - reach, mean + reach])
}

/// How many standard errors a 95 % interval extends to either side, with this many degrees of
/// freedom.
fn t_quantile(freedom: u64) -> Option<f64> {
    let t = StudentsT::new(0.0, 1.0, Some(freedom).filter(|&free| free > 0)? as f64).ok()?;
    Some(t.inverse_cdf(0.975))
}

/// The median; for an even number of values the mean of the two in the middle. `None` without
/// values.
pub fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.into_iter().collect();
    let middle = values.len() / 2;
    let is_even = values.len().is_multiple_of(2);
    if values.is_empty() {
        return None;
    }
    let (below, &mut upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    let lower = below.iter().copied().max_by(f64::total_cmp).filter(|_| is_even);
    Some((lower.unwrap_or(upper) + upper) / 2.0)
}

/// The 95 % interval of a total per top-out, when the time to top out is exponential and
/// observation stopped after a total that did not depend on the top-outs.
///
/// Without a top-out there is only a lower end; the upper end is infinite.
pub fn per_death(total: f64, deaths: u64) -> Interval {
    let quantile = |probability: f64, freedom: u64| {
        ChiSquared::new(freedom as f64).map_or(f64::NAN, |chi| chi.inverse_cdf(probability))
    };
    let high = match deaths {
        0 => f64::INFINITY,
        _ => 2.0 * total / quantile(0.025, 2 * deaths),
    };
    [2.0 * total / quantile(0.975, 2 * deaths + 2), high]
}

/// The 95 % interval of a share of `yes` among `n`, by Wilson's score.
pub fn share(yes: u64, n: u64) -> Option<Interval> {
    if n == 0 {
        return None;
    }
    let z = Normal::standard().inverse_cdf(0.975);
    let (n, p) = (n as f64, yes as f64 / n as f64);
    let centre = p + z * z / (2.0 * n);
    let reach = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    Some([((centre - reach) / scale).max(0.0), ((centre + reach) / scale).min(1.0)])
}

/// The exact 95 % interval of a share of `yes` among `n` by Clopper and Pearson, which is
/// conservative; both may be fractions.
fn exact_share(yes: f64, n: f64) -> Option<Interval> {
    let end = |a: f64, b: f64, probability: f64| {
        Beta::new(a, b).ok().map(|beta| beta.inverse_cdf(probability))
    };
    let no = n - yes;
    let low = if yes > 0.0 { end(yes, no + 1.0, 0.025)? } else { 0.0 };
    let high = if no > 0.0 { end(yes + 1.0, no, 0.975)? } else { 1.0 };
    Some([low, high])
}

#[cfg(test)]
mod tests;
