//! The lines of a run's log.

use serde::{Deserialize, Serialize};

use crate::Estimate;

/// A line of `log.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum LogLine {
    /// The first line: what the numbers of the others mean.
    Begin(Begin),
    /// A generation is complete.
    Generation(Generation),
    /// The last line: what came of it.
    End(TrainingEnd),
}

/// What the numbers of a log mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begin {
    /// The version that wrote it.
    pub version: String,
    /// Whose weights are learned.
    pub agent: String,
    /// By which optimiser.
    pub optimizer: String,
    pub objective: String,
    /// How many generations there will be.
    pub generations: u64,
    /// The names of the weights, in the order of every list.
    pub weights: Vec<String>,
}

/// What happened in a generation.
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
    /// How much they differ: the standard deviation.
    pub sd: f64,
    /// What the optimiser would ship now, on the validation games.
    pub challenger: Estimate,
    pub recommended: Vec<f64>,
    /// The best challenger so far, on the same games.
    pub champion: Estimate,
    /// The generation that the champion is of.
    pub champion_generation: u64,
    /// Every candidate, as they were asked for.
    pub candidates: Vec<Told>,
}

/// What a candidate was told to be worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// Its fitness.
    pub fitness: f64,
    pub point: Vec<f64>,
    /// In a sweep, placements by how full the board was before them, in sixteenths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub occupancy: Vec<u64>,
}

/// What came of a run, by games played for nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingEnd {
    /// The champion.
    pub held_out: Estimate,
    /// The agent the run was given, on the same games.
    pub given: Estimate,
    /// Champion less given, game by game.
    pub gain: Estimate,
    /// Its 95 % interval.
    pub gain_ci95: [f64; 2],
    /// Games that all of it took, these included.
    pub games: u64,
    /// Pieces that all of it took.
    pub pieces: u64,
}
