//! What the agents' weights say.

use minolab_agents::Agent;
use minolab_engine::EvaluatorSettings;

use super::figures::signed;
use crate::{
    chart::{Bar, Bars, escape},
    html,
};

/// The section; agents that are not known are left out.
pub fn section(agents: &[Agent]) -> String {
    if agents.is_empty() {
        return String::new();
    }
    let mut out = String::from("<h2>What the weights say</h2><div class=\"charts\">\n");
    for agent in agents {
        let mut weights = weights(agent);
        weights.retain(|(_, weight)| *weight != 0.0);
        weights.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let rows: Vec<Vec<String>> =
            weights.iter().map(|(name, weight)| vec![name.clone(), signed(*weight)]).collect();
        let shown = &weights[..weights.len().min(16)];
        let bar = |(_, weight): &(String, f64)| Some(Bar { value: *weight, interval: None });
        let picture = Bars {
            label: format!("Weights of {}", agent.name),
            unit: "weight".into(),
            labels: shown.iter().map(|(name, _)| name.clone()).collect(),
            series: vec![(agent.name.clone(), shown.iter().map(bar).collect())],
        };
        let caption = format!(
            "{}. Up is what it likes, down what it shuns; features have units of their own, so heights compare only \
             roughly.{}",
            agent.description,
            if weights.len() > shown.len() {
                " The sixteen greatest; all are in the table."
            } else {
                ""
            }
        );
        let title = format!("Weights of {}", escape(&agent.name));
        let data = html::table(&["feature", "weight"], &rows);
        out += &html::figure(&title, &picture.svg(), &caption, &data);
    }
    out + "</div>\n"
}

/// Every weight by name.
fn weights(agent: &Agent) -> Vec<(String, f64)> {
    match &agent.evaluator {
        EvaluatorSettings::Points(modern) => {
            let table = toml::Table::try_from(modern.as_ref()).unwrap_or_default();
            let number = |value: &toml::Value| match value {
                toml::Value::Integer(number) => Some(*number as f64),
                toml::Value::Float(number) => Some(*number),
                _ => None,
            };
            let mut weights = Vec::new();
            for (name, value) in &table {
                if let Some(values) = value.as_array() {
                    for (index, value) in values.iter().enumerate() {
                        weights.extend(number(value).map(|n| (format!("{name} {index}"), n)));
                    }
                }
                weights.extend(number(value).map(|weight| (name.clone(), weight)));
            }
            // Per cent of the points themselves, and a bound: neither is a liking.
            weights.retain(|(name, _)| name != "points" && name != "max_well_depth");
            weights
        }
        _ => agent
            .weights
            .as_slice()
            .iter()
            .map(|&(feature, weight)| (feature.name().to_string(), weight))
            .collect(),
    }
}
