//! `minolab perft`: counts of placement sequences.

use anyhow::{Context, Result, ensure};
use minolab_rules::{
    Piece, ROWS, notation,
    perft::{perft, perft_rules},
};
use serde_json::json;

use crate::{
    Outcome,
    output::{self, grouped},
    ruleset,
    stopwatch::Stopwatch,
};

/// Counts the sequences of distinct placements from an empty board
///
/// One piece of the queue per ply, no hold; lines clear and games end by the rules. The last ply is
/// counted without being played. Spin kinds are not told apart unless --spins is given.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab perft --queue IOLJ --spawn-row 19
  minolab perft --queue TTTT --spawn-row 19 --spins --expect 1615550
  minolab perft --queue IOLJ --rules tetrio --json")]
pub struct Arguments {
    /// The pieces in order, as letters of IOTLJSZ.
    #[arg(long, value_name = "PIECES")]
    queue: String,
    /// A shipped ruleset's name, or a ruleset file.
    #[arg(long, value_name = "NAME|FILE", default_value = "guideline")]
    rules: String,
    /// The row (0 is the lowest) in which a piece's centre spawns; the ruleset's if absent.
    #[arg(long, value_name = "ROW", value_parser = clap::value_parser!(i8).range(0..ROWS as i64))]
    spawn_row: Option<i8>,
    /// Count a placement once for each kind of spin it can be, by the ruleset's spin rule.
    #[arg(long)]
    spins: bool,
    /// Fail with exit code 1 unless the count is this.
    #[arg(long, value_name = "NODES")]
    expect: Option<u64>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let pieces = notation::parse_pieces(&arguments.queue).context("in --queue")?;
    ensure!(!pieces.is_empty(), "in --queue: no pieces, expected letters of IOTLJSZ");
    let rules = perft_rules(ruleset::load(&arguments.rules)?, arguments.spawn_row, arguments.spins)
        .context("in --spawn-row")?;

    let stopwatch = Stopwatch::start();
    let nodes = perft(&rules.empty_board(), &rules, &pieces);
    let elapsed = stopwatch.elapsed();

    let queue = &arguments.queue;
    let speed = elapsed.per_cpu_second(nodes);
    if arguments.json {
        output::json(&json!({
            "queue": queue,
            "rules": rules.name,
            "spawn_row": rules.spawn(Piece::T).y,
            "spins": arguments.spins,
            "nodes": nodes,
            "seconds": elapsed.seconds,
            "cpu_seconds": elapsed.cpu_seconds,
            "nodes_per_cpu_second": speed,
        }))?;
    } else {
        let millions = speed / 1e6;
        let seconds = elapsed.cpu_seconds;
        output::line(format_args!(
            "{queue}  {} nodes in {seconds:.3} CPU seconds, {millions:.1} M nodes per CPU second",
            grouped(nodes)
        ))?;
    }
    match arguments.expect {
        Some(expected) if expected != nodes => {
            eprintln!("found {nodes} nodes, expected {expected}");
            Ok(Outcome::Failed)
        }
        _ => Ok(Outcome::Success),
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::shipped;

    use super::*;

    #[test]
    fn the_spawn_row_is_absolute() {
        for rules in shipped::all() {
            let rules = perft_rules(rules.clone(), Some(19), false).unwrap();
            assert_eq!(rules.spawn(Piece::T).y, 19, "{}", rules.name);
        }
    }

    #[test]
    fn spawn_rows_off_the_board_are_errors() {
        let guideline = shipped::get("guideline").unwrap();
        for row in [0, 46] {
            assert!(perft_rules(guideline.clone(), Some(row), false).is_ok(), "{row}");
        }
        for row in [47, 48, 100] {
            assert!(perft_rules(guideline.clone(), Some(row), false).is_err(), "{row}");
        }
    }
}
