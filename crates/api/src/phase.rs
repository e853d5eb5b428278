//! How far something is.

use serde::{Deserialize, Serialize};

/// How a training run, games or a report stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The server is at it.
    Running,
    /// The server was asked to stop, and will soon.
    Stopping,
    /// Stopped, with more to do.
    #[default]
    Stopped,
    /// All is done.
    Done,
    /// It could not be done.
    Failed,
    /// Another program is at it.
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
