//! What a page asks for, and the short answers. A training run is asked for by a run file.

use minolab_rules::Mode;
use serde::{Deserialize, Serialize};

/// Games to be played; also `games.json` in their folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesOrder {
    /// A shipped agent, or a training run in the folder, which stands for its champion.
    pub agent: String,
    /// The agent's usual mode if `None`.
    #[serde(default)]
    pub mode: Option<Mode>,
    pub games: u64,
    /// The seed of the first.
    #[serde(default = "first_seed")]
    pub seed: u64,
}

fn first_seed() -> u64 {
    1
}

/// A report to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyOrder {
    /// Folders of games, or training runs.
    pub of: Vec<String>,
}

/// What was begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    pub name: String,
}

/// What cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    pub error: String,
}
