//! Everything that makes a player, as data.

use std::sync::Arc;

use minolab_engine::{Evaluator, EvaluatorSettings, Feature, Player, Weights, eval::Number};
use minolab_rules::{Mode, Ruleset};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::{
    AgentError, SearchSettings,
    exceptions::{Exceptions, piece},
    near,
    search::keep_followed,
    unread::{Unread, unread},
};

/// Everything that makes a player, as data.
///
/// Rules and mode are only names here: the agent's defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agent {
    /// What `--agent` calls it.
    pub name: String,
    /// One line on what it is, and how faithful it is to its original.
    pub description: String,
    /// Its default ruleset.
    pub rules: String,
    /// Its default mode.
    #[serde(default = "marathon")]
    pub mode: String,
    /// Its search.
    #[serde(default)]
    pub search: SearchSettings,
    /// Its evaluator.
    #[serde(default)]
    pub evaluator: EvaluatorSettings,
    /// The weight of each feature, in the order in which the terms are added.
    #[serde(default, skip_serializing_if = "Weights::is_empty")]
    pub weights: Weights,
    /// Weights that override these for individual pieces, by the piece's letter.
    #[serde(default, skip_serializing_if = "Exceptions::is_empty")]
    weights_for: Exceptions,
    /// Where it comes from: source, how it was trained, what it was measured at.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub provenance: Table,
}

fn marathon() -> String {
    "marathon".into()
}

impl Agent {
    /// Reads an agent file.
    pub fn from_toml(text: &str) -> Result<Agent, AgentError> {
        let agent: Agent = toml::from_str(text).map_err(toml_error)?;
        agent.check()?;
        Ok(agent)
    }

    /// Checks it.
    pub fn check(&self) -> Result<(), AgentError> {
        if !self.evaluator.has_weights() {
            let kind = self.evaluator.kind();
            if !self.weights.is_empty() {
                return Err(AgentError::Weights { section: "weights", kind });
            }
            if !self.weights_for.is_empty() {
                return Err(AgentError::Weights { section: "weights_for", kind });
            }
        }
        self.search.check()?;
        self.mode.parse::<Mode>()?;
        self.evaluator.check()?;
        self.check_read()
    }

    /// Refuses numbers that nothing would read.
    pub fn check_read(&self) -> Result<(), AgentError> {
        let pieces = self.weights_for.0.iter();
        match unread(&self.search.kind, &self.evaluator, &self.weights, pieces) {
            Some(Unread { what, why }) => {
                Err(AgentError::Unread { agent: self.name.clone(), what, why })
            }
            None => Ok(()),
        }
    }

    /// Writes an agent file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("an agent has only plain values")
    }

    /// The agent with one setting changed; see [`Agent::with_settings`].
    pub fn with_setting(&self, name: &str, value: &str) -> Result<Agent, AgentError> {
        self.with_settings([(name, value)])
    }

    /// The agent with settings changed, as by `--set name=value`; only the final result must be valid.
    ///
    /// A name is a weight of this agent's evaluator, a piece's weight (`I.holes`), a key of the file (`search.depth`),
    /// or a trainable number ([`Agent::numbers`]); a value is TOML, or else taken as a string.
    pub fn with_settings<'a>(
        &self,
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Agent, AgentError> {
        let mut table =
            Table::try_from(self).map_err(|error| AgentError::Toml(error.to_string()))?;
        let mut settings: Vec<(&str, &str)> = settings.into_iter().collect();
        // Changing the kind of search drops the settings it does not have, so it comes first.
        settings.sort_by_key(|&(name, _)| name != "search.kind");
        let (numbers, places): (Vec<_>, Vec<_>) =
            settings.into_iter().partition(|(name, _)| self.is_inner_number(name));
        for (name, value) in places {
            self.set(&mut table, name, value)?;
        }
        let mut agent: Agent = table.try_into().map_err(toml_error)?;
        for (name, value) in numbers {
            agent.set_number(name, value)?;
        }
        agent.check()?;
        // It may hold anything, also tables nested too deep for a file to be read again.
        if agent.provenance != self.provenance {
            Agent::from_toml(&agent.to_toml())?;
        }
        Ok(agent)
    }

    /// Whether a name is that of a number within a list or a section, which may not be a key of the file.
    fn is_inner_number(&self, name: &str) -> bool {
        let path: Vec<&str> = name.split('.').collect();
        let has_index = path.last().is_some_and(|last| last.parse::<usize>().is_ok());
        let has_section = TOP.contains(&path[0]) || piece(path[0]).is_some();
        let mut is_within = false;
        if let ["evaluator", _, _, ..] = path[..] {
            let inner = &name["evaluator.".len()..];
            self.clone().numbers(&mut |other, _| is_within |= other == inner);
        }
        path.len() > 1 && (has_index || is_within || !has_section)
    }

    fn set_number(&mut self, name: &str, value: &str) -> Result<(), AgentError> {
        let inner = name.strip_prefix("evaluator.").unwrap_or(name);
        let wrong = |expected| {
            let (name, found) = (name.into(), value.into());
            AgentError::Number { name, found, expected }
        };
        let new = plain_number(value).filter(|new| new.is_finite()).ok_or(wrong("a number"))?;
        let mut result = Err(self.no_setting(name));
        self.numbers(&mut |other, mut number| {
            if other == inner && result.is_err() {
                number.set(new);
                let is_kept = matches!(number, Number::Real(_)) || number.get() == new;
                result = is_kept.then_some(()).ok_or(wrong("a whole number in range"));
            }
        });
        result
    }

    /// Calls `each` with every trainable number, by its name in `--set`.
    ///
    /// Array elements are named by name and index, such as `tslot.2`. Where two have the same name, the first is meant:
    /// a weight before a piece's, and those before the evaluator's own.
    pub fn numbers(&mut self, each: &mut dyn FnMut(&str, Number)) {
        for (feature, weight) in self.weights.iter_mut() {
            each(feature.name(), Number::Real(weight));
        }
        for (piece, weights) in &mut self.weights_for.0 {
            for (feature, weight) in weights.iter_mut() {
                each(&format!("{piece}.{}", feature.name()), Number::Real(weight));
            }
        }
        self.evaluator.numbers(each);
        self.search.numbers(&mut |name, number| each(&format!("search.{name}"), number));
    }

    fn set(&self, table: &mut Table, name: &str, value: &str) -> Result<(), AgentError> {
        let no_setting = || self.no_setting(name);
        let mut path: Vec<&str> = name.split('.').collect();
        let first = path[0];
        // The evaluator's kind decides its names: two kinds may use one name for different things.
        if path.len() == 1 && self.evaluator.has_weights() && Feature::from_name(first).is_some() {
            path.insert(0, "weights");
        } else if path.len() == 2 && piece(first).is_some() {
            path.insert(0, "weights_for");
        } else if path.len() == 1 && self.evaluator_names().iter().any(|name| name == first) {
            path.insert(0, "evaluator");
        } else if !TOP.contains(&first) {
            return Err(no_setting());
        }
        let feature = match path.as_slice() {
            ["weights", feature] | ["weights_for", _, feature] => Some(feature),
            _ => None,
        };
        if feature.is_some_and(|name| Feature::from_name(name).is_none()) {
            return Err(no_setting());
        }
        let value = match toml::from_str::<Table>(&format!("value = {value}")) {
            Ok(mut table) => table.remove("value").ok_or_else(no_setting)?,
            // TOML requires a digit before the point; people leave it out.
            Err(_) => match plain_number(value) {
                Some(number) => Value::Float(number),
                None => Value::String(value.into()),
            },
        };
        let (last, sections) = path.split_last().ok_or_else(no_setting)?;
        let mut section = table;
        for part in sections {
            let inner = section.entry(*part).or_insert_with(|| Value::Table(Table::new()));
            section = inner.as_table_mut().ok_or_else(no_setting)?;
        }
        if let (["search", "kind"], Some(kind)) = (path.as_slice(), value.as_str()) {
            keep_followed(section, kind);
        }
        section.insert((*last).into(), value);
        Ok(())
    }

    /// The settings of its evaluator that have a name of their own.
    fn evaluator_names(&self) -> Vec<String> {
        let table = Table::try_from(&self.evaluator).unwrap_or_default();
        table.into_iter().map(|(name, _)| name).filter(|name| name != "kind").collect()
    }

    fn no_setting(&self, found: &str) -> AgentError {
        let mut names = self.evaluator_names();
        if self.evaluator.has_weights() {
            names.extend(Feature::ALL.iter().map(|feature| feature.name().to_string()));
        }
        self.clone().numbers(&mut |name, _| names.push(name.into()));
        let sections = ["weights_for.", "weights.", "evaluator."];
        let plain = sections.iter().find_map(|section| found.strip_prefix(section));
        let plain = plain.unwrap_or(found);
        // Weights for a piece have the same names as the others.
        let plain = match plain.split_once('.') {
            Some((letter, feature)) if piece(letter).is_some() => feature,
            _ => plain,
        };
        let near = near(plain, names.iter().map(String::as_str));
        let expected = match near.is_empty() {
            true => "a weight of its evaluator or a key of its file, such as search.depth".into(),
            false => near.join(", "),
        };
        AgentError::Setting { found: found.into(), agent: self.name.clone(), expected }
    }

    /// Whether it plays differently near the end of a game.
    pub fn knows_the_end(&self) -> bool {
        self.search.beam().is_some()
            || self.weights.get(Feature::Beyond).is_some()
            || matches!(self.evaluator, EvaluatorSettings::Points(_))
    }

    /// The evaluator that it describes.
    pub fn evaluator(&self) -> Arc<dyn Evaluator> {
        self.evaluator.build(&self.weights, &self.weights_for.0)
    }

    /// The player that it describes, by these rules.
    pub fn player(&self, rules: &Ruleset) -> Player {
        // An agent limited to hard drops sees no other placement, whatever the rules allow.
        let rules = &Ruleset { slide: rules.slide && !self.search.drops, ..rules.clone() };
        self.search.player(rules, self.evaluator())
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

/// A number as people write it: `-.31` and `5.` too.
fn plain_number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|_| text.contains(|letter: char| letter.is_ascii_digit()))
}

fn toml_error(error: toml::de::Error) -> AgentError {
    let mut text = error.to_string().trim_end().to_string();
    // TOML's errors span several lines; without a text there is only the key.
    if error.span().is_none() {
        text = text.replace('\n', " ");
    }
    for (rust, plain) in [
        ("expected i32", "expected a whole number"),
        ("expected u32", "expected a whole number that is not negative"),
        ("expected u64", "expected a whole number that is not negative"),
        ("expected f64", "expected a number"),
    ] {
        text = text.replace(rust, plain);
    }
    AgentError::Toml(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use minolab_engine::{Greedy, Position, Search, Subject, Ties};

    use crate::shipped;

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
        assert_eq!(changed.weights_for.0.len(), 1);
        let changed = bcts.with_setting("search.ties", "centre").unwrap();
        assert_eq!(changed.search.ties(), Ties::Centre);
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
        assert_eq!(bcts.with_settings(deep).unwrap().search.depth(), 3);
    }

    #[test]
    fn costs_far_apart_are_evaluated_the_plain_way() {
        let rules = minolab_rules::shipped::get("classic").unwrap();
        for (name, value) in [("one", "9e18"), ("two", "9e18"), ("two", "-1e9"), ("two", "30000.5")]
        {
            let agent = shipped::get("misakamm").unwrap();
            let agent = agent.with_setting(&format!("evaluator.wells.{name}"), value).unwrap();
            let mut plain = Greedy::plain(agent.evaluator(), agent.search.ties());
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
        assert!(
            error("weights.hole", "1").ends_with("\"weights.hole\", expected holes, hole_depth")
        );
        assert!(error("weights_for.X.holes", "1").contains("expected a piece"));
        assert!(error("I.hole", "1").ends_with("\"I.hole\", expected holes, hole_depth"));
        assert!(error("holes", "nan").contains("the weight of holes is NaN"));
        assert!(error("holes", "many").contains("many"));
        assert!(error("search.deptth", "3").contains("unknown field `deptth`"));
        assert!(error("evaluator.kind", "tree").contains("tree"));
        assert!(error("evaluator.bord", "landed").contains("bord"));
        assert!(error("mode", "sprnt").contains("\"sprnt\" is not a mode"));
        let deep = format!("provenance{}", ".a".repeat(100));
        let lee = shipped::get("lee").unwrap();
        assert!(lee.with_setting(&deep, "1").is_err());
        assert!(lee.with_setting("provenance.a.b", "1").is_ok());
        assert!(Agent::from_toml("name = 3").is_err());
    }

    #[test]
    fn errors_of_the_contour_name_what_was_found() {
        let error = |name: &str, value: &str| {
            let analyzer = shipped::get("analyzer").unwrap();
            analyzer.with_setting(&format!("evaluator.{name}"), value).unwrap_err().to_string()
        };
        let expected = "evaluator: hollow has 1.5, expected a number between 0 and 1";
        assert_eq!(error("hollow.values", "[0.5, 1.5]"), expected);
        assert_eq!(
            error("height.values", "[]"),
            "evaluator: height has no values, expected at least one"
        );
        let expected = "evaluator: columns has NaN, expected a number between -1000 and 1000";
        assert_eq!(error("columns", "[nan]"), expected);
        assert!(error("heights", "1").contains("heights"));
    }
}
