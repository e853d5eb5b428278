//! A person's game as a file.

use minolab_rules::{End, Game, Handling, Mode, Realtime, Ruleset, TimedKey, Totals};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{KeyLogError, read_keys, write_keys};

/// A person's game: rules, seed, handling and keys, enough to rebuild every tick of it.
///
/// Unlike an agent's replay, which holds placements, it holds what was pressed and when.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyReplay {
    /// By which rules.
    pub rules: Ruleset,
    /// The seed of the pieces.
    pub seed: u64,
    /// How the game was to end.
    pub mode: Mode,
    /// How the keys felt.
    pub handling: Handling,
    /// What was pressed and released.
    pub keys: Vec<TimedKey>,
    /// How long it lasted.
    pub ticks: u64,
    /// What it came to.
    pub totals: Totals,
    /// When it was played, in milliseconds since 1970; 0 if nobody knows.
    pub played_ms: u64,
}

/// A file that is no person's game, or not a true one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyReplayError {
    /// Not the JSON it is written in.
    #[error("not a game of keys: {0}")]
    Json(String),
    /// A field that does not say what it should.
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
    /// Played again, it comes to something else.
    #[error("played again it comes to {found} {what}, the file says {said}")]
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
/// A day; nobody plays longer, and a file must not keep the reader busy for ever.
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

    /// Reads a file and plays it again, to see that it is true.
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

    /// The game before its first tick.
    pub fn start(&self) -> Realtime {
        Realtime::new(Game::new(self.rules.clone(), self.seed), self.mode, self.handling)
    }

    /// Plays it to its last tick.
    pub fn play(&self) -> Realtime {
        let mut game = self.start();
        game.play(&self.keys, self.until(), |_, _| ());
        game
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
mod tests {
    use minolab_rules::{Key, shipped};

    use super::*;

    fn sketch() -> KeyReplay {
        let rules = shipped::get("capstone").unwrap().clone();
        let keys = (0..12).flat_map(|piece| {
            let at = 40 * piece;
            let key = if piece % 2 == 0 { Key::Left } else { Key::Right };
            let press = |tick, event| TimedKey { tick, event };
            [
                press(at, key.press()),
                press(at + 9, key.release()),
                press(at + 20, Key::HardDrop.press()),
                press(at + 25, Key::HardDrop.release()),
            ]
        });
        let (mode, handling) = (Mode::Sprint, Handling::CAPSTONE);
        let mut replay = KeyReplay {
            rules,
            seed: 3,
            mode,
            handling,
            keys: keys.collect(),
            ticks: 700,
            totals: Totals::default(),
            played_ms: 0,
        };
        let played = replay.play();
        (replay.ticks, replay.totals) = (played.ticks(), played.game().totals());
        assert_eq!(replay.totals.pieces, 12);
        replay
    }

    #[test]
    fn games_round_trip() {
        let replay = sketch();
        assert_eq!(KeyReplay::from_json(&replay.to_json()), Ok(replay));
    }

    #[test]
    fn a_key_that_ends_the_game_is_played_too() {
        let whole = sketch();
        let mut replay = KeyReplay { mode: Mode::Pieces(12), ..whole };
        let ended = replay.play();
        assert!(ended.end().is_some() && ended.game().totals().pieces == 12);
        replay.ticks = ended.ticks();
        replay.keys.retain(|key| key.tick <= replay.ticks);
        assert_eq!(replay.keys.last().unwrap().tick, replay.ticks);
        assert_eq!(KeyReplay::from_json(&replay.to_json()), Ok(replay));
    }

    #[test]
    fn lies_are_found() {
        let text = sketch().to_json();
        let error = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            KeyReplay::from_json(&text.replace(from, to)).unwrap_err().to_string()
        };
        let lie = error("\"pieces\": 12", "\"pieces\": 13");
        assert_eq!(lie, "played again it comes to 12 pieces, the file says 13");
        assert!(error("minolab keys 1", "minolab keys 2").starts_with("format: "));
        assert!(error("\"mode\": \"sprint\"", "\"mode\": \"sprnt\"").starts_with("mode: "));
        assert!(error("\"ticks\": 700", "\"ticks\": 99999999999").starts_with("ticks: "));
        assert!(error("0L9l", "0L9?").contains("expected one of"));
        assert!(KeyReplay::from_json("{}").is_err());
    }
}
