//! Always-valid intervals (confidence sequences), so that one may look and stop at any time.
//!
//! An ordinary 95 % interval covers 95 times in 100 only if the number of games was fixed
//! beforehand. These cover 95 times in 100 *throughout*: the chance that the true value is ever
//! outside, after any number of games, is at most `alpha`. So a comparison may stop as soon as the
//! interval excludes 0, and errs no more often than stated.

use statrs::function::beta::ln_beta;

use super::Interval;

/// The expected effect size in standard deviations, squared: the intervals are narrowest for
/// effects of about a third of the spread, and valid for all.
const EXPECTED: f64 = 0.1;

/// Below this many values there is no interval: the spread must be known first.
const LEAST: u64 = 8;

/// The always-valid interval of a mean, with a chance of `alpha` of ever being wrong.
///
/// The mixture of Student's likelihood ratios over normal effects (Lai 1976; Wang and Ramdas
/// 2024): exact for normal values of unknown spread, and close for others. `None` below eight
/// values, without spread, or while it is still infinitely wide.
pub fn anytime_mean(mean: f64, variance: f64, n: u64, alpha: f64) -> Option<Interval> {
    if n < LEAST || variance <= 0.0 {
        return None;
    }
    let count = n as f64;
    // The ratio √(1/a)·((1 + u)/(1 + u/a))^(n/2) reaches 1/alpha at this u = t²/(n - 1).
    let a = 1.0 + count * EXPECTED;
    let ratio = (a / (alpha * alpha)).powf(1.0 / count);
    if ratio >= a {
        return None;
    }
    let u = (ratio - 1.0) / (1.0 - ratio / a);
    let reach = (u * (count - 1.0) * variance / count).sqrt();
    Some([mean - reach, mean + reach])
}

/// The always-valid interval of a share of `yes` among `n`, with a chance of `alpha` of ever being
/// wrong.
///
/// The uniform mixture of binomial likelihood ratios over all shares: exact.
pub fn anytime_share(yes: u64, n: u64, alpha: f64) -> Interval {
    let (yes, no) = (yes as f64, (n - yes) as f64);
    let mixture = ln_beta(yes + 1.0, no + 1.0);
    // Shares against which the evidence is not yet 1/alpha.
    let is_open = |share: f64| {
        let likelihood = product(yes, share.ln()) + product(no, (1.0 - share).ln());
        mixture - likelihood < -alpha.ln()
    };
    let seen = if n == 0 { 0.5 } else { yes / (yes + no) };
    let edge = |mut inside: f64, mut outside: f64| {
        if is_open(outside) {
            return outside;
        }
        for _ in 0..60 {
            let middle = (inside + outside) / 2.0;
            match is_open(middle) {
                true => inside = middle,
                false => outside = middle,
            }
        }
        outside
    };
    [edge(seen, 0.0), edge(seen, 1.0)]
}

/// A product in which 0 times anything is 0.
fn product(count: f64, value: f64) -> f64 {
    if count == 0.0 { 0.0 } else { count * value }
}
