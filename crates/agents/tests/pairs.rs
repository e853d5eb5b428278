//! Every evaluator works in every search: searches know none by name.

use minolab_agents::{Agent, shipped};
use minolab_engine::{Limits, Position};
use minolab_rules::{Game, shipped as rulesets};

/// A shipped agent's evaluator with another search.
fn pair(evaluator: &str, search: &[(&str, &str)]) -> Agent {
    shipped::get(evaluator).unwrap().with_settings(search.iter().copied()).unwrap()
}

#[test]
fn every_evaluator_plays_in_every_search() {
    let greedy = &[("search.kind", "greedy")][..];
    let lookahead = &[("search.kind", "lookahead"), ("search.depth", "2")][..];
    // Without the average over the next piece, which is not the sum of one line's shares.
    let beam = &[
        ("search.kind", "beam"),
        ("search.depth", "3"),
        ("search.nodes", "300"),
        ("search.hopes", "0"),
    ][..];
    // With hold, previews and spins, and without any of them.
    for rules in ["capstone", "guideline", "classic"] {
        let rules = rulesets::get(rules).unwrap();
        for evaluator in ["bcts", "analyzer", "blitz"] {
            for search in [greedy, lookahead, beam] {
                let agent = pair(evaluator, search);
                let (mut player, mut game) = (agent.player(rules), Game::new(rules.clone(), 3));
                for _ in 0..25 {
                    let position = Position::new(game.state());
                    let choice = player.choose(&position).unwrap();
                    let decision = player.rank(&position, Limits::default(), &mut |_| ()).unwrap();
                    let first = &decision.ranked[0];
                    if search != beam {
                        assert_eq!(first.choice, choice, "{evaluator} {search:?}");
                    }
                    // The shares explain the score.
                    let sum: f64 = first.reasons.iter().map(|(_, share)| share).sum();
                    let near = (sum - first.score).abs() <= 1e-6 * first.score.abs().max(1.0);
                    assert!(near, "{evaluator} {search:?}: {sum} is not {}", first.score);
                    game.play(choice).unwrap();
                }
            }
        }
    }
}
