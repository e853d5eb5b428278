//! Where each placement of a piece on a ten-wide board puts its cells.

use minolab_rules::{Piece, Placement, Rotation, Spin, shape};

/// Columns of the boards served.
pub const WIDTH: usize = 10;
/// Placements in a register.
pub const GROUP: usize = 16;
/// Registers a piece may need: 34 placements at most.
pub const GROUPS: usize = 3;
/// Places for placements.
pub const LANES: usize = GROUP * GROUPS;

/// Sixteen bits for each placement of a group.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub struct Lanes(pub [u16; GROUP]);

/// All placements of one piece, by rotation and then from left to right.
pub struct Table {
    /// How many placements there are.
    pub len: usize,
    /// The same placements sixteen at a time.
    pub groups: [Group; GROUPS],
    /// Which way each faces, where its centre is, and the centre's row above its lowest cell.
    pub places: [(Rotation, i8, i8); LANES],
}

/// Sixteen placements.
#[derive(Clone, Copy)]
pub struct Group {
    /// For each of up to four columns under the piece, which column it is.
    pub under: [Lanes; 4],
    /// For the same columns, the row of the lowest cell above the piece's lowest.
    pub bottoms: [Lanes; 4],
    /// The cells in each column of the board, the piece's lowest row in bit 0.
    pub cells: [Lanes; WIDTH],
    /// Rows the piece spans.
    pub height: Lanes,
    /// The lanes that hold a placement.
    pub used: u16,
}

/// The tables of the seven pieces.
pub static TABLES: [Table; 7] = {
    let mut tables = [const { Table::EMPTY }; 7];
    let mut piece = 0;
    while piece < 7 {
        tables[piece] = Table::of(Piece::ALL[piece]);
        piece += 1;
    }
    tables
};

impl Table {
    const EMPTY: Table = {
        let zero = Lanes([0; GROUP]);
        let group = Group {
            under: [zero; 4],
            bottoms: [zero; 4],
            cells: [zero; WIDTH],
            height: zero,
            used: 0,
        };
        Table { len: 0, groups: [group; GROUPS], places: [(Rotation::North, 0, 0); LANES] }
    };

    const fn of(piece: Piece) -> Table {
        let mut table = Table::EMPTY;
        let rotations = shape::distinct(piece);
        let mut r = 0;
        while r < rotations.len() {
            let shape = shape::shape(piece, rotations[r]);
            let mut left = 0;
            while left + shape.width as usize <= WIDTH {
                let lane = table.len % GROUP;
                let group = &mut table.groups[table.len / GROUP];
                let mut i = 0;
                while i < 4 {
                    // Narrower pieces ask the first column again.
                    let column = if i < shape.width as usize { i } else { 0 };
                    let bits = column_bits(shape.mask, column);
                    group.under[i].0[lane] = (left + column) as u16;
                    group.bottoms[i].0[lane] = bits.trailing_zeros() as u16;
                    group.cells[left + column].0[lane] = bits;
                    i += 1;
                }
                group.height.0[lane] = shape.height as u16;
                group.used |= 1 << lane;
                table.places[table.len] = (rotations[r], left as i8 - shape.left, -shape.bottom);
                table.len += 1;
                left += 1;
            }
            r += 1;
        }
        table
    }

    /// The placement of a lane whose lowest cell is in this row.
    pub fn placement(&self, piece: Piece, lane: usize, bottom: u16) -> Placement {
        let (rotation, x, above) = self.places[lane];
        Placement { piece, rotation, x, y: bottom as i8 + above, spin: Spin::None }
    }
}

/// One column of a shape's mask, lowest row in bit 0.
const fn column_bits(mask: u64, column: usize) -> u16 {
    let mut bits = 0;
    let mut row = 0;
    while row < 4 {
        bits |= ((mask >> (16 * row + column) & 1) as u16) << row;
        row += 1;
    }
    bits
}
