//! Positions, placements and pieces in one line of text.
//!
//! A position is fields separated by single spaces: board, current piece, hold, queue, bag, combo,
//! back-to-back and, if the game is over, the kind of top-out.
//!
//! ```
//! use minolab_rules::{Choice, Setup, State, shipped};
//!
//! let line = "x2x6/xx1xxxxxxx T l IOZSJ IOTLJSZ 1 b2b";
//! let setup: Setup = line.parse().unwrap();
//! let mut state = State::from_setup(shipped::get("guideline").unwrap(), setup).unwrap();
//! assert_eq!(state.to_string(), line);
//!
//! let choice: Choice = "T@2,1Sf".parse().unwrap();
//! assert_eq!((choice.hold, choice.placement.x), (false, 2));
//! assert_eq!(choice.to_string(), "T@2,1Sf");
//! ```
//!
//! `docs/FORMATS.md` describes every field. What is read need not be legal under any rules: see
//! [`crate::Setup`].

mod any;
mod cursor;
mod fumen;
mod garbage;
mod pieces;
mod placement;
mod position;

pub use any::ParseSetupError;
pub use fumen::{Field, Fumen, FumenError, FumenPage, FumenSizeError, Quiz};
pub use pieces::parse_pieces;
use thiserror::Error;

use crate::{Board, ROWS};

/// A text that does not follow its notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// An unexpected character, or the end of the text.
    #[error("character {at}: {}, expected {expected}", shown(*.found))]
    Unexpected {
        /// Counted from 1.
        at: usize,
        /// What was found; `None` at the end of the text or of its field.
        found: Option<char>,
        /// What may stand there.
        expected: &'static str,
    },
    /// A number out of bounds.
    #[error("character {at}: {found}, expected {expected}")]
    Number {
        /// Where it starts, counted from 1.
        at: usize,
        /// The number; very large ones are clamped.
        found: u64,
        /// What may stand there.
        expected: &'static str,
    },
    /// An unknown word.
    #[error("character {at}: {found:?}, expected {expected}")]
    Word {
        /// Where it starts, counted from 1.
        at: usize,
        /// What stood there.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// More fields than a position has.
    #[error("{found} fields, expected at most {expected}")]
    Fields {
        /// How many there were.
        found: usize,
        /// How many there may be.
        expected: usize,
    },
    /// A first row of a width that no board has.
    #[error(
        "the first row has {found} cells, expected {} to {}",
        Board::MIN_WIDTH,
        Board::MAX_WIDTH
    )]
    Width {
        /// Its cells.
        found: usize,
    },
    /// A row of another width than the first.
    #[error("row {row} from the top has {found} cells, expected {expected} as in the first")]
    Ragged {
        /// Counted from the top, from 1.
        row: usize,
        /// Its cells.
        found: usize,
        /// The first row's cells.
        expected: usize,
    },
    /// More rows than a board has.
    #[error("{found} rows, expected at most {ROWS}")]
    Rows {
        /// How many there were.
        found: usize,
    },
    /// More pieces than a queue has room for.
    #[error("{found} pieces, expected at most {expected}")]
    Length {
        /// How many there were.
        found: usize,
        /// How many there may be.
        expected: usize,
    },
    /// A piece that reaches beyond the largest board.
    #[error(
        "the piece has a cell at {x},{y}, expected 0 to {} and 0 to {}",
        Board::MAX_WIDTH - 1,
        ROWS - 1
    )]
    Outside {
        /// The cell's column.
        x: i8,
        /// The cell's row.
        y: i8,
    },
}

fn shown(found: Option<char>) -> String {
    found.map_or("nothing more".into(), |found| format!("{found:?}"))
}
