//! Reviews of games whose mistakes are known.

use minolab_agents::shipped;
use minolab_arena::{
    person::Session,
    replay::{Replay, read},
};
use minolab_rules::{Game, Handling, Key, placements};

use super::*;
use crate::{
    calibrate,
    coach::{
        FactKind,
        tests::{holds, is_said, line_holds},
    },
};

fn judge() -> Agent {
    let mut agent = shipped::get("blitz").unwrap().with_setting("search.nodes", "20000").unwrap();
    agent.search.untime();
    agent
}

fn curve() -> Option<&'static Calibration> {
    calibrate::shipped::of(&judge(), Mode::Blitz)
}

/// A game by the judge itself, with one absurd placement.
fn played(absurd: Option<u64>, pieces: u64) -> Replay {
    let rules = minolab_rules::shipped::get("capstone").unwrap();
    let mut game = Game::new(rules.clone(), 5);
    let mut replay = Replay::new(&game, "somebody", Mode::Pieces(pieces));
    let mut player = judge().player(rules);
    while game.totals().pieces < pieces {
        let state = *game.state();
        let remaining = Goal::from(replay.mode).remaining(&game.totals());
        let choice = if Some(game.totals().pieces) == absurd {
            // The highest place there is.
            let all = placements::all(&state.board, rules, state.current.unwrap());
            let placement = *all.iter().max_by_key(|placement| placement.y).unwrap();
            Choice { hold: false, placement }
        } else {
            player.choose(&Position::new(&state).with_remaining(remaining)).unwrap()
        };
        game.play(choice).unwrap();
        replay.push(choice);
    }
    replay.set_result(&game);
    replay
}

#[test]
fn an_absurd_placement_is_found() {
    let replay = played(Some(20), 40);
    let found = review(&replay, &judge(), curve(), &mut |_, _| ()).unwrap();
    assert_eq!(found.graded.len(), 40);
    let worst = found.turning_points(1)[0];
    assert_eq!(worst.index, 21);
    assert!(worst.grade >= Some(Grade::Inaccuracy));
    assert!(!worst.facts.is_empty());
    assert!(worst.loss.unwrap() > 0.0 && !worst.reasons.is_empty());
    assert_ne!(worst.best, worst.choice);
    let clean = review(&played(None, 40), &judge(), curve(), &mut |_, _| ()).unwrap();
    assert!(clean.accuracy > found.accuracy, "{:?} {:?}", clean.accuracy, found.accuracy);
    assert_eq!((clean.accuracy, clean.count(Grade::Best)), (Some(1.0), 40));
    assert!(found.count(Grade::Best) >= 39);
    let page = html(&found, &replay);
    assert!(page.contains("Placement 21") && !page.contains("http"));
}

#[test]
fn equal_losses_have_equal_grades_and_greater_ones_no_milder() {
    let replay = played(Some(3), 12);
    let mut graded = review(&replay, &judge(), curve(), &mut |_, _| ()).unwrap().graded;
    graded.sort_by(|a, b| a.loss.unwrap().total_cmp(&b.loss.unwrap()));
    assert!(graded.is_sorted_by_key(|graded| graded.grade.unwrap()));
    for graded in graded {
        assert_eq!(graded.loss == Some(0.0), graded.grade == Some(Grade::Best));
        assert!(graded.rank.unwrap() < graded.choices);
    }
}

/// The first piece of a sprint laid flat in the corner is as good as any.
#[test]
fn a_flat_j_on_the_empty_board_is_no_mistake() {
    let rules = minolab_rules::shipped::get("capstone").unwrap();
    let seed = (0..).find(|&seed| {
        Game::new(rules.clone(), seed).state().current == Some(minolab_rules::Piece::J)
    });
    let mut game = Game::new(rules.clone(), seed.unwrap());
    let mut replay = Replay::new(&game, "somebody", Mode::Sprint);
    let choice: Choice = "J@1,0N".parse().unwrap();
    game.play(choice).unwrap();
    replay.push(choice);
    replay.set_result(&game);
    let mut judge = shipped::get("sprint").unwrap().clone();
    judge.search.limit_nodes(10_000);
    let curve = calibrate::shipped::of(&judge, replay.mode);
    let found = review(&replay, &judge, curve, &mut |_, _| ()).unwrap();
    assert!(found.graded[0].grade <= Some(Grade::Good), "{:?}", found.graded[0].loss);
}

#[test]
fn without_a_curve_there_are_no_grades() {
    let replay = played(Some(3), 12);
    let found = review(&replay, &judge(), None, &mut |_, _| ()).unwrap();
    assert_eq!((found.unit.as_deref(), found.accuracy), (None, None));
    assert!(found.graded.iter().all(|graded| graded.grade.is_none() && graded.loss.is_none()));
    assert!(found.graded.iter().any(|graded| graded.gap.is_some_and(|gap| gap != Gap::Score(0.0))));
}

#[test]
fn an_agent_that_slides_may_be_judged_by_one_that_does_not() {
    let replay = played(None, 30);
    let mut judge = shipped::get("sprint").unwrap().with_setting("search.nodes", "300").unwrap();
    judge.search.untime();
    let found = review(&replay, &judge, None, &mut |_, _| ()).unwrap();
    assert_eq!(found.graded.len(), 30);
}

#[test]
fn faults_are_those_of_the_review() {
    let judge = shipped::get("lee").unwrap();
    let mut faults = 0;
    for (seed, handling) in (0..6).zip([Handling::TETRIO, Handling::CAPSTONE_ADVANCED].repeat(3)) {
        let rules = minolab_rules::shipped::get("capstone").unwrap().clone();
        let mut session = Session::new(rules, Mode::Pieces(30), handling, seed);
        let mut luck = seed;
        while session.realtime().end().is_none() {
            // Any keys, some of them in the same tick, some held on into the next piece.
            for _ in 0..3 {
                luck = luck.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let key = Key::ALL[(luck >> 33) as usize % Key::ALL.len()];
                let is_down = session.realtime().is_down(key);
                session.key(if is_down { key.release() } else { key.press() });
                session
                    .pass(session.realtime().ticks() + [0, 0, 40, 200][(luck >> 60) as usize % 4]);
            }
            session.tick();
        }
        let game = read(session.replay(0).to_json().as_bytes()).unwrap();
        let found = review(&game, judge, None, &mut |_, _| ()).unwrap();
        assert_eq!(found.finesse, Some(session.finesse()), "seed {seed}");
        assert_eq!(session.counters().faults, session.finesse().faults);
        faults += session.counters().faults;
    }
    assert!(faults > 30, "{faults}");
}

#[test]
fn placements_name_the_set_ups_they_begin_and_complete() {
    let mut judge = judge();
    judge.search.limit_nodes(200);
    let replay = played(None, 60);
    let found = review(&replay, &judge, None, &mut |_, _| ()).unwrap();
    let spins: Vec<u32> = found
        .graded
        .iter()
        .filter(|graded| graded.clear.kind().name() == Some("spin-double"))
        .map(|graded| graded.index)
        .collect();
    assert!(spins.len() > 2, "{spins:?}");
    for index in spins {
        assert!(found.setup_words(index).contains("completes T-spin double slot"), "{index}");
        let slots = found.setups.as_ref().unwrap().iter();
        let slot =
            slots.filter(|seen| seen.setup.name == "tsd-slot").find(|seen| seen.last == index);
        let first = slot.unwrap().first;
        assert!(first < index && found.setup_words(first).contains("begins T-spin double slot"));
    }
    assert!(html(&found, &replay).contains("completes T-spin double slot"));
}

/// A race that was finished one piece later than it could have been lost one piece by that.
#[test]
fn a_missed_end_costs_no_more_than_it_did() {
    let rules = minolab_rules::shipped::get("capstone").unwrap();
    let mut judge = shipped::get("sprint").unwrap().clone();
    judge.search.limit_nodes(1000);
    let curve = calibrate::shipped::of(&judge, Mode::Sprint).unwrap();
    let mut player = shipped::get("capstone-sprint").unwrap().player(rules);
    let mut missed = 0;
    for seed in 1..=6 {
        let mut round = minolab_arena::Round::new(Game::new(rules.clone(), seed), Mode::Sprint);
        let mut replay = Replay::new(round.game(), "capstone-sprint", Mode::Sprint);
        while round.end_or_stuck().is_none() {
            let choice = player.choose(&round.position()).unwrap();
            replay.push(choice);
            round.play(choice, &mut ());
        }
        replay.set_result(round.game());
        let found = review(&replay, &judge, Some(curve), &mut |_, _| ()).unwrap();
        let pieces = replay.result.totals.pieces;
        for graded in &found.graded {
            if let Some(Gap::MissesEnd(away)) = graded.gap {
                let later = pieces as f64 - (graded.index - 1 + away) as f64;
                assert!(graded.loss.unwrap() <= later.max(0.0), "{seed}: {}", graded.index);
                assert_eq!(graded.grade, Some(Scale::of("pieces").grade(graded.loss.unwrap())));
                missed += 1;
            }
        }
    }
    assert!(missed > 5, "{missed}");
}

/// Every sentence of reviews of ten games, by players of every strength, against the board.
#[test]
fn reviews_say_only_what_is_so() {
    let rules = minolab_rules::shipped::get("capstone").unwrap();
    let players = ["capstone-sprint", "lee", "genetic", "tetrais-complex", "misakamm"];
    let mut said = 0;
    for (seed, name) in players.into_iter().cycle().take(10).enumerate() {
        let mode = if seed < 5 { Mode::Sprint } else { Mode::Pieces(100) };
        let mut player = shipped::get(name).unwrap().player(rules);
        let mut round = minolab_arena::Round::new(Game::new(rules.clone(), seed as u64), mode);
        let mut replay = Replay::new(round.game(), name, mode);
        while round.end_or_stuck().is_none() {
            let Some(choice) = player.choose(&round.position()) else { break };
            replay.push(choice);
            round.play(choice, &mut ());
        }
        replay.set_result(round.game());
        let mut judge = shipped::get(usual_judge(rules, mode)).unwrap().clone();
        judge.search.limit_nodes(500);
        let curve = calibrate::shipped::of(&judge, mode);
        let found = review(&replay, &judge, curve, &mut |_, _| ()).unwrap();
        for graded in &found.graded {
            let (before, pair) = (&graded.before, [graded.choice, graded.best]);
            let lines = [&graded.played_line[..], &graded.line[..]];
            for fact in &graded.facts {
                let is_so = match fact.kind {
                    FactKind::MissesFinish { pieces } => {
                        pieces == graded.line.len()
                            && finishes(rules, before, &graded.line, graded.remaining)
                    }
                    _ => holds(rules, before, pair, fact) || line_holds(rules, before, lines, fact),
                };
                assert!(is_so && is_said(fact), "{name}, {before}, {pair:?}: {fact} {fact:?}");
                said += 1;
            }
        }
    }
    assert!(said > 200, "{said}");
}
