//! A board whose cells remember their piece, and what a placement did to it.

use minolab_rules::{Board, ClearKind, Painted, Piece, Spin};

use super::WIDTH;

/// Cells of a board, sorted.
pub(super) type Cells = Vec<(i8, i8)>;

/// A position as drawings are compared with it.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) board: &'a Board,
    pub(super) owners: &'a Painted,
    pub(super) heights: [usize; WIDTH],
}

impl<'a> Field<'a> {
    pub(super) fn new(board: &'a Board, owners: &'a Painted) -> Field<'a> {
        let mut heights = [0; WIDTH];
        for (x, height) in heights.iter_mut().enumerate() {
            *height = board.column_height(x);
        }
        Field { board, owners, heights }
    }
}

/// A placement that has landed.
pub(super) struct Landed<'a> {
    /// Counted from 1.
    pub(super) index: u32,
    pub(super) piece: Piece,
    /// Where it came to rest, before rows were cleared.
    pub(super) cells: Cells,
    pub(super) kind: ClearKind,
    /// The rows it cleared.
    pub(super) cleared: Vec<i8>,
    /// The position after it.
    pub(super) field: Field<'a>,
}

impl Landed<'_> {
    /// Whether it is a T that was spun into exactly these cells.
    pub(super) fn spins_into(&self, cells: &Cells) -> bool {
        self.piece == Piece::T && self.kind.spin == Spin::Full && self.cells == *cells
    }

    /// Whether it cleared a row that one of these cells is in.
    pub(super) fn clears(&self, cells: &Cells) -> bool {
        cells.iter().any(|(_, y)| self.cleared.contains(y))
    }

    /// Where cells are after the rows below them are gone.
    pub(super) fn sink(&self, cells: &Cells) -> Cells {
        let below = |y: i8| self.cleared.iter().filter(|&&row| row < y).count() as i8;
        cells.iter().map(|&(x, y)| (x, y - below(y))).collect()
    }
}
