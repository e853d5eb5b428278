//! Questions about single positions, answered in a worker.

use std::borrow::Cow;

use minolab_engine::{
    Limits, Position,
    perfect::{Solver, Verdict},
};
use minolab_rules::{Choice, Ruleset, Setup, State, shipped};

use super::lane::{agent, line};
use crate::{Analysis, Answer};

/// Ranks the choices of a position, as the command line does with the same nodes.
pub fn analyse(name: &str, rules: &str, position: &str, nodes: u64) -> Result<Answer, String> {
    let (rules, state) = read(rules, position)?;
    let mut player = agent(name)?.player(&rules);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let decision = player
        .rank(&Position::new(&state), limits, &mut |_| ())
        .ok_or("nothing can be placed in this position")?;
    Ok(Answer::Analysis(Box::new(Analysis {
        position: position.into(),
        asked: nodes,
        nodes: decision.nodes,
        depth: decision.depth,
        ranked: decision.ranked.iter().map(line).collect(),
    })))
}

/// What the solver may remember; a phone has less room than a desk.
const MEMORY: usize = 32 << 20;

/// Looks for a perfect clear of as few rows as possible.
pub fn perfect(rules: &str, position: &str, nodes: u64) -> Result<Answer, String> {
    let (rules, state) = read(rules, position)?;
    let verdict = Solver::with_memory(&rules, MEMORY).lowest(&state, nodes);
    let (choices, verdict) = match verdict {
        Verdict::Solved(choices) => {
            let words = format!("A perfect clear with {} pieces.", choices.len());
            (choices.iter().map(Choice::to_string).collect(), words)
        }
        Verdict::Impossible => (Vec::new(), "The known pieces cannot do it.".into()),
        Verdict::Unknown => (Vec::new(), "None was found within the limit.".into()),
    };
    Ok(Answer::Perfect { choices, verdict })
}

fn read(rules: &str, position: &str) -> Result<(Cow<'static, Ruleset>, State), String> {
    let rules = match shipped::get(rules) {
        Some(rules) => Cow::Borrowed(rules),
        None if rules.contains('=') => {
            Cow::Owned(Ruleset::from_toml(rules).map_err(|error| error.to_string())?)
        }
        None => return Err(format!("there are no rules {rules:?}")),
    };
    let setup: Setup = position.parse().map_err(|error| format!("{error}"))?;
    let state = State::from_setup(&rules, setup).map_err(|error| error.to_string())?;
    Ok((rules, state))
}
