//! Wells: columns lower than their neighbours.

use minolab_rules::Board;
use serde::{Deserialize, Serialize};

use super::Heights;

/// The cost of a well by its depth in [`crate::Feature::WellsNonlinear`].
///
/// All wells count double, except that the most expensive one counts once, so that a single well is
/// cheap.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WellCosts {
    /// A well one deep.
    pub one: f64,
    /// A well two deep.
    pub two: f64,
    /// A deeper one; a row's cost is added for each row past the second.
    pub deep: f64,
    /// A row of a deep well, by the column's distance from the nearer wall; the last one
    /// serves every column further in.
    pub row: [f64; 4],
}

/// Those of misakamm's tetr-ai.
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

/// How many wells there are, by depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WellCounts {
    /// Wells one deep.
    pub one: u32,
    /// Wells two deep.
    pub two: u32,
    /// Deeper ones.
    pub deep: u32,
    /// Their rows past the second, by the column's distance from the nearer wall.
    pub rows: [u32; 4],
    /// The most such rows of one well, likewise.
    pub most: [u32; 4],
}

impl WellCounts {
    /// Adds the rows past the second of a deep well.
    #[inline]
    pub fn add_deep_rows(&mut self, rows: usize, distance: usize) {
        let index = distance.min(3);
        self.rows[index] += rows as u32;
        self.most[index] = self.most[index].max(rows as u32);
    }

    /// Twice the sum of the wells' costs, less the most expensive.
    #[inline]
    pub fn cost(&self, costs: &WellCosts) -> f64 {
        let mut sum = self.one as f64 * costs.one + self.two as f64 * costs.two;
        let mut dearest = 0.0;
        let mut consider = |count: u32, cost: f64| {
            if count > 0 && cost > dearest {
                dearest = cost;
            }
        };
        consider(self.one, costs.one);
        consider(self.two, costs.two);
        if self.deep > 0 {
            sum += self.deep as f64 * costs.deep;
            for ((&rows, &most), &row) in self.rows.iter().zip(&self.most).zip(&costs.row) {
                sum += rows as f64 * row;
                consider(rows, costs.deep + most as f64 * row);
            }
        }
        2.0 * sum - dearest
    }
}

/// The wells of a contour between infinitely high walls.
pub fn contour(heights: &Heights) -> WellCounts {
    let heights = heights.as_slice();
    let last = heights.len() - 1;
    let mut counts = WellCounts::default();
    for (x, &here) in heights.iter().enumerate() {
        let left = if x == 0 { u8::MAX } else { heights[x - 1] };
        let right = if x == last { u8::MAX } else { heights[x + 1] };
        match left.min(right).saturating_sub(here) {
            0 => {}
            1 => counts.one += 1,
            2 => counts.two += 1,
            depth => {
                counts.deep += 1;
                counts.add_deep_rows(depth as usize - 2, x.min(last - x));
            }
        }
    }
    counts
}

/// Empty cells with two empty ones directly above and both neighbouring columns at least as high as
/// the three: a wall is high enough.
pub fn valley_cells(board: &Board) -> u32 {
    let heights = Heights::new(board);
    let heights = heights.as_slice();
    let is_deep = |x: usize, y: usize| heights.get(x).is_none_or(|&other| other as usize >= y + 3);
    let rows = board.rows()[..board.top()].windows(3).enumerate();
    rows.map(|(y, rows)| {
        let empty = !(rows[0] | rows[1] | rows[2]);
        // Before the first column there is none either.
        let between = |x: &usize| is_deep(x.wrapping_sub(1), y) && is_deep(x + 1, y);
        (0..heights.len()).filter(|x| empty >> x & 1 == 1).filter(between).count() as u32
    })
    .sum()
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
