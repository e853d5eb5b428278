//! Ruleset files.

use minolab_rules::{Choice, Clear, Game, Ruleset, Scoring, Spin, placements, shipped};

/// A ruleset that can be read survives a round trip, and can be played.
pub fn fuzz_ruleset(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Ruleset::from_toml(text) {
        Ok(rules) => {
            let written = rules.to_toml();
            assert_eq!(Ruleset::from_toml(&written), Ok(rules.clone()), "written as\n{written}");
            score(&rules.scoring);
            play(rules);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Computes the points of every possible clear.
fn score(scoring: &Scoring) {
    for lines in 0..=4 {
        for spin in Spin::ALL {
            for (back_to_back, all_clear) in [(false, false), (true, true)] {
                let combo = if lines > 0 { u8::MAX } else { 0 };
                let clear =
                    Clear { lines, spin, combo, back_to_back, all_clear, ..Clear::default() };
                scoring.points(&clear);
            }
        }
    }
}

/// Plays a short game, alternating between the first and the last placement.
fn play(rules: Ruleset) {
    let mut game = Game::new(rules, 1);
    for step in 0..12 {
        let state = *game.state();
        let Some(piece) = state.current.filter(|_| state.over.is_none()) else { break };
        let list = placements::all(&state.board, game.rules(), piece);
        let placement = if step % 3 == 0 { list.first() } else { list.last() };
        let Some(&placement) = placement else { break };
        game.play(Choice { hold: false, placement }).expect("it was just listed");
    }
}

pub(crate) fn seeds() -> Vec<String> {
    shipped::all().iter().map(Ruleset::to_toml).collect()
}
