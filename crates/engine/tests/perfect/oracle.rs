//! Every perfect clear by trying everything: slow and obvious on purpose.

use std::collections::BTreeSet;

use minolab_rules::{Choice, Piece, Ruleset, State, placements};

/// All lists of choices after which a board of this many rows is empty for the first
/// time.
///
/// The one thing it leaves out is a piece that ends above the rows left: it would need a
/// row more.
pub fn all(rules: &Ruleset, state: &State, rows: usize) -> BTreeSet<Vec<Choice>> {
    let empty = rows * state.board.width() - state.board.cells() as usize;
    let mut found = BTreeSet::new();
    if empty.is_multiple_of(4) && state.board.top() <= rows {
        follow(rules, state, rows, empty / 4, &mut Vec::new(), &mut found);
    }
    found
}

fn follow(
    rules: &Ruleset,
    state: &State,
    rows: usize,
    pieces: usize,
    path: &mut Vec<Choice>,
    found: &mut BTreeSet<Vec<Choice>>,
) {
    if pieces == 0 {
        assert!(state.board.is_empty());
        found.insert(path.clone());
        return;
    }
    if state.over.is_some() || state.board.is_empty() && !path.is_empty() {
        return;
    }
    let mut state = *state;
    let out_of_pieces = state.current.is_none();
    if out_of_pieces && pieces == 1 && state.hold.is_some() && rules.hold {
        // Any next piece is swapped for the piece on hold.
        state.current = Some(Piece::I);
    }
    for hold in [false, true] {
        let mut swapped = state;
        if hold && swapped.swap(rules).is_err() || !hold && out_of_pieces {
            continue;
        }
        let Some(piece) = swapped.current.filter(|_| swapped.over.is_none()) else { continue };
        for &placement in &placements::all(&swapped.board, rules, piece) {
            let choice = Choice { hold, placement };
            let mut next = state;
            let left = rows - next.play_unchecked(rules, choice).lines as usize;
            if next.board.top() <= left {
                path.push(choice);
                follow(rules, &next, left, pieces - 1, path, found);
                path.pop();
            }
        }
    }
}
