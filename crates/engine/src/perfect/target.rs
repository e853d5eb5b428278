//! The number of rows that a perfect clear removes.

use minolab_rules::Board;
use thiserror::Error;

/// A number of rows that a perfect clear of a certain board can remove, and how many pieces that
/// takes.
///
/// Says nothing about which pieces, nor whether it can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    height: u8,
    pieces: u8,
}

/// A number of rows that no perfect clear can remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TargetError {
    /// Beyond what the solver supports.
    #[error("{found} rows, expected 1 to {expected} on a board {width} wide")]
    Rows {
        /// The rows asked for.
        found: usize,
        /// The most that is supported.
        expected: usize,
        /// The board's columns.
        width: usize,
    },
    /// Cells above those rows.
    #[error("cells are filled up to row {top}, expected at most {height}")]
    TooHigh {
        /// The highest row with a cell, counted from the bottom, from 1.
        top: usize,
        /// The rows asked for.
        height: usize,
    },
    /// The empty cells are not a multiple of four.
    #[error("{empty} cells are empty in {height} rows, expected a multiple of 4")]
    Uneven {
        /// Empty cells.
        empty: usize,
        /// The rows asked for.
        height: usize,
    },
}

impl Target {
    /// The most rows that are supported, if the board is narrow enough.
    pub const MAX_HEIGHT: usize = 6;

    /// This many rows, if whole pieces can fill their empty cells.
    pub fn at(board: &Board, height: usize) -> Result<Target, TargetError> {
        let (width, top) = (board.width(), board.top());
        // The cells are bits of one word.
        let expected = Target::MAX_HEIGHT.min(64 / width);
        if height == 0 || height > expected {
            return Err(TargetError::Rows { found: height, expected, width });
        }
        if top > height {
            return Err(TargetError::TooHigh { top, height });
        }
        let empty = width * height - board.cells() as usize;
        if !empty.is_multiple_of(4) {
            return Err(TargetError::Uneven { empty, height });
        }
        Ok(Target { height: height as u8, pieces: (empty / 4) as u8 })
    }

    /// Every target of a board, lowest first.
    pub fn possible(board: &Board) -> impl Iterator<Item = Target> + use<> {
        let board = *board;
        (1..=Target::MAX_HEIGHT).filter_map(move |height| Target::at(&board, height).ok())
    }

    /// Rows to clear.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Pieces to place.
    pub const fn pieces(self) -> usize {
        self.pieces as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_from_the_empty_cells() {
        let heights = |board: &Board| -> Vec<_> {
            Target::possible(board).map(|target| (target.height(), target.pieces())).collect()
        };
        assert_eq!(heights(&Board::EMPTY), [(2, 5), (4, 10), (6, 15)]);
        assert_eq!(heights(&"XX........".parse().unwrap()), [(1, 2), (3, 7), (5, 12)]);
        assert_eq!(heights(&Board::empty(16)).last(), Some(&(4, 16)));
        assert_eq!(heights(&"X.........".parse().unwrap()), []);
    }

    #[test]
    fn errors_say_what_was_found() {
        let board: Board = "X......... XX........".parse().unwrap();
        let error = |height| Target::at(&board, height).unwrap_err().to_string();
        assert_eq!(error(7), "7 rows, expected 1 to 6 on a board 10 wide");
        assert_eq!(error(1), "cells are filled up to row 2, expected at most 1");
        assert_eq!(error(4), "37 cells are empty in 4 rows, expected a multiple of 4");
    }
}
