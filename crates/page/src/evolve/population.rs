//! A population as a file.

use minolab_train::{TrainingCheckpointError, TrainingError, VERSION};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A population as it is written: enough to go on bit for bit, and to draw what was.
///
/// Agents and rules are named in the settings and not written out, so the file is of one version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Population {
    format: String,
    version: String,
    /// The settings, as in the address.
    pub settings: String,
    /// What every generation was worth.
    pub curve: Vec<PopulationMark>,
    /// The last two generations that were measured, the newer one last.
    pub measured: Vec<Vec<Individual>>,
    // Where the run stands, in hexadecimal digits.
    run: String,
}

/// What a generation was worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PopulationMark {
    /// The greatest fitness in it.
    pub best: f64,
    pub mean: f64,
    /// The champion's, on validation games.
    pub champion: f64,
}

/// An individual that was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// Its fitness.
    pub fitness: f64,
    pub point: Vec<f64>,
}

/// A file that is no population we can go on with.
#[derive(Debug, Error)]
pub enum PopulationError {
    /// Not what we write.
    #[error("it is no population: {0}")]
    Json(String),
    /// Something else of ours, or of somebody's.
    #[error("it is no population: its format is {found:?}, expected {FORMAT:?}")]
    Format {
        /// What it says it is.
        found: String,
    },
    /// Of another version.
    #[error("the population is of version {found:?}, expected {VERSION:?}")]
    Version { found: String },
    /// Settings that we do not know.
    #[error("its settings are wrong: {0}")]
    Settings(String),
    /// A part of it that does not fit the rest.
    #[error("its {part} does not fit its settings")]
    Part {
        /// Which part.
        part: &'static str,
    },
    /// Where it stands cannot be read.
    #[error("its run {0}")]
    Run(#[from] TrainingCheckpointError),
    /// No run follows these settings.
    #[error(transparent)]
    Training(#[from] TrainingError),
}

const FORMAT: &str = "minolab-population";

impl Population {
    /// A file's contents.
    pub fn new(
        settings: String,
        curve: Vec<PopulationMark>,
        measured: Vec<Vec<Individual>>,
        run: &[u8],
    ) -> Population {
        let run = run.iter().map(|byte| format!("{byte:02x}")).collect();
        Population {
            format: FORMAT.into(),
            version: VERSION.into(),
            settings,
            curve,
            measured,
            run,
        }
    }

    /// Reads a file.
    pub fn from_json(text: &str) -> Result<Population, PopulationError> {
        #[derive(Deserialize)]
        struct Head {
            #[serde(default)]
            format: String,
            #[serde(default)]
            version: String,
        }
        let json = |error: serde_json::Error| PopulationError::Json(error.to_string());
        // What it is comes first: another version may have other parts.
        let head: Head = serde_json::from_str(text).map_err(json)?;
        if head.format != FORMAT {
            return Err(PopulationError::Format { found: head.format });
        }
        if head.version != VERSION {
            return Err(PopulationError::Version { found: head.version });
        }
        serde_json::from_str(text).map_err(json)
    }

    /// Writes a file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a population has only plain values")
    }

    /// Where its run stands, as bytes.
    pub fn run(&self) -> Result<Vec<u8>, PopulationError> {
        let wrong = PopulationError::Part { part: "run" };
        let pairs = self.run.as_bytes().chunks(2);
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        pairs.map(byte).collect::<Option<Vec<u8>>>().ok_or(wrong)
    }
}
