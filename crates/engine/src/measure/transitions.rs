//! Transitions: changes between filled and empty.

use minolab_rules::Board;

/// Along the rows; every row up to `height` counts, and any above it that has a cell.
pub fn rows(board: &Board, height: usize) -> u32 {
    let top = board.top();
    let changes = |&row: &u16| {
        // Both walls around sixteen cells at most.
        let walled = (row as u32) << 1 | 1 | 1 << 17;
        ((walled ^ walled >> 1) & 0x1FFFF).count_ones()
    };
    let filled: u32 = board.rows()[..top].iter().map(changes).sum();
    filled + 2 * height.saturating_sub(top) as u32
}

/// Along the columns, from the floor to the open top.
pub fn columns(board: &Board) -> u32 {
    let mut below = u16::MAX;
    let mut changes = 0;
    for &row in &board.rows()[..board.top()] {
        changes += (row ^ below).count_ones();
        below = row;
    }
    changes + (below & board.field()).count_ones()
}
