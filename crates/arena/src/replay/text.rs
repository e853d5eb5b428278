//! The text form: for reading and comparing by eye and by `diff`.

use std::fmt::Write;

use minolab_rules::GarbageRow;

use super::{GameEvent, Header, Replay, ReplayError, binary::NEWEST};

const FIRST: &str = "minolab replay ";
/// The first word of a line of garbage.
const GARBAGE: &str = "garbage";

impl Replay {
    /// Writes the text form: a header, a line of dashes, and one line per event.
    pub fn to_text(&self) -> String {
        let header = Header::new(&self.rules, self.seed, &self.agent, self.mode, &self.result);
        let header = header.to_toml();
        let version = self.version();
        let mut text = format!("{FIRST}{version}\n{}\n{END}\n", header.trim_end());
        for event in &self.events {
            writeln!(text, "{}", line(event)).expect("writing to a string cannot fail");
        }
        text
    }

    /// Reads the text form. The placements are not checked: [`Replay::verify`] does.
    pub fn from_text(text: &str) -> Result<Replay, ReplayError> {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let first = first.trim_end();
        let version = first.strip_prefix(FIRST).and_then(|version| version.parse().ok());
        let version: u64 = version.ok_or_else(|| {
            let found = first.chars().take(40).collect();
            ReplayError::Foreign { found, expected: "minolab replay 1" }
        })?;
        if !(1..=NEWEST as u64).contains(&version) {
            return Err(ReplayError::Version { found: version, expected: NEWEST as u64 });
        }
        let end = format!("\n{END}\n");
        // Line ends of other systems are read too.
        let rest = rest.replace("\r\n", "\n");
        let (header, events) = rest
            .split_once(&end)
            .ok_or_else(|| ReplayError::Header(format!("expected a line {END:?} after it")))?;
        let mut replay = Header::from_toml(header)?.open()?;
        let mut index = 1;
        for line in events.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let rows = line.strip_prefix(GARBAGE).filter(|_| version > 1);
            replay.events.push(match rows {
                Some(rows) => GameEvent::Garbage(read_garbage(index, rows.trim_start())?),
                None => {
                    let choice = line.parse().map_err(|error| ReplayError::Choice {
                        index,
                        found: line.into(),
                        why: format!("{error}"),
                    })?;
                    index += 1;
                    GameEvent::Placement(choice)
                }
            });
        }
        Ok(replay)
    }
}

fn line(event: &GameEvent) -> String {
    match event {
        GameEvent::Placement(choice) => choice.to_string(),
        GameEvent::Garbage(rows) => {
            let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
            format!("{GARBAGE} {}", rows.join("/"))
        }
    }
}

fn read_garbage(index: u64, rows: &str) -> Result<Box<[GarbageRow]>, ReplayError> {
    let row = |row: &str| {
        let why = |error| format!("{row:?}: {error}");
        row.parse().map_err(|error| ReplayError::Garbage { index, why: why(error) })
    };
    rows.split('/').map(row).collect()
}

const END: &str = "---";
