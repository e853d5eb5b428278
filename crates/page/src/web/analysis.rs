//! Questions about single positions, answered in a worker.

use minolab_agents::{Agent, catalog::Reference};
use minolab_engine::{
    Evaluation, Limits, Position,
    perfect::{Solver, Target, Verdict},
};
use minolab_rules::{Choice, Mode, Ruleset, Setup, State};
use minolab_study::{calibrate, coach::advice};

use super::lane::{found, line};
use crate::{Analysis, Answer, PerfectClears, StandingValue, in_words_at};

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
    let mode: Option<Mode> = agent.mode.parse().ok();
    let curve = mode.and_then(|mode| calibrate::shipped::of(&agent, mode));
    let advised = advice(&rules, &state, &decision.ranked, curve)
        .ok_or("nothing can be placed in this position")?;
    let evaluation = Evaluation::new(agent.evaluator().as_ref(), &rules, &Position::new(&state));
    Ok(Answer::Analysis(Box::new(Analysis {
        position: position.clone(),
        asked: nodes,
        nodes: decision.nodes,
        depth: decision.depth,
        median: decision.ranked.get(decision.ranked.len() / 2).map_or(0.0, |ranked| ranked.score),
        ranked: decision
            .ranked
            .iter()
            .take(MOST)
            .map(|ranked| line(ranked, &state, &rules))
            .collect(),
        advised: line(advised, &state, &rules),
        standing: StandingValue {
            value: evaluation.value,
            is_cost: evaluation.is_cost,
            terms: evaluation.terms.iter().map(|term| (term.name.into(), term.share)).collect(),
        },
    })))
}

/// Choices that are handed over: what is shown at most. Reading them takes time on the page.
const MOST: usize = 10;

/// What the solver may remember; a phone has less room than a desk.
const MEMORY: usize = 32 << 20;

/// Ways to a perfect clear that are handed over.
const MOST_WAYS: usize = 60;

/// Looks for perfect clears of as few rows as possible: the first is handed over as soon as it is
/// found, then all; if the known pieces do not suffice, how likely one is.
pub fn perfect(
    rules: &Reference<Ruleset>,
    position: &Setup,
    nodes: u64,
    mut on_found: impl FnMut(Answer),
) -> Result<Answer, String> {
    let (rules, state) = read(rules, position)?;
    let mut solver = Solver::with_memory(&rules, MEMORY);
    let mut found = PerfectClears { position: Some(position.clone()), ..PerfectClears::default() };
    match solver.lowest(&state, nodes) {
        Verdict::Solved(choices) => {
            let pieces = choices.len();
            let target = Target::possible(&state.board).find(|target| target.pieces() == pieces);
            found.verdict = format!("A perfect clear with {pieces} pieces. Looking for others…");
            found.ways = vec![way(&choices, &state, &rules)];
            on_found(Answer::Perfect(Box::new(found.clone())));
            if let Some(target) = target {
                let all = solver.all(&state, target, MOST_WAYS);
                found.has_more = all.capped;
                found.ways = all.list.iter().map(|choices| way(choices, &state, &rules)).collect();
            }
            let count = found.ways.len();
            found.verdict = match (found.has_more, count) {
                (true, _) => format!("More than {count} perfect clears with {pieces} pieces."),
                (false, 1) => format!("The only perfect clear with {pieces} pieces."),
                (false, _) => format!("{count} perfect clears with {pieces} pieces."),
            };
        }
        Verdict::Impossible => {
            found.verdict = "The known pieces cannot do it.".into();
            // The lowest for which the unknown pieces are few enough, and which can be at all.
            let chances = Target::possible(&state.board)
                .filter_map(|target| Some((target, solver.chance(&state, target, nodes).ok()?)));
            if let Some((target, chance)) = chances.take(3).find(|(_, chance)| chance.solved > 0) {
                found.chance = Some((chance.solved, chance.orders, chance.unknown));
                found.verdict = format!(
                    "The known pieces cannot do it alone. With {} more unknown it is possible in {:.1} % of orders, \
                     {} pieces in all.",
                    chance.unknown,
                    100.0 * chance.probability(),
                    target.pieces()
                );
            }
        }
        Verdict::Unknown => found.verdict = "None was found within the limit.".into(),
    }
    found.is_complete = true;
    Ok(Answer::Perfect(Box::new(found)))
}

/// A way with its moves in words.
fn way(choices: &[Choice], state: &State, rules: &Ruleset) -> (Vec<Choice>, Vec<String>) {
    let mut state = *state;
    let name = |&choice: &Choice| {
        let name = in_words_at(choice, &state, rules);
        let _ = state.play(rules, choice);
        name
    };
    (choices.to_vec(), choices.iter().map(name).collect())
}

fn read(rules: &Reference<Ruleset>, position: &Setup) -> Result<(Ruleset, State), String> {
    let rules = found(rules)?;
    let state = State::from_setup(&rules, position.clone()).map_err(|error| error.to_string())?;
    Ok((rules, state))
}
