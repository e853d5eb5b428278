//! Does a 95 % interval contain the true value 95 times in 100?

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

fn unit(rng: &mut Xoshiro256PlusPlus) -> f64 {
    ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
}

fn exponential(rng: &mut Xoshiro256PlusPlus, mean: f64) -> f64 {
    -mean * unit(rng).ln()
}

/// How many of a hundred intervals contain the true value.
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

/// How many of a hundred experiments ever exclude the true value, checked after every value.
fn ever_wrong(
    trials: u64,
    most: u64,
    truth: f64,
    draw: impl Fn(&mut Xoshiro256PlusPlus) -> f64,
) -> f64 {
    let wrong = (0..trials).filter(|&trial| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1_000_000 + trial);
        let (mut mean, mut squares) = (0.0, 0.0);
        (1..=most).any(|n| {
            let value = draw(&mut rng);
            let before = value - mean;
            mean += before / n as f64;
            squares += before * (value - mean);
            let variance = squares / (n - 1).max(1) as f64;
            anytime_mean(mean, variance, n, 0.05)
                .is_some_and(|[low, high]| truth < low || truth > high)
        })
    });
    100.0 * wrong.count() as f64 / trials as f64
}

#[test]
fn a_comparison_that_may_stop_at_any_time_errs_no_more_than_it_promises() {
    let normal = |rng: &mut Xoshiro256PlusPlus| {
        (-2.0 * unit(rng).ln()).sqrt() * (std::f64::consts::TAU * unit(rng)).cos()
    };
    let found = ever_wrong(2000, 2000, 0.0, normal);
    assert!((0.5..=5.0).contains(&found), "normal: {found}");
    // Two players of equal strength whose games are long-tailed.
    let found = ever_wrong(2000, 2000, 0.0, |rng| exponential(rng, 1.0) - exponential(rng, 1.0));
    assert!(found <= 5.0, "exponential: {found}");
    // Sprints of 100 or 101 pieces: nearly all pairs are equal.
    let found = ever_wrong(2000, 2000, 0.0, |rng| {
        (unit(rng) < 0.2) as u8 as f64 - (unit(rng) < 0.2) as u8 as f64
    });
    assert!(found <= 5.0, "few values: {found}");
    // Looking after every game with an interval for a fixed number would err far more often.
    let naive = (0..500).filter(|&trial| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(trial);
        let (mut sum, mut squares) = (0.0, 0.0);
        (1..=2000).any(|n| {
            let value = normal(&mut rng);
            (sum, squares) = (sum + value, squares + value * value);
            let (n, mean) = (n as f64, sum / n as f64);
            n >= 8.0 && mean.abs() > 1.96 * ((squares / n - mean * mean) / n).sqrt()
        })
    });
    assert!(naive.count() > 150);
}

#[test]
fn a_share_looked_at_all_the_time_errs_no_more_than_it_promises() {
    for truth in [0.5, 0.9] {
        let wrong = (0..1000).filter(|&trial| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(trial);
            let mut yes = 0;
            (1..=1000).any(|n| {
                yes += (unit(&mut rng) < truth) as u64;
                // Looking now and then takes less time and errs at most as often.
                n % 10 == 0 && {
                    let [low, high] = anytime_share(yes, n, 0.05);
                    truth < low || truth > high
                }
            })
        });
        let found = wrong.count() as f64 / 10.0;
        assert!((0.2..=5.0).contains(&found), "{truth}: {found}");
    }
    assert_eq!(anytime_share(0, 0, 0.05), [0.0, 1.0]);
    let [low, high] = anytime_share(60, 100, 0.05);
    assert!(low < 0.5 && high > 0.7);
    assert!(anytime_share(700, 1000, 0.05)[0] > 0.6);
}

#[test]
fn a_clear_answer_comes_soon() {
    // Half a standard deviation apart: a fixed test would need 32 games for a power of 80 %.
    let mut sum = 0;
    for trial in 0..500 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(trial);
        let (mut mean, mut squares, mut n) = (0.0, 0.0, 0);
        loop {
            n += 1;
            let value = 0.5 + (0..12).map(|_| unit(&mut rng)).sum::<f64>() - 6.0;
            let before = value - mean;
            mean += before / n as f64;
            squares += before * (value - mean);
            let variance = squares / (n - 1).max(1) as f64;
            if anytime_mean(mean, variance, n, 0.05).is_some_and(|[low, _]| low > 0.0) {
                break sum += n;
            }
        }
    }
    let pairs = sum as f64 / 500.0;
    assert!(pairs < 60.0, "{pairs}");
    assert_eq!(anytime_mean(1.0, 0.0, 100, 0.05), None);
    assert_eq!(anytime_mean(1.0, 1.0, 7, 0.05), None);
}

#[test]
fn intervals_of_ratios_cover_although_placements_of_a_game_resemble_each_other() {
    // Each game has a length and a taste of its own: 0.3 on average, however long it is.
    let mut naive = 0;
    let found = coverage(4000, 0.3, |trial| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(trial);
        let mut ratio = Ratio::default();
        for _ in 0..40 {
            let taste = 0.6 * unit(&mut rng);
            let pieces = 20 + (unit(&mut rng) * 80.0) as u64;
            let part = (0..pieces).filter(|_| unit(&mut rng) < taste).count();
            ratio.add(part as f64, pieces as f64);
        }
        let [low, high] = share(ratio.part as u64, ratio.whole as u64).unwrap();
        naive += (0.3 < low || 0.3 > high) as u32;
        ratio.interval().unwrap()
    });
    assert!((93.0..=97.0).contains(&found), "{found}");
    assert!(naive > 1000, "{naive}");
    assert_eq!(Ratio::default().interval(), None);
}

#[test]
fn nothing_in_many_placements_is_next_to_nothing() {
    // 60 games with 6 025 pieces in all, and not one perfect clear.
    let (mut share, mut rate) = (Ratio::share(), Ratio::default());
    for game in 0..60 {
        let pieces = 100.0 + (game < 25) as u32 as f64;
        share.add(0.0, pieces);
        rate.add(0.0, pieces);
    }
    for none in [share, rate] {
        let [low, high] = none.interval().unwrap();
        // Once in 6 025 / 3.69 pieces would go unseen one time in forty.
        assert!(low == 0.0 && (high - 3.69 / 6025.0).abs() < 1e-6, "{high}");
    }
    let mut all = Ratio::share();
    (0..60).for_each(|_| all.add(100.0, 100.0));
    let [low, high] = all.interval().unwrap();
    assert!(high == 1.0 && (0.9993..0.9995).contains(&low), "{low}");
}

#[test]
fn intervals_of_rare_events_cover() {
    // About five events in a run, and in every other run games differ as to how likely they are.
    for clustered in [false, true] {
        let found = coverage(2000, 0.002, |trial| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(trial);
            let mut ratio = Ratio::share();
            for _ in 0..40 {
                let taste = if clustered { 0.004 * unit(&mut rng) } else { 0.002 };
                let part = (0..60).filter(|_| unit(&mut rng) < taste).count();
                ratio.add(part as f64, 60.0);
            }
            ratio.interval().unwrap()
        });
        assert!((94.0..=99.5).contains(&found), "{found}");
    }
}

#[test]
fn shares_stay_between_none_and_all() {
    // Nine games in ten have all of it, which Student's t would take beyond 1.
    let mut ratio = Ratio::share();
    (0..10).for_each(|game| ratio.add(if game == 0 { 0.0 } else { 400.0 }, 400.0));
    let [low, high] = ratio.interval().unwrap();
    assert!(low > 0.5 && high <= 1.0, "{low} {high}");
    assert_eq!(share(0, 7).unwrap()[0], 0.0);
    assert_eq!(share(7, 7).unwrap()[1], 1.0);
}
