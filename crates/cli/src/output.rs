//! Results on standard output and in files.
//!
//! `println!` panics when a reader such as `head` closes the pipe; these return an error instead.

use std::{
    fmt::Display,
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

/// Prints one or more lines, with control characters escaped: names come from files.
pub fn line(text: impl Display) -> Result<()> {
    styled(visible(&text.to_string()))
}

/// Prints text with its own colours and without names.
pub fn styled(text: impl Display) -> Result<()> {
    Ok(writeln!(std::io::stdout(), "{text}")?)
}

/// Prints a note on standard error.
pub fn note(text: impl Display) {
    eprintln!("{}", visible(&text.to_string()));
}

/// Prints one object.
pub fn json(value: &Value) -> Result<()> {
    let mut text = String::new();
    for letter in serde_json::to_string_pretty(value)?.chars() {
        match letter {
            '\n' => text.push(letter),
            letter if commands(letter) => text += &format!("\\u{:04x}", letter as u32),
            letter => text.push(letter),
        }
    }
    styled(text)
}

/// The text with everything escaped that a terminal would obey instead of showing.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\t' => shown.push(letter),
            letter if commands(letter) => shown.extend(letter.escape_unicode()),
            letter => shown.push(letter),
        }
    }
    shown
}

/// Whether a terminal obeys a character: control characters, and those that change the direction of
/// text.
fn commands(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Writes a file completely, or leaves the old one.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    replace_file(path, bytes).with_context(|| format!("writing {path:?}"))
}

/// A progress bar on standard error; nothing if that is not a terminal.
pub fn bar(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let template = format!("{{bar:24}} {{human_pos}} of {{human_len}} {what}, {{eta}} left");
    bar.set_style(
        ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar
}

/// Names games that were left out, which makes a command fail at the end.
pub fn outcome(skipped: &[SourceError]) -> Outcome {
    for error in skipped {
        note(format_args!("left out: {error}"));
    }
    if skipped.is_empty() { Outcome::Success } else { Outcome::Failed }
}

/// The same for JSON.
pub fn skipped(errors: &[SourceError]) -> Value {
    errors.iter().map(ToString::to_string).collect()
}

/// A remark on interrupted games among others.
pub fn unfinished(games: u64) -> String {
    if games == 0 { String::new() } else { format!(" ({} unfinished)", grouped(games)) }
}

/// A choice as JSON, the same in every command.
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

/// Whether the reader closed the pipe, which is not an error of ours.
pub fn is_closed_pipe(error: &Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
}

/// A count with its noun: `1 game`, `1 200 games`.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A count with separated thousands.
pub fn grouped(number: u64) -> String {
    figures::grouped(number as f64, ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_command_the_terminal() {
        let name = "\u{1b}]0;owned\u{7}\u{9b}2J a\tb\nc\r\u{202e}";
        let shown = "\\u{1b}]0;owned\\u{7}\\u{9b}2J a\tb\nc\\u{d}\\u{202e}";
        assert_eq!(visible(name), shown);
        assert_eq!(visible("40 % – 10×20 ▲"), "40 % – 10×20 ▲");
    }

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
