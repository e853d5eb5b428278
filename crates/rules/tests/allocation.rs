//! Generating, playing and finding paths take no memory from the heap.

mod boards;
mod heap;

use std::hint::black_box;

use boards::{Random, RandomPlay};
use heap::allocations;
use minolab_rules::{Choice, Game, State, path, placements, shipped};

#[test]
fn the_hot_path_allocates_nothing() {
    assert!(allocations(|| drop(black_box(vec![1, 2, 3]))) > 0, "the counter counts");
    for (seed, rules) in shipped::all().iter().enumerate() {
        let mut random = Random(seed as u64);
        let mut play = RandomPlay::new(rules, &mut random);
        let games: Vec<Game> = (0..200).map(|_| play.next(&mut random).clone()).collect();
        for game in &games {
            let state: State = *game.state();
            let (board, Some(piece)) = (&state.board, state.current) else { continue };
            let found = allocations(|| {
                black_box(placements::drops(board, rules, piece));
                black_box(placements::reachable(board, rules, piece));
                black_box(placements::count(board, rules, piece));
                let mut seen = 0;
                placements::for_each(board, rules, piece, &mut |_| seen += 1);
                black_box(seen);
                for &placement in &placements::all(board, rules, piece) {
                    black_box(path(board, rules, placement));
                    let choice = Choice { hold: false, placement };
                    black_box(state.clone().play(rules, choice).ok());
                    if state.over.is_none() {
                        black_box(state.clone().play_unchecked(rules, choice));
                    }
                }
                let mut held = state;
                black_box(held.swap(rules).ok());
            });
            assert_eq!(found, 0, "{} by {}", state, rules.name);
        }
        // A game deals its pieces without the heap too.
        let mut game = games[0].clone();
        let found = allocations(|| {
            for _ in 0..200 {
                let state = game.state();
                let Some(piece) = state.current.filter(|_| state.over.is_none()) else { break };
                let list = placements::all(&state.board, rules, piece);
                let Some(&placement) = list.first() else { break };
                game.play_unchecked(Choice { hold: false, placement });
            }
        });
        assert_eq!(found, 0, "a game by {}", rules.name);
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 160, "{} bytes", size_of::<State>());
}
