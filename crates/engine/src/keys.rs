//! Key presses a placement takes.

use std::sync::Arc;

use minolab_rules::{
    Board, Choice, Entry, Input, Piece, ROWS, Ruleset, State, path, placements, step,
};

/// Counts the key presses of choices: the shortest path to the placement, and hold.
///
/// For hard drops, the path depends on the piece, its rotation and its column alone, as long as the
/// stack stays below the rows in which the piece moves before it falls. Those counts are in a
/// table, so that counting costs next to nothing; everything else takes a search.
#[derive(Clone, Debug)]
pub struct KeyCounter {
    /// By piece, rotation and column; 0 where nothing is known.
    table: [[[u8; 16]; 4]; 7],
    /// The table is valid for boards that are empty from this row up.
    free_from: usize,
}

/// The counter of a search, made when first needed and only for an evaluator that uses it.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    is_wanted: bool,
    counter: Option<Arc<KeyCounter>>,
}

impl Keys {
    /// Whether presses are wanted.
    pub fn new(is_wanted: bool) -> Keys {
        Keys { is_wanted, counter: None }
    }

    /// The counter by the rules of the search.
    #[inline]
    pub fn by(&mut self, rules: &Ruleset) -> Option<&Arc<KeyCounter>> {
        if !self.is_wanted {
            return None;
        }
        Some(self.counter.get_or_insert_with(|| Arc::new(KeyCounter::new(rules))))
    }
}

impl KeyCounter {
    /// A counter for games by these rules.
    pub fn new(rules: &Ruleset) -> KeyCounter {
        let mut counter = KeyCounter { table: [[[0; 16]; 4]; 7], free_from: 0 };
        if rules.slide {
            return counter;
        }
        let board = rules.empty_board();
        for piece in Piece::ALL {
            for &placement in placements::all(&board, rules, piece).iter() {
                let keys = path(&board, rules, placement).map_or(0, |path| path.len() as u8);
                let by_rotation = &mut counter.table[piece.index()][placement.rotation as usize];
                if let Some(entry) = by_rotation.get_mut(placement.x as usize) {
                    *entry = keys;
                }
            }
        }
        counter.free_from = match rules.entry {
            Entry::Above => ROWS,
            Entry::Spawn => {
                Piece::ALL.map(|piece| lowest(&board, rules, piece)).into_iter().min().unwrap_or(0)
            }
        };
        counter
    }

    /// Whether counting is cheap under these rules: nearly always a table lookup.
    pub fn is_quick(rules: &Ruleset) -> bool {
        !rules.slide
    }

    /// Key presses for a choice in this position; an unreachable placement has only the hold's.
    #[inline]
    pub fn count(&self, rules: &Ruleset, state: &State, choice: Choice) -> u64 {
        let placement = choice.placement;
        let by_rotation = &self.table[placement.piece.index()][placement.rotation as usize];
        let known = by_rotation[placement.x as usize & 15];
        let keys = if known != 0 && state.board.top() <= self.free_from {
            known as u64
        } else {
            path(&state.board, rules, placement).map_or(0, |path| path.len() as u64)
        };
        choice.hold as u64 + keys
    }
}

/// The lowest row a piece can cover by shifts and rotations alone.
fn lowest(board: &Board, rules: &Ruleset, piece: Piece) -> usize {
    const MOVES: [Input; 7] = [
        Input::Left,
        Input::Right,
        Input::FarLeft,
        Input::FarRight,
        Input::Cw,
        Input::Ccw,
        Input::Flip,
    ];
    let is_allowed = |input: Input| input.turn().is_none_or(|turn| rules.turns.allows(turn));
    let mut places = vec![rules.entry_place(board, piece)];
    let mut seen = 0;
    while let Some(&from) = places.get(seen) {
        seen += 1;
        for input in MOVES.into_iter().filter(|&input| is_allowed(input)) {
            if let Some(step) = step(board, rules.rotation, from, input)
                && !places.contains(&step.falling)
            {
                places.push(step.falling);
            }
        }
    }
    let rows = places.iter().flat_map(|place| place.cells()).map(|(_, y)| y.max(0) as usize);
    rows.min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Game, shipped};

    use super::*;

    #[test]
    fn the_table_agrees_with_the_paths() {
        for rules in shipped::all() {
            let counter = KeyCounter::new(rules);
            let mut quick = 0;
            for seed in 0..8 {
                let mut game = Game::new(rules.clone(), seed);
                let mut luck = seed;
                while game.state().over.is_none() && game.totals().pieces < 60 {
                    let state = *game.state();
                    let list = placements::all(&state.board, rules, state.current.unwrap());
                    if list.is_empty() {
                        break;
                    }
                    for &placement in list.iter() {
                        let choice = Choice { hold: false, placement };
                        let expected = path(&state.board, rules, placement).unwrap().len() as u64;
                        let found = counter.count(rules, &state, choice);
                        assert_eq!(found, expected, "{} {placement} {state}", rules.name);
                        let held = Choice { hold: true, placement };
                        assert_eq!(counter.count(rules, &state, held), expected + 1);
                        let row = &counter.table[placement.piece.index()];
                        let known = row[placement.rotation as usize][placement.x as usize];
                        quick += (known > 0 && state.board.top() <= counter.free_from) as u32;
                    }
                    luck = luck.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let placement = list[(luck >> 33) as usize % list.len()];
                    game.play(Choice { hold: false, placement }).unwrap();
                }
            }
            assert_eq!(quick > 1000, KeyCounter::is_quick(rules), "{}: {quick}", rules.name);
        }
    }
}
