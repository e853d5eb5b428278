//! The state of a job.

use serde::{Deserialize, Serialize};

/// The state of a training run, games or a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The server is working on it.
    Running,
    /// The server was asked to stop it, and will soon.
    Stopping,
    /// Stopped before the end.
    #[default]
    Stopped,
    /// Complete.
    Done,
    /// Failed.
    Failed,
    /// Another program is working on it.
    Elsewhere,
}

impl Phase {
    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Running => "running",
            Phase::Stopping => "stopping",
            Phase::Stopped => "stopped",
            Phase::Done => "done",
            Phase::Failed => "failed",
            Phase::Elsewhere => "elsewhere",
        }
    }
}
