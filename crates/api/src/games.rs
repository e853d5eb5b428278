//! Games as they stand.

use minolab_arena::stats::Summary;
use serde::{Deserialize, Serialize};

use crate::Phase;

/// A folder of games in the server's folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GamesState {
    pub name: String,
    /// How it stands.
    pub state: Phase,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// By which rules, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// From which seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Games there will be; `None` if that is no longer known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted: Option<u64>,
    /// What was counted; of a run that ended without a word, only the games are.
    #[serde(flatten)]
    pub counts: GameCounts,
    /// Games that had begun and not ended when the run did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<u64>,
    /// Points per game, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Summary>,
    /// Lines per game, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines_per_game: Option<Summary>,
    /// Whether all was played, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// The part that is played, while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What is counted of games while they are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameCounts {
    /// Games that ended.
    pub games: u64,
    /// Games that were lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deaths: Option<u64>,
    /// Pieces placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<u64>,
    /// Lines cleared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<u64>,
}

impl GamesState {
    /// How it stands, in words.
    pub fn words(&self) -> String {
        if let Some(error) = &self.error {
            return format!("failed: {error}");
        }
        let GameCounts { games, deaths, pieces, lines } = self.counts;
        let of = match self.wanted {
            Some(wanted) if wanted != games => format!(" of {wanted}"),
            _ => String::new(),
        };
        let noun = if games == 1 && of.is_empty() { "game" } else { "games" };
        let mut words = format!("{}: {games}{of} {noun}", self.state.name());
        if pieces > Some(0) {
            let (deaths, lines) = (deaths.unwrap_or(0), lines.unwrap_or(0));
            words += &format!(", {deaths} lost, {lines} lines");
        }
        let score = self.score.as_ref().and_then(|score| Some((score.mean?, score.se)));
        match score {
            Some((mean, Some(se))) => words += &format!(", {mean:.1} ± {se:.1} points"),
            Some((mean, None)) => words += &format!(", {mean:.1} points"),
            None => {}
        }
        words
    }

    /// The part that is played, between 0 and 1.
    pub fn played(&self) -> f64 {
        let games = self.counts.games;
        let part = games as f64 / self.wanted.unwrap_or(games).max(1) as f64;
        self.fraction.unwrap_or(part)
    }
}
