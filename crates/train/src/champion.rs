//! The champion as an agent file.

use minolab_agents::Agent;
use serde::Serialize;
use toml::{Table, Value};

use crate::{Training, VERSION, record::TrainingEnd, run::Champion};

/// The champion with a name of its own and its provenance: everything needed to train it again, and
/// nothing about where or when that was.
pub fn with_provenance(
    mut agent: Agent,
    training: &Training,
    champion: &Champion,
    end: Option<&TrainingEnd>,
) -> Agent {
    let (optimizer, objective) = (training.optimizer.name(), training.objective.kind.name());
    agent.description = format!("{} trained by {optimizer} for {objective}", agent.name);
    agent.name = format!("{}-{optimizer}", agent.name);
    let rules = &training.rules;
    let mut provenance = Table::new();
    let mut put = |name: &str, value: Value| provenance.insert(name.into(), value);
    put("source", text(format!("minolab {VERSION} train")));
    put("optimizer", value(&training.optimizer));
    put("objective", value(training.objective));
    put("rules", text(format!("{} {}x{}", rules.name, rules.width, rules.height)));
    put("seed", value(training.seed));
    put("generations", value(training.generations));
    put("games_per_candidate", value(training.games));
    put("champion_of_generation", value(champion.generation));
    if let Some(end) = end {
        put("games", value(end.games));
        put("pieces", value(end.pieces));
    }
    put("validation", value(champion.validation));
    if let Some(end) = end {
        put("held_out", value(end.held_out));
        put("given", value(end.given));
        put("gain", value(end.gain));
    }
    agent.provenance = provenance;
    agent
}

fn text(text: String) -> Value {
    Value::String(text)
}

fn value(value: impl Serialize) -> Value {
    // A seed above the greatest whole number of the format is written as text.
    Value::try_from(&value).unwrap_or_else(|_| Value::String(String::from("too large")))
}
