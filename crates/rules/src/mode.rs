//! How a game ends and what counts as its result.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{Timing, Totals};

/// How a game ends, other than by topping out.
///
/// The names are those of `--mode`: `sprint`, `lines=N`, `blitz`, `blitz=SECONDS`,
/// `practice`, `marathon` and `moves=N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Forty lines, as soon as possible.
    Sprint,
    /// This many lines, as soon as possible.
    Lines(u64),
    /// As many points as possible: in three minutes for a person, in 360 pieces for an agent.
    Blitz,
    /// As many points as possible in this many seconds, for both.
    BlitzSeconds(u64),
    /// Endless, with undo for a person.
    Practice,
    /// Until top-out.
    Marathon,
    /// This many pieces.
    Pieces(u64),
}

/// A word that is not a mode.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseModeError {
    /// No mode of this name.
    #[error(
        "{found:?} is not a mode, expected sprint, lines=N, blitz, blitz=SECONDS, practice, \
         marathon or moves=N"
    )]
    Name {
        /// What was found.
        found: String,
    },
    /// A mode that takes a number, without a valid one.
    #[error("{mode} has {found:?}, expected a number from 1 to {max}", max = Mode::MAX)]
    Number {
        /// The part before the `=`.
        mode: &'static str,
        /// What came after it.
        found: String,
    },
}

impl Mode {
    /// Lines of a sprint.
    pub const SPRINT_LINES: u64 = 40;
    /// Seconds of a person's blitz.
    pub const BLITZ_SECONDS: u64 = 180;
    /// Pieces of an agent's blitz.
    pub const BLITZ_PIECES: u64 = 360;
    /// The most lines, seconds or pieces a mode can ask for.
    pub const MAX: u64 = 1_000_000_000_000;

    /// Whether it is a race to a number of lines: a game that topped out on the way has no result.
    /// In the other modes every ended game has one.
    pub const fn is_race(self) -> bool {
        matches!(self, Mode::Sprint | Mode::Lines(_))
    }

    /// Whether the goal is reached after this many ticks of a real-time game.
    ///
    /// Says nothing about top-outs: [`crate::State::over`] does.
    pub fn is_over(self, totals: &Totals, ticks: u64, is_person: bool) -> bool {
        let elapsed = |seconds: u64| ticks >= seconds.saturating_mul(Timing::TICKS_PER_SECOND);
        match self {
            Mode::Sprint => totals.lines >= Mode::SPRINT_LINES,
            Mode::Lines(lines) => totals.lines >= lines,
            Mode::Blitz if is_person => elapsed(Mode::BLITZ_SECONDS),
            Mode::Blitz => totals.pieces >= Mode::BLITZ_PIECES,
            Mode::BlitzSeconds(seconds) => elapsed(seconds),
            Mode::Practice | Mode::Marathon => false,
            Mode::Pieces(pieces) => totals.pieces >= pieces,
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mode::Sprint => f.pad("sprint"),
            Mode::Lines(lines) => write!(f, "lines={lines}"),
            Mode::Blitz => f.pad("blitz"),
            Mode::BlitzSeconds(seconds) => write!(f, "blitz={seconds}"),
            Mode::Practice => f.pad("practice"),
            Mode::Marathon => f.pad("marathon"),
            Mode::Pieces(pieces) => write!(f, "moves={pieces}"),
        }
    }
}

impl FromStr for Mode {
    type Err = ParseModeError;

    fn from_str(text: &str) -> Result<Mode, ParseModeError> {
        let number = |mode, found: &str| {
            // A sign is not a digit: `+5` would be read but not written back.
            let digits = found.bytes().all(|byte| byte.is_ascii_digit());
            let number = found.parse().ok().filter(|number| (1..=Mode::MAX).contains(number));
            number
                .filter(|_| digits)
                .ok_or_else(|| ParseModeError::Number { mode, found: found.into() })
        };
        match text.split_once('=') {
            Some(("lines", found)) => Ok(Mode::Lines(number("lines", found)?)),
            Some(("blitz", found)) => Ok(Mode::BlitzSeconds(number("blitz", found)?)),
            Some(("moves", found)) => Ok(Mode::Pieces(number("moves", found)?)),
            None if text == "sprint" => Ok(Mode::Sprint),
            None if text == "blitz" => Ok(Mode::Blitz),
            None if text == "practice" => Ok(Mode::Practice),
            None if text == "marathon" => Ok(Mode::Marathon),
            _ => Err(ParseModeError::Name { found: text.into() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        let names =
            ["sprint", "lines=7", "blitz", "blitz=120", "practice", "marathon", "moves=1000"];
        for name in names {
            assert_eq!(name.parse::<Mode>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn bad_names_say_what_was_found() {
        let error = |text: &str| text.parse::<Mode>().unwrap_err().to_string();
        assert!(error("sprnt").starts_with("\"sprnt\" is not a mode, expected sprint, lines=N"));
        assert_eq!(error("lines=0"), "lines has \"0\", expected a number from 1 to 1000000000000");
        assert!(error("blitz=").starts_with("blitz has \"\""));
        assert!(error("moves=+5").starts_with("moves has \"+5\""));
        assert!(error("sprint=40").starts_with("\"sprint=40\" is not a mode"));
    }

    #[test]
    fn goals_are_reached() {
        let totals = |pieces, lines| Totals { pieces, lines, ..Totals::default() };
        assert!(!Mode::Sprint.is_over(&totals(100, 39), 0, true));
        assert!(Mode::Sprint.is_over(&totals(100, 40), 0, true));
        assert!(Mode::Lines(7).is_over(&totals(20, 7), 0, false));
        assert!(!Mode::Blitz.is_over(&totals(359, 0), u64::MAX, false));
        assert!(Mode::Blitz.is_over(&totals(360, 0), 0, false));
        assert!(!Mode::Blitz.is_over(&totals(400, 0), 179_999, true));
        assert!(Mode::Blitz.is_over(&totals(0, 0), 180_000, true));
        assert!(Mode::BlitzSeconds(5).is_over(&totals(0, 0), 5_000, false));
        assert!(Mode::Pieces(12).is_over(&totals(12, 0), 0, true));
        assert!(!Mode::Marathon.is_over(&totals(u64::MAX, u64::MAX), u64::MAX, true));
    }
}
