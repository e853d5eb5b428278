//! Games as they are recorded: placements of agents, or what a person pressed and when.

use std::ops::Deref;

use minolab_arena::replay::{Replay, ReplayResult};
use minolab_rules::{
    Choice, Event, Game, Handling, Key, KeyEvent, Mode, ParseModeError, Realtime, Ruleset,
    RulesetError, TimedKey,
};
use serde::Deserialize;
use thiserror::Error;

/// A game, and what a person did for each placement if a person played it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The game by its placements. Of a person's game its points are those by the keys.
    pub replay: Replay,
    /// One for each placement, or none at all.
    pub typed: Vec<Typed>,
}

/// What a person did for one placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typed {
    /// Keys pressed since the last placement.
    pub presses: u64,
    /// Milliseconds since the start of the game.
    pub time: u64,
    /// Points it brought, drops included.
    pub points: u64,
}

/// A game of keys that cannot be read or is not true.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TypedError {
    /// Not the JSON it is written in.
    #[error("not a game of keys: {0}")]
    Json(String),
    /// Another format.
    #[error("format is {found:?}, expected {FORMAT:?}")]
    Format {
        /// What it says.
        found: String,
    },
    /// The rules in it are no rules.
    #[error("rules: {0}")]
    Rules(#[from] RulesetError),
    /// The mode is none.
    #[error("mode: {0}")]
    Mode(#[from] ParseModeError),
    /// The keys cannot be read.
    #[error("keys: found {found:?} at character {at}, expected a number and one of LRSHNCAFO")]
    Keys {
        /// What stood there.
        found: char,
        /// Counted from 1.
        at: usize,
    },
    /// Longer than anybody plays.
    #[error("ticks is {0}, expected {MOST_TICKS} at most")]
    Long(u64),
    /// Played again, it comes to something else.
    #[error("{what} is {found} after {placements} placements, the file says {said}")]
    Untrue {
        /// What differs.
        what: &'static str,
        /// Played again.
        found: u64,
        /// In the file.
        said: u64,
        /// After how many placements.
        placements: u64,
    },
}

const FORMAT: &str = "minolab keys 1";
/// A day: a file must not keep the reader busy for ever.
const MOST_TICKS: u64 = 86_400_000;

/// The file, as docs/FORMATS.md has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    mode: String,
    seed: u64,
    handling: Handling,
    ticks: u64,
    pieces: u64,
    lines: u64,
    score: u64,
    #[serde(default, rename = "played_ms")]
    _played_ms: u64,
    keys: String,
    rules: String,
}

impl Recorded {
    /// Reads a person's game and plays it again, to see that it is true.
    pub fn from_keys(text: &str) -> Result<Recorded, TypedError> {
        let file: File =
            serde_json::from_str(text).map_err(|error| TypedError::Json(error.to_string()))?;
        if file.format != FORMAT {
            return Err(TypedError::Format { found: file.format });
        }
        if file.ticks > MOST_TICKS {
            return Err(TypedError::Long(file.ticks));
        }
        let (rules, mode) = (Ruleset::from_toml(&file.rules)?, file.mode.parse::<Mode>()?);
        let keys = read_keys(&file.keys)?;
        let game = Game::new(rules, file.seed);
        let mut replay = Replay::new(&game, "person", mode);
        let mut typed = Vec::new();
        // A tick in which a key ends the game is not counted, but it began.
        let until = file.ticks + keys.last().is_some_and(|key| key.tick >= file.ticks) as u64;
        let mut realtime = Realtime::new(game, mode, file.handling);
        play(&mut realtime, &keys, until, &mut |choice, done| {
            replay.choices.push(choice);
            typed.push(done);
        });
        let (totals, placements) = (realtime.game().totals(), replay.choices.len() as u64);
        for (what, found, said) in [
            ("ticks", realtime.ticks(), file.ticks),
            ("pieces", totals.pieces, file.pieces),
            ("lines", totals.lines, file.lines),
            ("score", totals.score, file.score),
        ] {
            if found != said {
                return Err(TypedError::Untrue { what, found, said, placements });
            }
        }
        replay.result = ReplayResult::of(realtime.game(), mode);
        Ok(Recorded { replay, typed })
    }
}

impl From<Replay> for Recorded {
    fn from(replay: Replay) -> Recorded {
        Recorded { replay, typed: Vec::new() }
    }
}

impl Deref for Recorded {
    type Target = Replay;

    fn deref(&self) -> &Replay {
        &self.replay
    }
}

/// Plays keys, handing out each placement with what it took.
fn play(
    realtime: &mut Realtime,
    keys: &[TimedKey],
    until: u64,
    each: &mut dyn FnMut(Choice, Typed),
) {
    let lock = realtime.game().rules().scoring.lock as u64;
    let mut keys = keys.iter().peekable();
    let (mut now, mut presses, mut held) = (Vec::<KeyEvent>::new(), 0, false);
    while realtime.ticks() < until && realtime.end().is_none() {
        now.clear();
        let time = realtime.ticks();
        while let Some(key) = keys.next_if(|key| key.tick <= time) {
            now.push(key.event);
        }
        // What is pressed after a hard drop is for the next piece.
        let drop = now.iter().position(|event| event.pressed && event.key == Key::HardDrop);
        let count =
            |events: &[KeyEvent]| events.iter().filter(|event| event.pressed).count() as u64;
        let split = drop.map_or(now.len(), |index| index + 1);
        presses += count(&now[..split]);
        for event in realtime.tick(&now) {
            match *event {
                Event::Held(_) => held = true,
                Event::Locked { placement, clear, drop_points } => {
                    let points = clear.points as u64 + drop_points + lock;
                    each(Choice { hold: held, placement }, Typed { presses, time, points });
                    (presses, held) = (0, false);
                }
                Event::Spawned(_) | Event::Ended(_) => {}
            }
        }
        presses += count(&now[split..]);
    }
}

/// `12L30l5H8h`: ticks since the last one, then a letter, upper case for a press.
fn read_keys(text: &str) -> Result<Vec<TimedKey>, TypedError> {
    let mut keys = Vec::new();
    let (mut tick, mut wait) = (0u64, None::<u64>);
    for (found, at) in text.chars().zip(1..) {
        let wrong = TypedError::Keys { found, at };
        if let Some(digit) = found.to_digit(10) {
            let more =
                wait.unwrap_or(0).checked_mul(10).and_then(|wait| wait.checked_add(digit as u64));
            wait = Some(more.filter(|&wait| wait <= MOST_TICKS).ok_or(wrong)?);
            continue;
        }
        let key = match found.to_ascii_uppercase() {
            'L' => Key::Left,
            'R' => Key::Right,
            'S' => Key::SoftDrop,
            'H' => Key::HardDrop,
            'N' => Key::SonicDrop,
            'C' => Key::Cw,
            'A' => Key::Ccw,
            'F' => Key::Flip,
            'O' => Key::Hold,
            _ => return Err(wrong),
        };
        tick = tick.saturating_add(wait.take().ok_or(wrong)?);
        keys.push(TimedKey { tick, event: KeyEvent { key, pressed: found.is_ascii_uppercase() } });
    }
    match (wait, text.chars().last()) {
        (Some(_), Some(found)) => Err(TypedError::Keys { found, at: text.chars().count() }),
        _ => Ok(keys),
    }
}

#[cfg(test)]
mod tests;
