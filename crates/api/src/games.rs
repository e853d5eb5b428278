//! Saved games and their state.

use minolab_arena::stats::Summary;
use serde::{Deserialize, Serialize};

use crate::Phase;

/// A folder of games in the server's folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GamesState {
    pub name: String,
    /// Its state.
    pub state: Phase,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// The ruleset, once it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The seed of the first game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Games to play in all; `None` if that is no longer known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted: Option<u64>,
    /// The counts; of a run that was killed, only the games.
    #[serde(flatten)]
    pub counts: GameCounts,
    /// Games still unfinished when the run ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<u64>,
    /// Points per game, once it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Summary>,
    /// Lines per game, once it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines_per_game: Option<Summary>,
    /// Whether everything was played, once it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// The fraction played so far, while it is running.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Counts of games while they are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameCounts {
    /// Games that ended.
    pub games: u64,
    /// Games that topped out.
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
    /// Its state in words.
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
            words += &format!(", {deaths} topped out, {lines} lines");
        }
        let score = self.score.as_ref().and_then(|score| Some((score.mean?, score.se)));
        match score {
            Some((mean, Some(se))) => words += &format!(", {mean:.1} ± {se:.1} points"),
            Some((mean, None)) => words += &format!(", {mean:.1} points"),
            None => {}
        }
        words
    }

    /// The fraction played so far, between 0 and 1.
    pub fn played(&self) -> f64 {
        let games = self.counts.games;
        let part = games as f64 / self.wanted.unwrap_or(games).max(1) as f64;
        self.fraction.unwrap_or(part)
    }
}
