use super::*;
use crate::optimizer::Optimizer;
use crate::optimizer::tests::{around, evaluations_to, rastrigin, sphere};

fn small(mode: PsoMode, population: usize, window: usize) -> PsoSettings {
    PsoSettings { population, window, mode, ..Default::default() }
}

#[test]
fn a_particle_flies_as_computed_by_hand() {
    let space = Space::unbounded(vec![0.0], vec![1.0]).unwrap();
    // With a grain of 1 both factors are 0 or 1, so only four flights are possible.
    let settings = PsoSettings { grain: 1, ..small(PsoMode::Asynchronous, 2, 1) };
    let mut seen = [0; 4];
    for seed in 0..400 {
        let mut pso = Pso::new(&settings, &space, seed);
        let particle = &mut pso.particles[0];
        particle.position = vec![1.0];
        particle.velocity = vec![0.5];
        particle.best = vec![3.0];
        particle.best_fitness = 7.0;
        pso.best = Some((9.0, vec![-1.0]));
        let candidate = pso.ask().unwrap();
        assert_eq!((candidate.id, candidate.point), (0, vec![1.0]));
        pso.tell(0, 1.0);
        // 0.8 · 0.5 = 0.4; to its own best 0.1 · (3 − 1) = 0.2; to the global 0.2 · (−1 − 1) = −0.4.
        let flights = [0.4, 0.4 + 0.2, 0.4 - 0.4, 0.4 + 0.2 - 0.4];
        let velocity = pso.particles[0].velocity[0];
        let which = flights.iter().position(|v| (v - velocity).abs() < 1e-12);
        seen[which.unwrap_or_else(|| panic!("{velocity} is none of {flights:?}"))] += 1;
        assert_eq!(pso.particles[0].position[0], 1.0 + velocity);
        assert_eq!(pso.recommended(), [-1.0], "a worse result changes no best");
        assert_eq!(pso.particles[0].best, [3.0]);
    }
    assert!(seen.iter().all(|&count| (60..=140).contains(&count)), "{seen:?}");
}

#[test]
fn the_factors_are_thousandths_and_reach_both_ends() {
    let space = Space::unbounded(vec![0.0], vec![1.0]).unwrap();
    let settings = PsoSettings {
        inertia: 0.0,
        personal: 0.0,
        global: 1.0,
        ..small(PsoMode::Generational, 2, 1)
    };
    let mut pso = Pso::new(&settings, &space, 1);
    let (mut low, mut high, mut sum) = (1.0f64, 0.0f64, 0.0);
    for _ in 0..20_000 {
        pso.particles[0].position = vec![0.0];
        pso.best = Some((0.0, vec![1.0]));
        pso.fly(0);
        let r = pso.particles[0].velocity[0];
        assert!((r * 1000.0 - (r * 1000.0).round()).abs() < 1e-9, "{r}");
        (low, high, sum) = (low.min(r), high.max(r), sum + r);
    }
    assert_eq!((low, high), (0.0, 1.0));
    assert!((sum / 20_000.0 - 0.5).abs() < 4.0 * 0.002_05, "{}", sum / 20_000.0);
}

#[test]
fn the_first_points_and_velocities_have_their_widths() {
    let pso =
        Pso::new(&PsoSettings { population: 5000, ..Default::default() }, &around(1, 1.0, 0.5), 1);
    let range = |values: &dyn Fn(&Particle) -> f64| {
        pso.particles.iter().fold((f64::MAX, f64::MIN), |(low, high), particle| {
            (low.min(values(particle)), high.max(values(particle)))
        })
    };
    let (low, high) = range(&|p| p.position[0]);
    assert!((0.5..0.51).contains(&low) && (1.49..1.5).contains(&high), "{low} {high}");
    let (low, high) = range(&|p| p.velocity[0]);
    assert!((-1.0..-0.99).contains(&low) && (0.99..1.0).contains(&high), "{low} {high}");
}

#[test]
fn asynchronously_the_particle_with_the_fewest_iterations_is_next() {
    let mut pso = Pso::new(&small(PsoMode::Asynchronous, 3, 2), &around(1, 0.0, 1.0), 1);
    let place = |pso: &Pso, point: &[f64]| {
        pso.particles.iter().position(|particle| particle.position == point).unwrap()
    };
    let ask = |pso: &mut Pso| pso.ask().map(|c| (c.id, c.generation, place(pso, &c.point)));
    assert_eq!(ask(&mut pso), Some((0, 0, 0)));
    assert_eq!(ask(&mut pso), Some((1, 0, 1)));
    assert_eq!(ask(&mut pso), None, "two at once");
    pso.tell(0, 1.0);
    assert_eq!(ask(&mut pso), Some((2, 0, 2)), "not yet measured at all");
    assert_eq!(ask(&mut pso), None);
    pso.tell(1, 2.0);
    assert_eq!(ask(&mut pso), Some((3, 1, 0)), "0 and 1 are equal: the lower index");
    assert_eq!(pso.generation(), 0);
    pso.tell(2, 0.0);
    assert_eq!(pso.generation(), 1);
    assert_eq!(ask(&mut pso), Some((4, 1, 1)));
    pso.tell(3, 3.0);
    assert_eq!(ask(&mut pso), Some((5, 1, 2)), "particle 0 is ahead");
    pso.tell(4, 3.0);
    assert_eq!(ask(&mut pso), Some((6, 2, 0)));
    assert_eq!(pso.generation(), 1);
}

#[test]
fn results_count_in_the_order_of_ids_whenever_they_come() {
    let settings = small(PsoMode::Asynchronous, 6, 4);
    let mut ordered = Pso::new(&settings, &around(2, 0.0, 1.0), 1);
    let mut mixed = ordered.clone();
    for round in 0..200 {
        let asked: Vec<Candidate> = std::iter::from_fn(|| ordered.ask()).collect();
        let same: Vec<Candidate> = std::iter::from_fn(|| mixed.ask()).collect();
        assert_eq!(asked, same);
        let waiting = ordered.outstanding();
        for candidate in &waiting {
            ordered.tell(candidate.id, sphere(&candidate.point));
        }
        let turn = round % waiting.len();
        for candidate in waiting[turn..].iter().chain(&waiting[..turn]) {
            mixed.tell(candidate.id, sphere(&candidate.point));
        }
        assert_eq!(ordered, mixed);
    }
}

#[test]
fn generationally_all_move_once_all_are_measured() {
    let mut pso = Pso::new(&small(PsoMode::Generational, 3, 1), &around(1, 0.0, 1.0), 1);
    let first: Vec<Candidate> = std::iter::from_fn(|| pso.ask()).collect();
    assert_eq!(first.len(), 3, "the window is the asynchronous swarm's");
    let at_rest = pso.particles.clone();
    pso.tell(0, 1.0);
    pso.tell(1, 5.0);
    assert_eq!(pso.ask(), None);
    assert_eq!(pso.generation(), 0);
    for (now, then) in pso.particles.iter().zip(&at_rest) {
        assert_eq!(now.position, then.position);
    }
    pso.tell(2, 2.0);
    assert_eq!(pso.generation(), 1);
    assert_eq!(pso.recommended(), first[1].point);
    for (now, then) in pso.particles.iter().zip(&at_rest) {
        assert_ne!(now.position, then.position);
    }
    assert_eq!(pso.ask().unwrap().generation, 1);
}

#[test]
fn it_reaches_known_best_points() {
    for mode in [PsoMode::Generational, PsoMode::Asynchronous] {
        let mut reached = 0;
        for seed in 0..10 {
            // Hidamari's whole run is 20 000 evaluations.
            let settings = PsoSettings { mode, ..Default::default() };
            let mut pso = Pso::new(&settings, &around(3, 0.5, 1.0), seed);
            let needed = evaluations_to(&mut pso, sphere, -1e-6, 20_000);
            assert!(needed.is_some(), "sphere, {mode:?}, seed {seed}");
            let settings = PsoSettings { population: 400, ..settings };
            let mut pso = Pso::new(&settings, &around(3, 1.0, 3.0), seed);
            reached += u32::from(evaluations_to(&mut pso, rastrigin, -0.01, 80_000).is_some());
        }
        assert!(reached >= 7, "Rastrigin, {mode:?}: {reached} of 10 seeds");
    }
}

#[test]
fn a_particle_stops_at_a_bound() {
    let space = Space::new(vec![0.0], vec![1.0], vec![-1.0], vec![2.0]).unwrap();
    let mut pso = Pso::new(&small(PsoMode::Asynchronous, 2, 1), &space, 1);
    pso.best = Some((9.0, vec![1.9]));
    let start = Particle {
        position: vec![1.9],
        velocity: vec![5.0],
        best: vec![1.9],
        ..pso.particles[0].clone()
    };
    pso.particles[0] = start;
    pso.fly(0);
    assert_eq!((pso.particles[0].position[0], pso.particles[0].velocity[0]), (2.0, 0.0));
}
