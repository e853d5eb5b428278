//! The trainable numbers of an agent.

use std::collections::BTreeMap;

use minolab_agents::{Agent, AgentError, near};
use minolab_engine::Feature;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{SettingsError, Space};

/// What to learn and where to start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Learn {
    /// The numbers to learn, by their names in `--set`; array elements by name and index, such as
    /// `tslot.2`. If empty, all that the agent file has.
    pub weights: Vec<String>,
    /// Where to start.
    pub start: Start,
    /// How far from there the first candidates are: an absolute number if the start is zero, a
    /// fraction of each weight if it is the agent's.
    pub spread: f64,
    /// Other starts for individual weights.
    pub starts: BTreeMap<String, f64>,
    /// Other spreads for individual weights, as absolute numbers.
    pub spreads: BTreeMap<String, f64>,
    /// Lower bounds of individual weights.
    pub low: BTreeMap<String, f64>,
    /// Upper bounds of individual weights.
    pub high: BTreeMap<String, f64>,
}

/// Where a run starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// With the agent's own weights.
    #[default]
    Agent,
    /// Around zero, ignoring the agent's weights.
    Zero,
}

impl Default for Learn {
    fn default() -> Learn {
        let none = BTreeMap::new;
        let (starts, spreads, low, high) = (none(), none(), none(), none());
        Learn { weights: vec![], start: Start::Agent, spread: 0.3, starts, spreads, low, high }
    }
}

/// Why something cannot be learned.
#[derive(Debug, Error)]
pub enum GenomeError {
    /// An unknown name.
    #[error("there is no weight {found:?} in agent {agent:?}, expected {expected}")]
    Weight {
        found: String,
        /// The agent's name.
        agent: String,
        /// Valid names.
        expected: String,
    },
    /// An agent without numbers to learn by default.
    #[error(
        "agent {agent:?} has no default numbers to learn: name some with --weights, out of {expected}"
    )]
    Unsaid {
        /// The agent's name.
        agent: String,
        /// Valid names.
        expected: String,
    },
    /// A name twice.
    #[error("weight {found:?} is listed twice, expected once")]
    Twice { found: String },
    /// A setting for a weight that is not learned.
    #[error("{part} names {found:?}, which is not learned; expected one of {expected}")]
    Unlearned {
        part: &'static str,
        /// What it names.
        found: String,
        /// What is learned.
        expected: String,
    },
    /// An invalid search space.
    #[error("weight {name:?}: {error}")]
    Space {
        /// Which weight is wrong, or the first.
        name: String,
        /// What is wrong with it.
        error: SettingsError,
    },
    /// Weights that do not make a valid agent.
    #[error(transparent)]
    Agent(#[from] AgentError),
}

/// An agent whose learned numbers can be exchanged.
#[derive(Clone, Debug)]
pub struct Genome {
    agent: Agent,
    // By name, and the index among the agent's numbers.
    genes: Vec<(String, usize)>,
    space: Space,
}

impl Genome {
    /// What is learned of this agent, and where it starts.
    pub fn new(agent: &Agent, learn: &Learn) -> Result<Genome, GenomeError> {
        let mut agent = agent.clone();
        // A feature that has no weight yet gets one.
        for feature in learn.weights.iter().filter_map(|name| Feature::from_name(name)) {
            if agent.evaluator.has_weights() && agent.weights.get(feature).is_none() {
                agent.weights.set(feature, 0.0);
            }
        }
        let numbers = numbers(&mut agent);
        let names = match learn.weights.is_empty() {
            true => usual(&agent, &numbers),
            false => learn.weights.clone(),
        };
        if names.is_empty() {
            let (agent, expected) = (agent.name.clone(), expected(&agent, &numbers));
            return Err(GenomeError::Unsaid { agent, expected });
        }
        let mut genes: Vec<(String, usize)> = Vec::new();
        let mut values = Vec::new();
        for name in &names {
            if genes.iter().any(|gene| gene.0 == *name) {
                return Err(GenomeError::Twice { found: name.clone() });
            }
            let place = place(&numbers, name).ok_or_else(|| {
                let known = numbers.iter().map(|number| number.0.as_str());
                let features = Feature::ALL.map(Feature::name);
                let near = match agent.evaluator.has_weights() {
                    true => near(name, features.into_iter().chain(known)),
                    false => near(name, known),
                };
                let expected = match near.is_empty() {
                    true => format!("one of {}", expected(&agent, &numbers)),
                    false => near.join(" or "),
                };
                let (found, agent) = (name.clone(), agent.name.clone());
                GenomeError::Weight { found, agent, expected }
            })?;
            genes.push((name.clone(), place));
            values.push(numbers[place].1);
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
        let genome = Genome { agent, genes, space };
        genome.check_read(&values)?;
        Ok(genome)
    }

    /// Refuses to learn what nothing reads: the result would be noise.
    fn check_read(&self, values: &[f64]) -> Result<(), GenomeError> {
        for gene in 0..values.len() {
            let mut point = values.to_vec();
            point[gene] += 1.0;
            self.changed(&point).check_read()?;
        }
        Ok(())
    }

    /// The optimiser's search space.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The names of the learned numbers.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.genes.iter().map(|gene| gene.0.as_str())
    }

    /// The agent with these numbers; whole numbers stay whole.
    pub fn agent(&self, point: &[f64]) -> Result<Agent, GenomeError> {
        let agent = self.changed(point);
        agent.check()?;
        Ok(agent)
    }

    fn changed(&self, point: &[f64]) -> Agent {
        let mut agent = self.agent.clone();
        let mut place = 0;
        agent.numbers(&mut |_, mut number| {
            let gene = self.genes.iter().position(|gene| gene.1 == place);
            if let Some(&value) = gene.and_then(|gene| point.get(gene)) {
                number.set(value);
            }
            place += 1;
        });
        agent
    }
}

impl Learn {
    fn space(&self, names: &[String], values: &[f64]) -> Space {
        let of = |numbers: &BTreeMap<String, f64>, name: &String| numbers.get(name).copied();
        // A weight of zero has no scale.
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

/// The agent's numbers in order, each by its name.
fn numbers(agent: &mut Agent) -> Vec<(String, f64)> {
    let mut numbers = Vec::new();
    agent.numbers(&mut |name, number| numbers.push((name.to_string(), number.get())));
    numbers
}

/// The index of the number with this name, which may start with the file's section.
fn place(numbers: &[(String, f64)], name: &str) -> Option<usize> {
    let find = |name: &str| numbers.iter().position(|number| number.0 == name);
    let sections = ["weights.", "weights_for.", "evaluator."];
    find(name).or_else(|| sections.iter().find_map(|section| find(name.strip_prefix(section)?)))
}

/// What is learned by default: the weights the agent has, or else all numbers at the top level of
/// its evaluator; those in subsections are learned only if named.
fn usual(agent: &Agent, numbers: &[(String, f64)]) -> Vec<String> {
    let is_usual = |name: &str| match agent.evaluator.has_weights() {
        true => Feature::from_name(name).is_some(),
        false => match name.split_once('.') {
            Some((_, index)) => index.parse::<usize>().is_ok(),
            None => true,
        },
    };
    let used = numbers.iter().filter(|(name, value)| is_usual(name) && *value != 0.0);
    used.map(|(name, _)| name.clone()).collect()
}

/// The valid names, with long lists abbreviated to their ends.
fn expected(agent: &Agent, numbers: &[(String, f64)]) -> String {
    if agent.evaluator.has_weights() {
        return Feature::ALL.map(Feature::name).join(", ");
    }
    let usual = usual(agent, numbers);
    if !usual.is_empty() {
        return usual.join(", ");
    }
    let list = |name: &str| match name.rsplit_once('.') {
        Some((list, index)) if index.parse::<usize>().is_ok() => Some(list.to_string()),
        _ => None,
    };
    let mut names = Vec::new();
    for (at, (name, _)) in numbers.iter().enumerate() {
        let is_same = |other: Option<&(String, f64)>| {
            list(name).is_some() && other.is_some_and(|other| list(&other.0) == list(name))
        };
        let [before, after] = [at.wrapping_sub(1), at + 1].map(|at| is_same(numbers.get(at)));
        match (before, after) {
            (false, true) => names.push(format!("{name} to ")),
            (true, false) => {
                if let Some(first) = names.last_mut() {
                    first.push_str(name.rsplit('.').next().unwrap_or_default());
                }
            }
            (true, true) => {}
            (false, false) => names.push(name.clone()),
        }
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use minolab_agents::shipped;
    use minolab_engine::EvaluatorSettings;

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
    fn what_a_search_does_not_read_is_not_learned() {
        for (agent, weight) in [("tetrais-simple", "lines"), ("bcts", "wells.two")] {
            let error = learned(agent, weight).unwrap_err().to_string();
            assert!(error.contains("would change nothing"), "{agent} {weight}: {error}");
        }
    }

    #[test]
    fn what_the_evaluator_does_not_read_is_not_learned() {
        for agent in ["blitz", "analyzer"] {
            let error = learned(agent, "holes").unwrap_err();
            assert!(matches!(error, GenomeError::Weight { .. }), "{agent}: {error}");
        }
    }
}
