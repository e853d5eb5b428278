//! A curve from samples, and how well it foretells others.

use minolab_arena::stats::Interval;
use serde::{Deserialize, Serialize};

use super::{Curve, Gap, GapSample};
use crate::Figure;

/// Samples are put together by this many in the order of their gaps; then neighbours until the
/// costs rise.
const BINS: usize = 40;

/// A mean of fewer samples says little.
const FEW: u64 = 20;

/// Ends of the game that are further away are taken together.
const FAR: u32 = 8;

/// What samples that the curve has not seen came to, a tenth of them at a time by what it foretold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tenth {
    /// The mean of what the curve foretold.
    pub predicted: f64,
    /// The mean of what they cost.
    pub realized: f64,
    /// Its 95 % interval.
    pub ci95: Interval,
    /// How many.
    pub n: u64,
}

impl Tenth {
    /// Whether what was foretold lies in the interval of what came.
    pub fn is_right(&self) -> bool {
        (self.ci95[0]..=self.ci95[1]).contains(&self.predicted)
    }
}

/// Neighbouring samples with their mean cost.
#[derive(Clone, Copy)]
struct Bin {
    gap: f64,
    cost: f64,
    n: f64,
    /// The variance of the mean cost.
    variance: f64,
}

/// The curve that fits best among those that never fall (pool adjacent violators).
pub fn fit(samples: &[GapSample]) -> Option<Curve> {
    let mut scored: Vec<(f64, f64)> = samples.iter().filter_map(score).collect();
    scored.sort_by(|a, b| a.0.total_cmp(&b.0));
    let size = scored.len().div_ceil(BINS).max(1);
    let mut pooled: Vec<Bin> = Vec::new();
    for samples in scored.chunks(size) {
        let figure = Figure::of(samples.iter().map(|sample| sample.1));
        let n = samples.len() as f64;
        let gap = samples.iter().map(|sample| sample.0).sum::<f64>() / n;
        pooled.push(Bin { gap, cost: figure.mean, n, variance: figure.sd.powi(2) / n });
        while let [.., before, last] = pooled[..]
            && before.cost > last.cost
        {
            pooled.truncate(pooled.len() - 2);
            pooled.push(before.with(last));
        }
    }
    let is_something = |bin: &Bin| bin.cost > 1.96 * bin.variance.sqrt();
    let first = pooled.iter().position(is_something)?;
    let resolution = first.checked_sub(1).map_or(pooled[0].gap, |before| pooled[before].gap);
    let knots = pooled.iter().map(|bin| [bin.gap, bin.cost.max(0.0)]).collect::<Vec<_>>();
    let dearest = knots.last().map_or(0.0, |knot: &[f64; 2]| knot[1]);
    let mean = |is_meant: &dyn Fn(Gap) -> bool| {
        let meant = samples.iter().filter(|sample| is_meant(sample.gap));
        let figure = Figure::of(meant.map(|sample| sample.cost));
        (figure.n >= FEW).then(|| figure.mean.max(0.0))
    };
    let any_end = mean(&|gap| matches!(gap, Gap::MissesEnd(_))).unwrap_or(dearest);
    let missed_end = (1..=FAR).map(|far| {
        let is_so_far = |gap| matches!(gap, Gap::MissesEnd(pieces) if pieces.clamp(1, FAR) == far);
        mean(&is_so_far).unwrap_or(any_end)
    });
    Some(Curve {
        resolution,
        missed_end: missed_end.collect(),
        lost: mean(&|gap| gap == Gap::Loses).unwrap_or(dearest).max(dearest),
        knots,
    })
}

fn score(sample: &GapSample) -> Option<(f64, f64)> {
    match sample.gap {
        Gap::Score(score) => Some((score, sample.cost)),
        _ => None,
    }
}

impl Bin {
    fn with(self, other: Bin) -> Bin {
        let n = self.n + other.n;
        let mean = |a: f64, b: f64| (a * self.n + b * other.n) / n;
        let variance =
            (self.variance * self.n.powi(2) + other.variance * other.n.powi(2)) / n.powi(2);
        Bin { gap: mean(self.gap, other.gap), cost: mean(self.cost, other.cost), n, variance }
    }
}

/// What became of samples that the curve was not fitted to.
pub fn hold_out(curve: &Curve, samples: &[GapSample]) -> Vec<Tenth> {
    let mut pairs: Vec<(f64, f64)> =
        samples.iter().map(|sample| (curve.cost(sample.gap), sample.cost)).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let size = pairs.len().div_ceil(10).max(1);
    let tenths = pairs.chunks(size).filter_map(|pairs| {
        let came = Figure::of(pairs.iter().map(|pair| pair.1));
        let predicted = pairs.iter().map(|pair| pair.0).sum::<f64>() / pairs.len() as f64;
        Some(Tenth { predicted, realized: came.mean, ci95: came.ci95?, n: came.n })
    });
    tenths.collect()
}

#[cfg(test)]
mod tests {
    use minolab_rules::random::SplitMix64;

    use super::*;

    /// Costs half of the gap beyond 10, with noise.
    fn samples(seed: u64, count: usize) -> Vec<GapSample> {
        let mut random = SplitMix64(seed);
        let mut uniform = move || (random.next() >> 11) as f64 / (1u64 << 53) as f64;
        (0..count)
            .map(|_| {
                let gap = 100.0 * uniform() * uniform();
                let noise = 20.0 * (uniform() + uniform() + uniform() - 1.5);
                let cost = (gap - 10.0).max(0.0) / 2.0 + noise;
                GapSample { gap: Gap::Score(gap), cost, placed: 0 }
            })
            .collect()
    }

    #[test]
    fn a_curve_finds_what_is_there_and_foretells_it() {
        let curve = fit(&samples(1, 10_000)).unwrap();
        assert_eq!(curve.check(), Ok(()));
        for (gap, cost) in [(5.0, 0.0), (30.0, 10.0), (60.0, 25.0)] {
            let found = curve.cost(Gap::Score(gap));
            assert!((found - cost).abs() < 1.5, "{gap}: {found}, expected about {cost}");
        }
        assert!((5.0..16.0).contains(&curve.resolution), "{}", curve.resolution);
        let tenths = hold_out(&curve, &samples(2, 10_000));
        assert_eq!(tenths.iter().map(|tenth| tenth.n).sum::<u64>(), 10_000);
        let right = tenths.iter().filter(|tenth| tenth.is_right()).count();
        assert!(right >= 8, "{tenths:#?}");
    }

    #[test]
    fn nothing_comes_of_noise() {
        let noise = samples(3, 4000).into_iter().map(|sample| match sample.gap {
            Gap::Score(_) if sample.placed == 0 => {
                GapSample { gap: Gap::Score(1.0), cost: 0.0, ..sample }
            }
            _ => sample,
        });
        assert_eq!(fit(&noise.collect::<Vec<_>>()), None);
    }
}
