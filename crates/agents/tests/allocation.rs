//! Choosing allocates nothing once a player's lists have grown.

#[path = "../../rules/tests/heap/mod.rs"]
mod heap;

use heap::allocations;
use minolab_agents::{SearchKind, shipped};
use minolab_engine::Position;
use minolab_rules::{Game, Piece};

#[test]
fn choosing_allocates_nothing() {
    let known = [Piece::T, Piece::I, Piece::S];
    for (agent, settings) in [
        ("bcts", &[][..]),
        ("bcts", &[("search.kind", "lookahead"), ("search.depth", "2")]),
        (
            "bcts",
            &[("search.kind", "lookahead"), ("search.depth", "4"), ("search.width", "[4, 2, 2]")],
        ),
        (
            "dt20",
            &[
                ("search.kind", "lookahead"),
                ("search.deepen", "[{ room = 17, depth = 2, width = [6] }]"),
            ],
        ),
        ("genetic", &[]),
        ("hidamari", &[]),
        ("tetrais-complex", &[("search.depth", "2")]),
        ("analyzer", &[]),
        ("analyzer", &[("search.unknown", "true"), ("search.depth", "3")]),
        ("blitz", &[("search.nodes", "300")]),
        ("sprint", &[("search.nodes", "300")]),
    ] {
        let agent = shipped::get(agent).unwrap().with_settings(settings.iter().copied()).unwrap();
        let rules = minolab_rules::shipped::get(&agent.rules).unwrap();
        let mut player = agent.player(rules);
        let mut game = Game::new(rules.clone(), 3);
        // The lists of a beam may still grow a little.
        let most = if matches!(agent.search.kind, SearchKind::Beam(_)) { 2 } else { 0 };
        for turn in 0..300 {
            let position = Position { known: &known, ..Position::new(game.state()) };
            let mut choice = None;
            let allocated = allocations(|| choice = player.choose(&position));
            // By then every list has had its longest.
            assert!(turn < 100 || allocated <= most, "{}: {allocated} at {turn}", agent.name);
            game.play_unchecked(choice.unwrap());
        }
    }
}
