//! A board as the contour evaluator sees it, and its sums.

use minolab_rules::Board;

use super::{
    fixed_small,
    orientation::Orientation,
    tables::{BLOCK, Tables, area_index},
};

/// Levels a surface has room for; a power of two, so that array indices need no check.
const LEVELS: usize = 64;

/// Higher than any column: what the right wall is for the areas beside it.
const WALL: u8 = 200;

/// The bits of a byte, each spread to its own byte.
static APART: [u64; 256] = {
    let mut all = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            all[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    all
};

/// What the evaluator needs of a board, computed once for all placements on it.
///
/// Columns are counted from 1 here: place 0 is the left edge and the place past the last
/// column is the right wall. `WIDTH` is the width, or 0 where it is known only at run time.
#[derive(Clone)]
pub struct Surface<const WIDTH: usize> {
    width: usize,
    /// One past the highest cell, by place.
    heights: [u8; 32],
    /// By level, the places that reach it, and 32 bits higher those that reach past it.
    /// The edges reach every level.
    reach: [u64; LEVELS],
    rows: [u16; LEVELS],
    /// Empty cells by row.
    empty: [u8; LEVELS],
    /// The rows with a covered empty cell.
    hollow_rows: u64,
}

/// The areas of a surface that a piece leaves unchanged.
///
/// An area whose walls are both left or both right of a piece does not change.
pub struct Basins {
    /// By place: the cost of the areas that end before it, and the columns they belong to.
    before: [(i64, u32); 32],
    /// The same for those that begin at it or later.
    after: [(i64, u32); 32],
}

/// A piece lying on a surface, not yet part of it.
#[derive(Clone, Copy)]
pub struct Resting<'a> {
    pub orientation: &'a Orientation,
    /// Its left column and lowest row.
    pub x: usize,
    pub y: usize,
    /// The rows in which it covers empty cells.
    pub covered: u64,
}

impl<const WIDTH: usize> Surface<WIDTH> {
    /// Reads a board that is not higher than `height`.
    #[inline(always)]
    pub fn new(board: &Board, height: usize) -> Surface<WIDTH> {
        let width = if WIDTH > 0 { WIDTH } else { board.width() };
        let edges = 1u64 | 1 << (width + 1);
        let mut surface = Surface {
            width,
            heights: [0; 32],
            reach: [edges | edges << 32; LEVELS],
            rows: [0; LEVELS],
            empty: [width as u8; LEVELS],
            hollow_rows: 0,
        };
        let top = board.top();
        let mut cover = 0u16;
        // A byte per column: how many rows are covered there.
        let mut heights = [0u64; 2];
        for y in (0..top).rev() {
            let row = board.row(y);
            surface.hollow_rows |= ((cover & !row != 0) as u64) << y;
            cover |= row;
            let [low, high] = cover.to_le_bytes();
            heights[0] += APART[low as usize];
            heights[1] += APART[high as usize];
            let reached = (cover as u64) << 1;
            surface.reach[(y + 1) % LEVELS] |= reached;
            surface.reach[y % LEVELS] |= reached << 32;
            surface.rows[y % LEVELS] = row;
            surface.empty[y % LEVELS] = (width as u32 - row.count_ones()) as u8;
        }
        surface.heights[1..9].copy_from_slice(&heights[0].to_le_bytes());
        surface.heights[9..17].copy_from_slice(&heights[1].to_le_bytes());
        surface.heights[0] = u8::MAX;
        // The wall ends where the board does; areas beside it end at their other wall, so
        // it matters only whether that one is as high.
        surface.heights[(width + 1) % 32] = if top < height { WALL } else { top as u8 };
        surface.reach[0] |= surface.places();
        surface
    }

    #[inline(always)]
    fn width(&self) -> usize {
        if WIDTH > 0 { WIDTH } else { self.width }
    }

    /// A bit for every column.
    #[inline(always)]
    fn places(&self) -> u64 {
        (1 << (self.width() + 1)) - 2
    }

    #[inline(always)]
    fn height(&self, x: usize) -> usize {
        self.heights[(x + 1) % 32] as usize
    }

    /// The total cost of the board.
    #[inline(always)]
    pub fn cost(&self, tables: &Tables) -> i64 {
        self.heights_cost(tables) + self.hollows_cost(tables) + self.areas_cost(tables)
    }

    /// The cost of the columns' heights.
    #[inline(always)]
    pub fn heights_cost(&self, tables: &Tables) -> i64 {
        (0..self.width()).map(|x| tables.heights[x % 16][self.height(x) % LEVELS]).sum()
    }

    /// The cost of the hollows.
    #[inline(always)]
    pub fn hollows_cost(&self, tables: &Tables) -> i64 {
        self.hollows(tables, self.hollow_rows, |level| self.reach[level % LEVELS])
    }

    /// The cost of the areas between walls.
    #[inline(always)]
    pub fn areas_cost(&self, tables: &Tables) -> i64 {
        self.areas(tables, |level| self.reach[level % LEVELS])
    }

    /// Where a hard drop over column `x` lands, and how much more the columns cost with it. `SPAN`
    /// is the piece's width.
    #[inline(always)]
    pub fn dropped<'a, const SPAN: usize>(
        &self,
        tables: &Tables,
        orientation: &'a Orientation,
        x: usize,
    ) -> (Resting<'a>, i64) {
        let heights: [usize; SPAN] = std::array::from_fn(|i| self.height(x + i));
        let bottoms: [usize; SPAN] = std::array::from_fn(|i| orientation.bottoms[i] as usize);
        let mut y = 0;
        for i in 0..SPAN {
            y = y.max(heights[i] as isize - bottoms[i] as isize);
        }
        let y = y as usize % LEVELS;
        let (mut covered, mut change) = (0, 0);
        for i in 0..SPAN {
            covered |= (1u64 << ((y + bottoms[i]) % 64)).wrapping_sub(1u64 << (heights[i] % 64));
            let costs = &tables.heights[(x + i) % 16];
            let top = y + orientation.tops[i] as usize;
            change += costs[top % LEVELS] - costs[heights[i] % LEVELS];
        }
        (Resting { orientation, x, y, covered }, change)
    }

    /// Whether the piece fills a row.
    #[inline(always)]
    pub fn clears(&self, resting: Resting) -> bool {
        const LOW: u64 = 0x0001_0001_0001_0001;
        let y = resting.y.min(LEVELS - 4);
        let row = |i: usize| (self.rows[y + i] as u64) << (16 * i);
        let window = row(0) | row(1) | row(2) | row(3);
        let full = ((1u64 << self.width()) - 1) * LOW;
        let left = (window | resting.orientation.mask << resting.x) ^ full;
        // A lane of sixteen bits is zero.
        left.wrapping_sub(LOW) & !left & LOW << 15 != 0
    }

    /// A lower bound on the hollows' cost with the piece: every covered cell has a row over it.
    #[inline(always)]
    pub fn hollows_least_with(&self, tables: &Tables, covered: u64) -> i64 {
        (self.hollow_rows | covered).count_ones() as i64 * tables.hollow_least
    }

    /// The hollows' cost with the piece, which clears no row.
    #[inline(always)]
    pub fn hollows_cost_with(&mut self, tables: &Tables, resting: Resting) -> i64 {
        let hollow_rows = self.hollow_rows | resting.covered;
        if hollow_rows == 0 {
            return 0;
        }
        let Resting { orientation, x, y, .. } = resting;
        for i in 0..4 {
            let row = (y + i) % LEVELS;
            self.rows[row] ^= (orientation.mask >> (16 * i) << x) as u16;
            self.empty[row] -= orientation.row_cells[i];
        }
        let cost = self.hollows(tables, hollow_rows, |level| {
            self.reach[level % LEVELS] | orientation.steps(level, y) << (x + 1)
        });
        for i in 0..4 {
            let row = (y + i) % LEVELS;
            self.rows[row] ^= (orientation.mask >> (16 * i) << x) as u16;
            self.empty[row] += orientation.row_cells[i];
        }
        cost
    }

    /// The areas between walls, one by one.
    #[inline(always)]
    pub fn all_basins(&self, tables: &Tables) -> Basins {
        let mut basins = Basins { before: [(0, 0); 32], after: [(0, 0); 32] };
        let width = self.width();
        for place in 1..=width {
            let reach = |level: usize| self.reach[level % LEVELS];
            let (cost, edge, wall) = self.basin(place, reach, |top| tables.block(top));
            for (list, at) in [(&mut basins.before, wall + 1), (&mut basins.after, edge)] {
                list[at % 32].0 += cost;
                list[at % 32].1 |= 1 << place;
            }
        }
        for place in 1..=width + 1 {
            let (cost, places) = basins.before[(place - 1) % 32];
            basins.before[place % 32].0 += cost;
            basins.before[place % 32].1 |= places;
            let place = width + 1 - place;
            let (cost, places) = basins.after[(place + 1) % 32];
            basins.after[place % 32].0 += cost;
            basins.after[place % 32].1 |= places;
        }
        basins
    }

    /// The cost of the areas between walls with the piece, which clears no row and leaves the top
    /// row empty; some value above `most` if it is more than that and no cost is negative. `SPAN`
    /// is the piece's width.
    #[inline(always)]
    pub fn areas_cost_with<const SPAN: usize>(
        &mut self,
        tables: &Tables,
        basins: &Basins,
        resting: Resting,
        most: i64,
    ) -> i64 {
        let Resting { orientation, x, y, .. } = resting;
        let (first, end) = (x + 1, x + 1 + SPAN);
        let (left, kept_left) = basins.before[first % 32];
        let (right, kept_right) = basins.after[end % 32];
        let is_short = tables.positive && !tables.has_floor;
        if is_short && left + right > most {
            return left + right;
        }
        let mut under = [0; SPAN];
        for (i, under) in under.iter_mut().enumerate() {
            let height = &mut self.heights[(first + i) % 32];
            *under = *height;
            *height = y as u8 + orientation.tops[i];
        }
        let reach =
            |level: usize| self.reach[level % LEVELS] | orientation.steps(level, y) << (x + 1);
        let cost = if tables.has_floor {
            self.areas(tables, reach)
        } else {
            let block = |top: usize| tables.block(top);
            let mut cost = left + right;
            for i in 0..SPAN {
                cost += self.basin(first + i, reach, block).0;
            }
            if !is_short || cost <= most {
                let own = (1u32 << end) - (1 << first);
                let mut changed = self.places() as u32 & !(own | kept_left | kept_right);
                while changed != 0 {
                    cost += self.basin(changed.trailing_zeros() as usize, reach, block).0;
                    changed &= changed - 1;
                }
            }
            cost
        };
        for (i, &under) in under.iter().enumerate() {
            self.heights[(first + i) % 32] = under;
        }
        cost
    }

    /// Each row with covered empty cells costs by how well the rows up to the highest cover hide
    /// it: one term per row, not per cell.
    #[inline(always)]
    fn hollows(&self, tables: &Tables, mut hollow_rows: u64, reach: impl Fn(usize) -> u64) -> i64 {
        let through = |row: usize| tables.hollow[self.empty[row % LEVELS] as usize % 32];
        let mut cost = 0;
        while hollow_rows != 0 {
            let y = hollow_rows.trailing_zeros() as usize;
            hollow_rows &= hollow_rows - 1;
            let holes = reach(y + 1) & !((self.rows[y % LEVELS] as u64) << 1) & self.places();
            let (mut share, mut row) = (through(y), y + 1);
            while reach(row + 1) & holes != 0 {
                share *= through(row);
                row += 1;
            }
            let hidden = fixed_small((1.0 - share) * tables.hollow_rows[y % LEVELS]);
            cost += if holes == 0 { 0 } else { hidden };
        }
        cost
    }

    /// One term for every basin: a column with its level neighbours, the nearest higher
    /// column on either side as walls, and the rows up to the lower wall.
    ///
    /// The sum runs over the columns without branches to mispredict. Of level columns in one basin
    /// the rightmost counts for all. The highest column lies between the edges of the board, and an
    /// area that wide costs nothing.
    #[inline(always)]
    fn areas(&self, tables: &Tables, reach: impl Fn(usize) -> u64 + Copy) -> i64 {
        let mut cost = if tables.is_flat() {
            let block = tables.block(0);
            self.basins(reach, |_| block)
        } else {
            self.basins(reach, |top| tables.block(top))
        };
        let heights = &self.heights;
        if tables.has_floor && heights[1] == heights[2] && heights[3] > heights[2] {
            let (top, level) = (heights[3] as usize, heights[2] as usize);
            cost += tables.floor_change(top, top - level);
        }
        cost
    }

    #[inline(always)]
    fn basins<'a>(
        &self,
        reach: impl Fn(usize) -> u64 + Copy,
        block: impl Fn(usize) -> &'a [i64; BLOCK] + Copy,
    ) -> i64 {
        let at = |place: usize| self.basin(place, reach, block).0;
        if WIDTH == 10 {
            // Written out, because the compiler would keep the loop.
            let left = at(1) + at(2) + at(3) + at(4) + at(5);
            return left + at(6) + at(7) + at(8) + at(9) + at(10);
        }
        (1..=self.width()).map(at).sum()
    }

    /// The cost of the area whose floor is the column at this place, and where its walls are.
    #[inline(always)]
    fn basin<'a>(
        &self,
        place: usize,
        reach: impl Fn(usize) -> u64,
        block: impl Fn(usize) -> &'a [i64; BLOCK],
    ) -> (i64, usize, usize) {
        let heights = &self.heights;
        let level = heights[place % 32] as usize;
        let reach = reach(level);
        let (here, past) = (reach as u32, (reach >> 32) as u32);
        let wall = (past >> 1 >> place).trailing_zeros() as usize + place + 1;
        let next = (here >> 1 >> place).trailing_zeros() as usize + place + 1;
        let edge = 31 - (past & !(!0 << place)).leading_zeros() as usize;
        let (left, right) = (heights[edge % 32] as usize, heights[wall % 32] as usize);
        let top = left.min(right);
        let wide = wall.wrapping_sub(edge + 1);
        let area = block(top)[area_index(top.wrapping_sub(level), wide, left == right)];
        // A branch would be mispredicted.
        (std::hint::select_unpredictable(next == wall, area, 0), edge, wall)
    }
}
