//! Settings of the searches, as in an agent file.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Ties;
use crate::Limits;

/// The deepest search: the current piece and fifty known ones.
pub const DEEPEST: u32 = 51;

/// How deep a lookahead searches, and what it prunes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LookaheadSettings {
    /// Which of equally good choices is taken.
    pub ties: Ties,
    /// Pieces placed ahead, the active one included.
    pub depth: u32,
    /// Whether to search unknown pieces, as the average over those that may come. If not, the
    /// search ends with the known pieces.
    pub unknown: bool,
    /// How the scores along a line make up its value.
    pub line: LineValue,
    /// How many placements are expanded, best first by one-ply score: of the current piece, of the
    /// next one, and so on; all of them past the end of the list.
    pub width: Vec<u32>,
    /// How far behind the best a placement may be at depth one to be searched at depth two, at
    /// depth two to be searched at depth three, and so on; 0 past the end of the list. Without a
    /// list, everything is searched to full depth.
    pub thresholds: Vec<f64>,
    /// The same when further pieces are known, starting after the last of them.
    pub thresholds_next: Vec<f64>,
    /// When to search deeper: the last that applies counts.
    pub deepen: Vec<Deepen>,
}

impl Default for LookaheadSettings {
    fn default() -> LookaheadSettings {
        LookaheadSettings {
            ties: Ties::First,
            depth: 1,
            unknown: true,
            line: LineValue::Sum,
            width: Vec::new(),
            thresholds: Vec::new(),
            thresholds_next: Vec::new(),
            deepen: Vec::new(),
        }
    }
}

/// How the scores along a line make up its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineValue {
    /// The rewards on the way plus the value at the end.
    #[default]
    Sum,
    /// The value at the end alone.
    Leaf,
}

/// Searches deeper when the best placement leaves little room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deepen {
    /// Applies with fewer free rows than this above the stack.
    pub room: u32,
    /// The depth then.
    pub depth: u32,
    /// As [`LookaheadSettings::width`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub width: Vec<u32>,
}

/// How far a beam search goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BeamSettings {
    /// Pieces placed ahead, the active one included.
    pub depth: u32,
    /// Whether the first unknown piece counts, by [`BeamSettings::hopes`].
    pub unknown: bool,
    /// Positions evaluated per choice.
    pub nodes: Option<u64>,
    /// CPU milliseconds per choice.
    pub ms: Option<u64>,
    /// Memory it may use, in megabytes.
    pub memory_mb: u32,
    /// For how many of its best leaves it averages over the first unknown piece.
    pub hopes: u32,
    /// Whether it continues its last search if milliseconds are its limit. The head start narrows
    /// the search, which cost points where it was measured.
    pub carry: bool,
    /// Whether it uses the perfect-clear solver to finish a game that ends with its lines.
    pub ending: bool,
}

impl Default for BeamSettings {
    fn default() -> BeamSettings {
        BeamSettings {
            depth: 1,
            unknown: true,
            nodes: None,
            ms: None,
            memory_mb: 64,
            hopes: 0,
            carry: false,
            ending: false,
        }
    }
}

impl BeamSettings {
    /// The limits of a search per choice.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, ms: self.ms, depth: None }
    }
}

/// Invalid settings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// A depth out of bounds.
    #[error("search depth is {found}, expected 1 to {DEEPEST}")]
    Depth {
        /// What was found.
        found: u32,
    },
    /// A width without placements.
    #[error("search width is 0, expected at least 1")]
    Width,
    /// A negative threshold.
    #[error("search threshold is {found}, expected 0 or more")]
    Threshold {
        /// What was found.
        found: String,
    },
}

/// Checks a search depth.
pub fn check_depth(found: u32) -> Result<(), SearchError> {
    if (1..=DEEPEST).contains(&found) { Ok(()) } else { Err(SearchError::Depth { found }) }
}

impl LookaheadSettings {
    /// Checks the settings.
    pub fn check(&self) -> Result<(), SearchError> {
        for found in self.deepen.iter().map(|deepen| deepen.depth).chain([self.depth]) {
            check_depth(found)?;
        }
        let mut widths = self.deepen.iter().flat_map(|deepen| &deepen.width).chain(&self.width);
        if widths.any(|&width| width == 0) {
            return Err(SearchError::Width);
        }
        let mut thresholds = self.thresholds.iter().chain(&self.thresholds_next);
        match thresholds.find(|threshold| threshold.is_nan() || **threshold < 0.0) {
            Some(found) => Err(SearchError::Threshold { found: found.to_string() }),
            None => Ok(()),
        }
    }
}
