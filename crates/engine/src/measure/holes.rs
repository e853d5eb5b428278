//! Empty cells with a filled one somewhere above.

use minolab_rules::Board;

use super::Heights;

/// Every row's holes, highest row first.
#[inline]
fn by_row(board: &Board) -> impl Iterator<Item = (usize, u16)> {
    let mut covered = 0;
    (0..board.top()).rev().map(move |y| {
        let row = board.rows()[y];
        let holes = covered & !row;
        covered |= row;
        (y, holes)
    })
}

/// Holes in these columns.
pub fn count(board: &Board, columns: u16) -> u32 {
    by_row(board).map(|(_, holes)| (holes & columns).count_ones()).sum()
}

/// The columns this far from the nearer wall.
pub fn at_distance(board: &Board, distance: usize) -> u16 {
    let width = board.width();
    let near = |x: usize| x.min(width - 1 - x) == distance;
    (0..width).filter(|&x| near(x)).fold(0, |columns, x| columns | 1 << x)
}

/// Rows with a hole.
pub fn rows(board: &Board) -> usize {
    by_row(board).filter(|&(_, holes)| holes != 0).count()
}

/// Filled cells above the lowest hole of their column.
pub fn depth(board: &Board) -> u32 {
    let mut holes = [0; minolab_rules::ROWS];
    by_row(board).for_each(|(y, row)| holes[y] = row);
    let (mut above, mut cells) = (0, 0);
    for (y, holes) in holes.into_iter().enumerate().take(board.top()) {
        cells += (board.row(y) & above).count_ones();
        above |= holes;
    }
    cells
}

/// The greatest height among the columns with a hole in the highest row that has one.
pub fn top_height(board: &Board) -> usize {
    let Some((_, holes)) = by_row(board).find(|&(_, holes)| holes != 0) else { return 0 };
    let heights = Heights::new(board);
    let holed = (0..board.width()).filter(|&x| holes >> x & 1 == 1);
    holed.map(|x| heights.as_slice()[x] as usize).max().unwrap_or(0)
}
