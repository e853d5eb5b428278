use super::*;
use crate::optimizer::Optimizer;
use crate::optimizer::tests::{around, evaluations_to, rastrigin, sphere};

#[test]
fn the_update_is_the_elites_mean_and_variance_plus_noise() {
    let settings = CemSettings {
        population: 4,
        elite: 0.5,
        noise: 0.5,
        noise_decrease: 0.2,
        ..Default::default()
    };
    let mut cem = Cem::new(&settings, &around(1, 0.0, 2.0), 1);
    for (noise, generation) in [(0.5, 0), (0.3, 1), (0.1, 2), (0.0, 3), (0.0, 4)] {
        let mut points: Vec<f64> = Vec::new();
        for _ in 0..4 {
            let candidate = cem.ask().unwrap();
            assert_eq!(candidate.generation, generation);
            points.push(candidate.point[0]);
            cem.tell(candidate.id, candidate.point[0]);
        }
        points.sort_by(|a, b| b.total_cmp(a));
        let mean = (points[0] + points[1]) / 2.0;
        // Half the distance between two, squared, is their variance; the spread is 2.
        let variance = ((points[0] - points[1]) / 2.0).powi(2) + noise * 4.0;
        assert!((cem.recommended()[0] - mean).abs() < 1e-12);
        assert!((cem.sd()[0].powi(2) - variance).abs() < 1e-12, "generation {generation}");
    }
}

#[test]
fn the_papers_numbers_in_spreads() {
    // Their start is N(0, 100) and the elite ten of a hundred.
    let cem = Cem::new(&CemSettings::default(), &around(3, 0.0, 10.0), 1);
    assert_eq!(cem.variance, [100.0; 3]);
    assert_eq!((cem.population(), cem.settings.elite_count()), (100, 10));
    // Z_0 = 5, and nothing is left from generation 50 on.
    assert!((cem.settings.noise * 100.0 - 5.0).abs() < 1e-12);
    assert!((cem.settings.noise - 50.0 * cem.settings.noise_decrease).abs() < 1e-12);
}

#[test]
fn the_rate_keeps_part_of_the_old() {
    let fast = CemSettings { population: 10, ..Default::default() };
    let slow = CemSettings { rate: 0.25, ..fast.clone() };
    let space = around(2, 0.0, 1.0);
    let (mut a, mut b) = (Cem::new(&fast, &space, 1), Cem::new(&slow, &space, 1));
    for _ in 0..10 {
        let candidate = a.ask().unwrap();
        assert_eq!(b.ask().as_ref(), Some(&candidate));
        a.tell(candidate.id, sphere(&candidate.point));
        b.tell(candidate.id, sphere(&candidate.point));
    }
    for i in 0..2 {
        assert!((b.mean[i] - 0.25 * a.mean[i]).abs() < 1e-15);
        assert!((b.variance[i] - (0.75 + 0.25 * a.variance[i])).abs() < 1e-15);
    }
}

#[test]
fn it_reaches_known_best_points() {
    for seed in 0..5 {
        let mut cem = Cem::new(&CemSettings::default(), &around(5, 1.0, 1.0), seed);
        let needed = evaluations_to(&mut cem, sphere, -1e-6, 20_000);
        assert!(needed.is_some(), "sphere, seed {seed}");
        let settings = CemSettings { population: 400, ..Default::default() };
        let mut cem = Cem::new(&settings, &around(5, 1.0, 3.0), seed);
        let needed = evaluations_to(&mut cem, rastrigin, -1e-3, 80_000);
        assert!(needed.is_some(), "Rastrigin, seed {seed}");
    }
}

#[test]
fn without_the_noise_it_settles_too_early_and_with_it_it_does_not() {
    // Far from the best point: the width shrinks before the mean has arrived.
    let space = around(10, 5.0, 1.0);
    let reached = |noise: f64, seed: u64| {
        let settings = CemSettings { noise, ..Default::default() };
        evaluations_to(&mut Cem::new(&settings, &space, seed), sphere, -0.1, 5000).is_some()
    };
    assert!((0..5).all(|seed| !reached(0.0, seed) && reached(0.05, seed)));
}
