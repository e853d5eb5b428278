//! Puzzles made, written, read and solved.

use std::collections::BTreeSet;

use minolab_agents::shipped as agents;
use minolab_engine::Position;
use minolab_rules::shipped as rulesets;

use super::*;
use crate::calibrate::{self, Sampling};

fn maker(nodes: u64) -> PuzzleMaker {
    let mut judge = agents::get("sprint").unwrap().clone();
    judge.search.limit_nodes(nodes);
    let sampling = Sampling {
        rules: rulesets::get("capstone").unwrap().clone(),
        mode: Mode::Sprint,
        judge,
        playing: agents::get("capstone-sprint").unwrap().clone(),
        horizon: u64::MAX,
        lead: 95,
        seed: 1,
    };
    let calibration = calibrate::shipped::of(&sampling.judge, Mode::Sprint).unwrap().clone();
    PuzzleMaker { sampling, calibration }
}

#[test]
fn puzzles_have_one_answer_that_their_maker_gives_and_are_read_as_written() {
    let maker = maker(300);
    let mut players = maker.players();
    let found: Vec<Puzzle> =
        (0..120).filter_map(|number| maker.make(number, &mut players)).collect();
    assert!(found.len() >= 5, "{}", found.len());
    for puzzle in &found {
        let open = puzzle.open().unwrap();
        let position = Position::new(&open.state).with_remaining(open.remaining);
        let mut judge = maker.sampling.judge.player(&open.rules);
        let best = judge.choose(&position).unwrap();
        assert!(open.is_solved_by(best), "{}", puzzle.position);
        let decision = judge.rank(&position, Default::default(), &mut |_| ()).unwrap();
        let solving = decision.ranked.iter().filter(|ranked| open.is_solved_by(ranked.choice));
        assert_eq!(solving.count(), 1, "{}", puzzle.position);
        assert!(puzzle.second > Scale::of("pieces").clear());
        assert_ne!(puzzle.sight, Sight::EngineOnly);
        let text = serde_json::to_string(puzzle).unwrap();
        assert_eq!(read(&text).unwrap(), std::slice::from_ref(puzzle));
    }
    // The same number is the same puzzle, whatever was made before.
    let first = (0..120).find(|&number| maker.make(number, &mut maker.players()).is_some());
    let again = maker.make(first.unwrap(), &mut maker.players());
    assert_eq!(again.as_ref(), found.first());
}

#[test]
fn shipped_puzzles_can_be_played_and_are_different() {
    let mut seen = BTreeSet::new();
    for puzzle in shipped() {
        let open = puzzle.open().unwrap();
        assert!(open.is_solved_by(open.key) && seen.insert(puzzle.id()), "{}", puzzle.position);
        assert!(puzzle.second > Scale::of(&puzzle.unit).clear(), "{}", puzzle.position);
    }
}

#[test]
fn what_is_no_puzzle_is_refused_with_the_reason() {
    let good = "{\"rules\":\"capstone\",\"mode\":\"sprint\",\"position\":\"10 T\",\"key\":\"T@4,0N\",\
        \"line\":[\"T@4,0N\"],\"second\":1.0,\"unit\":\"pieces\",\"theme\":\"stacking\",\"sight\":\"ahead\",\"rating\":1350.0}";
    let open = |text: &str| read(text)?.remove(0).open().map(|open| open.key.to_string());
    assert_eq!(open(good).as_deref(), Ok("T@4,0N"));
    for (bad, said) in [
        (good.replace("capstone", "nothing"), "no ruleset"),
        (good.replace("\"10 T\"", "\"10 J\""), "expected J"),
        (good.replace("[\"T@4,0N\"]", "[\"T@3,0N\"]"), "does not begin"),
        (good.replace("stacking", "fun"), "line 1"),
        (good.replace("sprint", "dash"), "is not a mode"),
    ] {
        let error = open(&bad).unwrap_err();
        assert!(error.contains(said), "{error:?}, expected {said:?}");
    }
}
