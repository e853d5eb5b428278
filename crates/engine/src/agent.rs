//! Agents as files: an evaluator, its weights, a search, and where they come from.

use std::sync::Arc;

use minolab_rules::{Mode, ParseModeError, Piece, Ruleset};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use toml::{Table, Value};

use crate::{
    Evaluator, Feature, Greedy, Linear, LinearSettings, Player, Points, Weights,
    contour::{Contour, ContourError, ContourSettings},
    near,
    quirks::{Capstone, Hidamari, Mzmousa, Tetrais},
    search::{BeamPlayer, Lookahead, OnePly, SearchError, SearchKind, SearchSettings},
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
    #[serde(rename = "modern")]
    Points(Box<Points>),
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
    /// Weights that the evaluator would not read.
    #[error(
        "[{section}] is for evaluator kind linear, found kind {kind}: its numbers stand under \
         [evaluator]"
    )]
    Weights {
        /// Where they stand.
        section: &'static str,
        /// What evaluates.
        kind: &'static str,
    },
    /// A mode that does not exist.
    #[error("mode: {0}")]
    Mode(#[from] ParseModeError),
    /// A setting that nothing is called.
    #[error("{agent} has no setting {found:?}, expected {expected}")]
    Setting {
        /// What was asked for.
        found: String,
        /// Whose setting it would be.
        agent: String,
        /// The nearest names there are, or what names look like.
        expected: String,
    },
}

impl EvaluatorSettings {
    /// The kind, as agent files name it.
    pub const fn kind(&self) -> &'static str {
        match self {
            EvaluatorSettings::Linear(_) => "linear",
            EvaluatorSettings::Contour(_) => "contour",
            EvaluatorSettings::Points(_) => "modern",
        }
    }
}

impl Agent {
    /// Reads an agent file.
    pub fn from_toml(text: &str) -> Result<Agent, AgentError> {
        let agent: Agent = toml::from_str(text).map_err(toml_error)?;
        agent.exceptions()?;
        let kind = agent.evaluator.kind();
        if kind != "linear" && !agent.weights.is_empty() {
            return Err(AgentError::Weights { section: "weights", kind });
        }
        if kind != "linear" && !agent.weights_for.is_empty() {
            return Err(AgentError::Weights { section: "weights_for", kind });
        }
        agent.search.check()?;
        agent.mode.parse::<Mode>()?;
        if let EvaluatorSettings::Contour(settings) = &agent.evaluator {
            settings.check()?;
        }
        Ok(agent)
    }

    /// Writes an agent file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("an agent has only plain values")
    }

    /// The agent with one setting changed; see [`Agent::with_settings`].
    pub fn with_setting(&self, name: &str, value: &str) -> Result<Agent, AgentError> {
        self.with_settings([(name, value)])
    }

    /// The agent with settings changed, as `--set name=value` asks; only the outcome must be sound.
    ///
    /// A name is a weight of this agent's evaluator, a piece's weight (`I.holes`), or a place in
    /// the file (`search.depth`); a value is TOML, or else taken as a word.
    pub fn with_settings<'a>(
        &self,
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Agent, AgentError> {
        let mut table: Table = toml::from_str(&self.to_toml()).map_err(toml_error)?;
        for (name, value) in settings {
            self.set(&mut table, name, value)?;
        }
        let text = toml::to_string(&table).map_err(|error| AgentError::Toml(error.to_string()))?;
        Agent::from_toml(&text)
    }

    fn set(&self, table: &mut Table, name: &str, value: &str) -> Result<(), AgentError> {
        let no_setting = || self.no_setting(name);
        let mut path: Vec<&str> = name.split('.').collect();
        let first = path[0];
        // Which names an evaluator knows is for its kind to say: two kinds may measure different
        // things by one name.
        if path.len() == 1 && self.is_linear() && Feature::from_name(first).is_some() {
            path.insert(0, "weights");
        } else if path.len() == 2 && piece(first).is_ok() {
            path.insert(0, "weights_for");
        } else if path.len() == 1 && self.evaluator_names().iter().any(|name| name == first) {
            path.insert(0, "evaluator");
        } else if !TOP.contains(&first) {
            return Err(no_setting());
        }
        let value = match toml::from_str::<Table>(&format!("value = {value}")) {
            Ok(mut table) => table.remove("value").ok_or_else(no_setting)?,
            Err(_) => Value::String(value.into()),
        };
        let (last, sections) = path.split_last().ok_or_else(no_setting)?;
        let mut section = table;
        for part in sections {
            let inner = section.entry(*part).or_insert_with(|| Value::Table(Table::new()));
            section = inner.as_table_mut().ok_or_else(no_setting)?;
        }
        section.insert((*last).into(), value);
        Ok(())
    }

    fn is_linear(&self) -> bool {
        matches!(self.evaluator, EvaluatorSettings::Linear(_))
    }

    /// The settings of its evaluator that have a name of their own.
    fn evaluator_names(&self) -> Vec<String> {
        let table = Table::try_from(&self.evaluator).unwrap_or_default();
        table.into_iter().map(|(name, _)| name).filter(|name| name != "kind").collect()
    }

    fn no_setting(&self, found: &str) -> AgentError {
        let mut names = self.evaluator_names();
        if self.is_linear() {
            names.extend(Feature::ALL.iter().map(|feature| feature.name().to_string()));
        }
        let near = near(found, names.iter().map(String::as_str));
        let expected = match near.is_empty() {
            true => "a weight of its evaluator or a place in its file, such as search.depth".into(),
            false => near.join(", "),
        };
        AgentError::Setting { found: found.into(), agent: self.name.clone(), expected }
    }

    /// The evaluator that it describes.
    pub fn evaluator(&self) -> Arc<dyn Evaluator> {
        match &self.evaluator {
            EvaluatorSettings::Linear(settings) => {
                let pieces = self.exceptions().expect("checked when it was read");
                Arc::new(Linear::new(self.weights.clone(), &pieces, *settings))
            }
            EvaluatorSettings::Contour(settings) => {
                Arc::new(Contour::new(settings.as_ref().clone()).expect("checked when it was read"))
            }
            EvaluatorSettings::Points(points) => Arc::new(points.as_ref().clone()),
        }
    }

    /// The player that it describes, by these rules.
    pub fn player(&self, rules: &Ruleset) -> Player {
        // An agent that only hard-drops sees no other placement, whatever the rules allow.
        let rules = &Ruleset { slide: rules.slide && !self.search.drops, ..rules.clone() };
        let (evaluator, search) = (self.evaluator(), self.search.clone());
        match search.kind {
            SearchKind::Greedy => Player::new(rules, Greedy::new(evaluator, search.ties)),
            SearchKind::Tetrais => Player::new(rules, Tetrais::new(evaluator, search.depth)),
            SearchKind::Hidamari => Player::new(rules, Hidamari::new(evaluator, search.depth)),
            SearchKind::Mzmousa => Player::new(rules, Mzmousa::new(evaluator)),
            SearchKind::Capstone => Player::new(rules, Capstone::new(evaluator)),
            SearchKind::Beam => Player::new(rules, BeamPlayer::new(evaluator, &search)),
            SearchKind::Lookahead => {
                let one = OnePly::new(evaluator, search.line, search.ties);
                Player::new(rules, Lookahead::new(one, search))
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

/// The sections and keys of an agent file.
const TOP: [&str; 9] = [
    "name",
    "description",
    "rules",
    "mode",
    "search",
    "evaluator",
    "weights",
    "weights_for",
    "provenance",
];

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
    use crate::{Position, Search, Subject, Ties};

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
    fn a_name_is_the_evaluators_own() {
        let blitz = shipped::get("blitz").unwrap();
        // Both kinds of evaluator have a row_transitions.
        let changed = blitz.with_setting("row_transitions", "100000").unwrap();
        assert_eq!(changed, blitz.with_setting("evaluator.row_transitions", "100000").unwrap());
        let EvaluatorSettings::Points(modern) = &changed.evaluator else { panic!() };
        assert_eq!(modern.row_transitions, 100_000);
        for (agent, name) in [
            ("blitz", "holes"),
            ("blitz", "weights.holes"),
            ("blitz", "I.holes"),
            ("analyzer", "holes"),
            ("analyzer", "weights.holes"),
        ] {
            let error = shipped::get(agent).unwrap().with_setting(name, "-5").unwrap_err();
            assert!(
                matches!(error, AgentError::Setting { .. } | AgentError::Weights { .. }),
                "{agent} {name}: {error}"
            );
        }
        let error = blitz.with_setting("cavity_cell", "-5").unwrap_err().to_string();
        assert!(error.contains("expected cavity_cells"), "{error}");
    }

    #[test]
    fn a_greedy_search_is_one_piece_deep() {
        let bcts = shipped::get("bcts").unwrap();
        let error = bcts.with_setting("search.depth", "3").unwrap_err().to_string();
        assert!(error.contains("depth is 3, expected 1; kind lookahead"), "{error}");
        let deep = [("search.depth", "3"), ("search.kind", "lookahead")];
        assert_eq!(bcts.with_settings(deep).unwrap().search.depth, 3);
    }

    #[test]
    fn costs_far_apart_are_judged_the_plain_way() {
        let rules = minolab_rules::shipped::get("classic").unwrap();
        for (name, value) in [("one", "9e18"), ("two", "9e18"), ("two", "-1e9"), ("two", "30000.5")]
        {
            let agent = shipped::get("misakamm").unwrap();
            let agent = agent.with_setting(&format!("evaluator.wells.{name}"), value).unwrap();
            let mut plain = Greedy::plain(agent.evaluator(), agent.search.ties);
            let mut player = agent.player(rules);
            let mut game = minolab_rules::Game::new(rules.clone(), 5);
            for _ in 0..30 {
                let position = Position::new(game.state());
                let choice = plain.choose(rules, &position).unwrap();
                assert_eq!(player.choose(&position), Some(choice));
                game.play(choice).unwrap();
            }
        }
    }

    #[test]
    fn errors_name_what_was_found_and_what_is_expected() {
        let bcts = shipped::get("bcts").unwrap();
        let error = |name, value| bcts.with_setting(name, value).unwrap_err().to_string();
        assert_eq!(error("hole", "1"), "bcts has no setting \"hole\", expected holes, hole_depth");
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
