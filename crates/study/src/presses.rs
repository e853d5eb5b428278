//! Key presses, counted fast.

use minolab_engine::KeyCounter;
use minolab_rules::{Choice, Ruleset, Spin, State, placements};

/// The fewest key presses of choices: what [`KeyCounter`] counts, most of it from a table.
///
/// Where pieces slide, a way that does not fall straight takes three presses at least: down,
/// something, drop. So a straight fall of three presses or fewer, looked up in a table, is the
/// shortest way; only for the others a path is searched for.
#[derive(Clone, Debug)]
pub struct Presses {
    rules: Ruleset,
    exact: KeyCounter,
    // By the same rules without sliding, where every count is a look into a table.
    straight: Option<(Ruleset, KeyCounter)>,
}

impl Presses {
    /// A counter for games by these rules.
    pub fn new(rules: &Ruleset) -> Presses {
        let straight = rules.slide.then(|| {
            let rules = Ruleset { slide: false, ..rules.clone() };
            let counter = KeyCounter::new(&rules);
            (rules, counter)
        });
        Presses { rules: rules.clone(), exact: KeyCounter::new(rules), straight }
    }

    /// Whether it counts for games by these rules.
    pub fn is_for(&self, rules: &Ruleset) -> bool {
        self.rules == *rules
    }

    /// The fewest key presses for a choice in this position, hold included.
    pub fn count(&self, state: &State, choice: Choice) -> u64 {
        // High stacks may push a piece about before it falls.
        const CLEAR_ROWS: usize = 4;
        if let Some((rules, counter)) = &self.straight
            && choice.placement.spin == Spin::None
            && state.board.top() + CLEAR_ROWS < rules.height as usize
            && placements::is_drop(&state.board, choice.placement.falling())
        {
            let keys = counter.count(rules, state, choice);
            if (1..=3).contains(&(keys - choice.hold as u64)) {
                return keys;
            }
        }
        self.exact.count(&self.rules, state, choice)
    }
}

#[cfg(test)]
mod tests {
    use minolab_agents::shipped;
    use minolab_rules::Game;

    use super::*;

    #[test]
    fn the_table_agrees_with_the_search() {
        for (rules, pieces) in [("capstone", 200), ("guideline", 200), ("classic", 200)] {
            let rules = minolab_rules::shipped::get(rules).unwrap();
            let (presses, exact) = (Presses::new(rules), KeyCounter::new(rules));
            for seed in 0..20 {
                let mut game = Game::new(rules.clone(), seed);
                let mut luck = seed;
                let mut player = shipped::get("lee").unwrap().player(rules);
                while game.state().over.is_none() && game.totals().pieces < pieces {
                    let state = *game.state();
                    let all = placements::all(&state.board, rules, state.current.unwrap());
                    for &placement in all.iter() {
                        let choice = Choice { hold: false, placement };
                        let expected = exact.count(rules, &state, choice);
                        assert_eq!(presses.count(&state, choice), expected, "{state} {choice}");
                    }
                    // Now and then anything, so that the boards get rough.
                    luck = luck.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let choice = match luck >> 61 {
                        0 if !all.is_empty() => Some(Choice {
                            hold: false,
                            placement: all[(luck >> 33) as usize % all.len()],
                        }),
                        _ => player.choose(&minolab_engine::Position::new(&state)),
                    };
                    let Some(choice) = choice else { break };
                    game.play_unchecked(choice);
                }
            }
        }
    }
}
