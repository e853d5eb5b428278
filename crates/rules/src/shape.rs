//! The cells of each piece in each rotation, worked out at compile time.

use crate::{Piece, Rotation};

/// A piece facing one way, as cells around its rotation centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The four cells as (x, y) from the centre, y upwards.
    pub cells: [(i8, i8); 4],
    /// Four rows of sixteen bits, lowest row first, moved into the bottom left corner.
    pub mask: u64,
    /// The leftmost cell's x from the centre.
    pub left: i8,
    /// The lowest cell's y from the centre.
    pub bottom: i8,
    /// Columns the shape spans.
    pub width: i8,
    /// Rows the shape spans.
    pub height: i8,
}

/// A shape column by column and row by row, from its left and its lowest row.
///
/// Columns and rows that it does not have are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The cells of each column, its lowest row in bit 0.
    pub columns: [u8; 4],
    /// The lowest row of each column.
    pub bottoms: [u8; 4],
    /// One past the highest row of each column.
    pub tops: [u8; 4],
    /// How many cells each row has.
    pub row_cells: [u8; 4],
}

/// The four cells of each piece facing north, around its true rotation centre.
const NORTH: [[(i8, i8); 4]; 7] = [
    [(-1, 0), (0, 0), (1, 0), (2, 0)],  // I
    [(0, 0), (1, 0), (0, 1), (1, 1)],   // O
    [(-1, 0), (0, 0), (1, 0), (0, 1)],  // T
    [(-1, 0), (0, 0), (1, 0), (1, 1)],  // L
    [(-1, 0), (0, 0), (1, 0), (-1, 1)], // J
    [(-1, 0), (0, 0), (0, 1), (1, 1)],  // S
    [(-1, 1), (0, 1), (0, 0), (1, 0)],  // Z
];

/// All twenty-eight shapes, by piece and rotation.
const SHAPES: [[Shape; 4]; 7] = {
    let mut shapes = [[Shape::of([(0, 0); 4]); 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut cells = NORTH[piece];
        let mut rotation = 0;
        while rotation < 4 {
            shapes[piece][rotation] = Shape::of(cells);
            let mut i = 0;
            while i < 4 {
                cells[i] = (cells[i].1, -cells[i].0);
                i += 1;
            }
            rotation += 1;
        }
        piece += 1;
    }
    shapes
};

/// For each piece and rotation, the canonical rotation with the same cells and the step from this
/// centre to that one.
///
/// I, S and Z have two distinct cell sets and O has one: the same placement must not be listed
/// twice because the piece got there facing the other way.
const CANONICAL: [[(Rotation, i8, i8); 4]; 7] = {
    let mut table = [[(Rotation::North, 0, 0); 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut rotation = 0;
        while rotation < 4 {
            let shape = SHAPES[piece][rotation];
            let mut twin = 0;
            while SHAPES[piece][twin].mask != shape.mask {
                twin += 1;
            }
            let other = SHAPES[piece][twin];
            table[piece][rotation] =
                (Rotation::ALL[twin], shape.left - other.left, shape.bottom - other.bottom);
            rotation += 1;
        }
        piece += 1;
    }
    table
};

impl Shape {
    /// Its profile.
    pub const fn profile(&self) -> Profile {
        let (mut columns, mut bottoms, mut tops) = ([0; 4], [0; 4], [0; 4]);
        let mut row_cells = [0; 4];
        let mut i = 0;
        while i < 4 {
            let (x, y) = self.cells[i];
            let (x, y) = ((x - self.left) as usize, (y - self.bottom) as usize);
            columns[x] |= 1u8 << y;
            row_cells[y] += 1;
            i += 1;
        }
        let mut x = 0;
        while x < self.width as usize {
            bottoms[x] = columns[x].trailing_zeros() as u8;
            tops[x] = 8 - columns[x].leading_zeros() as u8;
            x += 1;
        }
        Profile { columns, bottoms, tops, row_cells }
    }

    const fn of(cells: [(i8, i8); 4]) -> Shape {
        let (mut left, mut right, mut bottom, mut top) = (9, -9, 9, -9);
        let mut i = 0;
        while i < 4 {
            let (x, y) = cells[i];
            left = if x < left { x } else { left };
            right = if x > right { x } else { right };
            bottom = if y < bottom { y } else { bottom };
            top = if y > top { y } else { top };
            i += 1;
        }
        let mut mask = 0u64;
        let mut i = 0;
        while i < 4 {
            let (x, y) = cells[i];
            mask |= 1 << ((y - bottom) * 16 + (x - left));
            i += 1;
        }
        Shape { cells, mask, left, bottom, width: right - left + 1, height: top - bottom + 1 }
    }
}

/// The shape of a piece facing a direction.
#[inline]
pub const fn shape(piece: Piece, rotation: Rotation) -> &'static Shape {
    &SHAPES[piece as usize][rotation as usize]
}

/// The canonical rotation with these cells, and what to add to the centre's x and y.
#[inline]
pub const fn canonical(piece: Piece, rotation: Rotation) -> (Rotation, i8, i8) {
    CANONICAL[piece as usize][rotation as usize]
}

/// The rotations whose cell sets differ: one for O, two for I, S and Z, four for the others.
#[inline]
pub const fn distinct(piece: Piece) -> &'static [Rotation] {
    const ALL: [Rotation; 4] = Rotation::ALL;
    let (one, two) = (ALL.split_at(1).0, ALL.split_at(2).0);
    match piece {
        Piece::O => one,
        Piece::I | Piece::S | Piece::Z => two,
        Piece::T | Piece::L | Piece::J => &Rotation::ALL,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn canonical_keeps_the_cells() {
        for piece in Piece::ALL {
            for rotation in Rotation::ALL {
                let (twin, dx, dy) = canonical(piece, rotation);
                let moved: BTreeSet<_> =
                    shape(piece, twin).cells.iter().map(|&(x, y)| (x + dx, y + dy)).collect();
                let cells: BTreeSet<_> = shape(piece, rotation).cells.into_iter().collect();
                assert_eq!(moved, cells, "{piece}{rotation}");
                assert!(distinct(piece).contains(&twin));
            }
        }
    }
}
