//! Counts of distinct resting places, to compare move generators by.

use crate::{Board, Piece, Placement, Ruleset, placements, shape};

/// How many sequences of distinct placements there are for these pieces, one a ply, without
/// hold; lines are cleared. The last ply is counted, not played.
pub fn perft(board: &Board, rules: &Ruleset, queue: &[Piece]) -> u64 {
    match queue {
        [] => 1,
        [last] => placements::count(board, rules, *last) as u64,
        [piece, rest @ ..] => {
            let mut nodes = 0;
            placements::for_each(board, rules, *piece, &mut |placement: Placement| {
                let mut next = *board;
                let shape = shape::shape(placement.piece, placement.rotation);
                next.place(shape, placement.x, placement.y);
                nodes += perft(&next, rules, rest);
            });
            nodes
        }
    }
}
