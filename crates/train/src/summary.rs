//! A training run in a few words: what lists of runs and learning curves are made of.

use serde::{Deserialize, Serialize};

use crate::{
    Estimate, LogLine, Training,
    record::{Generation, TrainingEnd},
};

/// What a run's files say of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunSummary {
    /// Whose weights are learned.
    pub agent: String,
    /// By which optimiser.
    pub optimizer: String,
    pub objective: String,
    /// Generations there will be.
    pub generations: u64,
    /// Generations that are complete.
    pub complete: u64,
    /// The champion on the validation games.
    pub champion: Option<Estimate>,
    /// What came of it.
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
    /// What the optimiser would have shipped then, on the validation games.
    pub challenger: Estimate,
    /// The best challenger so far, on the same games.
    pub champion: Estimate,
}

impl RunSummary {
    /// A run of these settings that has logged these lines, with its curve.
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
    /// The generation that it is about.
    pub fn generation(&self) -> Option<&Generation> {
        if let LogLine::Generation(generation) = self { Some(generation) } else { None }
    }
}
