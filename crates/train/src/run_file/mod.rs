//! Run files: the same for the command line, the server and the page.

use minolab_agents::{
    Agent,
    catalog::{Reference, Source},
};
use minolab_rules::{BoardSize, Ruleset};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use toml::{Table, Value};

use crate::{
    Learn, Objective, ObjectiveKind, OptimizerSettings, Race, Start, Training, TrainingError,
    VERSION,
};

/// A run file: the settings of a run, most of which may be left out.
///
/// Agent and rules are names or whole definitions. [`RunFile::training`] looks names up, fills in defaults and checks
/// the result; a [`Training`] is a run file that leaves nothing out.
///
/// ```
/// use minolab_agents::catalog::Source;
/// use minolab_train::RunFile;
///
/// let file = RunFile::from_toml("agent = 'bcts'\nboard = '10x13'\n[objective]\nkind = 'lines'")?;
/// let training = file.training(Source::Shipped)?;
/// assert_eq!((training.rules.name.as_str(), training.rules.height), ("classic", 13));
/// assert_eq!((training.optimizer.name(), training.generations), ("cmaes", 50));
/// # Ok::<(), minolab_train::TrainingError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFile {
    // The order is that of run.toml, whose checksum is in every checkpoint.
    /// The version that wrote it; this one if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The seed of all randomness; 1 if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many generations; 50 if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u64>,
    /// Games each candidate plays; 1 if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Games that choose the champion; 100 if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<u64>,
    /// Held-out games that measure the champion in the end; 100 if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out: Option<u64>,
    /// Pieces known after the current one; the ruleset's previews if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<usize>,
    /// Another board size than the ruleset's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardSize>,
    /// Changes to the agent, by their names in `--set`.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub set: Table,
    /// Whether candidates that are clearly worse stop early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race: Option<Race>,
    /// What to learn and where to start.
    #[serde(default)]
    pub learn: LearnSection,
    /// The optimiser; CMA-ES if `None`.
    #[serde(default, deserialize_with = "optimizer", skip_serializing_if = "Option::is_none")]
    pub optimizer: Option<OptimizerSettings>,
    /// The objective; lines if `None`.
    #[serde(default, deserialize_with = "objective", skip_serializing_if = "Option::is_none")]
    pub objective: Option<Objective>,
    /// The agent to train.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<Reference<Agent>>,
    /// The ruleset; the agent's default if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Reference<Ruleset>>,
}

/// As [`Learn`], except that the default spread depends on the start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LearnSection {
    /// Everything but the spread.
    pub learn: Learn,
    /// The spread; if `None`, 1 around zero, and otherwise the default fraction of each weight.
    pub spread: Option<f64>,
}

/// The default optimiser, whose section need not name it.
const OPTIMIZER: &str = "cmaes";
/// The default objective, likewise.
const OBJECTIVE: ObjectiveKind = ObjectiveKind::Lines;

impl RunFile {
    /// Reads a run file; names are not looked up yet.
    pub fn from_toml(text: &str) -> Result<RunFile, TrainingError> {
        // Another version may have other settings, so that comes first.
        #[derive(Deserialize)]
        struct Head {
            version: Option<Value>,
        }
        let wrong = |error: toml::de::Error| TrainingError::Toml(error.to_string());
        let head: Head = toml::from_str(text).map_err(wrong)?;
        if let Some(Value::String(found)) = head.version
            && found != VERSION
        {
            return Err(TrainingError::Version { found });
        }
        toml::from_str(text).map_err(wrong)
    }

    /// Writes a run file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("settings have only plain values")
    }

    /// The optimiser, mutable.
    pub fn optimizer(&mut self) -> &mut OptimizerSettings {
        self.optimizer.get_or_insert_with(usual_optimizer)
    }

    /// The objective, mutable.
    pub fn objective(&mut self) -> &mut Objective {
        self.objective.get_or_insert_with(usual_objective)
    }

    /// The agent with its changes; names are looked up in `source`.
    pub fn agent(&self, source: Source) -> Result<Agent, TrainingError> {
        let agent: Agent = match &self.agent {
            Some(agent) => source.resolve(agent)?,
            None => return Err(TrainingError::NoAgent),
        };
        if self.set.is_empty() {
            return Ok(agent);
        }
        let values: Vec<(&String, String)> =
            self.set.iter().map(|(name, value)| (name, value.to_string())).collect();
        let mut agent = agent
            .with_settings(values.iter().map(|(name, value)| (name.as_str(), value.as_str())))
            .map_err(TrainingError::Agent)?;
        // As with --limit: only nodes give the same game on every machine.
        if self.set.contains_key("search.nodes") && !self.set.contains_key("search.ms") {
            agent.search.untime();
        }
        Ok(agent)
    }

    /// Everything that decides the run, checked; names are looked up in `source`.
    pub fn training(self, source: Source) -> Result<Training, TrainingError> {
        let agent = self.agent(source)?;
        let mut rules = match &self.rules {
            Some(rules) => source.resolve(rules)?,
            None => source.named(&agent.rules)?,
        };
        if let Some(size) = self.board {
            rules = size.of(rules).map_err(TrainingError::Rules)?;
        }
        let training = Training {
            seed: self.seed.unwrap_or(1),
            generations: self.generations.unwrap_or(50),
            games: self.games.unwrap_or(1),
            race: self.race,
            validation: self.validation.unwrap_or(100),
            held_out: self.held_out.unwrap_or(100),
            known: self.known,
            learn: self.learn.into(),
            optimizer: self.optimizer.unwrap_or_else(usual_optimizer),
            objective: self.objective.unwrap_or_else(usual_objective),
            rules,
            agent,
        };
        training.check()?;
        Ok(training)
    }

    /// Checks that it is one written by a run: nothing is left out, and nothing has to be looked up.
    pub(crate) fn check_whole(&self) -> Result<(), TrainingError> {
        for (part, is_there) in [
            ("version", self.version.is_some()),
            ("generations", self.generations.is_some()),
            ("optimizer", self.optimizer.is_some()),
            ("objective", self.objective.is_some()),
            ("agent", matches!(self.agent, Some(Reference::Whole(_)))),
            ("rules", matches!(self.rules, Some(Reference::Whole(_)))),
        ] {
            if !is_there {
                return Err(TrainingError::Missing(part));
            }
        }
        Ok(())
    }
}

impl From<&Training> for RunFile {
    fn from(training: &Training) -> RunFile {
        RunFile {
            version: Some(VERSION.into()),
            seed: Some(training.seed),
            generations: Some(training.generations),
            games: Some(training.games),
            validation: Some(training.validation),
            held_out: Some(training.held_out),
            known: training.known,
            board: None,
            set: Table::new(),
            race: training.race,
            learn: training.learn.clone().into(),
            optimizer: Some(training.optimizer.clone()),
            objective: Some(training.objective),
            agent: Some(Reference::whole(training.agent.clone())),
            rules: Some(Reference::whole(training.rules.clone())),
        }
    }
}

fn usual_optimizer() -> OptimizerSettings {
    OptimizerSettings::named(OPTIMIZER).expect("it is one of the kinds")
}

fn usual_objective() -> Objective {
    Objective::new(OBJECTIVE)
}

impl From<Learn> for LearnSection {
    fn from(learn: Learn) -> LearnSection {
        LearnSection { spread: Some(learn.spread), learn }
    }
}

impl From<LearnSection> for Learn {
    fn from(section: LearnSection) -> Learn {
        let LearnSection { learn, spread } = section;
        let usual = match learn.start {
            Start::Zero => 1.0,
            Start::Agent => Learn::default().spread,
        };
        Learn { spread: spread.unwrap_or(usual), ..learn }
    }
}

impl Serialize for LearnSection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Learn::from(self.clone()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for LearnSection {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LearnSection, D::Error> {
        let section = Table::deserialize(deserializer)?;
        let has_spread = section.contains_key("spread");
        let learn = Learn::deserialize(section).map_err(de::Error::custom)?;
        Ok(LearnSection { spread: has_spread.then_some(learn.spread), learn })
    }
}

fn optimizer<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<OptimizerSettings>, D::Error> {
    with_kind(deserializer, OPTIMIZER)
}

fn objective<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Objective>, D::Error> {
    with_kind(deserializer, OBJECTIVE.name())
}

/// A section whose kind may be left out.
fn with_kind<'de, D: Deserializer<'de>, T: de::DeserializeOwned>(
    deserializer: D,
    usual: &str,
) -> Result<Option<T>, D::Error> {
    let mut section = Table::deserialize(deserializer)?;
    section.entry("kind").or_insert_with(|| usual.into());
    T::deserialize(section).map(Some).map_err(de::Error::custom)
}

#[cfg(test)]
mod tests;
