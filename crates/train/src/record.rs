//! The lines of a run's log.

use serde::{Deserialize, Serialize};

use crate::Estimate;

/// A line of `log.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum LogLine {
    /// The first line: the meaning of the numbers in the others.
    Begin(Begin),
    /// A generation is complete.
    Generation(Generation),
    /// The last line: the result.
    End(TrainingEnd),
}

/// The meaning of a log's numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begin {
    /// The version that wrote it.
    pub version: String,
    /// The agent being trained.
    pub agent: String,
    /// The optimiser.
    pub optimizer: String,
    pub objective: String,
    /// The number of generations in all.
    pub generations: u64,
    /// The names of the weights, in the order of every list.
    pub weights: Vec<String>,
}

/// The figures of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, counted from 1.
    pub generation: u64,
    /// Games played in the run so far.
    pub games: u64,
    /// Pieces placed in the run so far.
    pub pieces: u64,
    /// The greatest fitness in it.
    pub best: f64,
    /// The mean fitness of its candidates.
    pub mean: f64,
    /// The standard deviation of the fitness.
    pub sd: f64,
    /// The optimiser's recommendation, on the validation games.
    pub challenger: Estimate,
    pub recommended: Vec<f64>,
    /// The best challenger so far, on the same games.
    pub champion: Estimate,
    /// The generation the champion comes from.
    pub champion_generation: u64,
    /// Every candidate, in the order asked.
    pub candidates: Vec<Told>,
}

/// The result of a candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// Its fitness.
    pub fitness: f64,
    pub point: Vec<f64>,
    /// In a sweep, placements by how full the board was before them, in sixteenths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub occupancy: Vec<u64>,
}

/// The result of a run, by games played for nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingEnd {
    /// The champion.
    pub held_out: Estimate,
    /// The agent the run was given, on the same games.
    pub given: Estimate,
    /// Champion minus given, game by game.
    pub gain: Estimate,
    /// Its 95 % interval.
    pub gain_ci95: [f64; 2],
    /// Games of the whole run, these included.
    pub games: u64,
    /// Pieces of the whole run.
    pub pieces: u64,
}
