//! Training runs, games and reports as the server tells of them.

use serde::Deserialize;

/// What is in the server's folder.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RunList {
    /// The folder.
    pub folder: String,
    /// The runs in it, by name.
    pub runs: Vec<RunState>,
    /// The games in it, by folder.
    pub games: Vec<GamesState>,
    /// The reports in it.
    pub studies: Vec<StudyState>,
    /// What is wrong with the folder.
    pub error: Option<String>,
}

/// A run as it stands.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RunState {
    /// Its name.
    pub name: String,
    /// `running`, `stopping`, `stopped`, `done`, or `elsewhere` if another program is at it.
    pub state: String,
    /// Whose weights are learned.
    pub agent: String,
    /// By which optimiser.
    pub optimizer: String,
    /// What for.
    pub objective: String,
    /// Generations there will be.
    pub generations: u64,
    /// Generations that are complete.
    pub complete: u64,
    /// The part that is played, while it goes on here.
    pub fraction: Option<f64>,
    /// The champion on the validation games.
    pub champion: Option<Mean>,
    /// What came of it.
    pub end: Option<RunEnd>,
    /// What went wrong.
    pub error: Option<String>,
    /// Its generations, if they were asked for.
    pub curve: Vec<CurvePoint>,
}

/// A folder of games as it stands.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct GamesState {
    /// Its name.
    pub name: String,
    /// `running`, `stopping`, `stopped` or `done`.
    pub state: String,
    /// Who plays.
    pub agent: String,
    /// In which mode.
    pub mode: String,
    /// Games there will be; absent if nobody knows any more.
    pub wanted: Option<u64>,
    /// Games that ended.
    pub games: u64,
    /// Games that were lost.
    pub deaths: u64,
    /// Pieces placed.
    pub pieces: u64,
    /// Lines cleared.
    pub lines: u64,
    /// Points of a game, once it is over.
    pub score: Option<Mean>,
    /// The part that is played, while it goes on.
    pub fraction: Option<f64>,
    /// What went wrong.
    pub error: Option<String>,
}

/// A report as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(default)]
pub struct StudyState {
    /// Its file.
    pub name: String,
    /// `running`, `failed` or `done`.
    pub state: String,
    /// What went wrong.
    pub error: Option<String>,
}

/// A mean and how sure it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Mean {
    /// The mean; absent if it is no number.
    pub mean: Option<f64>,
    /// Its standard error.
    pub se: Option<f64>,
}

/// What came of a run, by games played for nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RunEnd {
    /// The champion.
    pub held_out: Mean,
    /// The agent the run was given.
    pub given: Mean,
    /// What was gained, game by game.
    pub gain: Mean,
}

/// A generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct CurvePoint {
    /// Counted from 1.
    pub generation: u64,
    /// The greatest fitness in it.
    pub best: Option<f64>,
    /// The mean fitness in it.
    pub mean: Option<f64>,
    /// The champion so far, on the validation games.
    pub champion: Mean,
}

impl RunState {
    /// How it stands, in words.
    pub fn words(&self) -> String {
        match (&self.state[..], &self.error, &self.end) {
            (_, Some(error), _) => format!("failed: {error}"),
            (_, _, Some(end)) => format!("done: {} held out, gain {}", end.held_out, end.gain),
            (state, ..) => {
                let champion = self.champion.map(|champion| format!(", champion {champion}"));
                let state = if state == "elsewhere" { "running in another program" } else { state };
                format!(
                    "{state}: {} of {} generations{}",
                    self.complete,
                    self.generations,
                    champion.unwrap_or_default()
                )
            }
        }
    }

    /// The part that is played, between 0 and 1.
    pub fn played(&self) -> f64 {
        let complete = self.complete as f64 / self.generations.max(1) as f64;
        if self.end.is_some() { 1.0 } else { self.fraction.unwrap_or(complete) }
    }

    /// Whether it can be stopped, and whether it can be resumed.
    pub fn can(&self) -> (bool, bool) {
        (self.state == "running", self.state == "stopped")
    }
}

impl GamesState {
    /// How it stands, in words.
    pub fn words(&self) -> String {
        if let Some(error) = &self.error {
            return format!("failed: {error}");
        }
        let of = match self.wanted {
            Some(wanted) if wanted != self.games => format!(" of {wanted}"),
            _ => String::new(),
        };
        let games = if self.games == 1 && of.is_empty() { "game" } else { "games" };
        let mut words = format!("{}: {}{of} {games}", self.state, self.games);
        if self.pieces > 0 {
            words += &format!(", {} lost, {} lines", self.deaths, self.lines);
        }
        if let Some(score) = self.score.filter(|score| score.mean.is_some()) {
            words += &format!(", {score} points");
        }
        words
    }

    /// The part that is played, between 0 and 1.
    pub fn played(&self) -> f64 {
        let part = self.games as f64 / self.wanted.unwrap_or(self.games).max(1) as f64;
        self.fraction.unwrap_or(part)
    }
}

impl std::fmt::Display for Mean {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.mean, self.se) {
            (Some(mean), Some(se)) => write!(f, "{mean:.1} ± {se:.1}"),
            (Some(mean), None) => write!(f, "{mean:.1}"),
            _ => f.write_str("–"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_server_says_is_read() {
        let text = r#"{"folder": "runs", "runs": [{"name": "bcts-es-1", "state": "running",
            "agent": "bcts", "optimizer": "es", "objective": "lines", "generations": 9, "complete": 2,
            "champion": {"mean": 12.25, "se": 0.5, "n": 4}, "end": null, "fraction": 0.3}]}"#;
        let list: RunList = serde_json::from_str(text).unwrap();
        let run = &list.runs[0];
        assert_eq!(run.words(), "running: 2 of 9 generations, champion 12.2 ± 0.5");
        assert_eq!(run.can(), (true, false));
        let stopped = RunState { state: "stopped".into(), ..run.clone() };
        assert_eq!(stopped.can(), (false, true));
        let failed = RunState { error: Some("no room".into()), ..RunState::default() };
        assert_eq!(failed.words(), "failed: no room");
        // Games are counted while they are played, and a report is there when it is done.
        let text = r#"{"games": [{"name": "lee-sprint-1", "state": "running", "agent": "lee", "mode": "sprint",
            "wanted": 9, "games": 2, "deaths": 1, "pieces": 150, "lines": 61, "fraction": 0.25},
            {"name": "a", "state": "done", "games": 1, "wanted": 1, "pieces": 7, "score": {"mean": 90.0, "se": null}}],
            "studies": [{"name": "a.html", "state": "failed", "error": "no games"}]}"#;
        let list: RunList = serde_json::from_str(text).unwrap();
        assert_eq!(list.games[0].words(), "running: 2 of 9 games, 1 lost, 61 lines");
        assert_eq!(list.games[0].played(), 0.25);
        assert_eq!(list.games[1].words(), "done: 1 game, 0 lost, 0 lines, 90.0 points");
        assert_eq!(list.studies[0].error.as_deref(), Some("no games"));
        // Other servers answer with something else.
        assert!(serde_json::from_str::<RunList>("<!doctype html>").is_err());
    }
}
