//! Agents as files: an evaluator, its weights, a search, and where they come from.

use minolab_rules::{Mode, ParseModeError, Piece};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use toml::{Table, Value};

use crate::{
    Drops, Evaluator, Feature, Greedy, Linear, LinearSettings, Player, Weights,
    contour::{Contour, ContourError, ContourSettings},
    modern::{BeamPlayer, Modern},
    quirks::{Capstone, Hidamari, Mzmousa, Tetrais},
    search::{Lookahead, Plain, SearchError, SearchKind, SearchSettings},
};

/// Everything that makes a player, as data.
///
/// Rules and mode are only names here: which ruleset and mode the agent is usually played by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agent {
    /// What `--agent` calls it.
    pub name: String,
    /// One line on what it is, and what of an original it keeps.
    pub description: String,
    /// The ruleset it is usually played by.
    pub rules: String,
    /// The mode it is usually played in.
    #[serde(default = "marathon")]
    pub mode: String,
    /// How far and how it looks ahead.
    #[serde(default)]
    pub search: SearchSettings,
    /// How it judges what it sees.
    #[serde(default)]
    pub evaluator: EvaluatorSettings,
    /// How much each feature counts, in the order in which the shares are added.
    #[serde(default, skip_serializing_if = "Weights::is_empty")]
    pub weights: Weights,
    /// Weights that single pieces have instead, by the piece's letter.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    weights_for: Table,
    /// Where it comes from: source, how it was trained, what it was measured at.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub provenance: Table,
}

fn marathon() -> String {
    "marathon".into()
}

/// How an agent judges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EvaluatorSettings {
    /// Features times weights.
    Linear(LinearSettings),
    /// The cost of the contour, as Tetris Analyzer has it.
    Contour(Box<ContourSettings>),
    /// Points and what the stack promises, for play with hold and previews.
    Modern(Box<Modern>),
}

impl Default for EvaluatorSettings {
    fn default() -> EvaluatorSettings {
        EvaluatorSettings::Linear(LinearSettings::default())
    }
}

/// An agent file or a setting that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentError {
    /// Not the TOML an agent is written in.
    #[error("not an agent: {0}")]
    Toml(String),
    /// Weights for something that is no piece.
    #[error("weights_for has {found:?}, expected a piece: I, O, T, L, J, S or Z")]
    Piece {
        /// What stood there.
        found: String,
    },
    /// Numbers that make no contour evaluator.
    #[error("evaluator: {0}")]
    Contour(#[from] ContourError),
    /// Settings that no search follows.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A search that the evaluator does not go with.
    #[error("search kind beam and evaluator kind modern go together, found one without the other")]
    Pair,
    /// A mode that does not exist.
    #[error("mode: {0}")]
    Mode(#[from] ParseModeError),
    /// A setting that nothing is called.
    #[error(
        "there is no setting {found:?}, expected a feature (such as holes), a piece's feature \
         (I.holes) or a place in the agent file (search.depth)"
    )]
    Setting {
        /// What was asked for.
        found: String,
    },
}

impl Agent {
    /// Reads an agent file.
    pub fn from_toml(text: &str) -> Result<Agent, AgentError> {
        let agent: Agent = toml::from_str(text).map_err(toml_error)?;
        agent.exceptions()?;
        agent.search.check()?;
        agent.mode.parse::<Mode>()?;
        if let EvaluatorSettings::Contour(settings) = &agent.evaluator {
            settings.check()?;
        }
        let is_modern = matches!(agent.evaluator, EvaluatorSettings::Modern(_));
        if is_modern != (agent.search.kind == SearchKind::Beam) {
            return Err(AgentError::Pair);
        }
        Ok(agent)
    }

    /// Writes an agent file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("an agent has only plain values")
    }

    /// The agent with one setting changed, as `--set name=value` asks.
    ///
    /// A name is a feature, a piece's feature (`I.holes`), or a place in the file
    /// (`search.depth`); a value is TOML, or else taken as a word.
    pub fn with_setting(&self, name: &str, value: &str) -> Result<Agent, AgentError> {
        let no_setting = || AgentError::Setting { found: name.into() };
        let mut path: Vec<&str> = name.split('.').collect();
        let first = path[0];
        if path.len() == 1 && Feature::from_name(first).is_some() {
            path.insert(0, "weights");
        } else if path.len() == 2 && piece(first).is_ok() {
            path.insert(0, "weights_for");
        } else if let (1, EvaluatorSettings::Modern(modern)) = (path.len(), &self.evaluator)
            && Table::try_from(modern.as_ref()).is_ok_and(|table| table.contains_key(first))
        {
            path.insert(0, "evaluator");
        }
        let value = match toml::from_str::<Table>(&format!("value = {value}")) {
            Ok(mut table) => table.remove("value").ok_or_else(no_setting)?,
            Err(_) => Value::String(value.into()),
        };
        let mut table: Table = toml::from_str(&self.to_toml()).map_err(toml_error)?;
        let (last, sections) = path.split_last().ok_or_else(no_setting)?;
        if sections.is_empty() && !table.contains_key(*last) {
            return Err(no_setting());
        }
        let mut section = &mut table;
        for part in sections {
            let inner = section.entry(*part).or_insert_with(|| Value::Table(Table::new()));
            section = inner.as_table_mut().ok_or_else(no_setting)?;
        }
        section.insert((*last).into(), value);
        let text = toml::to_string(&table).map_err(|error| AgentError::Toml(error.to_string()))?;
        Agent::from_toml(&text)
    }

    /// What judges single boards for it; a modern agent has none.
    pub fn evaluator(&self) -> Option<Evaluator> {
        Some(match &self.evaluator {
            EvaluatorSettings::Linear(settings) => {
                let pieces = self.exceptions().expect("checked when it was read");
                Evaluator::Linear(Linear::new(self.weights.clone(), &pieces, *settings))
            }
            EvaluatorSettings::Contour(settings) => Evaluator::Contour(
                Contour::new(settings.as_ref().clone()).expect("checked when it was read"),
            ),
            EvaluatorSettings::Modern(_) => return None,
        })
    }

    /// Whoever plays by it.
    pub fn player(&self) -> Box<dyn Player> {
        match self.search.drops {
            true => Box::new(Drops(self.free_player())),
            false => self.free_player(),
        }
    }

    fn free_player(&self) -> Box<dyn Player> {
        let search = self.search.clone();
        if let EvaluatorSettings::Modern(judge) = &self.evaluator {
            return Box::new(BeamPlayer::new(judge.as_ref().clone(), &search));
        }
        let evaluator = self.evaluator().expect("every other kind has one");
        if search.is_greedy() {
            return Box::new(Greedy::new(evaluator, search.ties));
        }
        match search.kind {
            SearchKind::Tetrais => Box::new(Tetrais::new(evaluator, search.depth)),
            SearchKind::Hidamari => Box::new(Hidamari::new(evaluator, search.depth)),
            SearchKind::Mzmousa => Box::new(Mzmousa::new(evaluator)),
            SearchKind::Capstone => Box::new(Capstone::new(evaluator)),
            SearchKind::Greedy | SearchKind::Lookahead | SearchKind::Beam => {
                let one = Plain::new(evaluator, search.line, search.ties);
                Box::new(Lookahead::new(one, search))
            }
        }
    }

    /// The weights of single pieces.
    fn exceptions(&self) -> Result<Vec<(Piece, Weights)>, AgentError> {
        let weights = |(name, value): (&String, &Value)| {
            let weights = value.clone().try_into().map_err(toml_error)?;
            Ok((piece(name)?, weights))
        };
        self.weights_for.iter().map(weights).collect()
    }
}

fn toml_error(error: toml::de::Error) -> AgentError {
    AgentError::Toml(error.to_string())
}

fn piece(name: &str) -> Result<Piece, AgentError> {
    let mut letters = name.chars();
    match (letters.next().and_then(Piece::from_char), letters.next()) {
        (Some(piece), None) => Ok(piece),
        _ => Err(AgentError::Piece { found: name.into() }),
    }
}

/// The shipped agents, compiled in.
pub mod shipped {
    use std::sync::LazyLock;

    use super::Agent;

    macro_rules! shipped {
        ($($name:literal),* $(,)?) => {
            /// The names of the shipped agents.
            pub const NAMES: &[&str] = &[$($name),*];
            const TEXTS: &[&str] = &[$(include_str!(
                concat!("../../../data/agents/", $name, ".toml")
            )),*];
        };
    }

    shipped!(
        "tetrais-simple",
        "tetrais-complex",
        "hidamari",
        "hidamari-doc",
        "genetic",
        "lee",
        "dellacherie",
        "el-tetris",
        "bcts",
        "dt10",
        "dt20",
        "rvce",
        "misakamm",
        "marathon",
        "analyzer",
        "analyzer-1.4",
        "capstone-sprint",
        "capstone-blitz",
        "sprint",
        "sprint-free",
        "sprint-keys",
        "blitz"
    );

    static ALL: LazyLock<Vec<Agent>> = LazyLock::new(|| {
        let parse = |text: &&str| Agent::from_toml(text).expect("shipped agents are sound");
        TEXTS.iter().map(parse).collect()
    });

    /// Every shipped agent.
    pub fn all() -> &'static [Agent] {
        &ALL
    }

    /// The shipped agent of this name.
    pub fn get(name: &str) -> Option<&'static Agent> {
        ALL.iter().find(|agent| agent.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Subject, Ties};

    #[test]
    fn shipped_agents_round_trip() {
        for (agent, name) in shipped::all().iter().zip(shipped::NAMES) {
            assert_eq!(agent.name, *name);
            assert_eq!(Agent::from_toml(&agent.to_toml()).as_ref(), Ok(agent));
            assert!(minolab_rules::shipped::get(&agent.rules).is_some(), "{name}");
        }
    }

    #[test]
    fn weights_keep_the_order_of_the_file() {
        let text = "
            name = 'a'
            description = 'b'
            rules = 'classic'
            [weights]
            wells = 1
            holes = -2.5
            lines = 3.0
        ";
        let agent = Agent::from_toml(text).unwrap();
        let terms = [(Feature::Wells, 1.0), (Feature::Holes, -2.5), (Feature::Lines, 3.0)];
        assert_eq!(agent.weights.as_slice(), terms);
        assert_eq!(agent.mode, "marathon");
        assert_eq!(Feature::Lines.subject(), Subject::Placement);
    }

    #[test]
    fn settings_change_weights_and_anything_else() {
        let bcts = shipped::get("bcts").unwrap();
        let changed = bcts.with_setting("holes", "-2.1").unwrap();
        assert_eq!(changed.weights.get(Feature::Holes), Some(-2.1));
        assert_eq!(changed.weights.get(Feature::Wells), bcts.weights.get(Feature::Wells));
        let changed = bcts.with_setting("I.holes", "-3").unwrap();
        assert_eq!(changed.exceptions().unwrap().len(), 1);
        let changed = bcts.with_setting("search.ties", "centre").unwrap();
        assert_eq!(changed.search.ties, Ties::Centre);
        let changed = bcts.with_setting("evaluator.board", "landed").unwrap();
        assert_ne!(changed.evaluator, bcts.evaluator);
    }

    #[test]
    fn errors_name_what_was_found_and_what_is_expected() {
        let bcts = shipped::get("bcts").unwrap();
        let error = |name, value| bcts.with_setting(name, value).unwrap_err().to_string();
        assert!(error("hole", "1").contains("no setting \"hole\""));
        assert!(error("weights.hole", "1").contains("no feature \"hole\", expected one of"));
        assert!(error("weights_for.X.holes", "1").contains("expected a piece"));
        assert!(error("I.hole", "1").contains("no feature \"hole\""));
        assert!(error("holes", "nan").contains("the weight of holes is NaN"));
        assert!(error("holes", "many").contains("many"));
        assert!(error("search.deptth", "3").contains("unknown field `deptth`"));
        assert!(error("evaluator.kind", "tree").contains("tree"));
        assert!(error("evaluator.bord", "landed").contains("bord"));
        assert!(error("mode", "sprnt").contains("\"sprnt\" is no mode"));
        assert!(Agent::from_toml("name = 3").is_err());
    }
}
