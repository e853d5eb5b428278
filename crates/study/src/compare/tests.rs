//! Comparisons with known answers.

use minolab_agents::shipped;
use minolab_rules::Totals;

use super::*;

fn contest(alpha: f64) -> Contest {
    Contest {
        rules: minolab_rules::shipped::get("capstone").unwrap().clone(),
        mode: Mode::Pieces(40),
        seed: 1,
        known: None,
        threads: 1,
        metric: Metric::Lines,
        by_wins: false,
        alpha,
        margin: None,
        most: 200,
    }
}

fn invented(pairs: &[[u64; 2]]) -> Comparison {
    let game = |(index, lines): (u64, u64)| {
        GameResult::new(index, Totals { lines, pieces: 40, ..Totals::default() }, None, false)
    };
    let pairs = (0..).zip(pairs).map(|(i, &[a, b])| [game((i, a)), game((i, b))]);
    Comparison { pairs: pairs.collect(), metric: Metric::Lines }
}

#[test]
fn figures_are_of_pairs() {
    let found = invented(&[[3, 1], [5, 2], [4, 4], [1, 2]]);
    let difference = found.difference();
    assert!((difference.mean - 1.0).abs() < 1e-12);
    assert_eq!(difference.n, 4);
    assert!((difference.sd - (10f64 / 3.0).sqrt()).abs() < 1e-12);
    assert_eq!((found.side(0).mean, found.side(1).mean), (3.25, 2.25));
    let wins = found.wins(0.05);
    assert_eq!((wins.a, wins.b, wins.ties), (2, 1, 1));
}

#[test]
fn verdicts_follow_from_intervals() {
    let clear: Vec<[u64; 2]> = (0..60).map(|i| [20 + i % 3, 15 + i % 2]).collect();
    let turned: Vec<[u64; 2]> = clear.iter().map(|&[a, b]| [b, a]).collect();
    let equal: Vec<[u64; 2]> = (0..60).map(|i| [10 + i % 2, 11 - i % 2]).collect();
    let mut contest = contest(0.05);
    for by_wins in [false, true] {
        contest.by_wins = by_wins;
        assert_eq!(contest.verdict(&invented(&clear)), ComparisonVerdict::A);
        assert_eq!(contest.verdict(&invented(&turned)), ComparisonVerdict::B);
        assert_eq!(contest.verdict(&invented(&equal)), ComparisonVerdict::Open);
        assert_eq!(contest.verdict(&invented(&clear[..3])), ComparisonVerdict::Open);
    }
    contest = Contest { margin: Some(1.0), by_wins: false, ..contest };
    assert_eq!(contest.verdict(&invented(&equal)), ComparisonVerdict::Equal);
}

#[test]
fn the_better_agent_is_named_and_the_games_are_paired() {
    let agents = ["sprint", "capstone-blitz-doc"].map(|name| {
        let agent = shipped::get(name).unwrap().with_setting("search.ms", "1").unwrap();
        let mut agent = agent.with_setting("search.nodes", "200").unwrap();
        agent.search.untime();
        agent
    });
    let contest = contest(0.05);
    let stop = AtomicBool::new(false);
    let found = contest.hold([&agents[0], &agents[1]], &stop, &mut |_| ()).unwrap();
    assert_eq!(contest.verdict(&found), ComparisonVerdict::A, "{:?}", found.difference());
    // It stopped before the end, and the second batch went on with new seeds.
    assert!(found.n() < 200);
    let again = contest.hold([&agents[1], &agents[0]], &stop, &mut |_| ()).unwrap();
    assert_eq!(contest.verdict(&again), ComparisonVerdict::B);
    let part = partings(&contest, [&agents[0], &agents[1]], 1, 3);
    assert!(part.positions > 10 && part.different > 0 && part.different <= part.positions);
    assert!(part.greatest.windows(2).all(|pair| pair[0].weight >= pair[1].weight));
    for parting in &part.greatest {
        assert_ne!(parting.sides[0].choice, parting.sides[1].choice);
    }
}

#[test]
fn an_agent_is_not_better_than_itself() {
    let agent = shipped::get("capstone-sprint").unwrap();
    let contest = Contest { most: 40, ..contest(0.05) };
    let stop = AtomicBool::new(false);
    let found = contest.hold([agent, agent], &stop, &mut |_| ()).unwrap();
    assert_eq!((found.n(), contest.verdict(&found)), (40, ComparisonVerdict::Open));
    assert_eq!(found.difference().mean, 0.0);
    assert_eq!(partings(&contest, [agent, agent], 1, 3).different, 0);
}
