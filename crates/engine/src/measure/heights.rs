//! The contour: how high the columns are.

use minolab_rules::{Board, ROWS};

/// The height of every column, left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heights {
    heights: [u8; Board::MAX_WIDTH],
    width: u8,
}

impl Heights {
    /// The heights of a board's columns.
    #[inline]
    pub fn new(board: &Board) -> Heights {
        let mut heights = [0; Board::MAX_WIDTH];
        let mut open = board.field();
        let mut y = board.top();
        while y > 0 && open != 0 {
            y -= 1;
            let mut found = board.rows()[y] & open;
            open &= !found;
            while found != 0 {
                heights[found.trailing_zeros() as usize] = y as u8 + 1;
                found &= found - 1;
            }
        }
        Heights { heights, width: board.width() as u8 }
    }

    /// The heights as a slice.
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        &self.heights[..self.width as usize]
    }

    /// For each column but the first, its height minus its left neighbour's.
    #[inline]
    pub fn differences(&self) -> impl Iterator<Item = i32> {
        self.as_slice().windows(2).map(|pair| pair[1] as i32 - pair[0] as i32)
    }

    /// The aggregate height.
    pub fn sum(&self) -> u32 {
        self.as_slice().iter().map(|&height| height as u32).sum()
    }

    /// The height of the lowest column.
    pub fn min(&self) -> usize {
        self.as_slice().iter().copied().min().unwrap_or(0) as usize
    }

    /// The sum of the absolute differences between neighbours.
    pub fn bumpiness(&self) -> u32 {
        self.differences().map(|difference| difference.unsigned_abs()).sum()
    }

    /// How many of the differences -2 to 2 occur between neighbours.
    pub fn diversity(&self) -> u32 {
        let near = self.differences().filter(|difference| difference.abs() <= 2);
        near.fold(0u32, |seen, difference| seen | 1 << (difference + 2)).count_ones()
    }
}

/// Full rows not yet cleared.
pub fn complete_lines(board: &Board) -> usize {
    board.rows()[..board.top()].iter().filter(|&&row| row == u16::MAX).count()
}

/// A height to the power of one and a half.
///
/// The product and the root are rounded identically on every machine; a general power is
/// not.
#[inline]
pub fn weighted(height: usize) -> f64 {
    debug_assert!(height <= ROWS);
    let height = height as f64;
    height * height.sqrt()
}
