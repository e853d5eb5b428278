//! Everything that decides a training run.

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

/// What to learn, how and for what: the contents of `run.toml`.
///
/// Two runs of equal settings end with equal champions, whatever the machine, the threads and the
/// interruptions; where and when a run happens is therefore not in it.
#[derive(Clone, Debug)]
pub struct Training {
    /// Where all its randomness comes from.
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
    /// Games that say in the end how good the champion is, played for nothing else.
    pub held_out: u64,
    /// Pieces seen after the current one; as the ruleset has it if `None`.
    pub known: Option<usize>,
    /// What to learn and where to begin.
    pub learn: Learn,
    /// Who proposes.
    pub optimizer: OptimizerSettings,
    pub objective: Objective,
    pub rules: Ruleset,
    /// Whose weights are learned.
    pub agent: Agent,
}

/// When a candidate is clearly worse.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Race {
    /// Games that everyone plays; then twice as many, and so on.
    pub first: u64,
    /// The part of the generation that nobody may be clearly better than.
    #[serde(default = "half")]
    pub keep: f64,
    /// How many standard errors of the paired difference are clear.
    #[serde(default = "clearly")]
    pub errors: f64,
}

fn half() -> f64 {
    0.5
}

fn clearly() -> f64 {
    2.5
}

/// The version whose folders this program reads: another one may play or draw otherwise.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Settings that no run follows.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// Not the TOML a run is written in.
    #[error("not a run file: {0}")]
    Toml(String),
    /// Made by another version.
    #[error("the run is of version {found:?}, expected {VERSION:?}")]
    Version { found: String },
    /// A part of a run's own file that is missing.
    #[error("there is no {0} written out, expected one")]
    Missing(&'static str),
    /// Nobody to learn.
    #[error("no agent given: expected --agent NAME|FILE, or agent in the run file")]
    NoAgent,
    /// An agent or rules that are not there.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// A number that makes no sense.
    #[error("{setting} is {found}, expected {expected}")]
    Number {
        setting: &'static str,
        found: f64,
        /// What it should be.
        expected: &'static str,
    },
    /// A number that has no place in a run file: TOML's end there.
    #[error("{setting} is {found}, expected less than 9223372036854775808")]
    Large { setting: &'static str, found: u64 },
    /// Racing where there are no generations.
    #[error("candidates race within a generation, which an asynchronous swarm has not")]
    Race,
    /// A limit in time: no two runs would be alike.
    #[error(
        "agent {found:?} is limited to {ms} ms a piece, which no two runs measure alike; expected a limit in nodes, such as --limit nodes=5000"
    )]
    Clock {
        /// Which agent.
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
    /// Reads what [`Training::to_toml`] wrote, and checks everything; a [`RunFile`] may say less.
    pub fn from_toml(text: &str) -> Result<Training, TrainingError> {
        let file = RunFile::from_toml(text)?;
        file.check_whole()?;
        file.training(Source::Shipped)
    }

    /// Writes a run file that leaves nothing out.
    pub fn to_toml(&self) -> String {
        RunFile::from(self).to_toml()
    }

    /// Whether a run can follow these settings; says what is wrong before a game is played.
    pub fn check(&self) -> Result<Genome, TrainingError> {
        // A run keeps the score of every game it has asked for, and a file must not ask for more
        // memory than there is.
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
    /// The usual race, after this many games that everyone plays.
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
