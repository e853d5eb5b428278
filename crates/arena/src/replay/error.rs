//! What can be wrong with a replay.

use minolab_rules::{PlayError, RulesetError};
use thiserror::Error;

use super::GameEnd;

/// A replay that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// Not a replay.
    #[error("not a replay: it begins with {found:?}, expected {expected:?}")]
    Foreign {
        /// How it begins.
        found: String,
        /// How replays begin.
        expected: &'static str,
    },
    /// A replay of a version this program does not know.
    #[error("a replay of version {found}, expected 1 to {expected}")]
    Version {
        /// Its version.
        found: u64,
        /// The newest version this program reads.
        expected: u64,
    },
    /// The end is missing, or something follows it.
    #[error("the replay has {found} bytes, expected {expected}")]
    Length {
        /// How long it is.
        found: usize,
        /// How long it says it is.
        expected: u64,
    },
    /// The content has changed since it was written.
    #[error(
        "the replay is damaged: its checksum is {found:016x}, expected {expected:016x}; {what}"
    )]
    Damaged {
        /// The checksum of what was read.
        found: u64,
        /// The checksum in the file.
        expected: u64,
        /// What else is wrong with it, in words; possibly nothing.
        what: String,
    },
    /// A game that TetrAIs' log cannot represent, or a log that is not of a game.
    #[error("TetrAIs' log{}: {why}", at_line(*line))]
    Log {
        /// Counted from 1; 0 if no line in particular.
        line: u64,
        /// What is wrong.
        why: String,
    },
    /// The description of the game cannot be read.
    #[error("the replay's header: {0}")]
    Header(String),
    /// Its rules are invalid.
    #[error("the replay's rules: {0}")]
    Rules(#[from] RulesetError),
    /// The shipped ruleset is not what it was.
    #[error("the replay is by rules {name:?} of digest {found}, this program's have {expected}")]
    OtherRules {
        /// The ruleset's name.
        name: String,
        /// Its digest when the game was played.
        found: String,
        /// The digest now.
        expected: String,
    },
    /// A line of the text form that is not a choice.
    #[error("placement {index} is {found:?}: {why}")]
    Choice {
        /// Counted from 1.
        index: u64,
        /// What was found.
        found: String,
        /// What is wrong with it.
        why: String,
    },
    /// Garbage that is not a valid row.
    #[error("garbage before placement {index}: {why}")]
    Garbage {
        /// Counted from 1.
        index: u64,
        /// What is wrong with it.
        why: String,
    },
    /// A placement the rules do not allow.
    #[error(transparent)]
    Invalid(#[from] VerifyError),
}

/// A replay whose game differs from what it says.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VerifyError {
    /// The first placement the rules do not allow.
    #[error("placement {index}: {error}")]
    Placement {
        /// Counted from 1.
        index: u64,
        /// Why it is not allowed.
        error: PlayError,
    },
    /// Garbage the rules do not allow.
    #[error("garbage before placement {index}: {error}")]
    Garbage {
        /// The placement it would come before, counted from 1.
        index: u64,
        /// Why it is not allowed.
        error: PlayError,
    },
    /// A packed placement of neither the current nor the held piece.
    #[error("placement {index}: {bits:#06x} is not a placement of the current or held piece")]
    NoChoice {
        /// Counted from 1.
        index: u64,
        /// What was found.
        bits: u16,
    },
    /// A placement after the end of the game.
    #[error("placement {index}: the game had reached its goal, {mode}")]
    AfterGoal {
        /// Counted from 1.
        index: u64,
        /// The mode.
        mode: String,
    },
    /// A total that differs.
    #[error("{what} is {found} after {placements} placements, the replay says {said}")]
    Total {
        /// Which total.
        what: &'static str,
        /// What the rules say.
        found: u64,
        /// What the replay says.
        said: u64,
        /// After how many placements.
        placements: u64,
    },
    /// Another position at the end.
    #[error("after {placements} placements the position is {found:?}, the replay says {said:?}")]
    Position {
        /// What the rules say.
        found: String,
        /// What the replay says.
        said: String,
        /// After how many placements.
        placements: u64,
    },
    /// The game ended differently than the replay says.
    #[error("after {placements} placements a game of {mode} is {found}, the replay says {said}")]
    End {
        /// What the rules say.
        found: GameEnd,
        /// What the replay says.
        said: GameEnd,
        /// The mode.
        mode: String,
        /// After how many placements.
        placements: u64,
    },
}

fn at_line(line: u64) -> String {
    if line == 0 { String::new() } else { format!(", line {line}") }
}
