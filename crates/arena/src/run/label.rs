//! A run's label.

use minolab_rules::{ROWS, Ruleset};
use serde::{Deserialize, Serialize};

use super::GameRun;
use crate::Shard;

/// The part of a run's settings that its report repeats; enough to report on a run from a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunLabel {
    pub(super) agent: String,
    pub(super) rules: String,
    pub(super) board: [u8; 2],
    pub(super) mode: String,
    pub(super) seed: u64,
    pub(super) threads: usize,
    pub(super) known: usize,
    pub(super) counts_keys: bool,
    pub(super) shard: Shard,
}

impl RunLabel {
    /// Names a value of a label from a file that no run can have, with what was found and expected.
    pub(super) fn unsound(&self) -> Option<(&'static str, String, String)> {
        let [width, height] = self.board;
        if !(4..=16).contains(&width) || !(1..=ROWS as u8).contains(&height) {
            let found = format!("{width}x{height}");
            return Some(("a board", found, format!("4x1 to 16x{ROWS}")));
        }
        // Those of all parts are added up.
        if self.threads > 1 << 20 {
            return Some(("threads", self.threads.to_string(), format!("{} at most", 1 << 20)));
        }
        if !self.shard.is_sound() {
            return Some(("a part", self.shard.to_string(), "a part that exists".into()));
        }
        None
    }

    /// The label of a run.
    pub fn new(run: &GameRun) -> RunLabel {
        let Ruleset { width, height, previews, .. } = run.rules;
        RunLabel {
            agent: run.agent.clone(),
            rules: run.rules.name.clone(),
            board: [width, height],
            mode: run.mode.to_string(),
            seed: run.seed,
            threads: run.threads,
            known: run.known.unwrap_or(previews as usize),
            counts_keys: run.counts_keys,
            shard: run.shard,
        }
    }
}
