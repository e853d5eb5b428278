//! `minolab bench rules`: how fast placements are found.

use std::hint::black_box;

use anyhow::{Result, ensure};
use minolab_rules::{
    Board, Piece, Ruleset, notation,
    perft::{perft, perft_rules},
    placements, shipped,
};
use serde_json::{Map, Value, json};

use super::signature::of_rules;
use crate::{
    Outcome, boards,
    output::{self, grouped},
    ruleset,
    stopwatch::{Elapsed, Stopwatch},
};

/// Times the move generator
///
/// Counts the placement sequences of IOLJSZ (guideline, spawn row 19, spins not told apart),
/// then times single calls of the generator for each piece on a hundred boards from the middle
/// of games. Each figure is the best of some rounds on one thread.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab bench rules
  minolab bench rules --rules tetrio
  minolab bench rules --json")]
pub struct Arguments {
    /// The rules of the single calls.
    #[arg(long, value_name = "NAME|FILE", default_value = "guideline")]
    rules: String,
    /// How many rounds to measure; the best counts.
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Fail with exit code 1 unless this is the signature.
    #[arg(long, value_name = "SIGNATURE")]
    expect: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The pieces of the counted sequences.
const QUEUE: &str = "IOLJSZ";
/// The least processor seconds of a round.
const ROUND_SECONDS: f64 = 0.02;

/// Everything that was measured.
struct Figures {
    rules: String,
    signature: String,
    nodes: u64,
    elapsed: Elapsed,
    boards: usize,
    /// Nanoseconds per call of each of [`CALLS`], by piece.
    times: [[f64; 7]; CALLS.len()],
}

/// A way to call the generator; returns a number that depends on the placements.
type Call = fn(&Board, &Ruleset, Piece) -> u64;

/// The ways to call it: name, description and function.
const CALLS: [(&str, &str, Call); 3] = [
    ("visit", "each placement handed to a function", visit),
    ("list", "all placements in a list", list),
    ("count", "their number only", count),
];

fn visit(board: &Board, rules: &Ruleset, piece: Piece) -> u64 {
    let mut sum = 0;
    placements::for_each(board, rules, piece, &mut |placement| {
        sum += placement.x as u64 + placement.y as u64;
    });
    sum
}

fn list(board: &Board, rules: &Ruleset, piece: Piece) -> u64 {
    placements::all(board, rules, piece).len() as u64
}

fn count(board: &Board, rules: &Ruleset, piece: Piece) -> u64 {
    placements::count(board, rules, piece) as u64
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let rules = ruleset::load(&arguments.rules)?;
    let boards = boards::midgame()?;
    let width = boards[0].width();
    ensure!(
        rules.width as usize == width,
        "{} is {} wide, expected {width}",
        rules.name,
        rules.width
    );

    let (nodes, elapsed) = time_perft(arguments.rounds)?;
    let time = |call: Call| {
        Piece::ALL.map(|piece| {
            let round = || nanoseconds(&boards, |board| call(board, &rules, piece));
            (0..arguments.rounds).map(|_| round()).fold(f64::INFINITY, f64::min)
        })
    };
    let figures = Figures {
        times: CALLS.map(|(_, _, call)| time(call)),
        signature: format!("{:016x}", of_rules(&boards)),
        boards: boards.len(),
        rules: rules.name,
        nodes,
        elapsed,
    };
    if arguments.json { output::json(&figures.json()) } else { figures.print() }?;
    match &arguments.expect {
        Some(expected) if *expected != figures.signature => {
            eprintln!("the signature is {}, expected {expected}", figures.signature);
            Ok(Outcome::Failed)
        }
        _ => Ok(Outcome::Success),
    }
}

fn time_perft(rounds: u32) -> Result<(u64, Elapsed)> {
    let guideline = shipped::get("guideline").expect("the guideline rules are shipped");
    let rules = perft_rules(guideline.clone(), Some(19), false)?;
    let pieces = notation::parse_pieces(QUEUE)?;
    let round = || {
        let stopwatch = Stopwatch::start();
        let nodes = perft(&rules.empty_board(), &rules, &pieces);
        (nodes, stopwatch.elapsed())
    };
    let mut best = round();
    for _ in 1..rounds {
        let next = round();
        if next.1.cpu_seconds < best.1.cpu_seconds {
            best = next;
        }
    }
    Ok(best)
}

/// Mean processor nanoseconds per call over the boards.
fn nanoseconds(boards: &[Board], call: impl Fn(&Board) -> u64) -> f64 {
    let stopwatch = Stopwatch::start();
    let mut calls = 0;
    loop {
        for board in boards {
            black_box(call(black_box(board)));
        }
        calls += boards.len();
        let seconds = stopwatch.elapsed().cpu_seconds;
        if seconds >= ROUND_SECONDS {
            return seconds * 1e9 / calls as f64;
        }
    }
}

impl Figures {
    fn json(&self) -> Value {
        let calls = CALLS.iter().zip(self.times);
        let calls: Map<String, Value> =
            calls.map(|(&(name, _, _), times)| (name.into(), by_piece(times))).collect();
        json!({
            "rules": self.rules,
            "signature": self.signature,
            "perft": {
                "queue": QUEUE,
                "nodes": self.nodes,
                "seconds": self.elapsed.seconds,
                "cpu_seconds": self.elapsed.cpu_seconds,
                "nodes_per_cpu_second": self.elapsed.per_cpu_second(self.nodes),
            },
            "boards": self.boards,
            "ns_per_call": calls,
        })
    }

    fn print(&self) -> Result<()> {
        let (nodes, speed) = (grouped(self.nodes), self.elapsed.per_cpu_second(self.nodes) / 1e6);
        output::line(format_args!("perft {QUEUE}: {nodes} nodes, {speed:.1} M per CPU second"))?;
        let (boards, rules) = (self.boards, &self.rules);
        output::line(format_args!("ns per call on {boards} mid-game boards, {rules}:"))?;
        let letters = Piece::ALL.map(|piece| format!("{:>7}", piece.letter())).concat();
        output::line(format_args!("{:5}{letters}{:>7}", "", "mean"))?;
        for ((name, what, _), times) in CALLS.into_iter().zip(self.times) {
            let cells = times.map(|time| format!("{time:7.1}")).concat();
            output::line(format_args!("{name:5}{cells}{:7.1}  {what}", mean(times)))?;
        }
        output::line(format_args!("signature {}", self.signature))
    }
}

fn by_piece(times: [f64; 7]) -> Value {
    let letters = Piece::ALL.map(|piece| piece.letter().to_string());
    let mut object: Map<String, Value> = letters.into_iter().zip(times.map(Value::from)).collect();
    object.insert("mean".into(), mean(times).into());
    Value::Object(object)
}

fn mean(times: [f64; 7]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}
