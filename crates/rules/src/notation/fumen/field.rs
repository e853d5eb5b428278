//! A fumen's field: cells with the piece they came from, and a garbage row that can rise.

use super::FumenSizeError;
use crate::{Board, Cell, Falling, Painted, ROWS};

type Row = [Cell; Field::WIDTH];

/// Ten columns and twenty-three rows, and a row of garbage below them that a page can push in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The lowest row first.
    rows: [Row; Field::HEIGHT],
    garbage: Row,
}

impl Field {
    /// Columns.
    pub const WIDTH: usize = 10;
    /// Rows, without the one below.
    pub const HEIGHT: usize = 23;
    /// Nothing filled.
    pub const EMPTY: Field = Field {
        rows: [[Cell::Empty; Field::WIDTH]; Field::HEIGHT],
        garbage: [Cell::Empty; Field::WIDTH],
    };

    /// The cells of a board, all of them as garbage: it does not say where they came from.
    pub fn of_board(board: &Board) -> Result<Field, FumenSizeError> {
        let cell = |x, y| if board.row(y) >> x & 1 == 1 { Cell::Garbage } else { Cell::Empty };
        Field::of(board.width(), board.top(), cell)
    }

    /// The cells of a board that remembers their pieces.
    pub fn of_painted(painted: &Painted) -> Result<Field, FumenSizeError> {
        let is_used = |&y: &usize| (0..painted.width()).any(|x| painted.is_filled(x, y));
        let top = (0..ROWS).rev().find(is_used).map_or(0, |y| y + 1);
        Field::of(painted.width(), top, |x, y| painted.cell(x, y))
    }

    fn of(
        width: usize,
        top: usize,
        cell: impl Fn(usize, usize) -> Cell,
    ) -> Result<Field, FumenSizeError> {
        if width != Field::WIDTH {
            return Err(FumenSizeError::Width { found: width });
        }
        if top > Field::HEIGHT {
            return Err(FumenSizeError::Height { found: top });
        }
        let mut field = Field::EMPTY;
        for (y, row) in field.rows.iter_mut().enumerate() {
            row.iter_mut().enumerate().for_each(|(x, to)| *to = cell(x, y));
        }
        Ok(field)
    }

    /// The filled cells. Full rows stay, and the row of garbage is left out.
    pub fn board(&self) -> Board {
        let mut board = Board::empty(Field::WIDTH);
        for (y, row) in self.rows.iter().enumerate() {
            let bits = row.iter().enumerate().filter(|(_, cell)| **cell != Cell::Empty);
            board.set_row(y, bits.fold(0, |cells, (x, _)| cells | 1 << x));
        }
        board
    }

    /// A cell; row 0 is the lowest. Outside the field everything is empty.
    pub fn get(&self, x: usize, y: usize) -> Cell {
        self.rows.get(y).and_then(|row| row.get(x)).copied().unwrap_or(Cell::Empty)
    }

    /// Sets a cell; `false` if it is outside.
    pub fn set(&mut self, x: usize, y: usize, cell: Cell) -> bool {
        let found = self.rows.get_mut(y).and_then(|row| row.get_mut(x));
        found.map(|found| *found = cell).is_some()
    }

    /// The row below the field.
    pub fn garbage(&self) -> &Row {
        &self.garbage
    }

    /// The same, mutable.
    pub fn garbage_mut(&mut self) -> &mut Row {
        &mut self.garbage
    }

    /// Whether a piece is wholly inside.
    pub fn holds(piece: Falling) -> bool {
        // Far outside, the coordinates of its cells would overflow.
        let near = (-4..=30).contains(&piece.x) && (-4..=30).contains(&piece.y);
        let inside = |(x, y): (i8, i8)| {
            (0..Field::WIDTH as i8).contains(&x) && (0..Field::HEIGHT as i8).contains(&y)
        };
        near && piece.cells().into_iter().all(inside)
    }

    /// The cells in the order a fumen has them: the highest row first, the garbage last. With fewer
    /// than all rows, the top ones are missing from the text.
    pub(super) fn in_order(&mut self, height: usize) -> impl Iterator<Item = &mut Cell> {
        let rows = self.rows[..height].iter_mut().rev();
        rows.chain(std::iter::once(&mut self.garbage)).flatten()
    }

    pub(super) fn put(&mut self, piece: Falling) {
        for (x, y) in piece.cells() {
            self.set(x as usize, y as usize, Cell::Of(piece.piece));
        }
    }

    pub(super) fn clear_lines(&mut self) {
        let mut to = 0;
        for y in 0..Field::HEIGHT {
            if self.rows[y].contains(&Cell::Empty) {
                self.rows[to] = self.rows[y];
                to += 1;
            }
        }
        self.rows[to..].fill([Cell::Empty; Field::WIDTH]);
    }

    /// Pushes the row of garbage in; what is pushed over the top is lost.
    pub(super) fn rise(&mut self) {
        self.rows.copy_within(..Field::HEIGHT - 1, 1);
        self.rows[0] = std::mem::replace(&mut self.garbage, [Cell::Empty; Field::WIDTH]);
    }

    pub(super) fn mirror(&mut self) {
        self.rows.iter_mut().for_each(|row| row.reverse());
    }
}
