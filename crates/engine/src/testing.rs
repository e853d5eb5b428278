//! Shipped agents for this crate's tests, since it does not read agent files itself.

use std::sync::Arc;

use toml::{Table, Value};

use crate::{BeamSettings, Evaluator, EvaluatorSettings, LookaheadSettings, Ties, Weights};

/// The parts of an agent file that concern this crate.
#[derive(Clone)]
pub struct Sample {
    table: Table,
}

impl Sample {
    /// The shipped agent of this name.
    pub fn shipped(name: &str) -> Sample {
        let path = format!("{}/../../data/agents/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        Sample::from_toml(&std::fs::read_to_string(path).unwrap())
    }

    /// An agent file.
    pub fn from_toml(text: &str) -> Sample {
        Sample { table: text.parse().unwrap() }
    }

    /// The same with keys of a section changed, written as lines of TOML.
    pub fn with(&self, section: &str, lines: &str) -> Sample {
        let mut sample = self.clone();
        let own = sample.table.entry(section).or_insert(Value::Table(Table::new()));
        own.as_table_mut().unwrap().extend(lines.parse::<Table>().unwrap());
        sample
    }

    fn section(&self, name: &str) -> Table {
        self.table.get(name).and_then(Value::as_table).cloned().unwrap_or_default()
    }

    /// The keys of the search among these.
    fn search(&self, keys: &str) -> Table {
        let is_among = |key: &str| keys.split(' ').any(|other| other == key);
        self.section("search").into_iter().filter(|(key, _)| is_among(key)).collect()
    }

    /// Its evaluator's section.
    pub fn settings(&self) -> EvaluatorSettings {
        let section = self.section("evaluator");
        if section.is_empty() { EvaluatorSettings::default() } else { section.try_into().unwrap() }
    }

    /// Its evaluator.
    pub fn evaluator(&self) -> Arc<dyn Evaluator> {
        let weights: Weights = self.section("weights").try_into().unwrap();
        self.settings().build(&weights, &[])
    }

    /// Its rule for ties.
    pub fn ties(&self) -> Ties {
        self.lookahead().ties
    }

    /// Its lookahead settings.
    pub fn lookahead(&self) -> LookaheadSettings {
        let keys = "ties depth unknown line width thresholds thresholds_next deepen";
        self.search(keys).try_into().unwrap()
    }

    /// Its beam settings.
    pub fn beam(&self) -> BeamSettings {
        let keys = "depth unknown nodes ms memory_mb hopes carry ending";
        self.search(keys).try_into().unwrap()
    }
}
