//! How an agent looks ahead, as it stands in its file.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Ties;

/// How far an agent looks ahead, and what it leaves out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchSettings {
    /// Which search.
    pub kind: SearchKind,
    /// Which of equally good choices is taken.
    pub ties: Ties,
    /// Pieces placed ahead, the current one included.
    pub depth: u32,
    /// Whether pieces that are not known count: with the average over those that may come.
    /// If not, the search ends with the known pieces.
    pub unknown: bool,
    /// How the verdicts along a line make up its value.
    pub line: Line,
    /// Positions evaluated a choice; only `beam` stops for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// CPU milliseconds a choice; only `beam` stops for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// Memory that `beam` may use, in megabytes.
    pub memory_mb: u32,
    /// Of how many of its best leaves `beam` takes the average over the first unknown piece.
    pub hopes: u32,
    /// Whether `beam` goes on from its last search if milliseconds are its limit. What it is
    /// given at once keeps it from looking elsewhere, which cost points where it was measured.
    // Not written unless it is on: what was written before it could be set stays the same.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub carry: bool,
    /// Whether it keeps to straight falls where the rules allow more.
    pub drops: bool,
    /// Whether `beam` asks the perfect-clear solver how to end a game that ends with its lines.
    pub ending: bool,
    /// How many placements are looked into, best first by what they look like at once: of
    /// the current piece, of the next one, and so on; all of them past the end of the list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub width: Vec<u32>,
    /// How far behind the best a placement may be after one piece to be looked at with two,
    /// after two to be looked at with three, and so on; 0 past the end of the list. Without
    /// a list, everything is looked at with all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub thresholds: Vec<f64>,
    /// The same with further pieces known, beginning after the last of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub thresholds_next: Vec<f64>,
    /// Where to look further: the last that applies counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deepen: Vec<Deepen>,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            kind: SearchKind::Greedy,
            ties: Ties::First,
            depth: 1,
            unknown: true,
            line: Line::Sum,
            nodes: None,
            ms: None,
            memory_mb: 64,
            hopes: 0,
            carry: false,
            drops: false,
            ending: false,
            width: Vec::new(),
            thresholds: Vec::new(),
            thresholds_next: Vec::new(),
            deepen: Vec::new(),
        }
    }
}

/// The searches an agent file can name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchKind {
    /// The placement that looks best at once, if nothing else here asks for more.
    #[default]
    Greedy,
    /// What looks best some pieces ahead.
    Lookahead,
    /// The most promising lines of play at once, with hold and all pieces that are seen; goes
    /// with the modern evaluator.
    Beam,
    /// TetrAIs' own, quirks included; only `depth` counts.
    Tetrais,
    /// Hidamari's own, quirks included; only `depth` counts, and 2 is the deepest.
    Hidamari,
    /// The browser genetic algorithm's own, quirks included.
    Mzmousa,
    /// The capstone's sprint player's own, quirks included.
    Capstone,
}

/// How the verdicts along a line make up its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// What belongs to each placement on the way, and the position at the end.
    #[default]
    Sum,
    /// The position at the end alone.
    Leaf,
}

/// Looks further when the best placement leaves little room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deepen {
    /// Applies with fewer free rows than this above the stack.
    pub room: u32,
    /// Pieces placed ahead then.
    pub depth: u32,
    /// As [`SearchSettings::width`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub width: Vec<u32>,
}

/// Settings that no search follows.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// A depth out of bounds.
    #[error("search depth is {found}, expected 1 to {most}", most = SearchSettings::DEEPEST)]
    Depth {
        /// What stood there.
        found: u32,
    },
    /// More than one piece for a search that has only one.
    #[error(
        "search kind greedy searches the current piece alone: {setting} is {found}, expected \
         {expected}; kind lookahead searches deeper"
    )]
    Greedy {
        /// Which setting asks for more.
        setting: &'static str,
        /// What it is.
        found: String,
        /// What it must be.
        expected: &'static str,
    },
    /// No placement would be searched.
    #[error("search width is 0, expected at least 1")]
    Width,
    /// A threshold that is no distance.
    #[error("search threshold is {found}, expected 0 or more")]
    Threshold {
        /// What stood there.
        found: String,
    },
}

impl SearchSettings {
    /// The deepest search: the current piece and fifty known ones.
    pub const DEEPEST: u32 = 51;

    /// Says what is wrong with the settings.
    pub fn check(&self) -> Result<(), SearchError> {
        let depths = self.deepen.iter().map(|deepen| deepen.depth).chain([self.depth]);
        for found in depths {
            if !(1..=SearchSettings::DEEPEST).contains(&found) {
                return Err(SearchError::Depth { found });
            }
        }
        if self.kind == SearchKind::Greedy {
            let lists = [("width", self.width.len()), ("deepen", self.deepen.len())];
            let setting = match lists.into_iter().find(|&(_, len)| len > 0) {
                Some((setting, len)) => Some((setting, format!("a list of {len}"), "no list")),
                None if self.depth > 1 => Some(("depth", self.depth.to_string(), "1")),
                None => None,
            };
            if let Some((setting, found, expected)) = setting {
                return Err(SearchError::Greedy { setting, found, expected });
            }
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
