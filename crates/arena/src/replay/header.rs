//! The description of a replay's game, which both forms share.

use std::sync::LazyLock;

use minolab_rules::{Mode, Ruleset, Totals, shipped};
use serde::{Deserialize, Serialize};

use super::{GameEnd, Replay, ReplayError, ReplayResult};
use crate::checksum;

/// Everything but the events, as stored in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    /// The ruleset's name.
    rules: String,
    /// The digest of the shipped ruleset; absent if the rules are given in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    /// Columns and rows, where they differ from the shipped ruleset's.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<[u8; 2]>,
    /// Pieces shown, where they differ from the shipped ruleset's.
    #[serde(skip_serializing_if = "Option::is_none")]
    previews: Option<u8>,
    agent: String,
    mode: String,
    // Text: TOML's numbers end at 2⁶³.
    seed: String,
    pieces: u64,
    lines: u64,
    score: u64,
    clear_score: u64,
    lost: bool,
    /// How the game ended; absent in older replays.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<GameEnd>,
    /// The position at the end.
    position: String,
    /// The rules in full, where they are not shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    ruleset: Option<String>,
}

impl Header {
    pub fn new(
        rules: &Ruleset,
        seed: u64,
        agent: &str,
        mode: Mode,
        result: &ReplayResult,
    ) -> Header {
        let Totals { pieces, lines, score, clear_score } = result.totals;
        let mut header = Header {
            rules: rules.name.clone(),
            digest: None,
            board: None,
            previews: None,
            agent: agent.into(),
            mode: mode.to_string(),
            seed: seed.to_string(),
            pieces,
            lines,
            score,
            clear_score,
            lost: result.is_lost(),
            end: Some(result.end),
            position: result.position.clone(),
            ruleset: None,
        };
        if let Some(shipped) = shipped::get(&rules.name) {
            let size = |rules: &Ruleset| [rules.width, rules.height];
            header.board = Some(size(rules)).filter(|&board| board != size(shipped));
            header.previews = Some(rules.previews).filter(|&shown| shown != shipped.previews);
            header.digest = Some(shipped_digest(shipped));
        }
        if header.open_rules().as_ref() != Ok(rules) {
            (header.board, header.previews, header.digest) = (None, None, None);
            header.ruleset = Some(rules.to_toml());
        }
        header
    }

    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a header has only plain values")
    }

    pub fn from_toml(text: &str) -> Result<Header, ReplayError> {
        toml::from_str(text).map_err(|error| ReplayError::Header(error.to_string()))
    }

    /// The replay it describes, without events.
    pub fn open(&self) -> Result<Replay, ReplayError> {
        let wrong = |error: &dyn std::fmt::Display| ReplayError::Header(error.to_string());
        let seed = self.seed.parse();
        let totals = Totals {
            pieces: self.pieces,
            lines: self.lines,
            score: self.score,
            clear_score: self.clear_score,
        };
        let mode = self.mode.parse().map_err(|error| wrong(&error))?;
        let end = self.end.unwrap_or_else(|| GameEnd::assumed(&totals, mode, self.lost));
        if (end == GameEnd::ToppedOut) != self.lost {
            let said =
                format!("lost = {} and end = {:?} contradict each other", self.lost, end.name());
            return Err(wrong(&said));
        }
        Ok(Replay {
            rules: self.open_rules()?,
            seed: seed.map_err(|error| wrong(&format!("seed {:?}: {error}", self.seed)))?,
            agent: self.agent.clone(),
            mode,
            events: Vec::new(),
            typed: Vec::new(),
            result: ReplayResult { totals, end, position: self.position.clone() },
        })
    }

    fn open_rules(&self) -> Result<Ruleset, ReplayError> {
        if let Some(text) = &self.ruleset {
            return Ok(Ruleset::from_toml(text)?);
        }
        let unknown = || ReplayError::Header(format!("no ruleset {:?} is shipped", self.rules));
        let shipped = shipped::get(&self.rules).ok_or_else(unknown)?;
        let (found, expected) = (self.digest.clone().unwrap_or_default(), shipped_digest(shipped));
        if found != expected {
            return Err(ReplayError::OtherRules { name: self.rules.clone(), found, expected });
        }
        let mut rules = shipped.clone();
        if let Some([width, height]) = self.board {
            rules = rules.with_size(width as usize, height as usize)?;
        }
        if let Some(previews) = self.previews {
            rules.previews = previews;
            // A file may say anything; reading the ruleset checks it.
            rules = Ruleset::from_toml(&rules.to_toml())?;
        }
        Ok(rules)
    }
}

/// The digest of a shipped ruleset, worked out once: thousands of replays name the same one.
fn shipped_digest(rules: &Ruleset) -> String {
    static ALL: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
        shipped::all().iter().map(|rules| (rules.name.as_str(), digest(rules))).collect()
    });
    let known = ALL.iter().find(|(name, _)| *name == rules.name);
    known.map_or_else(|| digest(rules), |(_, digest)| digest.clone())
}

/// Changes whenever the ruleset does, except for its description.
fn digest(rules: &Ruleset) -> String {
    let rules = Ruleset { description: String::new(), ..rules.clone() };
    format!("{:016x}", checksum(rules.to_toml().as_bytes()))
}
