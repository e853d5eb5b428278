//! The list of everything in the server's folder.

use serde::{Deserialize, Serialize};

use crate::{GamesState, RunState, StudyState};

/// The contents of the server's folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunList {
    pub folder: String,
    /// The training runs in it, by name.
    pub runs: Vec<RunState>,
    /// The games in it, by folder.
    pub games: Vec<GamesState>,
    /// The reports in it.
    pub studies: Vec<StudyState>,
    /// What is wrong with the folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}
