//! Results on standard output and in files.
//!
//! `println!` panics when a reader such as `head` closes the pipe; these report it instead.

use std::{
    io::{ErrorKind, Write},
    path::Path,
};

use anyhow::{Context, Error, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use minolab_arena::{figures, replace_file};
use minolab_rules::Choice;
use minolab_study::SourceError;
use serde_json::{Value, json};

use crate::Outcome;

/// Prints one line.
pub fn line(text: impl std::fmt::Display) -> Result<()> {
    Ok(writeln!(std::io::stdout(), "{text}")?)
}

/// Prints one object.
pub fn json(value: &Value) -> Result<()> {
    line(serde_json::to_string_pretty(value)?)
}

/// Writes a file whole, or leaves what was there.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    replace_file(path, bytes).with_context(|| format!("writing {path:?}"))
}

/// A bar on standard error that counts something; nothing if that is not a terminal.
pub fn bar(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let template = format!("{{bar:24}} {{human_pos}} of {{human_len}} {what}, {{eta}} left");
    bar.set_style(
        ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar
}

/// Names games that were left out, which makes a command fail although it went on.
pub fn outcome(skipped: &[SourceError]) -> Outcome {
    for error in skipped {
        eprintln!("left out: {error}");
    }
    if skipped.is_empty() { Outcome::Success } else { Outcome::Failed }
}

/// The same for JSON.
pub fn skipped(errors: &[SourceError]) -> Value {
    errors.iter().map(ToString::to_string).collect()
}

/// A remark on the games among others that were interrupted.
pub fn unfinished(games: u64) -> String {
    if games == 0 { String::new() } else { format!(" ({} unfinished)", grouped(games)) }
}

/// A choice as every command describes it.
pub fn placement(choice: Choice, lines: u8) -> Value {
    let placement = choice.placement;
    json!({
        "choice": choice.to_string(),
        "piece": placement.piece.to_string(),
        "rotation": placement.rotation.to_string(),
        "x": placement.x,
        "y": placement.y,
        "hold": choice.hold,
        "spin": placement.spin.name(),
        "lines": lines,
    })
}

/// Whether the reader went away, which is no error of ours.
pub fn is_closed_pipe(error: &Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
}

/// So many of something: `1 game`, `1 200 games`.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A count with its thousands apart.
pub fn grouped(number: u64) -> String {
    figures::grouped(number as f64, ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_plural() {
        assert_eq!(counted(1, "game"), "1 game");
        assert_eq!(counted(0, "game"), "0 games");
        assert_eq!(counted(1200, "top-out"), "1 200 top-outs");
    }

    #[test]
    fn thousands_are_apart() {
        let cases = [(0, "0"), (999, "999"), (1000, "1 000"), (2_647_076_135, "2 647 076 135")];
        for (number, expected) in cases {
            assert_eq!(grouped(number), expected);
        }
    }
}
