//! The board: which cells are filled.

use crate::shape::Shape;

/// Rows every board has room for, visible or not.
///
/// Forty visible rows and eight above them for pieces to enter; the row past the last
/// is a ceiling that no piece may cross.
pub const ROWS: usize = 48;

/// Which cells are filled: bit `x` of row `y`, row 0 at the bottom.
///
/// Bits at and beyond the width are always set: the right wall is part of every row, so one layout
/// serves every width up to sixteen and a ten-wide board does no extra work. Queue, hold and
/// counters belong to [`crate::State`]; colours belong to a view.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(32))]
pub struct Board {
    rows: [u16; ROWS],
    width: u8,
    top: u8,
}

impl Board {
    /// The empty ten-wide board.
    pub const EMPTY: Board = Board::empty(10);
    /// The narrowest board.
    pub const MIN_WIDTH: usize = 4;
    /// The widest board.
    pub const MAX_WIDTH: usize = 16;

    /// An empty board of this width.
    ///
    /// # Panics
    /// If the width is not in 4 to 16.
    pub const fn empty(width: usize) -> Board {
        assert!(width >= Board::MIN_WIDTH && width <= Board::MAX_WIDTH);
        Board { rows: [!field(width); ROWS], width: width as u8, top: 0 }
    }

    /// Columns.
    #[inline]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// One past the highest row with a filled cell.
    #[inline]
    pub const fn top(&self) -> usize {
        self.top as usize
    }

    /// The rows with their wall bits, lowest first.
    #[inline]
    pub const fn rows(&self) -> &[u16; ROWS] {
        &self.rows
    }

    /// A row's filled cells, without the wall.
    #[inline]
    pub const fn row(&self, y: usize) -> u16 {
        self.rows[y] & field(self.width as usize)
    }

    /// The bits a row's cells can take.
    #[inline]
    pub const fn field(&self) -> u16 {
        field(self.width as usize)
    }

    /// Replaces a row's cells; bits outside the width are ignored.
    pub fn set_row(&mut self, y: usize, cells: u16) {
        self.rows[y] = cells | !self.field();
        self.top = (0..ROWS).rev().find(|&y| self.row(y) != 0).map_or(0, |y| y as u8 + 1);
    }

    /// Fills or empties one cell.
    pub fn set(&mut self, x: usize, y: usize, filled: bool) {
        let bit = 1u16 << x & self.field();
        let row = if filled { self.row(y) | bit } else { self.row(y) & !bit };
        self.set_row(y, row);
    }

    /// Walls, floor and ceiling count as filled.
    #[inline]
    pub fn is_filled(&self, x: i8, y: i8) -> bool {
        !(0..self.width as i8).contains(&x)
            || !(0..ROWS as i8).contains(&y)
            || self.rows[y as usize] >> x & 1 == 1
    }

    /// One past the highest filled cell of a column.
    pub fn column_height(&self, x: usize) -> usize {
        (0..self.top()).rev().find(|&y| self.rows[y] >> x & 1 == 1).map_or(0, |y| y + 1)
    }

    /// How many cells are filled.
    pub fn cells(&self) -> u32 {
        (0..self.top()).map(|y| self.row(y).count_ones()).sum()
    }

    /// Whether no cell is filled.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.top == 0
    }

    /// Whether the shape fits with its centre at `x`, `y`.
    #[inline]
    pub fn fits(&self, shape: &Shape, x: i8, y: i8) -> bool {
        // Coordinates may be any that were typed in; one that wraps around is still outside.
        let (left, bottom) = (x.wrapping_add(shape.left), y.wrapping_add(shape.bottom));
        if left < 0 || left > self.width as i8 - shape.width || bottom < 0 {
            return false;
        }
        if bottom as usize >= self.top() {
            return bottom <= ROWS as i8 - shape.height;
        }
        let bottom = bottom as usize;
        if bottom + 4 <= ROWS {
            self.window(bottom) & shape.mask << left == 0
        } else {
            shape.cells.iter().all(|&(dx, dy)| !self.is_filled(x + dx, y + dy))
        }
    }

    /// Four rows as one word, lowest row in the lowest bits.
    #[inline]
    fn window(&self, y: usize) -> u64 {
        let rows = &self.rows[y..y + 4];
        rows[0] as u64 | (rows[1] as u64) << 16 | (rows[2] as u64) << 32 | (rows[3] as u64) << 48
    }

    /// Fills the shape's cells, clears the full rows and returns how many there were.
    ///
    /// The one place that knows how lines clear. The shape must fit.
    #[inline]
    pub fn place(&mut self, shape: &Shape, x: i8, y: i8) -> u32 {
        let full = self.fill(shape, x, y);
        if full > 0 {
            self.clear_rows((y + shape.bottom) as usize, shape.height as usize);
        }
        full
    }

    /// Fills the shape's cells, leaves full rows where they are and returns how many of the
    /// rows it touched are full. The shape must fit.
    #[inline]
    pub fn fill(&mut self, shape: &Shape, x: i8, y: i8) -> u32 {
        debug_assert!(self.fits(shape, x, y));
        let (left, bottom) = ((x + shape.left) as u32, (y + shape.bottom) as usize);
        let height = shape.height as usize;
        self.top = self.top.max((bottom + height) as u8);
        let mut full = 0;
        for i in 0..height {
            let row = &mut self.rows[bottom + i];
            *row |= (shape.mask >> (16 * i) << left) as u16;
            full += (*row == u16::MAX) as u32;
        }
        full
    }

    /// Pushes everything up by one row and puts these cells into the lowest.
    ///
    /// `false`, and nothing moves, if a cell would be pushed past the ceiling. The row must not
    /// be full: nothing would ever clear it.
    pub fn rise(&mut self, cells: u16) -> bool {
        debug_assert!(cells & !self.field() == 0 && cells != self.field());
        if self.top() == ROWS {
            return false;
        }
        self.rows.copy_within(..self.top as usize, 1);
        self.rows[0] = cells | !self.field();
        if self.top > 0 || cells != 0 {
            self.top += 1;
        }
        true
    }

    /// Clears the full rows, wherever they are, and returns how many there were.
    pub(crate) fn clear_full(&mut self) -> u32 {
        let full = self.rows[..self.top()].iter().filter(|&&row| row == u16::MAX).count();
        self.clear_rows(0, self.top());
        full as u32
    }

    /// Removes the full rows among `count` rows from `from` and lets the rest fall.
    fn clear_rows(&mut self, from: usize, count: usize) {
        let mut to = from;
        for y in from..from + count {
            if self.rows[y] != u16::MAX {
                self.rows[to] = self.rows[y];
                to += 1;
            }
        }
        let top = self.top();
        self.rows.copy_within(from + count..top, to);
        let fallen = from + count - to;
        self.rows[top - fallen..top].fill(!field(self.width as usize));
        self.top = (top - fallen) as u8;
        // Without the cleared row, empty ones may now be on top.
        while self.top > 0 && self.row(self.top as usize - 1) == 0 {
            self.top -= 1;
        }
    }
}

const fn field(width: usize) -> u16 {
    (u16::MAX as u32 >> (16 - width as u32)) as u16
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "Board {} wide", self.width)?;
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Piece, Rotation, shape::shape};

    #[test]
    fn a_full_row_clears_and_the_rest_falls() {
        let mut board: Board = "
            X.........
            .X........
            XX.XXXXXXX
            XX.XXXXXXX
            .X.X.X.X.X
        "
        .parse()
        .unwrap();
        let lines = board.place(shape(Piece::I, Rotation::East), 2, 2);
        assert_eq!(lines, 2);
        let expected: Board = "
            X.........
            .XX.......
            .XXX.X.X.X
        "
        .parse()
        .unwrap();
        assert_eq!(board, expected);
        assert_eq!((board.top(), board.cells()), (3, 9));
    }

    #[test]
    fn walls_floor_and_ceiling_are_solid() {
        for width in Board::MIN_WIDTH..=Board::MAX_WIDTH {
            let board = Board::empty(width);
            let o = shape(Piece::O, Rotation::North);
            assert!(board.fits(o, 0, 0) && board.fits(o, width as i8 - 2, ROWS as i8 - 2));
            assert!(!board.fits(o, -1, 0) && !board.fits(o, width as i8 - 1, 0));
            assert!(!board.fits(o, 0, -1) && !board.fits(o, 0, ROWS as i8 - 1));
        }
    }

    #[test]
    fn the_top_is_right_after_a_clear() {
        let mut board: Board = "
            .XXXXXXXXX
            ..........
            ..........
            .X........
        "
        .parse()
        .unwrap();
        assert_eq!(board.place(shape(Piece::I, Rotation::East), 0, 2), 1);
        assert_eq!(board.top(), 3);
    }
}
