//! Features of the stack, measured row by row.
//!
//! Everything is a handful of bit operations on whole rows, four or more of them at once.

use minolab_rules::Board;

/// The counts of a stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stack {
    /// One past the highest filled row.
    pub height: i32,
    /// Filled cells.
    pub cells: i32,
    /// Cavities: empty cells under a filled one with no open cell beside them.
    pub cavities: i32,
    /// Overhangs: empty cells under a filled one with an open cell beside them, where a piece may
    /// be tucked in.
    pub overhangs: i32,
    /// The depth of each covered cell below the top of its column, from two up to six, added up.
    pub covered: i32,
    /// The same, squared.
    pub covered_squared: i32,
    /// Changes between filled and empty along the rows of the stack; the walls are filled.
    pub row_transitions: i32,
    /// Differences in height between neighbouring columns.
    pub roughness: i32,
    /// Rows with a covered cell.
    pub spoiled_rows: i32,
    /// The lowest column, if it is the only one so low.
    pub well: Option<u8>,
    /// Rows from its floor up that are full but for its cell.
    pub well_depth: i32,
}

/// Rows measured; a game is over long before its stack is higher.
pub(super) const ROWS: usize = 32;
/// Rows of a low stack, which most are.
pub(super) const LOW: usize = 16;
/// Spare rows above, so that row + n can be read without a check.
const ABOVE: usize = 8;

/// The rows of a board and which cells are covered, the floor first.
#[derive(Clone, Copy)]
pub struct Rows {
    /// Row `y` is at `1 + y`; walls are filled.
    pub(super) filled: [u16; 1 + ROWS + ABOVE],
    /// The same, with every cell that has a filled one above it.
    pub(super) covered: [u16; 1 + ROWS + ABOVE],
    pub(super) top: usize,
    pub(super) field: u16,
}

impl Rows {
    /// The rows of a board.
    #[inline(always)]
    pub fn new(board: &Board) -> Rows {
        let field = board.field();
        let top = board.top().min(ROWS);
        let mut filled = [!field; 1 + ROWS + ABOVE];
        let mut covered = filled;
        (filled[0], covered[0]) = (u16::MAX, u16::MAX);
        filled[1..=ROWS].copy_from_slice(&board.rows()[..ROWS]);
        let mut rows = Rows { filled, covered, top, field };
        rows.cover();
        rows
    }

    /// Finds covered cells, from the top of the stack down.
    #[inline(always)]
    pub(super) fn cover(&mut self) {
        let mut above = !self.field;
        for y in (0..self.top).rev() {
            above |= self.filled[1 + y];
            self.covered[1 + y] = above;
        }
    }

    /// Counts everything.
    #[inline(always)]
    pub fn measure(&self) -> Stack {
        let (mut stack, rows) = match self.top <= LOW {
            true => (self.count::<LOW>(), LOW),
            false => (self.count::<ROWS>(), ROWS),
        };
        stack.height = self.top as i32;
        // Empty rows above the stack have two transitions each, which are not the stack's.
        stack.row_transitions -= 2 * (rows - self.top) as i32;
        let floor = self.covered[1..=ROWS].iter().take_while(|&&row| row == u16::MAX).count();
        let lowest = !self.covered[1 + floor];
        if lowest.is_power_of_two() {
            stack.well = Some(lowest.trailing_zeros() as u8);
            let rows = self.filled[1 + floor..].iter();
            stack.well_depth = rows.take_while(|&&row| row | lowest == u16::MAX).count() as i32;
        }
        stack
    }

    /// Does the counts that work on four rows per word.
    #[inline(always)]
    fn count<const N: usize>(&self) -> Stack {
        let (field, edges) = (spread(self.field), spread(self.field << 1 | 1));
        let inner = spread(self.field >> 1);
        let mut stack = Stack::default();
        for y in (0..N).step_by(4) {
            let (filled, cover) = (word(&self.filled, 1 + y), word(&self.covered, 1 + y));
            let (holes, open) = (cover & !filled, !cover);
            let beside = holes & (right(open) | left(open));
            stack.cells += count(filled & field);
            stack.overhangs += count(beside);
            stack.cavities += count(holes & !beside);
            // The top bit of each row says whether it has a hole.
            stack.spoiled_rows += count((((holes & !TOP) + !TOP) | holes) & TOP);
            stack.row_transitions += count((filled ^ (right(filled) | BOTTOM)) & edges);
            // Where columns differ in height, one of them is covered and the other is not.
            stack.roughness += count((cover ^ left(cover)) & inner);
            for depth in 2..=6 {
                let deep = count(holes & word(&self.covered, 1 + y + depth));
                let (more, squared) = if depth == 2 { (2, 4) } else { (1, 2 * depth - 1) };
                stack.covered += deep * more;
                stack.covered_squared += deep * squared as i32;
            }
        }
        stack
    }

    /// Filled cells from this row up.
    #[inline(always)]
    pub fn cells_from(&self, row: usize) -> i32 {
        (row..self.top).map(|y| (self.filled[1 + y] & self.field).count_ones() as i32).sum()
    }

    /// Pieces that would fill the four lowest rows, if the stack has no holes and no further rows,
    /// and the number is whole.
    #[inline(always)]
    pub fn perfect_pieces(&self, stack: &Stack) -> Option<i32> {
        let is_clean = stack.cavities + stack.overhangs == 0;
        let lacking = 4 * self.width() - stack.cells;
        (stack.height <= 4 && is_clean && lacking % 4 == 0).then_some(lacking / 4)
    }

    /// Differences between neighbouring columns with the well left out, and their squares.
    pub fn bumpiness(&self) -> (i32, i32) {
        let heights = || self.heights().enumerate();
        // The last of the lowest columns is the well.
        let well = heights().min_by_key(|&(x, height)| (height, -(x as i32))).map(|(x, _)| x);
        let mut rest = heights().filter(|&(x, _)| Some(x) != well).map(|(_, height)| height);
        let Some(mut before) = rest.next() else { return (0, 0) };
        let (mut sum, mut squares) = (0, 0);
        for height in rest {
            let step = (height - before).abs();
            (sum, squares, before) = (sum + step, squares + step * step, height);
        }
        (sum, squares)
    }

    /// Checkerboard parity: filled cells of one colour minus those of the other, in the four lowest
    /// rows.
    #[inline(always)]
    pub fn imbalance(&self) -> i32 {
        let mut more = 0;
        for y in 0..4 {
            let row = self.filled[1 + y] & self.field;
            let dark = if y % 2 == 0 { 0x5555 } else { 0xAAAA };
            more += (row & dark).count_ones() as i32 - (row & !dark).count_ones() as i32;
        }
        more
    }

    /// Columns.
    #[inline(always)]
    pub fn width(&self) -> i32 {
        self.field.count_ones() as i32
    }

    /// The height of every column.
    pub fn heights(&self) -> impl Iterator<Item = i32> + '_ {
        (0..self.field.count_ones()).map(|x| {
            let column = self.covered[1..=ROWS].iter().take_while(|&&row| row >> x & 1 == 1);
            column.count() as i32
        })
    }
}

/// The lowest bit of each of four rows, and the highest.
const BOTTOM: u64 = 0x0001_0001_0001_0001;
const TOP: u64 = 0x8000_8000_8000_8000;

/// Four rows as one word.
#[inline(always)]
fn word(rows: &[u16; 1 + ROWS + ABOVE], at: usize) -> u64 {
    let row = |index: usize| (rows[at + index] as u64) << (16 * index);
    row(0) | row(1) | row(2) | row(3)
}

/// The same row four times.
#[inline(always)]
fn spread(row: u16) -> u64 {
    row as u64 * BOTTOM
}

/// Every cell one column to the right.
#[inline(always)]
fn right(word: u64) -> u64 {
    word << 1 & !BOTTOM
}

/// Every cell one column to the left.
#[inline(always)]
fn left(word: u64) -> u64 {
    word >> 1 & !TOP
}

#[inline(always)]
fn count(word: u64) -> i32 {
    word.count_ones() as i32
}
