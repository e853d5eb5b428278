//! A line of play drawn on the board as it is now.

use minolab_rules::{Choice, Piece, ROWS, Ruleset, State};

/// A piece of a line: its cells on the board as it is now, whatever clears in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GhostPiece {
    /// The piece.
    pub piece: Piece,
    /// Its cells.
    pub cells: Vec<(usize, usize)>,
}

/// The pieces of a line, in order, as far as the rules allow them.
///
/// Where rows clear on the way, a later piece is drawn on the rows that are still there, which may
/// take it apart.
pub fn ghosts(state: &State, rules: &Ruleset, line: &[Choice]) -> Vec<GhostPiece> {
    let mut state = *state;
    // The row that each row is now, as long as it stands.
    let mut rows: Vec<usize> = (0..ROWS).collect();
    let mut all = Vec::new();
    for &choice in line {
        let before = state.board;
        if state.play(rules, choice).is_err() {
            break;
        }
        let falling = choice.placement.falling();
        let cells = falling.cells().into_iter().filter_map(|(x, y)| {
            Some((usize::try_from(x).ok()?, *rows.get(usize::try_from(y).ok()?)?))
        });
        all.push(GhostPiece { piece: falling.piece, cells: cells.collect() });
        let mut filled = before;
        rules.fill(&mut filled, choice.placement);
        let full = (0..filled.top()).rev().filter(|&y| filled.row(y) == filled.field());
        for y in full.collect::<Vec<_>>() {
            if y < rows.len() {
                rows.remove(y);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use minolab_rules::shipped;

    use super::*;

    #[test]
    fn later_pieces_are_on_the_rows_that_stand() {
        let rules = shipped::get("guideline").unwrap();
        let setup = "xxxx2xxxx/xxxxx1xxxx O - TI".parse().unwrap();
        let state = State::from_setup(rules, setup).unwrap();
        let line: Vec<Choice> =
            ["O@4,1N", "T@4,2N"].iter().map(|text| text.parse().unwrap()).collect();
        let found = ghosts(&state, rules, &line);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].piece, Piece::O);
        // The second row from below cleared: what is the fourth row then is the fifth now.
        assert_eq!(found[1].cells.iter().map(|cell| cell.1).max(), Some(4));
        assert!(ghosts(&state, rules, &line[1..]).is_empty());
    }
}
