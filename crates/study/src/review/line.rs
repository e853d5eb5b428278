//! What follows a choice.

use minolab_agents::Agent;
use minolab_engine::{Player, Position, Remaining};
use minolab_rules::{Choice, Ruleset, State};

/// Nodes for each piece of a line, where the agent has such a limit. It is played to be looked at: its end says more
/// than the few pieces that a comparison of all choices sees ahead.
const NODES: u64 = 2000;

/// Plays on from a choice as the judge would, as far as the pieces are known.
pub struct LinePlayer {
    rules: Ruleset,
    player: Player,
}

impl LinePlayer {
    /// Plays as this agent.
    pub fn of(agent: &Agent, rules: &Ruleset) -> LinePlayer {
        let mut agent = agent.clone();
        if agent.search.has_budget() {
            let nodes = agent.search.nodes().map_or(NODES, |nodes| nodes.min(NODES));
            agent.search.limit_nodes(nodes);
        }
        LinePlayer { rules: rules.clone(), player: agent.player(rules) }
    }

    /// The choice and what follows it.
    pub fn line(&mut self, before: &State, mut remaining: Remaining, first: Choice) -> Vec<Choice> {
        let (mut state, mut next) = (*before, Some(first));
        let mut line = Vec::new();
        while let Some(choice) = next
            && let Ok(clear) = state.play(&self.rules, choice)
        {
            line.push(choice);
            remaining = remaining.after(&clear);
            let is_over = state.over.is_some() || remaining.lines == 0 || remaining.pieces == 0;
            if is_over || state.current.is_none() {
                break;
            }
            next = self.player.choose(&Position::new(&state).with_remaining(remaining));
        }
        line
    }
}
