//! Which numbers of an agent are learned.

use std::collections::BTreeMap;

use minolab_engine::{Agent, AgentError, EvaluatorSettings, Feature};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use toml::{Table, Value};

use crate::{SettingsError, Space};

/// What to learn and where to begin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Learn {
    /// The numbers to learn, by the names that `--set` knows; an array's by name and index, such
    /// as `tslot.2`. All that the agent file has, if empty.
    pub weights: Vec<String>,
    /// Where to begin.
    pub start: Start,
    /// How far from there the first candidates lie: a number if the start is zero, a share of
    /// each weight if it is the agent's.
    pub spread: f64,
    /// Other places to begin for single weights.
    pub starts: BTreeMap<String, f64>,
    /// Other spreads for single weights, as numbers.
    pub spreads: BTreeMap<String, f64>,
    /// Single weights' least values.
    pub low: BTreeMap<String, f64>,
    /// Single weights' greatest values.
    pub high: BTreeMap<String, f64>,
}

/// Where a run begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// With the agent's own weights.
    #[default]
    Agent,
    /// Around zero: the agent's weights are not looked at.
    Zero,
}

impl Default for Learn {
    fn default() -> Learn {
        let none = BTreeMap::new;
        let (starts, spreads, low, high) = (none(), none(), none(), none());
        Learn { weights: vec![], start: Start::Agent, spread: 0.3, starts, spreads, low, high }
    }
}

/// Something to learn that the agent does not have.
#[derive(Debug, Error)]
pub enum GenomeError {
    /// A name that no number has.
    #[error("there is no weight {found:?} in agent {agent:?}, expected one of {expected}")]
    Weight {
        /// What was asked for.
        found: String,
        /// Whose weights they are.
        agent: String,
        /// Names that would do.
        expected: String,
    },
    /// A name twice.
    #[error("weight {found:?} is listed twice, expected once")]
    Twice {
        /// Which.
        found: String,
    },
    /// Numbers for a weight that is not learned.
    #[error("{part} names {found:?}, which is not learned; expected one of {expected}")]
    Unlearned {
        /// Which setting.
        part: &'static str,
        /// What it names.
        found: String,
        /// What is learned.
        expected: String,
    },
    /// A space that makes no sense.
    #[error("weight {name:?}: {error}")]
    Space {
        /// Which weight is wrong, or the first.
        name: String,
        /// What about it.
        error: SettingsError,
    },
    /// Weights that make no agent.
    #[error(transparent)]
    Agent(#[from] AgentError),
}

/// An agent whose learned numbers can be exchanged.
#[derive(Clone, Debug)]
pub struct Genome {
    table: Table,
    genes: Vec<Gene>,
    space: Space,
}

#[derive(Clone, Debug)]
struct Gene {
    name: String,
    path: Vec<String>,
    // A whole number in the file stays one.
    is_whole: bool,
}

impl Genome {
    /// What of this agent is learned, and where it begins.
    pub fn new(agent: &Agent, learn: &Learn) -> Result<Genome, GenomeError> {
        let mut table: Table = toml::from_str(&agent.to_toml())
            .map_err(|error| AgentError::Toml(error.to_string()))?;
        let names = match learn.weights.is_empty() {
            true => usual(agent, &table),
            false => learn.weights.clone(),
        };
        let mut genes: Vec<Gene> = Vec::new();
        let mut values = Vec::new();
        for name in &names {
            if genes.iter().any(|gene| gene.name == *name) {
                return Err(GenomeError::Twice { found: name.clone() });
            }
            let (gene, value) =
                Gene::find(&mut table, name).ok_or_else(|| GenomeError::Weight {
                    found: name.clone(),
                    agent: agent.name.clone(),
                    expected: expected(agent, &table),
                })?;
            genes.push(gene);
            values.push(value);
        }
        for (part, numbers) in [
            ("starts", &learn.starts),
            ("spreads", &learn.spreads),
            ("low", &learn.low),
            ("high", &learn.high),
        ] {
            if let Some(found) = numbers.keys().find(|name| !names.contains(name)) {
                let (found, expected) = (found.clone(), names.join(", "));
                return Err(GenomeError::Unlearned { part, found, expected });
            }
        }
        let space = learn.space(&names, &values);
        space.check().map_err(|error| {
            let name = error.index().and_then(|index| names.get(index)).cloned();
            GenomeError::Space { name: name.unwrap_or_default(), error }
        })?;
        Ok(Genome { table, genes, space })
    }

    /// Where an optimiser looks for them.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The names of what is learned.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.genes.iter().map(|gene| gene.name.as_str())
    }

    /// The agent with these numbers.
    pub fn agent(&self, point: &[f64]) -> Result<Agent, GenomeError> {
        let mut table = self.table.clone();
        for (gene, &value) in self.genes.iter().zip(point) {
            if let Some(place) = place(&mut table, &gene.path) {
                *place = match gene.is_whole {
                    true => Value::Integer(value.round() as i64),
                    false => Value::Float(value),
                };
            }
        }
        let text = toml::to_string(&table).map_err(|error| AgentError::Toml(error.to_string()))?;
        Ok(Agent::from_toml(&text)?)
    }
}

impl Learn {
    fn space(&self, names: &[String], values: &[f64]) -> Space {
        let of = |numbers: &BTreeMap<String, f64>, name: &String| numbers.get(name).copied();
        // A weight of zero has no size of its own.
        let typical = values.iter().map(|value| value.abs()).sum::<f64>() / values.len() as f64;
        let mut space = Space { start: vec![], spread: vec![], low: vec![], high: vec![] };
        for (name, &value) in names.iter().zip(values) {
            let (start, spread) = match self.start {
                Start::Zero => (0.0, self.spread),
                Start::Agent if value == 0.0 => (value, self.spread * typical.max(1e-6)),
                Start::Agent => (value, self.spread * value.abs()),
            };
            space.start.push(of(&self.starts, name).unwrap_or(start));
            space.spread.push(of(&self.spreads, name).unwrap_or(spread));
            space.low.push(of(&self.low, name).unwrap_or(f64::NEG_INFINITY));
            space.high.push(of(&self.high, name).unwrap_or(f64::INFINITY));
        }
        space
    }
}

impl Gene {
    /// The number of this name and its value; a feature that has no weight yet gets one.
    fn find(table: &mut Table, name: &str) -> Option<(Gene, f64)> {
        let parts: Vec<String> = name.split('.').map(String::from).collect();
        if parts.len() == 1
            && Feature::from_name(name).is_some()
            && let Some(Value::Table(weights)) = table.get_mut("weights")
        {
            weights.entry(name).or_insert(Value::Float(0.0));
        }
        for section in ["weights", "weights_for", "evaluator", ""] {
            let mut path = parts.clone();
            if !section.is_empty() {
                path.insert(0, section.into());
            }
            let (value, is_whole) = match place(table, &path) {
                Some(Value::Integer(value)) => (*value as f64, true),
                Some(Value::Float(value)) => (*value, false),
                _ => continue,
            };
            return Some((Gene { name: name.into(), path, is_whole }, value));
        }
        None
    }
}

/// The value at a path of names and indices.
fn place<'a>(table: &'a mut Table, path: &[String]) -> Option<&'a mut Value> {
    let (first, rest) = path.split_first()?;
    let mut value = table.get_mut(first)?;
    for part in rest {
        value = match value {
            Value::Table(table) => table.get_mut(part)?,
            Value::Array(array) => array.get_mut(part.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(value)
}

/// What is learned of an agent when nothing is named: its weights, or all that a modern
/// evaluator has.
fn usual(agent: &Agent, table: &Table) -> Vec<String> {
    let section = match agent.evaluator {
        EvaluatorSettings::Linear(_) => "weights",
        _ => "evaluator",
    };
    let mut names = Vec::new();
    for (name, value) in table.get(section).and_then(Value::as_table).into_iter().flatten() {
        let is_used = |value: &Value| match value {
            Value::Integer(value) => *value != 0,
            Value::Float(value) => *value != 0.0,
            _ => false,
        };
        if let Value::Array(values) = value {
            let used = values.iter().enumerate().filter(|(_, value)| is_used(value));
            names.extend(used.map(|(index, _)| format!("{name}.{index}")));
        } else if is_used(value) {
            names.push(name.clone());
        }
    }
    names
}

fn expected(agent: &Agent, table: &Table) -> String {
    match agent.evaluator {
        EvaluatorSettings::Linear(_) => Feature::ALL.map(Feature::name).join(", "),
        _ => usual(agent, table).join(", "),
    }
}

#[cfg(test)]
mod tests {
    use minolab_engine::shipped;

    use super::*;

    fn learned(agent: &str, weight: &str) -> Result<Agent, GenomeError> {
        let learn = Learn { weights: vec![weight.into()], ..Learn::default() };
        Genome::new(shipped::get(agent).unwrap(), &learn)?.agent(&[77.0])
    }

    #[test]
    fn a_weight_is_learned_where_the_evaluator_reads_it() {
        // Both kinds of evaluator have one of this name.
        let blitz = learned("blitz", "row_transitions").unwrap();
        let expected = shipped::get("blitz").unwrap().with_setting("row_transitions", "77");
        assert_eq!(blitz, expected.unwrap());
        let EvaluatorSettings::Points(modern) = &blitz.evaluator else { panic!() };
        assert_eq!((modern.row_transitions, blitz.weights.is_empty()), (77, true));
        let bcts = learned("bcts", "row_transitions").unwrap();
        assert_eq!(bcts.weights.get(Feature::RowTransitions), Some(77.0));
        // A feature that the agent has no weight for yet gets one.
        let bcts = learned("bcts", "bumpiness").unwrap();
        assert_eq!(bcts.weights.get(Feature::Bumpiness), Some(77.0));
    }

    #[test]
    fn what_the_evaluator_does_not_read_is_not_learned() {
        for agent in ["blitz", "analyzer"] {
            let error = learned(agent, "holes").unwrap_err();
            assert!(matches!(error, GenomeError::Weight { .. }), "{agent}: {error}");
        }
    }
}
