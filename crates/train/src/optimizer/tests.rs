//! Properties of every optimiser.

use proptest::prelude::*;

use super::*;

/// Minus the sum of squares: best 0, at the origin.
pub(crate) fn sphere(x: &[f64]) -> f64 {
    -x.iter().map(|x| x * x).sum::<f64>()
}

/// A bent valley: best 0, where every number is 1.
pub(crate) fn rosenbrock(x: &[f64]) -> f64 {
    -x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum::<f64>()
}

/// A bowl with a dent at every whole point: best 0, at the origin.
pub(crate) fn rastrigin(x: &[f64]) -> f64 {
    -x.iter().map(|x| 10.0 + x * x - 10.0 * (2.0 * std::f64::consts::PI * x).cos()).sum::<f64>()
}

/// Every number starts around `start`, at a distance of about `spread`.
pub(crate) fn around(dimensions: usize, start: f64, spread: f64) -> Space {
    Space::unbounded(vec![start; dimensions], vec![spread; dimensions]).unwrap()
}

/// Evaluates until the recommended point reaches `target`; returns the number of evaluations, or
/// `None` if they did not suffice.
pub(crate) fn evaluations_to(
    optimizer: &mut impl Optimizer,
    function: impl Fn(&[f64]) -> f64,
    target: f64,
    most: u64,
) -> Option<u64> {
    for evaluations in 1..=most {
        let candidate = optimizer.ask().expect("all are told");
        optimizer.tell(candidate.id, function(&candidate.point));
        let complete = evaluations % optimizer.population() as u64 == 0;
        if complete && function(&optimizer.recommended()) >= target {
            return Some(evaluations);
        }
    }
    None
}

/// One of each, small.
fn kinds() -> Vec<OptimizerSettings> {
    vec![
        OptimizerSettings::Ga(GaSettings { population: 7, elite: 2, ..Default::default() }),
        OptimizerSettings::Es(EsSettings { population: 6, ..Default::default() }),
        OptimizerSettings::Pso(PsoSettings { population: 5, window: 3, ..Default::default() }),
        OptimizerSettings::Pso(PsoSettings {
            population: 5,
            mode: PsoMode::Generational,
            ..Default::default()
        }),
        OptimizerSettings::Cem(CemSettings { population: 6, elite: 0.5, ..Default::default() }),
        OptimizerSettings::Cmaes(CmaesSettings::default()),
        OptimizerSettings::Cmaes(CmaesSettings { active: true, resample: 0, ..Default::default() }),
        OptimizerSettings::Sweep(SweepSettings {
            index: 2,
            values: vec![0.5, 2.5, 1.1],
            drop: Some(2.0),
            drop_after: 3,
        }),
    ]
}

/// The bits of the first `count` candidates on a bumpy function, told as they come.
fn stream(settings: &OptimizerSettings, seed: u64, count: usize) -> Vec<(u64, u64, Vec<u64>)> {
    let mut optimizer = settings.build(&bounded(), seed).unwrap();
    let mut seen = Vec::new();
    while seen.len() < count {
        let candidate = optimizer.ask().expect("all are told");
        seen.push(bits(&candidate));
        optimizer.tell(candidate.id, rastrigin(&candidate.point));
    }
    seen
}

fn bits(candidate: &Candidate) -> (u64, u64, Vec<u64>) {
    let point = candidate.point.iter().map(|x| x.to_bits()).collect();
    (candidate.id, candidate.generation, point)
}

fn bounded() -> Space {
    Space::new(
        vec![1.0, -0.5, 2.0],
        vec![1.0, 0.5, 2.0],
        vec![f64::NEG_INFINITY, -1.0, 0.0],
        vec![f64::INFINITY, 0.0, 3.0],
    )
    .unwrap()
}

#[test]
fn ids_count_and_points_stay_inside_the_bounds() {
    let space = bounded();
    for settings in kinds() {
        let mut optimizer = settings.build(&space, 3).unwrap();
        for expected in 0..500 {
            let candidate = optimizer.ask().unwrap();
            assert_eq!(candidate.id, expected);
            for (i, x) in candidate.point.iter().enumerate() {
                assert!((space.low[i]..=space.high[i]).contains(x), "{settings:?}: {x}");
            }
            // The optimum is always outside.
            optimizer.tell(candidate.id, candidate.point.iter().sum());
            for (i, x) in optimizer.recommended().iter().enumerate() {
                assert!((space.low[i]..=space.high[i]).contains(x), "{settings:?}: {x}");
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_stream_and_another_seed_another() {
    for settings in kinds() {
        assert_eq!(stream(&settings, 5, 100), stream(&settings, 5, 100), "{settings:?}");
        let other = stream(&settings, 6, 100) != stream(&settings, 5, 100);
        assert_eq!(other, settings.name() != "sweep", "only a sweep draws nothing");
    }
}

/// A run resumed by a later version, or on another machine, must see the same candidates.
#[test]
fn the_streams_are_golden() {
    let hash = |settings: &OptimizerSettings| {
        let mut optimizer = settings.build(&bounded(), 11).unwrap();
        let mut hash = 0xCBF2_9CE4_8422_2325u64;
        for _ in 0..400 {
            let candidate = optimizer.ask().expect("all are told");
            for x in &candidate.point {
                hash = (hash ^ x.to_bits()).wrapping_mul(0x0000_0100_0000_01B3);
            }
            // Plain operations only: cosines differ from machine to machine.
            optimizer.tell(candidate.id, rosenbrock(&candidate.point));
        }
        (settings.name(), hash)
    };
    let seen: Vec<(&str, u64)> = kinds().iter().map(hash).collect();
    let expected = [
        ("ga", 0x4F01_65F1_EDA5_192A),
        ("es", 0x418A_113B_9840_E067),
        ("pso", 0x0871_7974_AE1B_CF8D),
        ("pso", 0xDB11_5997_9B3A_7F40),
        ("cem", 0x9BF5_DDAA_9EB3_99D5),
        ("cmaes", 0x7CBF_431A_A6CF_95F1),
        ("cmaes", 0x8BFA_03F0_6004_8432),
        ("sweep", 0x39CA_16F1_6042_28B7),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn not_a_number_counts_as_minus_infinity() {
    for settings in kinds() {
        let mut bad = settings.build(&bounded(), 3).unwrap();
        let mut worst = bad.clone();
        for _ in 0..60 {
            let (a, b) = (bad.ask().unwrap(), worst.ask().unwrap());
            assert_eq!(a, b);
            assert!(a.point.iter().all(|x| x.is_finite()));
            let fitness = if a.id % 2 == 0 { sphere(&a.point) } else { f64::NAN };
            bad.tell(a.id, fitness);
            worst.tell(a.id, if fitness.is_nan() { f64::NEG_INFINITY } else { fitness });
        }
        assert_eq!(bad.recommended(), worst.recommended());
    }
}

#[test]
fn ids_not_waited_for_are_ignored() {
    for settings in kinds() {
        let mut optimizer = settings.build(&bounded(), 3).unwrap();
        let before = optimizer.clone();
        optimizer.tell(0, 1.0);
        optimizer.tell(u64::MAX, 1.0);
        assert_eq!(optimizer, before, "never asked");
        let id = optimizer.ask().unwrap().id;
        optimizer.tell(id, 1.0);
        let before = optimizer.clone();
        optimizer.tell(id, 2.0);
        assert_eq!(optimizer, before, "told twice");
    }
}

#[test]
fn settings_are_read_with_the_defaults_of_the_seeds() {
    let read = |text: &str| toml::from_str::<OptimizerSettings>(text);
    assert_eq!(read("kind = 'es'").unwrap(), OptimizerSettings::Es(EsSettings::default()));
    let ga = GaSettings { population: 9, ..Default::default() };
    assert_eq!(read("kind = 'ga'\npopulation = 9").unwrap(), OptimizerSettings::Ga(ga));
    let unknown = read("kind = 'ga'\npopulaton = 9").unwrap_err().to_string();
    assert!(unknown.contains("populaton"), "{unknown}");
    assert!(read("kind = 'annealing'").is_err());
    for settings in kinds() {
        let text = toml::to_string(&settings).unwrap();
        assert!(text.contains(&format!("kind = {:?}", settings.name())), "{text}");
        assert_eq!(read(&text).unwrap(), settings);
    }
}

#[test]
fn a_space_that_makes_no_sense_is_refused() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let error = |start: &[f64], spread: &[f64], low: &[f64], high: &[f64]| {
        Space::new(start.to_vec(), spread.to_vec(), low.to_vec(), high.to_vec())
            .unwrap_err()
            .to_string()
    };
    for (seen, expected) in [
        (error(&[], &[], &[], &[]), "nothing to optimise: 0 numbers given, expected at least 1"),
        (
            error(&[0.0, 0.0], &[1.0], &[-inf; 2], &[inf; 2]),
            "spread has 1 entries, expected 2, as many as the start",
        ),
        (
            error(&[0.0], &[1.0], &[-inf], &[]),
            "high has 0 entries, expected 1, as many as the start",
        ),
        (error(&[nan], &[1.0], &[-inf], &[inf]), "start of number 0 is NaN, expected a number"),
        (error(&[inf], &[1.0], &[-inf], &[inf]), "start of number 0 is inf, expected a number"),
        (error(&[0.0], &[1.0], &[nan], &[inf]), "low of number 0 is NaN, expected a number"),
        (error(&[0.0], &[0.0], &[-inf], &[inf]), "spread of number 0 is 0, expected more than 0"),
        (error(&[0.0], &[nan], &[-inf], &[inf]), "spread of number 0 is NaN, expected more than 0"),
        (error(&[0.0], &[inf], &[-inf], &[inf]), "spread of number 0 is inf, expected more than 0"),
        (
            error(&[0.0, 0.0], &[1.0, 1.0], &[-1.0, 1.0], &[1.0, -1.0]),
            "bounds crossed: number 1 has low 1 and high -1, expected low < high",
        ),
        (
            error(&[2.0], &[1.0], &[-1.0], &[1.0]),
            "start of number 0 is 2, expected between -1 and 1",
        ),
    ] {
        assert_eq!(seen, expected);
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let space = around(2, 0.0, 1.0);
    for (text, expected) in [
        ("kind='ga'\npopulation=1", "population is 1, expected at least 2"),
        ("kind='ga'\npopulation=100001", "population is 100001, expected at most 100000"),
        ("kind='es'\npopulation=100001", "population is 100001, expected at most 100000"),
        ("kind='pso'\npopulation=100001", "population is 100001, expected at most 100000"),
        ("kind='cem'\npopulation=100001", "population is 100001, expected at most 100000"),
        ("kind='cmaes'\npopulation=100001", "population is 100001, expected at most 100000"),
        ("kind='pso'\ngrain=1000000001", "grain is 1000000001, expected at most 1000000000"),
        ("kind='cmaes'\nresample=1001", "resample is 1001, expected at most 1000"),
        ("kind='ga'\nparents=0.0", "parents is 0, expected a share above 0, at most 1"),
        ("kind='ga'\nparents=nan", "parents is NaN, expected a share above 0, at most 1"),
        ("kind='ga'\nbias=-1.0", "bias is -1, expected more than 0"),
        ("kind='ga'\nmutation_rate=1.5", "mutation_rate is 1.5, expected between 0 and 1"),
        ("kind='ga'\nmutation_step=-0.1", "mutation_step is -0.1, expected at least 0"),
        ("kind='ga'\nelite=50", "elite is 50, expected less than the population"),
        ("kind='es'\npopulation=1", "population is 1, expected at least 2"),
        ("kind='es'\nsd=0.0", "sd is 0, expected more than 0"),
        ("kind='es'\nmean_rate=0.0", "mean_rate is 0, expected more than 0"),
        ("kind='es'\nsd_rate=-1.0", "sd_rate is -1, expected at least 0"),
        ("kind='pso'\npopulation=1", "population is 1, expected at least 2"),
        ("kind='pso'\nwindow=0", "window is 0, expected at least 1"),
        ("kind='pso'\ngrain=0", "grain is 0, expected at least 1"),
        ("kind='pso'\ninertia=1.0", "inertia is 1, expected at least 0 and below 1"),
        ("kind='pso'\npersonal=-0.1", "personal is -0.1, expected at least 0"),
        ("kind='pso'\nglobal=nan", "global is NaN, expected at least 0"),
        ("kind='pso'\nspeed=inf", "speed is inf, expected at least 0"),
        ("kind='cem'\npopulation=1", "population is 1, expected at least 2"),
        ("kind='cem'\nelite=1.0", "elite is 1, expected a share above 0 and below 1"),
        ("kind='cem'\nsd=-1.0", "sd is -1, expected more than 0"),
        ("kind='cem'\nnoise=-1.0", "noise is -1, expected at least 0"),
        ("kind='cem'\nnoise_decrease=-1.0", "noise_decrease is -1, expected at least 0"),
        ("kind='cem'\nrate=0.0", "rate is 0, expected above 0, at most 1"),
        ("kind='cmaes'\npopulation=3", "population is 3, expected at least 4"),
        ("kind='cmaes'\nsigma=0.0", "sigma is 0, expected more than 0"),
        ("kind='sweep'", "the sweep has 0 values, expected at least 1"),
        ("kind='sweep'\nindex=2\nvalues=[1.0]", "the sweep's index is 2, expected less than 2"),
        (
            "kind='sweep'\nvalues=[1.0,nan]",
            "a value of the sweep is NaN, expected a number between the bounds",
        ),
        ("kind='sweep'\nvalues=[1.0]\ndrop=0.0", "drop is 0, expected more than 0"),
        (
            "kind='sweep'\nvalues=[1.0]\ndrop=2.0\ndrop_after=1",
            "drop_after is 1, expected at least 2",
        ),
    ] {
        let settings: OptimizerSettings = toml::from_str(text).unwrap();
        assert_eq!(settings.check(&space).unwrap_err().to_string(), expected, "{text}");
        assert!(settings.build(&space, 1).is_err());
    }
    let crossed = Space { low: vec![1.0; 2], high: vec![-1.0; 2], ..space };
    for settings in kinds() {
        let error = settings.check(&crossed).unwrap_err();
        assert!(matches!(error, SettingsError::BoundsCrossed { index: 0, .. }), "{error}");
    }
}

#[test]
fn what_no_optimizer_comes_to_is_refused() {
    let space = around(3, 0.0, 1.0);
    for settings in kinds() {
        let mut state = settings.build(&space, 1).unwrap();
        for step in 0..40 {
            assert_eq!(state.check(&settings, &space), Ok(()), "{} at {step}", settings.name());
            // Two are awaited at a time, as far as there are two.
            while state.outstanding().len() < 2 && state.ask().is_some() {}
            assert_eq!(state.check(&settings, &space), Ok(()), "{} at {step}", settings.name());
            let first = state.outstanding().swap_remove(0);
            state.tell(first.id, sphere(&first.point));
        }
        let error = |space: &Space| state.check(&settings, space).unwrap_err().to_string();
        let expected = "has an optimiser of other settings, expected those of the run";
        assert_eq!(error(&around(4, 0.0, 1.0)), expected);
        // Byte by byte: whatever is not refused can continue.
        let bytes = postcard::to_stdvec(&state).unwrap();
        for at in 0..bytes.len() {
            for byte in [0, 1, 2, 0x7F, bytes[at] ^ 0x40] {
                let mut bytes = bytes.clone();
                bytes[at] = byte;
                let Ok(mut state) = postcard::from_bytes::<OptimizerState>(&bytes) else {
                    continue;
                };
                if state.check(&settings, &space).is_ok() {
                    state.recommended();
                    for _ in 0..2 * state.population() {
                        while state.ask().is_some() {}
                        let first = state.outstanding().swap_remove(0);
                        state.tell(first.id, sphere(&first.point));
                    }
                }
            }
        }
    }
}

#[test]
fn noise_does_not_stop_them_from_improving() {
    // The start has a fitness of −20 and every result a noise of about 4.
    for settings in [
        OptimizerSettings::Es(EsSettings { random_start: false, ..Default::default() }),
        OptimizerSettings::Cem(CemSettings::default()),
        OptimizerSettings::Cmaes(CmaesSettings { population: Some(40), ..Default::default() }),
        OptimizerSettings::Cmaes(CmaesSettings {
            population: Some(40),
            active: true,
            ..Default::default()
        }),
    ] {
        for seed in 0..5 {
            let mut noise = draw::Draw::new(seed + 100);
            let mut optimizer = settings.build(&around(5, 2.0, 1.0), seed).unwrap();
            for _ in 0..6000 {
                let candidate = optimizer.ask().unwrap();
                optimizer.tell(candidate.id, sphere(&candidate.point) + 4.0 * noise.normal());
            }
            let worth = sphere(&optimizer.recommended());
            assert!(worth > -1.0, "{settings:?}, seed {seed}: {worth}");
        }
    }
}

proptest! {
    /// However a caller batches its asks, and wherever it is stopped and resumed, it sees the
    /// candidates of the plain loop, bit for bit.
    #[test]
    fn saved_at_any_moment_it_continues_bit_for_bit(
        kind in 0..kinds().len(),
        seed: u64,
        moments in prop::collection::vec((1usize..9, 0usize..9, any::<bool>()), 1..60),
    ) {
        let settings = &kinds()[kind];
        let mut optimizer = settings.build(&bounded(), seed).unwrap();
        let mut seen = Vec::new();
        for (asks, tells, save) in moments {
            for _ in 0..asks {
                seen.extend(optimizer.ask().as_ref().map(bits));
            }
            if save {
                let saved = postcard::to_allocvec(&optimizer).unwrap();
                optimizer = postcard::from_bytes(&saved).unwrap();
                prop_assert_eq!(&postcard::to_allocvec(&optimizer).unwrap(), &saved);
            }
            for candidate in optimizer.outstanding().into_iter().take(tells) {
                optimizer.tell(candidate.id, rastrigin(&candidate.point));
            }
        }
        prop_assert_eq!(&seen, &stream(settings, seed, seen.len()));
    }
}

/// Names are in run files, and the order is in every checkpoint.
#[test]
fn kinds_keep_their_names_and_places() {
    assert!(OptimizerSettings::NAMES.starts_with(&["ga", "es", "pso", "cem", "cmaes", "sweep"]));
    let space = around(3, 0.0, 1.0);
    for (place, name) in OptimizerSettings::NAMES.iter().enumerate() {
        let mut settings = OptimizerSettings::named(name).unwrap();
        assert_eq!((settings.name(), settings.title().is_empty()), (*name, false));
        if let OptimizerSettings::Sweep(sweep) = &mut settings {
            sweep.values = vec![1.0];
        }
        let state = settings.build(&space, 1).unwrap();
        assert_eq!(postcard::to_stdvec(&state).unwrap()[0] as usize, place, "{name}");
    }
    assert_eq!(OptimizerSettings::named("annealing"), None);
}

#[test]
fn a_population_is_asked_for_by_its_number() {
    let space = around(3, 0.0, 1.0);
    for name in OptimizerSettings::NAMES {
        let mut settings = OptimizerSettings::named(name).unwrap();
        match settings.set_population(17) {
            Ok(()) => assert_eq!(settings.build(&space, 1).unwrap().population(), 17),
            Err(error) => assert_eq!(
                error.to_string(),
                "population is 17, expected none: a sweep has one candidate for each of its values"
            ),
        }
    }
}
