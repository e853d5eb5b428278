use super::*;
use crate::optimizer::Optimizer;
use crate::optimizer::draw::Draw;
use crate::optimizer::tests::around;

fn sweep(values: &[f64], drop: Option<f64>) -> Sweep {
    let settings = SweepSettings { index: 1, values: values.to_vec(), drop, drop_after: 10 };
    let space = around(3, 7.0, 1.0);
    settings.check(&space).unwrap();
    Sweep::new(&settings, &space, 1)
}

#[test]
fn each_generation_measures_every_value_once() {
    let mut sweep = sweep(&[1.0, 2.0, 4.0], None);
    assert_eq!(sweep.recommended(), [7.0; 3]);
    for (id, (generation, value)) in
        [(0, 1.0), (0, 2.0), (0, 4.0), (1, 1.0), (1, 2.0), (1, 4.0)].into_iter().enumerate()
    {
        let candidate = sweep.ask().unwrap();
        assert_eq!((candidate.id, candidate.generation), (id as u64, generation));
        assert_eq!(candidate.point, [7.0, value, 7.0]);
        // 2 is best on average, 4 once.
        let worth = [1.0, 5.0, 6.0, 3.0, 8.0, 4.0];
        sweep.tell(candidate.id, worth[id]);
    }
    let rows = sweep.rows();
    let row = |value, mean, error| SweepRow {
        value,
        count: 2,
        mean: Some(mean),
        error: Some(error),
        racing: true,
    };
    // Two results a and b have the standard error |a − b| / 2.
    assert_eq!(rows[0], row(1.0, 2.0, 1.0));
    assert!((rows[1].error.unwrap() - 1.5).abs() < 1e-12);
    assert_eq!((rows[1].mean, rows[2].mean), (Some(6.5), Some(5.0)));
    assert_eq!(sweep.recommended(), [7.0, 2.0, 7.0]);
}

#[test]
fn the_first_of_equals_is_recommended_and_part_of_a_generation_counts_nothing() {
    let mut sweep = sweep(&[1.0, 2.0], None);
    for id in 0..3 {
        sweep.ask();
        sweep.tell(id, if id == 2 { 9.0 } else { 1.0 });
    }
    assert_eq!(sweep.recommended(), [7.0, 1.0, 7.0]);
    assert_eq!(sweep.rows()[0].count, 1);
    assert_eq!(sweep.rows()[0].error, None);
    sweep.ask();
    sweep.tell(3, 10.0);
    assert_eq!(sweep.recommended(), [7.0, 2.0, 7.0]);
}

#[test]
fn a_race_drops_what_has_fallen_behind_and_keeps_the_best() {
    let mut kept_close = 0;
    for seed in 0..20 {
        let mut draw = Draw::new(seed);
        let mut sweep = sweep(&[3.0, 5.0, 5.2], Some(4.0));
        let mut luck = (0, 0.0);
        while sweep.generation() < 200 {
            let candidate = sweep.ask().unwrap();
            if candidate.generation != luck.0 || candidate.id == 0 {
                // The same luck for all of one generation: it must not hide the difference.
                luck = (candidate.generation, 100.0 * draw.normal());
            }
            let worth = -(candidate.point[1] - 5.0).abs() + luck.1 + 0.5 * draw.normal();
            sweep.tell(candidate.id, worth);
            assert!(sweep.generation() >= 10 || sweep.population() == 3, "sure of ten");
        }
        let rows = sweep.rows();
        assert!(!rows[0].racing && rows[0].count < 40, "{rows:?}");
        assert!(rows[1].racing && rows[1].count == 200, "{rows:?}");
        assert_eq!(sweep.recommended()[1], 5.0);
        kept_close += u32::from(rows[2].racing);
    }
    // 0.2 behind with an error of 0.05 after 200 generations: at the edge of four.
    assert!((2..=18).contains(&kept_close), "{kept_close}");
}

#[test]
fn results_of_minus_infinity_drop_nobody_by_accident() {
    let mut sweep = sweep(&[1.0, 2.0], Some(2.0));
    for _ in 0..40 {
        let candidate = sweep.ask().unwrap();
        sweep.tell(candidate.id, f64::NAN);
    }
    assert_eq!(sweep.population(), 2);
    assert_eq!(sweep.recommended(), [7.0, 1.0, 7.0]);
}
