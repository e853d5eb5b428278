//! Choosing allocates nothing once a player's lists have grown.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use minolab_agents::{SearchKind, shipped};
use minolab_engine::Position;
use minolab_rules::{Game, Piece};

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: everything is handed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

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
            let before = COUNT.with(Cell::get);
            let choice =
                player.choose(&Position { known: &known, ..Position::new(game.state()) }).unwrap();
            let allocated = COUNT.with(Cell::get) - before;
            // By then every list has had its longest.
            assert!(turn < 100 || allocated <= most, "{}: {allocated} at {turn}", agent.name);
            game.play_unchecked(choice);
        }
    }
}
