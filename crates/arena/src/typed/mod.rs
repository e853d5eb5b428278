//! A person's game of timed key presses, as a file and placement by placement.

mod keylog;

pub use keylog::{KeyLogError, read_keys, write_keys};
use minolab_rules::{
    Choice, End, Event, Game, Handling, Key, KeyEvent, Mode, Realtime, Ruleset, TimedKey, Totals,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::checksum;

/// A person's game: rules, seed, handling and keys, enough to rebuild every tick of it.
///
/// Unlike an agent's replay, which holds placements, it holds timed key presses.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyReplay {
    /// By which rules.
    pub rules: Ruleset,
    /// The seed of the pieces.
    pub seed: u64,
    /// The mode, which says how the game ends.
    pub mode: Mode,
    /// The handling.
    pub handling: Handling,
    /// The key presses and releases.
    pub keys: Vec<TimedKey>,
    /// How long it lasted.
    pub ticks: u64,
    /// Its result.
    pub totals: Totals,
    /// When it was played, in milliseconds since 1970; 0 if unknown.
    pub played_ms: u64,
}

/// What a person did for one placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typed {
    /// Keys pressed since the last placement.
    pub presses: u64,
    /// Keys pressed to steer the piece, which is what finesse counts.
    pub steered: u64,
    /// Milliseconds since the start of the game.
    pub time: u64,
    /// Points it brought, drops included.
    pub points: u64,
}

/// A file that is not a person's game, or an invalid one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyReplayError {
    /// Not the JSON it is written in.
    #[error("not a game of keys: {0}")]
    Json(String),
    /// An invalid field.
    #[error("{field}: {message}")]
    Field {
        /// Where.
        field: &'static str,
        /// What is wrong.
        message: String,
    },
    /// The keys.
    #[error(transparent)]
    Keys(#[from] KeyLogError),
    /// Replayed, it has another result.
    #[error("replayed, it has {found} {what}, the file says {said}")]
    False {
        /// What differs.
        what: &'static str,
        /// In the file.
        said: u64,
        /// Played again.
        found: u64,
    },
}

const FORMAT: &str = "minolab keys 1";
/// A day; no game lasts longer, and a file must not keep the reader busy forever.
const MOST_TICKS: u64 = 86_400_000;

#[derive(Serialize, Deserialize)]
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
    #[serde(default)]
    played_ms: u64,
    keys: String,
    rules: String,
}

impl KeyReplay {
    /// Writes the file.
    pub fn to_json(&self) -> String {
        let Totals { pieces, lines, score, .. } = self.totals;
        let file = File {
            format: FORMAT.into(),
            mode: self.mode.to_string(),
            seed: self.seed,
            handling: self.handling,
            ticks: self.ticks,
            pieces,
            lines,
            score,
            played_ms: self.played_ms,
            keys: write_keys(&self.keys),
            rules: self.rules.to_toml(),
        };
        serde_json::to_string_pretty(&file).expect("a game has only plain values")
    }

    /// Reads a file and replays it, to verify it.
    pub fn from_json(text: &str) -> Result<KeyReplay, KeyReplayError> {
        let file: File =
            serde_json::from_str(text).map_err(|error| KeyReplayError::Json(error.to_string()))?;
        let wrong = |field, message| KeyReplayError::Field { field, message };
        if file.format != FORMAT {
            let message = format!("{:?}, expected {FORMAT:?}", file.format);
            return Err(wrong("format", message));
        }
        if file.ticks > MOST_TICKS {
            return Err(wrong("ticks", format!("{}, expected {MOST_TICKS} at most", file.ticks)));
        }
        let rules =
            Ruleset::from_toml(&file.rules).map_err(|error| wrong("rules", error.to_string()))?;
        let mode = file.mode.parse::<Mode>().map_err(|error| wrong("mode", error.to_string()))?;
        let mut replay = KeyReplay {
            rules,
            seed: file.seed,
            mode,
            handling: file.handling,
            keys: read_keys(&file.keys)?,
            ticks: file.ticks,
            totals: Totals::default(),
            played_ms: file.played_ms,
        };
        let game = replay.play();
        let found = game.game().totals();
        let checks = [
            ("ticks", file.ticks, game.ticks()),
            ("pieces", file.pieces, found.pieces),
            ("lines", file.lines, found.lines),
            ("points", file.score, found.score),
        ];
        for (what, said, found) in checks {
            if said != found {
                return Err(KeyReplayError::False { what, said, found });
            }
        }
        replay.totals = found;
        Ok(replay)
    }

    /// A number that identifies this game: the checksum of its file.
    pub fn id(&self) -> u64 {
        KeyReplay::id_of(&self.to_json())
    }

    /// The same for its file.
    pub fn id_of(json: &str) -> u64 {
        checksum(json.as_bytes())
    }

    /// The game before its first tick.
    pub fn start(&self) -> Realtime {
        Realtime::new(Game::new(self.rules.clone(), self.seed), self.mode, self.handling)
    }

    /// Plays it to its last tick.
    pub fn play(&self) -> Realtime {
        self.play_each(|_, _| ())
    }

    /// Plays it to its last tick, passing on each placement with what it took.
    pub fn play_each(&self, mut each: impl FnMut(Choice, Typed)) -> Realtime {
        let (mut realtime, until) = (self.start(), self.until());
        let lock = self.rules.scoring.lock as u64;
        let count =
            |events: &[KeyEvent]| events.iter().filter(|event| event.pressed).count() as u64;
        let mut keys = self.keys.iter().peekable();
        let (mut now, mut presses, mut held) = (Vec::<KeyEvent>::new(), 0, false);
        while realtime.ticks() < until && realtime.end().is_none() {
            now.clear();
            let time = realtime.ticks();
            while let Some(key) = keys.next_if(|key| key.tick <= time) {
                now.push(key.event);
            }
            // Keys after a hard drop belong to the next piece.
            let drop = now.iter().position(|event| event.pressed && event.key == Key::HardDrop);
            let split = drop.map_or(now.len(), |index| index + 1);
            presses += count(&now[..split]);
            for event in realtime.tick(&now) {
                match *event {
                    Event::Held(_) => held = true,
                    Event::Locked { placement, clear, drop_points, steered } => {
                        let points = clear.points as u64 + drop_points + lock;
                        let typed = Typed { presses, steered, time, points };
                        each(Choice { hold: held, placement }, typed);
                        (presses, held) = (0, false);
                    }
                    Event::Spawned(_) | Event::Ended(_) => {}
                }
            }
            presses += count(&now[split..]);
        }
        realtime
    }

    /// The tick up to which it lasts.
    ///
    /// A tick in which a key ends the game is not counted, but it began.
    pub fn until(&self) -> u64 {
        self.ticks + self.keys.last().is_some_and(|key| key.tick >= self.ticks) as u64
    }

    /// Why it ended, if it did.
    pub fn end(&self) -> Option<End> {
        self.play().end()
    }
}

#[cfg(test)]
mod tests;
