use super::*;
use crate::optimizer::Optimizer;
use crate::optimizer::tests::{around, evaluations_to, rosenbrock, sphere};

/// The update again, written plainly from the paper alone: sorted pairs, vectors, no state.
fn restated(points: &[Vec<f64>], fitness: &[f64], mean: &mut [f64], sd: &mut [f64]) {
    let lambda = points.len();
    let mut sorted: Vec<(f64, &Vec<f64>)> = fitness.iter().copied().zip(points).collect();
    sorted.sort_by(|a, b| b.0.partial_cmp(&a.0).unwrap());
    let weight = |k: usize| ((lambda as f64 / 2.0 + 1.0).ln() - (k as f64).ln()).max(0.0);
    let sum: f64 = (1..=lambda).map(weight).sum();
    let d = mean.len() as f64;
    let eta = (3.0 + d.ln()) / 5.0 / d.sqrt();
    let (old_mean, old_sd) = (mean.to_vec(), sd.to_vec());
    for i in 0..mean.len() {
        let mut grow = 0.0;
        for (k, (_, point)) in sorted.iter().enumerate() {
            let u = weight(k + 1) / sum - 1.0 / lambda as f64;
            mean[i] += u * (point[i] - old_mean[i]);
            grow += u * (((point[i] - old_mean[i]) / old_sd[i]).powi(2) - 1.0);
        }
        sd[i] = old_sd[i] * (eta / 2.0 * grow).exp();
    }
}

#[test]
fn the_update_is_the_papers() {
    let mut es = Es::new(&EsSettings::default(), &around(4, 0.5, 1.0), 11);
    for generation in 0..30 {
        let (mut mean, mut sd) = (es.mean.clone(), es.sd.clone());
        let points: Vec<Vec<f64>> = es.batch.points().to_vec();
        let fitness: Vec<f64> = points.iter().map(|p| rosenbrock(p)).collect();
        for &fitness in &fitness {
            let candidate = es.ask().unwrap();
            assert_eq!(candidate.generation, generation);
            es.tell(candidate.id, fitness);
        }
        restated(&points, &fitness, &mut mean, &mut sd);
        for (seen, expected) in es.mean.iter().chain(&es.sd).zip(mean.iter().chain(&sd)) {
            assert!(
                (seen - expected).abs() < 1e-12 * expected.abs().max(1e-3),
                "{seen} {expected}"
            );
        }
    }
}

#[test]
fn utilities_by_hand() {
    // λ = 4: log 3 − log k for k = 1, 2 gives 1.098612, 0.405465; the rest is 0.
    let expected = [0.730_423 - 0.25, 0.269_577 - 0.25, -0.25, -0.25];
    for (seen, expected) in utilities(4).into_iter().zip(expected) {
        assert!((seen - expected).abs() < 1e-6, "{seen} is not {expected}");
    }
    assert!(utilities(60).iter().sum::<f64>().abs() < 1e-15);
}

#[test]
fn the_first_centre_is_drawn_or_given_and_the_first_points_have_its_width() {
    let space = around(2, 3.0, 2.0);
    let given = EsSettings { random_start: false, population: 2000, ..Default::default() };
    let es = Es::new(&given, &space, 1);
    assert_eq!(es.recommended(), [3.0, 3.0]);
    let squares: f64 = es.batch.points().iter().flatten().map(|x| (x - 3.0).powi(2)).sum();
    // Half a spread: variance 1 ± √(2/4000).
    assert!((squares / 4000.0 - 1.0).abs() < 4.0 * 0.0224, "{}", squares / 4000.0);

    let centres: Vec<f64> = (0..2000)
        .flat_map(|seed| Es::new(&EsSettings::default(), &space, seed).recommended())
        .collect();
    assert!(centres.iter().all(|x| (1.0..=5.0).contains(x)));
    let below = centres.iter().filter(|&&x| x < 2.0).count();
    assert!(below.abs_diff(1000) < 110, "a quarter of 4000 lies below: {below}");
}

#[test]
fn it_reaches_known_best_points() {
    let settings = EsSettings { random_start: false, sd: 1.0, ..Default::default() };
    for seed in 0..5 {
        let mut es = Es::new(&settings, &around(10, 1.0, 1.0), seed);
        let needed = evaluations_to(&mut es, sphere, -1e-8, 20_000);
        assert!(needed.is_some_and(|n| n <= 9000), "sphere, seed {seed}: {needed:?}");
        let mut es = Es::new(&settings, &around(2, -1.0, 0.5), seed);
        let needed = evaluations_to(&mut es, rosenbrock, -1e-3, 200_000);
        assert!(needed.is_some_and(|n| n <= 100_000), "Rosenbrock, seed {seed}: {needed:?}");
    }
}
