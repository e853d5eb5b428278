//! The page's requests, and short answers. A training run is requested by a run file.

use minolab_rules::Mode;
use serde::{Deserialize, Serialize};

/// A request for games; also `games.json` in their folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesOrder {
    /// A shipped agent, or a training run in the folder, meaning its champion.
    pub agent: String,
    /// The agent's default mode if `None`.
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

/// A request for a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyOrder {
    /// Folders of games, or training runs.
    pub of: Vec<String>,
}

/// What was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    pub name: String,
}

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    pub error: String,
}
