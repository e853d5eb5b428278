//! A training run and its state.

use minolab_train::{Estimate, RunSummary};
use serde::{Deserialize, Serialize};

use crate::Phase;

/// A training run in the server's folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunState {
    pub name: String,
    /// Its state.
    pub state: Phase,
    /// The summary from its files, with the curve only if requested; `None` if they cannot be read.
    #[serde(flatten)]
    pub summary: Option<RunSummary>,
    /// The fraction played, while the server is working on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fraction: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl RunState {
    /// Its state in words.
    pub fn words(&self) -> String {
        let summary = self.summary.as_ref();
        if let Some(error) = &self.error {
            return format!("failed: {error}");
        }
        if let Some(end) = summary.and_then(|summary| summary.end) {
            return format!("done: {} held out, gain {}", short(end.held_out), short(end.gain));
        }
        let state = match self.state {
            Phase::Elsewhere => "running in another program",
            state => state.name(),
        };
        let Some(summary) = summary else { return state.into() };
        let champion = summary.champion.map(|champion| format!(", champion {}", short(champion)));
        let (complete, all) = (summary.complete, summary.generations);
        format!("{state}: {complete} of {all} generations{}", champion.unwrap_or_default())
    }

    /// The fraction played so far, between 0 and 1.
    pub fn played(&self) -> f64 {
        let Some(summary) = &self.summary else { return 0.0 };
        let complete = summary.complete as f64 / summary.generations.max(1) as f64;
        if summary.end.is_some() { 1.0 } else { self.fraction.unwrap_or(complete) }
    }

    /// Whether it can be stopped.
    pub fn can_stop(&self) -> bool {
        self.state == Phase::Running
    }

    /// Whether it can be resumed.
    pub fn can_resume(&self) -> bool {
        self.state == Phase::Stopped
    }
}

/// A figure in few digits, for a list.
fn short(figure: Estimate) -> String {
    format!("{:.1} ± {:.1}", figure.mean, figure.se)
}
