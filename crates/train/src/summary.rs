//! Summaries of training runs, for lists of runs and learning curves.

use serde::{Deserialize, Serialize};

use crate::{
    Estimate, LogLine, Training,
    record::{Generation, TrainingEnd},
};

/// The summary of a run, from its files.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunSummary {
    /// The agent being trained.
    pub agent: String,
    /// The optimiser.
    pub optimizer: String,
    pub objective: String,
    /// Generations in all.
    pub generations: u64,
    /// Generations that are complete.
    pub complete: u64,
    /// The champion on the validation games.
    pub champion: Option<Estimate>,
    /// The result.
    pub end: Option<TrainingEnd>,
    /// Its generations; left out where many runs are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curve: Option<Vec<CurvePoint>>,
}

/// A generation of a learning curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Counted from 1.
    pub generation: u64,
    /// The greatest fitness in it.
    pub best: f64,
    /// The mean fitness in it.
    pub mean: f64,
    /// The optimiser's recommendation, on the validation games.
    pub challenger: Estimate,
    /// The best challenger so far, on the same games.
    pub champion: Estimate,
}

impl RunSummary {
    /// The summary of a run with these settings and log lines, with its curve.
    pub fn new(training: &Training, lines: &[LogLine]) -> RunSummary {
        let curve: Vec<CurvePoint> =
            lines.iter().filter_map(LogLine::generation).map(point).collect();
        let end = |line: &LogLine| if let LogLine::End(end) = line { Some(*end) } else { None };
        RunSummary {
            agent: training.agent.name.clone(),
            optimizer: training.optimizer.name().into(),
            objective: training.objective.kind.name().into(),
            generations: training.generations,
            complete: curve.len() as u64,
            champion: curve.last().map(|point| point.champion),
            end: lines.iter().find_map(end),
            curve: Some(curve),
        }
    }
}

fn point(line: &Generation) -> CurvePoint {
    let Generation { generation, best, mean, challenger, champion, .. } = *line;
    CurvePoint { generation, best, mean, challenger, champion }
}

impl LogLine {
    /// The generation it belongs to.
    pub fn generation(&self) -> Option<&Generation> {
        if let LogLine::Generation(generation) = self { Some(generation) } else { None }
    }
}
