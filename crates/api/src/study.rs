//! A report and its state.

use serde::{Deserialize, Serialize};

use crate::Phase;

/// A report in the server's folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StudyState {
    /// Its file.
    pub name: String,
    /// Its state.
    pub state: Phase,
    /// The fraction of games read so far, while it is being made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fraction: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}
