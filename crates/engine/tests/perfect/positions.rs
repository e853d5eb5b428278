//! The hundred positions, and where they come from.

use std::fmt::Write;

use minolab_engine::perfect::{Solver, Target, Verdict};
use minolab_rules::{Choice, PieceSource, Randomizer, Setup, State, placements, shipped};

use super::{dealt, oracle};

/// A position with at most seven pieces to go in four rows.
pub struct Position {
    pub line: String,
    /// How many perfect clears of four rows it has by guideline rules.
    pub solutions: usize,
}

pub fn all() -> Vec<Position> {
    let text = include_str!("../../../../data/perfect/four-rows.txt");
    let lines = text.lines().filter(|line| !line.starts_with(';') && !line.is_empty());
    let position = |line: &str| {
        let (line, solutions) = line.split_once(" ; ").unwrap();
        Position { line: line.into(), solutions: solutions.parse().unwrap() }
    };
    lines.map(position).collect()
}

/// Writes `data/perfect/four-rows.txt`: a third each from the middle of perfect clears, the
/// same with other pieces to come, and from pieces put anywhere in four rows.
#[test]
#[ignore = "writes the file that the other tests read"]
fn write() {
    let mut text = String::from(
        "; A hundred positions with at most seven pieces to go in four rows, and how many perfect\n\
         ; clears of four rows the guideline rules allow, spins and holds told apart.\n\
         ; Written by: cargo test -p minolab-engine --test perfect -- --ignored positions::write\n\n",
    );
    let mut written = 0;
    for seed in 0.. {
        let setup = if seed % 3 == 2 { anywhere(seed) } else { midway(seed) };
        let Some(mut setup) = setup else { continue };
        let mut source = PieceSource::new(Randomizer::Bag, 1000 + seed);
        if seed % 3 == 1 {
            setup.current = Some(source.deal());
            setup.queue.iter_mut().for_each(|piece| *piece = source.deal());
        }
        // One more than are placed, or exactly enough.
        let empty = 40 - setup.board.cells() as usize;
        let known = empty / 4 + seed as usize / 3 % 2;
        setup.queue.truncate(known.saturating_sub(1 + setup.hold.is_some() as usize));
        let rules = shipped::get("guideline").unwrap();
        let state = State::from_setup(rules, setup.clone()).unwrap();
        let solutions = oracle::all(rules, &state, 4).len();
        if solutions > 5000 {
            continue;
        }
        let line = setup.to_string();
        let line = line.split(" ?").next().unwrap();
        writeln!(text, "{line} ; {solutions}").unwrap();
        written += 1;
        if written == 100 {
            break;
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/perfect/four-rows.txt");
    std::fs::write(path, text).unwrap();
}

/// The first pieces of a perfect clear, if they clear no line.
fn midway(seed: u64) -> Option<Setup> {
    let rules = shipped::get("guideline").unwrap();
    let mut state = State::new(rules, dealt(seed, 12));
    let target = Target::at(&state.board, 4).ok()?;
    let verdict = Solver::new(rules).first(&state, target, 1_000_000);
    let Verdict::Solved(choices) = verdict else { return None };
    let mut lines = 0;
    for &choice in &choices[..3 + seed as usize / 3 % 4] {
        lines += state.play(rules, choice).unwrap().lines;
    }
    (lines == 0).then(|| Setup { bag: None, ..Setup::from(&state) })
}

/// A few pieces anywhere within four rows.
fn anywhere(seed: u64) -> Option<Setup> {
    let rules = shipped::get("guideline").unwrap();
    let mut state = State::new(rules, dealt(seed, 12));
    let mut number = seed;
    for _ in 0..3 + seed / 3 % 4 {
        let list = placements::all(&state.board, rules, state.current?);
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let placement = list[(number >> 33) as usize % list.len()];
        state.play(rules, Choice { hold: false, placement }).unwrap();
    }
    let sound = state.board.top() <= 4 && state.board.cells().is_multiple_of(4);
    (sound && state.board.cells() >= 12).then(|| Setup { bag: None, ..Setup::from(&state) })
}
