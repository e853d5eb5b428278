//! The estimate against direct play.

use minolab_agents::shipped;
use minolab_rules::shipped as rulesets;

use super::*;

fn splitting(width: usize, height: usize, threads: usize) -> Splitting {
    let rules = rulesets::get("classic").unwrap().clone();
    Splitting {
        rules: rules.with_size(width, height).unwrap(),
        known: None,
        seed: 3,
        threads,
        crossings: 1500,
        replicas: 4,
        pieces: None,
    }
}

fn estimate(splitting: &Splitting, agent: &str) -> Result<SplittingEstimate, SplittingError> {
    let agent = shipped::get(agent).unwrap();
    splitting.estimate(&|rules| agent.player(rules), &AtomicBool::new(false), &mut |_| ())
}

#[test]
fn agrees_with_direct_play_on_a_small_board() {
    // 110.4 ± 0.4 rows by direct play of 84 953 games on 10x10.
    let found = estimate(&splitting(10, 10, 2), "lee").unwrap();
    let se = found.se.unwrap();
    assert!((found.lines_per_death - 110.4).abs() < 4.0 * se.max(1.5), "{found:?}");
    assert!(se / found.lines_per_death < 0.1, "{found:?}");
}

#[test]
fn threads_change_nothing() {
    let small = Splitting { crossings: 400, replicas: 2, ..splitting(6, 10, 1) };
    let mut one = estimate(&small, "lee").unwrap();
    let mut three = estimate(&Splitting { threads: 3, ..small }, "lee").unwrap();
    (one.cpu_seconds, three.cpu_seconds) = (0.0, 0.0);
    assert_eq!(one, three);
}

#[test]
fn bags_and_known_pieces_are_kept() {
    let mut bags = Splitting { crossings: 400, replicas: 2, ..splitting(8, 8, 2) };
    bags.rules.randomizer = Randomizer::Bag;
    bags.known = Some(2);
    assert!(estimate(&bags, "lee").unwrap().lines_per_death > 0.0);
}

#[test]
fn what_cannot_be_estimated_is_refused() {
    let mut wrong = splitting(10, 10, 1);
    wrong.rules.randomizer = Randomizer::from_name("list:SZ").unwrap();
    let error = estimate(&wrong, "lee").unwrap_err();
    assert_eq!(
        error.to_string(),
        "splitting needs random pieces, and \"list:SZ\" deals a fixed list"
    );
    let wrong = Splitting { known: Some(30), ..splitting(10, 10, 1) };
    assert_eq!(estimate(&wrong, "lee"), Err(SplittingError::Known { found: 30 }));
    let stopped = splitting(10, 10, 1);
    let agent = shipped::get("lee").unwrap();
    let result =
        stopped.estimate(&|rules| agent.player(rules), &AtomicBool::new(true), &mut |_| ());
    assert_eq!(result, Err(SplittingError::Stopped));
}
