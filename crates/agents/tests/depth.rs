//! Every agent searches to the depth it is asked for.

use minolab_agents::shipped;
use minolab_engine::{Limits, Position};
use minolab_rules::{Piece, State};

#[test]
fn all_agents_honour_a_depth() {
    for agent in shipped::all() {
        let rules = minolab_rules::shipped::get(&agent.rules).unwrap();
        for depth in 1..=3 {
            let mut agent = agent.clone();
            agent.search = agent.search.at_depth(depth).unwrap();
            if let Some(beam) = agent.search.beam()
                && (beam.nodes.is_some() || beam.ms.is_some())
            {
                agent.search.limit_nodes(100_000);
            }
            // No level may be skipped because one placement is ahead by more than a threshold.
            let state = State::new(rules, [Piece::S, Piece::O, Piece::T]);
            let decision =
                agent.player(rules).rank(&Position::new(&state), Limits::default(), &mut |_| {});
            assert_eq!(decision.unwrap().depth, depth, "{} at {depth}", agent.name);
        }
    }
}

/// At the depth of its own program an agent plays as it does without being asked.
#[test]
fn its_own_depth_changes_nothing() {
    for name in ["capstone-sprint", "genetic", "hidamari", "tetrais-complex", "lee"] {
        let search = &shipped::get(name).unwrap().search;
        assert_eq!(search.at_depth(search.depth()).as_ref(), Ok(search), "{name}");
    }
}

/// Unknown pieces are averaged over instead of ending the search.
#[test]
fn unknown_pieces_do_not_end_it() {
    for name in ["analyzer", "marathon", "genetic", "capstone-sprint", "lee"] {
        let mut agent = shipped::get(name).unwrap().clone();
        let rules = minolab_rules::shipped::get(&agent.rules).unwrap();
        agent.search = agent.search.at_depth(2).unwrap();
        let state = State::new(rules, [Piece::S]);
        let decision =
            agent.player(rules).rank(&Position::new(&state), Limits::default(), &mut |_| {});
        assert_eq!(decision.unwrap().depth, 2, "{name}");
    }
}
