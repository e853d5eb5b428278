//! Columns lower than their neighbours.

use minolab_rules::Board;
use serde::{Deserialize, Serialize};

use super::Heights;

/// What a well costs by its depth in [`crate::Feature::WellsNonlinear`].
///
/// All wells count double and the dearest one once less, so that a single well is cheap.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WellCosts {
    /// A well one deep.
    pub one: f64,
    /// A well two deep.
    pub two: f64,
    /// A deeper one, to which a row's cost is added for each row past the second.
    pub deep: f64,
    /// A row of a deep well, by the column's distance from the nearer wall; the last one
    /// serves every column further in.
    pub row: [f64; 4],
}

impl WellCosts {
    /// What a well this deep costs in a column this far from the nearer wall.
    #[inline]
    pub fn of(&self, depth: usize, distance: usize) -> f64 {
        match depth {
            0 => 0.0,
            1 => self.one,
            2 => self.two,
            _ => self.deep + (depth - 2) as f64 * self.row[distance.min(3)],
        }
    }
}

/// The strongest public player's.
impl Default for WellCosts {
    fn default() -> WellCosts {
        WellCosts { one: 35.2, two: 176.0, deep: 99.0, row: [533.0, 489.0, 489.0, 401.0] }
    }
}

/// For each empty cell between two filled ones, one and the empty cells directly below it.
pub fn cumulative(board: &Board) -> u32 {
    let rows = &board.rows()[..board.top()];
    let mut sum = 0;
    for (y, &row) in rows.iter().enumerate() {
        let mut wells = (row << 1 | 1) & (row >> 1 | 0x8000) & !row;
        for &below in rows[..=y].iter().rev() {
            wells &= !below;
            if wells == 0 {
                break;
            }
            sum += wells.count_ones();
        }
    }
    sum
}

/// Twice the sum of the wells' costs, less the dearest.
pub fn nonlinear(heights: &Heights, height: usize, costs: &WellCosts) -> f64 {
    let heights = heights.as_slice();
    let (last, wall) = (heights.len() - 1, height as u8);
    let (mut sum, mut dearest) = (0.0, 0.0);
    for (x, &here) in heights.iter().enumerate() {
        let left = if x == 0 { wall } else { heights[x - 1] };
        let right = if x == last { wall } else { heights[x + 1] };
        let depth = left.min(right).saturating_sub(here) as usize;
        let cost = costs.of(depth, x.min(last - x));
        sum += cost;
        dearest = if cost > dearest { cost } else { dearest };
    }
    2.0 * sum - dearest
}

/// For each column at least three lower than its neighbours, the places where three of its
/// cells in a row are empty.
pub fn valleys(board: &Board, height: usize) -> u32 {
    let all = Heights::new(board);
    let heights = all.as_slice();
    let last = heights.len() - 1;
    let mut deep = 0u16;
    for (x, &here) in heights.iter().enumerate() {
        let low = |other: u8| other >= here + 3;
        let left = x == 0 || low(heights[x - 1]);
        let right = x == last || low(heights[x + 1]);
        deep |= ((left && right) as u16) << x;
    }
    if deep == 0 {
        return 0;
    }
    let rows = board.rows()[..height].windows(3);
    rows.map(|rows| (deep & !(rows[0] | rows[1] | rows[2])).count_ones()).sum()
}
