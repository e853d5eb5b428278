//! `cargo xtask boards`: how `data/boards/midgame.txt` was made.

use minolab_golden::best;
use minolab_rules::{Board, Choice, Game, placements, random::mix, shipped};

/// How many boards.
const BOARDS: u64 = 100;
/// The noise of the player's evaluation in points, from the tidiest to the messiest.
const NOISE: std::ops::Range<u64> = 60..180;

/// Prints boards from the middle of guideline games: stacks a few rows high, more or less
/// tidy, with holes and overhangs.
///
/// The committed file stays the same even if play changes, so that figures are comparable across
/// versions.
fn main() {
    println!("; {BOARDS} boards from the middle of games, made by `cargo xtask boards`.");
    println!("; Used to measure how long the move generator takes; do not change.");
    for seed in 1..=BOARDS {
        let board = (0..).find_map(|attempt| board(seed, attempt));
        println!("\n; {seed}\n{}", board.expect("some game gets there"));
    }
}

/// A board from the game with this seed, or none if it ended too early.
fn board(seed: u64, attempt: u64) -> Option<Board> {
    let rules = shipped::get("guideline")?;
    let span = NOISE.end - NOISE.start;
    let noise = NOISE.start + seed * span / BOARDS;
    let pieces = 15 + mix(seed) % 30;
    let mut game = Game::new(rules.clone(), seed + BOARDS * attempt);
    // From four rows high to twelve.
    let high = 4 + seed as usize % 9;
    for step in 0.. {
        let state = game.state();
        if step >= pieces && state.board.top() == high {
            break;
        }
        let piece = state.current.filter(|_| state.over.is_none())?;
        let list = placements::all(&state.board, rules, piece);
        let random = mix(game.seed() << 32 | step);
        let placement = best(&state.board, &list, random, noise)?;
        game.play(Choice { hold: false, placement }).ok()?;
    }
    Some(game.state().board)
}
