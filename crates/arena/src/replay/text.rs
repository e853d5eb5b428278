//! The text form: for reading and comparing by eye and by `diff`.

use std::fmt::Write;

use super::{Header, Replay, ReplayError};

const FIRST: &str = "minolab replay 1";

impl Replay {
    /// Writes the text form: a header, a line of dashes, and a choice a line.
    pub fn to_text(&self) -> String {
        let header = Header::new(&self.rules, self.seed, &self.agent, self.mode, &self.result);
        let header = header.to_toml();
        let mut text = format!("{FIRST}\n{}\n{END}\n", header.trim_end());
        for choice in &self.choices {
            writeln!(text, "{choice}").expect("writing to a string cannot fail");
        }
        text
    }

    /// Reads the text form. The placements are not checked: [`Replay::verify`] does.
    pub fn from_text(text: &str) -> Result<Replay, ReplayError> {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let first = first.trim_end();
        if first != FIRST {
            let version = first.strip_prefix("minolab replay ").and_then(|v| v.parse().ok());
            return Err(match version {
                Some(found) => ReplayError::Version { found, expected: 1 },
                None => {
                    let found = first.chars().take(40).collect();
                    ReplayError::Foreign { found, expected: FIRST }
                }
            });
        }
        let end = format!("\n{END}\n");
        // Line ends of other systems are read too.
        let rest = rest.replace("\r\n", "\n");
        let (header, choices) = rest
            .split_once(&end)
            .ok_or_else(|| ReplayError::Header(format!("expected a line {END:?} after it")))?;
        let mut replay = Header::from_toml(header)?.open()?;
        for (line, index) in choices.lines().filter(|line| !line.trim().is_empty()).zip(1..) {
            let choice = line.trim().parse().map_err(|error| ReplayError::Choice {
                index,
                found: line.trim().into(),
                why: format!("{error}"),
            })?;
            replay.choices.push(choice);
        }
        Ok(replay)
    }
}

const END: &str = "---";
