//! Questions about single positions, answered in a worker.

use minolab_agents::{Agent, catalog::Reference};
use minolab_engine::{
    Evaluation, Limits, Position,
    perfect::{Solver, Verdict},
};
use minolab_rules::{Ruleset, Setup, State};

use super::lane::{found, line};
use crate::{Analysis, Answer, StandingValue};

/// Ranks the choices of a position, as the command line does with the same nodes.
pub fn analyse(
    agent: &Reference<Agent>,
    rules: &Reference<Ruleset>,
    position: &Setup,
    nodes: u64,
) -> Result<Answer, String> {
    let (rules, state) = read(rules, position)?;
    let agent: Agent = found(agent)?;
    let mut player = agent.player(&rules);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let decision = player
        .rank(&Position::new(&state), limits, &mut |_| ())
        .ok_or("nothing can be placed in this position")?;
    let evaluation = Evaluation::new(agent.evaluator().as_ref(), &rules, &Position::new(&state));
    Ok(Answer::Analysis(Box::new(Analysis {
        position: position.clone(),
        asked: nodes,
        nodes: decision.nodes,
        depth: decision.depth,
        ranked: decision.ranked.iter().map(line).collect(),
        standing: StandingValue {
            value: evaluation.value,
            is_cost: evaluation.is_cost,
            terms: evaluation.terms.iter().map(|term| (term.name.into(), term.share)).collect(),
        },
    })))
}

/// What the solver may remember; a phone has less room than a desk.
const MEMORY: usize = 32 << 20;

/// Looks for a perfect clear of as few rows as possible.
pub fn perfect(rules: &Reference<Ruleset>, position: &Setup, nodes: u64) -> Result<Answer, String> {
    let (rules, state) = read(rules, position)?;
    let verdict = Solver::with_memory(&rules, MEMORY).lowest(&state, nodes);
    let (choices, verdict) = match verdict {
        Verdict::Solved(choices) => {
            let words = format!("A perfect clear with {} pieces.", choices.len());
            (choices, words)
        }
        Verdict::Impossible => (Vec::new(), "The known pieces cannot do it.".into()),
        Verdict::Unknown => (Vec::new(), "None was found within the limit.".into()),
    };
    Ok(Answer::Perfect { choices, verdict })
}

fn read(rules: &Reference<Ruleset>, position: &Setup) -> Result<(Ruleset, State), String> {
    let rules = found(rules)?;
    let state = State::from_setup(&rules, position.clone()).map_err(|error| error.to_string())?;
    Ok((rules, state))
}
