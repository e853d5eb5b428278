//! Does a 95 % interval hold the truth 95 times in 100?

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

fn unit(rng: &mut Xoshiro256PlusPlus) -> f64 {
    ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
}

fn exponential(rng: &mut Xoshiro256PlusPlus, mean: f64) -> f64 {
    -mean * unit(rng).ln()
}

/// How many of a hundred intervals hold the truth.
fn coverage(trials: u32, truth: f64, mut interval: impl FnMut(u64) -> Interval) -> f64 {
    let held = (0..trials).filter(|&trial| {
        let [low, high] = interval(trial as u64);
        assert!(low <= high);
        (low..=high).contains(&truth)
    });
    100.0 * held.count() as f64 / trials as f64
}

#[test]
fn intervals_of_means_cover() {
    // A sum of uniform numbers is close to normal even for twelve games.
    let found = coverage(10_000, 6_000.0, |trial| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(trial);
        let mut moments = Moments::default();
        for _ in 0..12 {
            moments.add((0..12).map(|_| unit(&mut rng) * 1000.0).sum::<f64>() as u64);
        }
        moments.summary(None, 1.0).ci95.unwrap()
    });
    assert!((93.0..=97.0).contains(&found), "{found}");
    // Long-tailed games need more of them.
    let found = coverage(4000, 10_000.0, |trial| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(trial);
        let mut moments = Moments::default();
        for _ in 0..200 {
            moments.add(exponential(&mut rng, 10_000.5) as u64);
        }
        moments.summary(None, 1.0).ci95.unwrap()
    });
    assert!((93.0..=97.0).contains(&found), "{found}");
}

#[test]
fn intervals_of_totals_per_death_cover() {
    for watched in [4.0, 20.0] {
        let found = coverage(10_000, 1000.0, |trial| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(trial);
            let (mut left, mut deaths) = (watched * 1000.0, 0);
            loop {
                let life = exponential(&mut rng, 1000.0);
                if life > left {
                    break per_death(watched * 1000.0, deaths);
                }
                left -= life;
                deaths += 1;
            }
        });
        // Exact intervals of counts err on the safe side when there are few.
        let most = if watched < 10.0 { 98.5 } else { 97.0 };
        assert!((93.0..=most).contains(&found), "{watched}: {found}");
    }
    assert_eq!(per_death(1000.0, 0)[1], f64::INFINITY);
    // Three deaths: 2·total / 17.535 and 2·total / 1.2373.
    let [low, high] = per_death(3000.0, 3);
    assert!((low - 342.18).abs() < 0.1 && (high - 4849.1).abs() < 1.0, "{low} {high}");
}

#[test]
fn intervals_of_shares_cover() {
    for truth in [0.1, 0.5] {
        let found = coverage(10_000, truth, |trial| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(trial);
            let yes = (0..80).filter(|_| unit(&mut rng) < truth).count();
            share(yes as u64, 80).unwrap()
        });
        assert!((93.0..=97.0).contains(&found), "{truth}: {found}");
    }
    assert_eq!(share(0, 0), None);
}

#[test]
fn bootstrapped_intervals_cover() {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let found = coverage(800, 100.0, |trial| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(trial);
        let values: Vec<f64> = (0..150).map(|_| exponential(&mut rng, 100.0)).collect();
        bootstrap(&values, trial, mean).unwrap()
    });
    assert!((93.0..=97.0).contains(&found), "{found}");
    let truth = 2f64.ln() * 100.0;
    let median = |values: &[f64]| {
        let mut values = values.to_vec();
        values.sort_unstable_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let found = coverage(500, truth, |trial| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(trial);
        let values: Vec<f64> = (0..151).map(|_| exponential(&mut rng, 100.0)).collect();
        bootstrap(&values, trial, median).unwrap()
    });
    assert!((93.0..=97.0).contains(&found), "{found}");
    assert_eq!(bootstrap(&[1.0; 7], 0, mean), None);
}

#[test]
fn moments_are_exact() {
    let mut all = Moments::default();
    let mut parts = [Moments::default(), Moments::default()];
    for value in [3, 5, 5, 11] {
        all.add(value);
        parts[(value == 5) as usize].add(value);
    }
    let [mut first, second] = parts;
    first.merge(&second);
    assert_eq!(first, all);
    let summary = all.summary(Some(5.0), 2.0);
    assert_eq!((summary.mean, summary.min, summary.max), (Some(3.0), Some(1.5), Some(5.5)));
    assert_eq!(all.variance(), Some(12.0));
    assert_eq!(summary.se, Some(3f64.sqrt() / 2.0));
    assert_eq!(Moments::default().summary(None, 1.0), Summary::default());
}
