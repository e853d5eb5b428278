//! Static evaluations by the shipped agents.

use minolab_engine::{Evaluation, Position, eval::on_board};
use minolab_rules::{Board, shipped};

/// The boards whose evaluation the originals' documents and programs give.
#[test]
fn worked_examples() {
    let evaluate = |agent: &str, size: Option<usize>, picture: &str| {
        let agent = minolab_agents::shipped::get(agent).unwrap();
        let rules = shipped::get(&agent.rules).unwrap().clone();
        let rules = match size {
            Some(height) => rules.with_size(10, height).unwrap(),
            None => rules,
        };
        let board = Board::drawn(picture).unwrap();
        let state = on_board(&rules, &board);
        Evaluation::new(agent.evaluator().as_ref(), &rules, &Position::new(&state))
    };
    let shares = |found: &Evaluation| -> Vec<(&str, f64)> {
        let round = |share: f64| (share * 1e4).round() / 1e4;
        found.terms.iter().map(|term| (term.name, round(term.share))).collect()
    };
    let close = |found: f64, expected: f64| (found - expected).abs() < 1e-9;

    let three = "-x---xx--- -xx-xx-x-- xxxx-xxx--";
    let found = evaluate("analyzer", Some(5), three);
    assert!(close(found.value, 51.0386) && found.is_cost, "{found:?}");
    assert_eq!(shares(&found), [("height", 20.3), ("structure", 12.5386), ("hollows", 18.2)]);
    assert!(close(evaluate("analyzer", None, three).value, 31.7386));
    assert!(close(evaluate("analyzer", None, "..........").value, 1.0));

    let example = "
        .###...... ####...... #####....# #####....# #####..### .######### #.#######.
    ";
    let found = evaluate("tetrais-complex", None, example);
    assert_eq!((found.value, found.is_cost), (-2.6865, false));
    let measured: Vec<f64> = found.terms.iter().filter_map(|term| term.measured).collect();
    assert_eq!(measured, [7.0, 4.7, 3.0, 9.0, 0.0]);
    assert!(close(evaluate("tetrais-simple", None, example).value, -41.7));

    let lines = "
        #......... #......... ##...#..#. ##..##..## ########## ##########
        #.#####.## ########## #######.##
    ";
    let found = evaluate("capstone-sprint", None, lines);
    assert!(close(found.value, -108.685_275_435_447_69), "{found:?}");
    let measured: Vec<f64> = found.terms.iter().filter_map(|term| term.measured).collect();
    assert_eq!(measured, [62.0, 3.0, 3.0, 11.0]);
}

/// For every evaluator, the terms add up to the value that searches see.
#[test]
fn terms_add_up_for_every_agent() {
    for agent in minolab_agents::shipped::all() {
        let rules = shipped::get(&agent.rules).unwrap();
        let board: Board = "X........X XX..X..XXX XXX.XX.XXX .XXXXXXXX.".parse().unwrap();
        let state = on_board(rules, &board);
        let (evaluator, position) = (agent.evaluator(), Position::new(&state));
        let found = Evaluation::new(evaluator.as_ref(), rules, &position);
        assert!(!found.terms.is_empty() && found.value != 0.0, "{}", agent.name);
        let lands = evaluator.value(rules, &position) == 0.0;
        let value = if found.is_cost { -found.value } else { found.value };
        let is_sum = (value - evaluator.value(rules, &position)).abs() < 1e-9;
        assert!(is_sum || lands, "{}: {found:?}", agent.name);
    }
}
