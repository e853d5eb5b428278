//! Perft: counts of distinct placements, to compare move generators by.

use thiserror::Error;

use crate::{Anchor, Board, Entry, Piece, Placement, Ruleset, SpinRule, placements, shape};

/// A spawn row in which the pieces do not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{piece} does not fit with its centre in row {row}")]
pub struct SpawnRowError {
    /// Which piece.
    pub piece: Piece,
    /// Which row, from 0.
    pub row: i8,
}

/// The rules of published counts: pieces spawn with their centres in this row, and spins are not
/// told apart unless asked for.
pub fn perft_rules(
    mut rules: Ruleset,
    spawn_row: Option<i8>,
    spins: bool,
) -> Result<Ruleset, SpawnRowError> {
    if !spins {
        rules.spins = SpinRule::None;
    }
    if let Some(row) = spawn_row {
        let board = rules.empty_board();
        rules.spawn.anchor = Anchor::Centre;
        rules.spawn.row = row - rules.height as i8;
        if let Some(piece) = Piece::ALL.into_iter().find(|&piece| !rules.spawn(piece).fits(&board))
        {
            return Err(SpawnRowError { piece, row });
        }
    }
    Ok(rules)
}

/// How many sequences of distinct placements there are for these pieces, one per ply, without
/// hold.
///
/// Placements follow the rules: lines clear, cells may wrap, and nothing follows a top-out. The
/// last ply is counted, not played: what its placements do makes no difference.
pub fn perft(board: &Board, rules: &Ruleset, queue: &[Piece]) -> u64 {
    match queue {
        [] => 1,
        [piece, ..] if is_blocked(board, rules, *piece) => 0,
        [last] => placements::count(board, rules, *last) as u64,
        [piece, rest @ ..] => {
            // This far below the limit no piece can reach above it.
            let is_low = board.top() + 4 <= rules.limit();
            let mut nodes = 0;
            placements::for_each(board, rules, *piece, &mut |placement: Placement| {
                if !is_low {
                    nodes += landed(board, rules, placement).map_or(0, |b| perft(&b, rules, rest));
                    return;
                }
                let mut next = *board;
                let shape = shape::shape(placement.piece, placement.rotation);
                next.place(shape, placement.x, placement.y);
                nodes += perft(&next, rules, rest);
            });
            nodes
        }
    }
}

/// The board after a placement by all the rules, unless it ends the game.
///
/// Kept out of the hot loop: published counts are of boards far below the limit.
#[cold]
fn landed(board: &Board, rules: &Ruleset, placement: Placement) -> Option<Board> {
    let mut next = *board;
    (!rules.land(&mut next, placement).too_high).then_some(next)
}

/// Whether the game is over before this piece moves.
///
/// Needed only where pieces drop from above: elsewhere the generator finds no placement from a
/// blocked spawn.
#[inline]
fn is_blocked(board: &Board, rules: &Ruleset, piece: Piece) -> bool {
    rules.entry == Entry::Above && rules.top_out.block_out && !rules.spawn(piece).fits(board)
}
