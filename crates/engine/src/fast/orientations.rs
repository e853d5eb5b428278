//! The pieces as the kernel sees them: columns of cells, from the left.

use minolab_rules::{Piece, Rotation, shape};

/// Columns of the supported boards.
pub const WIDTH: usize = 10;
/// The lane of the right wall.
pub const RIGHT: usize = WIDTH + 1;

/// One way a piece can face.
#[derive(Clone, Copy, Debug)]
pub struct Orientation {
    /// Of which piece.
    pub piece: Piece,
    /// Which of its distinct ways, by index.
    pub index: usize,
    /// Which way.
    pub rotation: Rotation,
    /// Columns it takes.
    pub width: usize,
    /// Rows it takes.
    pub height: i32,
    /// The lowest row of each column, above the piece's lowest.
    pub bottoms: [i32; 4],
    /// The rows just above each column, likewise.
    pub tops: [i32; 4],
    /// The cells of each column, the piece's lowest row in bit 0.
    pub cells: [i32; 4],
    /// Sides of its cells that face left or right and not another of its own cells, for each column
    /// from the one left of it to the one right of it: the rows where such a side touches it.
    pub sides: [i32; 6],
    /// How many such sides there are.
    pub side_count: i32,
    /// Its rows by number of cells, less one.
    pub rows_of: [i32; 4],
    /// How many cells each row has.
    pub row_cells: [i32; 4],
    /// The sum of its cells' rows.
    pub row_sum: i32,
    /// The centre's offset: columns right of the leftmost, and rows above the lowest.
    pub centre: (i8, i8),
}

/// The distinct ways each piece can face.
pub static ORIENTATIONS: [[Orientation; 4]; 7] = {
    let mut all = [[Orientation::of(Piece::O, Rotation::North, 0); 4]; 7];
    let mut p = 0;
    while p < 7 {
        let piece = Piece::ALL[p];
        let rotations = shape::distinct(piece);
        let mut r = 0;
        while r < rotations.len() {
            all[p][r] = Orientation::of(piece, rotations[r], r);
            r += 1;
        }
        p += 1;
    }
    all
};

/// The cells of each, the piece's lowest row in bit 0, by the lane its leftmost column stands
/// in.
pub static CELLS: [[[[i16; 16]; RIGHT]; 4]; 7] = {
    let mut all = [[[[0; 16]; RIGHT]; 4]; 7];
    let mut p = 0;
    while p < 7 {
        let mut r = 0;
        while r < 4 {
            let o = &ORIENTATIONS[p][r];
            let mut lane = 1;
            while lane < RIGHT {
                let mut i = 0;
                while i < o.width && lane + i < RIGHT {
                    all[p][r][lane][lane + i] = o.cells[i] as i16;
                    i += 1;
                }
                lane += 1;
            }
            r += 1;
        }
        p += 1;
    }
    all
};

impl Orientation {
    const fn of(piece: Piece, rotation: Rotation, index: usize) -> Orientation {
        let shape = shape::shape(piece, rotation);
        let profile = shape.profile();
        let mut o = Orientation {
            piece,
            index,
            rotation,
            width: shape.width as usize,
            height: shape.height as i32,
            bottoms: [0; 4],
            tops: [0; 4],
            cells: [0; 4],
            sides: [0; 6],
            side_count: 0,
            rows_of: [0; 4],
            row_cells: [0; 4],
            row_sum: 0,
            centre: (-shape.left, -shape.bottom),
        };
        let mut i = 0;
        while i < 4 {
            o.cells[i] = profile.columns[i] as i32;
            o.bottoms[i] = profile.bottoms[i] as i32;
            o.tops[i] = profile.tops[i] as i32;
            o.row_cells[i] = profile.row_cells[i] as i32;
            o.row_sum += o.row_cells[i] * i as i32;
            if o.row_cells[i] > 0 {
                o.rows_of[o.row_cells[i] as usize - 1] |= 1 << i;
            }
            i += 1;
        }
        let mut i = 0;
        while i < 6 {
            // Column `i - 1` of the piece; its own cells do not count.
            let left = if i >= 2 { o.cells[i - 2] } else { 0 };
            let right = if i < 4 { o.cells[i] } else { 0 };
            let own = if i >= 1 && i <= 4 { o.cells[i - 1] } else { 0 };
            assert!(left & right & !own == 0, "no tetromino has a gap in a row");
            o.sides[i] = (left | right) & !own;
            o.side_count += o.sides[i].count_ones() as i32;
            i += 1;
        }
        o
    }

    /// Whether its underside is flat.
    pub const fn is_flat(&self) -> bool {
        let mut x = 0;
        while x < self.width {
            if self.bottoms[x] != 0 {
                return false;
            }
            x += 1;
        }
        true
    }

    /// The lanes its leftmost column can be in, as bits.
    pub const fn places(&self) -> u32 {
        ((1 << (WIDTH + 1 - self.width)) - 1) << 1
    }
}
