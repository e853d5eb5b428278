//! The settings of a training run.

use minolab_agents::{
    Agent, AgentError,
    catalog::{CatalogError, Source},
};
use minolab_rules::{Ruleset, RulesetError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    Genome, GenomeError, Learn, Objective, ObjectiveError, OptimizerSettings, RunFile,
    SettingsError, optimizer::PsoMode,
};

/// All settings of a run: the contents of `run.toml`.
///
/// Two runs with equal settings end with equal champions, whatever the machine, threads and
/// interruptions, so where and when a run happens is not part of it.
#[derive(Clone, Debug)]
pub struct Training {
    /// The seed of all randomness.
    pub seed: u64,
    /// How many generations.
    pub generations: u64,
    /// Games each candidate plays, the same ones for all candidates of a generation.
    pub games: u64,
    /// Whether candidates that are clearly worse stop early.
    pub race: Option<Race>,
    /// Games that decide whether a generation's best is a new champion, the same ones in every
    /// generation and never played in training.
    pub validation: u64,
    /// Held-out games that measure the champion in the end, played for nothing else.
    pub held_out: u64,
    /// Pieces known after the current one; the ruleset's previews if `None`.
    pub known: Option<usize>,
    /// What to learn and where to start.
    pub learn: Learn,
    /// The optimiser.
    pub optimizer: OptimizerSettings,
    pub objective: Objective,
    pub rules: Ruleset,
    /// The agent to train.
    pub agent: Agent,
}

/// Racing: when to stop candidates that are clearly worse.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Race {
    /// Games that every candidate plays; then twice as many, and so on.
    pub first: u64,
    /// The fraction of the generation that must be kept.
    #[serde(default = "half")]
    pub keep: f64,
    /// How many standard errors of the paired difference count as clearly worse.
    #[serde(default = "clearly")]
    pub errors: f64,
}

fn half() -> f64 {
    0.5
}

fn clearly() -> f64 {
    2.5
}

/// The version whose folders this program reads: another one may play or draw differently.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Invalid settings.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// Not the TOML a run is written in.
    #[error("not a run file: {0}")]
    Toml(String),
    /// Made by another version.
    #[error("the run is of version {found:?}, expected {VERSION:?}")]
    Version { found: String },
    /// A missing part of a run's own file.
    #[error("{0} is missing, expected a complete run.toml")]
    Missing(&'static str),
    /// No agent.
    #[error("no agent given: expected --agent NAME|FILE, or agent in the run file")]
    NoAgent,
    /// An agent or rules that do not exist.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// A number out of range.
    #[error("{setting} is {found}, expected {expected}")]
    Number {
        setting: &'static str,
        found: f64,
        /// What it should be.
        expected: &'static str,
    },
    /// A number too large for TOML.
    #[error("{setting} is {found}, expected less than 9223372036854775808")]
    Large { setting: &'static str, found: u64 },
    /// Racing without generations.
    #[error("racing needs generations, which an asynchronous swarm does not have")]
    Race,
    /// A time limit, which would make runs irreproducible.
    #[error(
        "agent {found:?} is limited to {ms} ms per piece, which is not reproducible; expected a limit in nodes, such as --limit nodes=5000"
    )]
    Clock {
        /// The agent's name.
        found: String,
        /// Its limit.
        ms: u64,
    },
    /// About the optimiser.
    #[error("optimizer: {0}")]
    Optimizer(SettingsError),
    /// About what is learned.
    #[error(transparent)]
    Genome(#[from] GenomeError),
    /// About the objective.
    #[error(transparent)]
    Objective(#[from] ObjectiveError),
    /// About the rules.
    #[error("rules: {0}")]
    Rules(RulesetError),
    /// About the agent.
    #[error("agent: {0}")]
    Agent(AgentError),
}

impl Training {
    /// Reads what [`Training::to_toml`] wrote, and checks everything; a [`RunFile`] may leave
    /// things out.
    pub fn from_toml(text: &str) -> Result<Training, TrainingError> {
        let file = RunFile::from_toml(text)?;
        file.check_whole()?;
        file.training(Source::Shipped)
    }

    /// Writes a run file that leaves nothing out.
    pub fn to_toml(&self) -> String {
        RunFile::from(self).to_toml()
    }

    /// Checks the settings before a game is played.
    pub fn check(&self) -> Result<Genome, TrainingError> {
        // A run keeps the score of every game it requested, and a file must not demand too much memory.
        const GAMES: u64 = 1_000_000;
        for (setting, number, range, too_many) in [
            ("generations", self.generations, 1..=1_000_000_000, "at most 1000000000"),
            ("games", self.games, 1..=GAMES, "at most 1000000"),
            ("validation", self.validation, 1..=GAMES, "at most 1000000"),
            ("held_out", self.held_out, 2..=GAMES, "at most 1000000"),
            ("known", self.known.unwrap_or(0) as u64, 0..=10_000, "at most 10000"),
        ] {
            let expected = match (number < *range.start(), range.start()) {
                (true, 1) => "at least 1",
                (true, _) => "at least 2",
                (false, _) => too_many,
            };
            if !range.contains(&number) {
                return Err(TrainingError::Number { setting, found: number as f64, expected });
            }
        }
        for (setting, found) in [
            ("seed", self.seed),
            ("objective.pieces", self.objective.pieces.unwrap_or(0)),
            ("objective.lines", self.objective.lines.unwrap_or(0)),
            ("race.first", self.race.map_or(0, |race| race.first)),
        ] {
            if found > i64::MAX as u64 {
                return Err(TrainingError::Large { setting, found });
            }
        }
        self.objective.check()?;
        if let Some(race) = self.race {
            race.check()?;
            let OptimizerSettings::Pso(pso) = &self.optimizer else { return self.rest() };
            if pso.mode == PsoMode::Asynchronous {
                return Err(TrainingError::Race);
            }
        }
        self.rest()
    }

    fn rest(&self) -> Result<Genome, TrainingError> {
        if let Some(ms) = self.agent.search.ms() {
            return Err(TrainingError::Clock { found: self.agent.name.clone(), ms });
        }
        let genome = Genome::new(&self.agent, &self.learn)?;
        self.optimizer.check(genome.space()).map_err(TrainingError::Optimizer)?;
        Ok(genome)
    }
}

impl Race {
    /// The default race, after this many games that every candidate plays.
    pub fn new(first: u64) -> Race {
        Race { first, keep: half(), errors: clearly() }
    }

    fn check(&self) -> Result<(), TrainingError> {
        let number = |setting, found, is_right, expected| match is_right {
            true => Ok(()),
            false => Err(TrainingError::Number { setting, found, expected }),
        };
        number("race.first", self.first as f64, self.first >= 2, "at least 2")?;
        number("race.keep", self.keep, self.keep > 0.0 && self.keep < 1.0, "between 0 and 1")?;
        number("race.errors", self.errors, self.errors >= 1.0, "at least 1")
    }
}
