//! Perfect clears against a plain search, and against the rules.

mod oracle;
mod positions;

use std::collections::BTreeSet;

use minolab_engine::perfect::{ChanceError, Solver, Target, Verdict};
use minolab_rules::{
    Choice, Piece, PieceSource, Randomizer, Ruleset, Setup, State, notation, shipped,
};
use positions::Position;

fn guideline() -> &'static Ruleset {
    shipped::get("guideline").unwrap()
}

fn state(rules: &Ruleset, line: &str) -> State {
    State::from_setup(rules, line.parse::<Setup>().unwrap()).unwrap()
}

fn dealt(seed: u64, count: usize) -> Vec<Piece> {
    let mut source = PieceSource::new(Randomizer::Bag, seed);
    (0..count).map(|_| source.deal()).collect()
}

/// Plays a solution by the rules, with one more piece known, and returns its points.
fn play(rules: &Ruleset, state: &State, choices: &[Choice]) -> u32 {
    let mut state = *state;
    state.reveal(rules, Piece::T);
    state.advance(rules);
    let mut points = 0;
    for (index, &choice) in choices.iter().enumerate() {
        let clear = state.play(rules, choice).unwrap();
        points += clear.points;
        assert_eq!(clear.all_clear, index + 1 == choices.len());
    }
    points
}

/// All solutions of the solver are those of the plain search; returns how many.
fn compare(rules: &Ruleset, state: &State, rows: usize) -> usize {
    let expected = oracle::all(rules, state, rows);
    let Ok(target) = Target::at(&state.board, rows) else {
        assert!(expected.is_empty());
        return 0;
    };
    let solutions = Solver::new(rules).all(state, target, usize::MAX);
    assert!(!solutions.capped);
    let found: BTreeSet<_> = solutions.list.iter().cloned().collect();
    assert_eq!(found.len(), solutions.list.len(), "each once: {state}");
    assert_eq!(found, expected, "{} rows of {state} by {}", rows, rules.name);

    let mut solver = Solver::new(rules);
    match solver.first(state, target, u64::MAX) {
        Verdict::Solved(choices) => assert!(expected.contains(&choices), "{state}"),
        verdict => assert!(expected.is_empty() && verdict == Verdict::Impossible, "{state}"),
    }
    for choices in solutions.list.iter().take(50) {
        play(rules, state, choices);
    }
    expected.len()
}

#[test]
fn all_solutions_of_a_hundred_positions() {
    let positions = positions::all();
    assert_eq!(positions.len(), 100);
    let solved = positions.iter().filter(|position| position.solutions > 0).count();
    assert!((40..=80).contains(&solved), "{solved}");
    for Position { line, solutions } in &positions {
        let state = state(guideline(), line);
        let target = Target::at(&state.board, 4).unwrap();
        assert!((1..=7).contains(&target.pieces()) && state.board.top() <= 4, "{line}");
        assert_eq!(compare(guideline(), &state, 4), *solutions, "{line}");
    }
}

#[test]
fn the_same_with_straight_drops_only() {
    let rules = Ruleset { slide: false, ..guideline().clone() };
    let positions = positions::all();
    let some = positions.iter().step_by(2);
    let counts = some.map(|position| compare(&rules, &state(&rules, &position.line), 4));
    assert!(counts.filter(|&count| count > 0).count() > 10);
}

#[test]
fn other_rules_widths_and_heights() {
    let mut solved = 0;
    for (name, width, rows) in [
        ("guideline", 4, 3),
        ("guideline", 4, 4),
        ("tetrio", 4, 5),
        ("capstone", 5, 4),
        ("classic-next", 4, 6),
        ("tengstrand-sliding", 5, 4),
        ("tetrio", 6, 4),
        ("hidamari", 8, 2),
        ("guideline", 16, 1),
    ] {
        let rules = shipped::get(name).unwrap().clone().with_size(width, 20).unwrap();
        for seed in 0..12 {
            let state = State::new(&rules, dealt(seed, width * rows / 4 + 1));
            solved += (compare(&rules, &state, rows) > 0) as u32;
        }
    }
    assert!(solved > 10, "{solved}");
}

#[test]
fn pieces_on_low_boards_may_have_no_room() {
    let rules = guideline().clone().with_size(4, 4).unwrap();
    let mut classic = shipped::get("classic").unwrap().clone().with_size(4, 4).unwrap();
    classic.hold = true;
    for rules in [rules, classic] {
        for seed in 0..20 {
            compare(&rules, &State::new(&rules, dealt(seed, 5)), 4);
            compare(&rules, &State::new(&rules, dealt(seed, 6)), 5);
        }
    }
}

#[test]
fn four_rows_from_nothing_with_eleven_pieces() {
    for slide in [true, false] {
        let rules = Ruleset { slide, ..guideline().clone() };
        for seed in 1..=10 {
            let start = State::new(&rules, dealt(seed, 11));
            let target = Target::at(&start.board, 4).unwrap();
            let mut solver = Solver::new(&rules);
            let verdict = solver.first(&start, target, u64::MAX);
            let Verdict::Solved(choices) = &verdict else { panic!("seed {seed}: {verdict:?}") };
            play(&rules, &start, choices);
            assert_eq!(Solver::new(&rules).first(&start, target, u64::MAX), verdict);
        }
    }
}

#[test]
fn a_solver_that_remembers_answers_the_same() {
    let mut solver = Solver::with_memory(guideline(), 1 << 16);
    for Position { line, solutions } in positions::all() {
        let state = state(guideline(), &line);
        let target = Target::at(&state.board, 4).unwrap();
        let solved = matches!(solver.first(&state, target, u64::MAX), Verdict::Solved(_));
        assert_eq!(solved, solutions > 0, "{line}");
        assert_eq!(solver.all(&state, target, usize::MAX).list.len(), solutions, "{line}");
    }
}

#[test]
fn limits_and_caps_hold() {
    let start = State::new(guideline(), dealt(3, 11));
    let target = Target::at(&start.board, 4).unwrap();
    let mut solver = Solver::new(guideline());
    assert_eq!(solver.first(&start, target, 50), Verdict::Unknown);
    assert!(solver.nodes() < 200, "{}", solver.nodes());
    let solutions = solver.all(&start, target, 7);
    assert_eq!((solutions.list.len(), solutions.capped), (7, true));

    let state = state(guideline(), "xxxx2xxxx/xxxx2xxxx O");
    let target = Target::at(&state.board, 2).unwrap();
    let solutions = solver.all(&state, target, 1);
    assert_eq!((solutions.list.len(), solutions.capped), (1, false));
    // A target of another board is not one of this board.
    assert_eq!(solver.first(&start, target, u64::MAX), Verdict::Impossible);
}

#[test]
fn the_lowest_is_found_first() {
    let mut solver = Solver::new(guideline());
    let mut lines = |line: &str| {
        let state = state(guideline(), line);
        match solver.lowest(&state, u64::MAX) {
            Verdict::Solved(choices) => choices.len(),
            verdict => panic!("{line}: {verdict:?}"),
        }
    };
    assert_eq!(lines("10 I - IIIOT"), 5);
    assert_eq!(lines("xxxx2xxxx/xxxx2xxxx O"), 1);
    // The piece on hold is the last; what it is swapped for is unknown.
    assert_eq!(lines("xxxx2xxxx/xxxx2xxxx - O -"), 1);
}

#[test]
fn the_best_scores_most() {
    let mut different = 0;
    for Position { line, solutions } in positions::all() {
        if !(2..3000).contains(&solutions) {
            continue;
        }
        let state = state(guideline(), &line);
        let target = Target::at(&state.board, 4).unwrap();
        let mut solver = Solver::new(guideline());
        let points = |choices: &Vec<Choice>| play(guideline(), &state, choices);
        let all = solver.all(&state, target, usize::MAX).list;
        let most = all.iter().map(points).max().unwrap();
        different += (all.iter().map(points).min() != Some(most)) as u32;
        let Verdict::Solved(best) = solver.best(&state, target, u64::MAX) else { panic!("{line}") };
        assert_eq!(points(&best), most, "{line}");
    }
    assert!(different > 20, "{different}");
}

#[test]
fn chances_count_orders() {
    let chance = |line: &str, rows| {
        let state = state(guideline(), line);
        let target = Target::at(&state.board, rows).unwrap();
        let chance = Solver::new(guideline()).chance(&state, target, u64::MAX).unwrap();
        (chance.solved, chance.orders, chance.unknown)
    };
    // O must be next.
    assert_eq!(chance("xxxx2xxxx/xxxx2xxxx T - - IOLJ", 2), (1, 4, 1));
    assert_eq!(chance("xxxx2xxxx/xxxx2xxxx T - - ILJ", 2), (0, 3, 1));
    assert_eq!(chance("xxxx2xxxx/xxxx2xxxx O", 2), (7, 7, 1));
    assert_eq!(chance("xxxx2xxxx/xxxx2xxxx T - O", 2), (1, 1, 0));
    let mut between = 0;
    for Position { line, .. } in positions::all().into_iter().step_by(3) {
        // Take the last three pieces away.
        let mut setup: Setup = line.parse().unwrap();
        let pieces = setup.queue.len();
        if !(3..=5).contains(&pieces) {
            continue;
        }
        setup.queue.truncate(pieces - 3);
        let line = setup.to_string();
        let (solved, orders, unknown) = chance(&line, 4);
        assert_eq!((solved, orders, unknown), brute(&line, 4), "{line}");
        between += (solved > 0 && solved < orders) as u32;
    }
    assert!(between > 3, "{between}");
    let state = State::new(guideline(), dealt(1, 3));
    let target = Target::at(&state.board, 4).unwrap();
    let error = Solver::new(guideline()).chance(&state, target, u64::MAX).unwrap_err();
    assert_eq!(error, ChanceError::Unknown { unknown: 8, expected: 7 });
}

/// The chance by asking about every order on its own.
fn brute(line: &str, rows: usize) -> (u64, u64, usize) {
    let start = state(guideline(), line);
    let target = Target::at(&start.board, rows).unwrap();
    let known = 1 + start.queue.len() + start.hold.is_some() as usize;
    let unknown = (target.pieces() + 1).saturating_sub(known);
    let mut orders = vec![start];
    for _ in 0..unknown {
        let longer = |state: &State| {
            let state = *state;
            state.bag.iter().map(move |piece| {
                let mut next = state;
                next.reveal(guideline(), piece);
                next
            })
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let mut solver = Solver::new(guideline());
    let is_solved =
        |state: &&State| matches!(solver.first(state, target, u64::MAX), Verdict::Solved(_));
    let solved = orders.iter().filter(is_solved).count() as u64;
    (solved, orders.len() as u64, unknown)
}

#[test]
fn some_pieces_cannot() {
    let mut solver = Solver::new(guideline());
    for pieces in ["SSSSSSSSSSS", "SZSZSZSZSZS"] {
        let known = notation::parse_pieces(pieces).unwrap();
        let state = State::new(guideline(), known);
        let target = Target::at(&state.board, 4).unwrap();
        assert_eq!(solver.first(&state, target, u64::MAX), Verdict::Impossible, "{pieces}");
    }
}
