//! A report as it stands.

use serde::{Deserialize, Serialize};

use crate::Phase;

/// A report in the server's folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StudyState {
    /// Its file.
    pub name: String,
    /// How it stands.
    pub state: Phase,
    /// The part of the games that is read, while it is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fraction: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}
