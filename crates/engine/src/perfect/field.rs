//! The rows of a perfect clear as one word, and quick checks on them.

use minolab_rules::{Board, Piece, Rotation, shape};

/// The filled cells of the remaining rows: bit `x + width * y`, row 0 at the bottom.
///
/// Nothing is filled above them, nor may anything be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub filled: u64,
    pub width: u32,
    pub rows: u32,
}

/// Column parity: how the remaining pieces can change the difference between even and odd columns.
///
/// Every piece covers two cells of each kind, except L, J and an upright T, which cover three of
/// one kind, and an upright I, which covers four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The greatest possible difference in empty cells.
    most: u32,
    /// Whether half the difference can be even, and whether it can be odd.
    even: bool,
    odd: bool,
}

impl Field {
    /// The lowest rows of a board.
    #[inline]
    pub fn new(board: &Board, rows: usize) -> Field {
        let width = board.width();
        let row = |y| (board.row(y) as u64) << (width * y);
        Field {
            filled: (0..rows).fold(0, |cells, y| cells | row(y)),
            width: width as u32,
            rows: rows as u32,
        }
    }

    /// The empty cells.
    #[inline]
    pub fn empty(self) -> u64 {
        !self.filled & self.all()
    }

    /// Whether a group of columns that no piece can join to the rest has a number of empty cells
    /// that is not a multiple of four.
    ///
    /// A piece in two neighbouring columns has two cells side by side in one row, and clears do not
    /// tear rows apart. So where no row has two empty cells side by side, no piece ever crosses.
    #[inline]
    pub fn is_split(self) -> bool {
        let empty = self.empty();
        let pairs = empty & empty >> 1;
        let joined = (0..self.rows).fold(0, |joined, y| joined | pairs >> (self.width * y));
        // The last column would pair with the first of the next row.
        let mut walls = !joined & ((1 << (self.width - 1)) - 1);
        while walls != 0 {
            // Columns up to and with the lowest of the walls.
            let columns = walls ^ (walls - 1);
            if !(empty & self.every_row(columns)).count_ones().is_multiple_of(4) {
                return true;
            }
            walls &= walls - 1;
        }
        false
    }

    /// Whether the remaining pieces can balance the column parity.
    #[inline]
    pub fn is_balanced(self, balance: Balance) -> bool {
        let even = self.every_row(0x5555 & ((1 << self.width) - 1));
        let empty = self.empty();
        let difference = (empty & even).count_ones().abs_diff((empty & !even).count_ones());
        let allowed = if difference.is_multiple_of(4) { balance.even } else { balance.odd };
        allowed && difference <= balance.most
    }

    /// Whether the four empty cells have the shape of the piece.
    ///
    /// May be wrong about shapes that wrap around the edge, which the generator never lists.
    #[inline]
    pub fn is_form_of(self, piece: Piece) -> bool {
        let empty = self.empty();
        let empty = empty >> empty.trailing_zeros();
        shape::distinct(piece).iter().any(|&rotation| self.form(piece, rotation) == empty)
    }

    /// Its roughness: edges between filled and empty cells, sides and floor filled.
    #[inline]
    pub fn edges(self) -> u32 {
        let (empty, width) = (self.empty(), self.width);
        let first = self.every_row(1);
        let sideways = (empty ^ empty >> 1) & !(first << (width - 1)) & self.all();
        // An empty cell under a filled one counts extra: what is above must clear first.
        let covered = empty & (self.filled >> width);
        sideways.count_ones() + 2 * covered.count_ones()
    }

    #[inline]
    fn all(self) -> u64 {
        // No rows are left after the last piece.
        u64::MAX.checked_shr(64 - self.width * self.rows).unwrap_or(0)
    }

    #[inline]
    fn form(self, piece: Piece, rotation: Rotation) -> u64 {
        let shape = shape::shape(piece, rotation);
        let form = (0..4).fold(0u64, |form, y| {
            let row = shape.mask >> (16 * y) & 0xF;
            form | row.checked_shl(self.width * y).unwrap_or(0)
        });
        form >> form.trailing_zeros()
    }

    /// These columns in each of the rows.
    #[inline]
    fn every_row(self, columns: u64) -> u64 {
        (0..self.rows).fold(0, |cells, y| cells | columns << (self.width * y))
    }
}

impl Balance {
    /// Of `count` pieces out of these, all of them or all but one.
    pub fn new(pieces: impl Iterator<Item = Piece> + Clone, count: usize) -> Balance {
        let of = |wanted: &[Piece]| pieces.clone().filter(|piece| wanted.contains(piece)).count();
        let (i, t, corners) = (of(&[Piece::I]), of(&[Piece::T]), of(&[Piece::L, Piece::J]));
        let known = pieces.count();
        let can_be = |parity: usize| {
            let (with_all, without_one) = (corners % 2 == parity, (corners + 1) % 2 == parity);
            if known <= count {
                with_all
            } else {
                // One is left over: an L or J, or another piece.
                corners > 0 && without_one || corners < known && with_all
            }
        };
        Balance {
            most: (2 * corners + 2 * t + 4 * i) as u32,
            even: t > 0 || can_be(0),
            odd: t > 0 || can_be(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(picture: &str, rows: usize) -> Field {
        Field::new(&picture.parse().unwrap(), rows)
    }

    #[test]
    fn columns_that_nothing_joins_must_be_filled_on_their_own() {
        // Two cells on the left, behind a wall in every row.
        assert!(field("X.XX...... .XXXX.....", 2).is_split());
        assert!(field(".X........ .X........", 2).is_split());
        // Four of them.
        assert!(!field("..XX...... ..XX......", 2).is_split());
        // The upper row is a way across the lower one's wall.
        assert!(!field("....X..... .X........", 2).is_split());
        // A wall in the last column is not one in the first of the next row.
        assert!(!field(".........X X.........", 2).is_split());
    }

    #[test]
    fn even_and_odd_columns_must_even_out() {
        let balance =
            |pieces: &str, count| Balance::new(pieces.chars().filter_map(Piece::from_char), count);
        // Four more empty cells in even columns than in odd ones.
        let uneven = field("XXXXXXX.X. XXXXXXX.X. XXXXXXXX.. XXXXXXXX..", 4);
        let difference = uneven.empty().count_ones();
        assert_eq!(difference, 8);
        assert!(uneven.is_balanced(balance("LJ", 2)) && uneven.is_balanced(balance("IO", 2)));
        assert!(!uneven.is_balanced(balance("OO", 2)) && !uneven.is_balanced(balance("LO", 2)));
        // With one piece to spare an L need not be used.
        assert!(!uneven.is_balanced(balance("LII", 3)) && uneven.is_balanced(balance("LII", 2)));
        assert!(uneven.is_balanced(balance("TOI", 3)));
    }

    #[test]
    fn the_last_piece_has_a_form() {
        let last = field("XXXXXXXXX. XXXXXXXX.. XXXXXXXX.X", 3);
        let forms: Vec<_> = Piece::ALL.into_iter().filter(|&p| last.is_form_of(p)).collect();
        assert_eq!(forms, [Piece::Z]);
        assert!(field("XXX.", 1).empty() == 0b1000);
    }

    #[test]
    fn no_rows_have_no_cells() {
        let done = field("....", 0);
        assert_eq!((done.empty(), done.is_split(), done.edges()), (0, false, 0));
    }
}
