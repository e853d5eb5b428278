//! Boards as pictures.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{Board, ROWS};

/// A picture that is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseBoardError {
    /// No rows, so no width.
    #[error("no rows, expected at least one")]
    Empty,
    /// A row of a width that no board has.
    #[error("row {row} from the top has {width} cells, expected 4 to 16")]
    Width {
        /// Counted from the top, from 1.
        row: usize,
        /// Its cells.
        width: usize,
    },
    /// A row of another width than the first.
    #[error("row {row} from the top has {width} cells, expected {expected} as in the first")]
    Ragged {
        /// Counted from the top, from 1.
        row: usize,
        /// Its cells.
        width: usize,
        /// The first row's cells.
        expected: usize,
    },
    /// Too many rows.
    #[error("{found} rows, expected at most {ROWS}")]
    Height {
        /// How many there were.
        found: usize,
    },
    /// A cell that is neither empty nor filled.
    #[error("row {row} from the top, column {column}: {found:?}, expected '.' or 'X'")]
    Cell {
        /// Counted from the top, from 1.
        row: usize,
        /// Counted from the left, from 1.
        column: usize,
        /// What was found.
        found: char,
    },
    /// A row without a gap, which cannot be on a board.
    #[error("row {row} from the top is full, and full rows clear")]
    Full {
        /// Counted from the top, from 1.
        row: usize,
    },
}

/// Reads a board as [`Board::drawn`] does, without full rows.
impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let board = Board::drawn(text)?;
        let rows = text.split_whitespace().count();
        match (0..rows).find(|row| board.row(rows - 1 - row) == board.field()) {
            Some(row) => Err(ParseBoardError::Full { row: row + 1 }),
            None => Ok(board),
        }
    }
}

impl Board {
    /// Reads a board drawn with `.` (or `-`, `_`) for empty and `X` (or `x`, `#`, or a piece's
    /// letter) for filled, top row first, one row per line or word.
    ///
    /// Full rows stay: some programs evaluate a board before they clear it.
    pub fn drawn(text: &str) -> Result<Board, ParseBoardError> {
        let rows: Vec<&str> = text.split_whitespace().collect();
        let first = rows.first().ok_or(ParseBoardError::Empty)?;
        let expected = first.chars().count();
        if !(Board::MIN_WIDTH..=Board::MAX_WIDTH).contains(&expected) {
            return Err(ParseBoardError::Width { row: 1, width: expected });
        }
        if rows.len() > ROWS {
            return Err(ParseBoardError::Height { found: rows.len() });
        }
        let mut board = Board::empty(expected);
        for (index, text) in rows.iter().enumerate() {
            let (row, y) = (index + 1, rows.len() - 1 - index);
            let width = text.chars().count();
            if width != expected {
                return Err(ParseBoardError::Ragged { row, width, expected });
            }
            let mut cells = 0;
            for (x, found) in text.chars().enumerate() {
                match found {
                    '.' | '-' | '_' => {}
                    'X' | 'x' | '#' | 'I' | 'O' | 'T' | 'L' | 'J' | 'S' | 'Z' | 'G' => {
                        cells |= 1 << x
                    }
                    _ => return Err(ParseBoardError::Cell { row, column: x + 1, found }),
                }
            }
            board.set_row(y, cells);
        }
        Ok(board)
    }
}

/// Draws the rows up to the highest filled cell; the empty board is one empty row.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.top().max(1)).rev() {
            for x in 0..self.width() {
                f.write_str(if self.row(y) >> x & 1 == 1 { "X" } else { "." })?;
            }
            if y > 0 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
