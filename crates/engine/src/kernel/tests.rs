//! The kernel's choice is the plain player's.

use minolab_rules::{Game, Piece, shipped as rulesets};

use super::*;
use crate::{Evaluate, Evaluator, Greedy, Outcome, Player, Ties, shipped};

/// Plays games by the plain player and asks the kernel at every step.
fn agrees(agent: &str, height: usize, pieces: u64) {
    let rules = rulesets::get("classic").unwrap().clone().with_size(10, height).unwrap();
    let agent = shipped::get(agent).unwrap();
    let Evaluator::Linear(linear) = agent.evaluator() else { panic!("not linear") };
    let Some(kernel) = Kernel::new(&linear) else { return };
    let mut plain = Greedy::plain(Evaluator::Linear(linear.clone()), Ties::First);
    let (mut seed, mut asked, mut several) = (1, 0u64, 0u64);
    let mut game = Game::new(rules.clone(), seed);
    for _ in 0..pieces {
        let state = *game.state();
        let Some(choice) = plain.choose(&rules, &state, &[]).filter(|_| state.over.is_none())
        else {
            seed += 1;
            game = Game::new(rules.clone(), seed);
            continue;
        };
        for piece in Piece::ALL {
            let Some(candidates) = kernel.candidates(&rules, &state.board, piece) else { continue };
            asked += 1;
            several += (candidates.as_slice().len() > 1) as u64;
            let score = |placement| linear.verdict(&Outcome::new(&rules, &state.board, placement));
            let mut best = f64::NEG_INFINITY;
            minolab_rules::placements::for_each(&state.board, &rules, piece, &mut |placement| {
                let value = score(placement);
                best = best.max(value);
                if candidates.as_slice().contains(&placement) {
                    assert!(value > -1e8, "{placement:?} loses on\n{}", state.board);
                }
            });
            let found = candidates.as_slice().iter().map(|&placement| score(placement));
            assert_eq!(found.fold(f64::NEG_INFINITY, f64::max), best, "{piece}\n{}", state.board);
        }
        game.play_unchecked(choice);
        if game.state().over.is_some() {
            seed += 1;
            game = Game::new(rules.clone(), seed);
        }
    }
    assert!(asked > pieces && several < asked / 4, "{several} of {asked} undecided");
}

#[test]
fn bcts_on_a_low_board() {
    agrees("bcts", 10, 20_000);
}

#[test]
fn dt20_with_diversity() {
    agrees("dt20", 10, 20_000);
}

#[test]
fn dellacherie_on_the_usual_board() {
    agrees("dellacherie", 20, 20_000);
}
