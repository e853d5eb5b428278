//! Agent files and the settings that change them.

use minolab_agents::{Agent, SearchKind, shipped};
use minolab_engine::Position;
use minolab_rules::{Game, shipped as rules};

/// An agent that can be read survives a round trip, and makes a choice.
pub fn fuzz_agent(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Agent::from_toml(text) {
        Ok(agent) => holds(agent),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The same for a shipped agent with one setting changed.
///
/// The first character selects the agent; the rest is the setting as in `--set`.
pub fn fuzz_setting(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((first, setting)) = text.split_at_checked(1) else { return };
    let agent = &shipped::all()[first.as_bytes()[0] as usize % shipped::all().len()];
    let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
    match agent.with_setting(name, value) {
        Ok(agent) => holds(agent),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn holds(mut agent: Agent) {
    let written = agent.to_toml();
    let read = Agent::from_toml(&written).map(|agent| agent.to_toml());
    // As text: a provenance table may hold NaN, which equals nothing.
    assert_eq!(read.as_ref(), Ok(&written));
    // A short search: its settings may allow a very long one.
    agent.search.limit_nodes(50);
    let is_quick = match &mut agent.search.kind {
        SearchKind::Beam(beam) => {
            (beam.ending, beam.hopes) = (false, beam.hopes.min(4));
            true
        }
        kind => matches!(kind, SearchKind::Greedy(_)),
    };
    let Some(rules) = rules::get(&agent.rules).filter(|_| is_quick) else { return };
    let (mut player, game) = (agent.player(rules), Game::new(rules.clone(), 5));
    player.choose(&Position::new(game.state())).expect("there is room on an empty board");
}

pub(crate) fn seeds() -> Vec<String> {
    shipped::all().iter().map(Agent::to_toml).collect()
}

pub(crate) fn setting_seeds() -> Vec<String> {
    let settings = [
        "holes=-2.5",
        "I.holes=-3",
        "search.depth=2",
        "search.kind=greedy",
        "search.ties=centre",
        "search.width=[5, 4]",
        "search.nodes=1000",
        "evaluator.board=landed",
        "evaluator.height=[1, 2]",
        "bumpiness=-24",
        "tslot=[1, 2, 3, 4]",
        "weights_for.T.lines=1",
        "mode=sprint",
        "provenance.source=nan",
    ];
    let agents = 0..shipped::all().len();
    agents
        .zip(settings.iter().cycle())
        .map(|(agent, setting)| {
            // A letter that stands for each agent in turn.
            let letter = (64..).find(|code| code % shipped::all().len() == agent);
            format!("{}{setting}", letter.map_or('A', |code| code as u8 as char))
        })
        .collect()
}
