use super::*;
use crate::optimizer::Optimizer;
use crate::optimizer::tests::{around, evaluations_to, rastrigin, sphere};

/// Whether a count is within four standard errors of its share.
fn share(count: usize, of: usize, expected: f64) {
    let error = (expected * (1.0 - expected) / of as f64).sqrt();
    let seen = count as f64 / of as f64;
    assert!((seen - expected).abs() < 4.0 * error, "{seen} is not {expected} ± {error}");
}

#[test]
fn parents_are_drawn_by_the_square_of_a_uniform_number() {
    let (settings, mut draw) = (GaSettings::default(), Draw::new(1));
    let draws = 200_000;
    let mut counts = [0; 25];
    for _ in 0..draws {
        counts[parent(&settings, &mut draw)] += 1;
    }
    for (k, &count) in counts.iter().enumerate() {
        // P(⌊25 r²⌋ = k) = √((k+1)/25) − √(k/25): the best is a parent every fifth time.
        share(count, draws, ((k + 1) as f64 / 25.0).sqrt() - (k as f64 / 25.0).sqrt());
    }
}

/// One generation of two genes in which rank k has the genes k and 1000 + k, so that every gene
/// of a child tells where it comes from.
fn children(settings: &GaSettings, seed: u64) -> Vec<Vec<f64>> {
    let mut ga = Ga::new(settings, &around(2, 0.0, 0.5), seed);
    let ranks = (0..settings.population).map(|k| vec![k as f64, 1000.0 + k as f64]);
    ga.batch = Batch::first(ranks.collect());
    while let Some(candidate) = ga.ask() {
        // Stops at the next generation's first.
        if candidate.generation == 1 {
            break;
        }
        ga.tell(candidate.id, -candidate.point[0]);
    }
    assert_eq!(ga.recommended(), [0.0, 1000.0]);
    ga.batch.points().to_vec()
}

#[test]
fn a_child_takes_each_gene_from_either_parent_and_few_change() {
    let settings = GaSettings::default();
    let (mut genes, mut changed, mut far, mut same, mut best) = (0, 0, 0, 0, 0);
    let mut total = 0.0;
    for seed in 0..2000 {
        let next = children(&settings, seed);
        assert_eq!(next.len(), 50);
        assert_eq!(next[0], [0.0, 1000.0], "the best survives unchanged");
        for child in &next[1..] {
            let from: Vec<f64> = vec![child[0].round(), child[1].round() - 1000.0];
            for (gene, from) in [child[0], child[1] - 1000.0].into_iter().zip(&from) {
                assert!((0.0..25.0).contains(from), "only the better half are parents: {child:?}");
                genes += 1;
                let change = gene - from;
                assert!(change.abs() <= 0.2 + 1e-9, "{change}");
                changed += usize::from(change.abs() > 1e-9);
                far += usize::from(change.abs() > 0.1);
                total += change;
                best += usize::from(*from == 0.0);
            }
            same += usize::from(from[0] == from[1]);
        }
    }
    share(changed, genes, 0.05);
    share(far, genes, 0.025);
    share(best, genes, 0.2);
    assert!((total / changed as f64).abs() < 4.0 * 0.2 / (3.0 * changed as f64).sqrt());
    // Both genes of rank k: half the time from one parent, else from two that happen to be equal.
    let twice: f64 =
        (0..25).map(|k| (((k + 1) as f64 / 25.0).sqrt() - (k as f64 / 25.0).sqrt()).powi(2)).sum();
    share(same, genes / 2, 0.5 + 0.5 * twice);
}

#[test]
fn every_number_is_a_setting() {
    let settings = GaSettings {
        population: 11,
        parents: 0.3,
        bias: 1.0,
        mutation_rate: 1.0,
        mutation_step: 0.4,
        step_in_spreads: true,
        elite: 3,
    };
    let mut firsts = [0; 3];
    for seed in 0..2000 {
        let next = children(&settings, seed);
        assert_eq!(next.len(), 11);
        assert_eq!(next[..3], [[0.0, 1000.0], [1.0, 1001.0], [2.0, 1002.0]]);
        for child in &next[3..] {
            firsts[child[0].round() as usize] += 1;
            assert!((child[0] - child[0].round()).abs() <= 0.2, "0.4 spreads of 0.5");
            assert_ne!(child[0], child[0].round());
        }
    }
    let all = firsts.iter().sum();
    for count in firsts {
        share(count, all, 1.0 / 3.0);
    }
}

#[test]
fn the_first_generation_is_uniform_around_the_start() {
    let space = Space::unbounded(vec![0.0, 0.25], vec![0.5, 0.25]).unwrap();
    let (mut below, mut low) = (0, f64::INFINITY);
    for seed in 0..1000 {
        for point in Ga::new(&GaSettings::default(), &space, seed).batch.points() {
            assert!(point[0].abs() <= 0.5 && (0.0..=0.5).contains(&point[1]), "{point:?}");
            below += usize::from(point[0] < -0.25);
            low = point[1].min(low);
        }
    }
    share(below, 50_000, 0.25);
    assert!(low < 0.001);
}

#[test]
fn it_reaches_known_best_points() {
    for seed in 0..5 {
        let mut ga = Ga::new(&GaSettings::default(), &around(5, 1.0, 1.0), seed);
        assert!(evaluations_to(&mut ga, sphere, -0.01, 5000).is_some(), "sphere, seed {seed}");
        let settings = GaSettings {
            mutation_rate: 0.2,
            mutation_step: 1.0,
            step_in_spreads: true,
            ..Default::default()
        };
        let mut ga = Ga::new(&settings, &around(5, 1.0, 3.0), seed);
        assert!(evaluations_to(&mut ga, rastrigin, -1.0, 50_000).is_some(), "seed {seed}");
    }
}
