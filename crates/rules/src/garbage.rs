//! Rows of garbage.

use crate::Board;

/// A row that is pushed in from below: filled but for its holes.
///
/// It has at least one filled cell and at least one hole, so it neither vanishes nor clears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GarbageRow {
    cells: u16,
    width: u8,
}

impl GarbageRow {
    /// A row with these filled cells, bit `x` for column `x`.
    ///
    /// `None` if no board is that wide, or if the row is empty, full or wider than that.
    pub fn new(width: usize, cells: u16) -> Option<GarbageRow> {
        let is_width = (Board::MIN_WIDTH..=Board::MAX_WIDTH).contains(&width);
        let field = is_width.then(|| Board::empty(width).field())?;
        let is_row = cells & !field == 0 && cells != field && cells != 0;
        is_row.then_some(GarbageRow { cells, width: width as u8 })
    }

    /// A row with one hole; `None` if no board is that wide or has that column.
    pub fn with_hole(width: usize, hole: usize) -> Option<GarbageRow> {
        let is_inside = hole < width && (Board::MIN_WIDTH..=Board::MAX_WIDTH).contains(&width);
        let field = is_inside.then(|| Board::empty(width).field())?;
        GarbageRow::new(width, field & !(1 << hole))
    }

    /// Columns.
    pub fn width(self) -> usize {
        self.width as usize
    }

    /// The filled cells, bit `x` for column `x`.
    pub fn cells(self) -> u16 {
        self.cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_cell_and_a_hole() {
        assert_eq!(GarbageRow::with_hole(4, 1), GarbageRow::new(4, 0b1101));
        assert_eq!(GarbageRow::with_hole(16, 15).map(GarbageRow::cells), Some(0x7FFF));
        let refused = [
            GarbageRow::new(4, 0b1111),
            GarbageRow::new(4, 0),
            GarbageRow::new(4, 0b1_0001),
            GarbageRow::new(3, 0b001),
            GarbageRow::new(17, 1),
            GarbageRow::with_hole(4, 4),
            GarbageRow::with_hole(99, 20),
        ];
        assert_eq!(refused, [None; 7]);
    }
}
