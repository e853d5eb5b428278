//! Training runs as the server tells of them.

use serde::Deserialize;

/// What is in the server's folder.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RunList {
    /// The folder.
    pub folder: String,
    /// The runs in it, by name.
    pub runs: Vec<RunState>,
    /// The reports in it.
    pub studies: Vec<String>,
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

    /// Whether it can be stopped, and whether it can be gone on with.
    pub fn can(&self) -> (bool, bool) {
        (self.state == "running", self.state == "stopped")
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
        // Other servers answer with something else.
        assert!(serde_json::from_str::<RunList>("<!doctype html>").is_err());
    }
}
