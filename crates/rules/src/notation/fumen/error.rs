//! What is wrong with a fumen.

use thiserror::Error;

use super::Field;
use crate::Falling;

/// A text that is not a fumen. Characters count from 1 in the text as given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FumenError {
    /// No fumen in the text.
    #[error("no fumen, expected v115@ and its data, alone or in an address")]
    Missing,
    /// An unsupported version.
    #[error("character {at}: a fumen of version {found}, expected v115 or v110")]
    Version {
        /// Where it begins.
        at: usize,
        /// Its number.
        found: String,
    },
    /// A character that is not data, or the end in the middle of a page.
    #[error("character {at}: {}, expected {expected}", super::super::shown(*.found))]
    Unexpected {
        /// Where.
        at: usize,
        /// What was found; `None` at the end.
        found: Option<char>,
        /// What was expected.
        expected: &'static str,
    },
    /// Data without a meaning.
    #[error("character {at}: {found}, expected {expected}")]
    Value {
        /// Where it begins.
        at: usize,
        /// The number it is.
        found: i32,
        /// What was expected.
        expected: &'static str,
    },
    /// A piece that is not wholly in the field.
    #[error(
        "character {at}: {} facing {} at {},{} reaches out of the field, which is 10 wide and 23 high",
        .piece.piece, .piece.rotation, .piece.x, .piece.y
    )]
    Piece {
        /// Where its page's number begins.
        at: usize,
        /// The piece.
        piece: Falling,
    },
    /// The same, of a page to be written.
    #[error(
        "page {page}: {} facing {} at {},{} reaches out of the field, which is 10 wide and 23 high",
        .piece.piece, .piece.rotation, .piece.x, .piece.y
    )]
    PagePiece {
        /// Counted from 1.
        page: usize,
        /// The piece.
        piece: Falling,
    },
    /// A fumen without the page asked for.
    #[error("page {page} of a fumen with {pages}")]
    NoPage {
        /// The page asked for, from 1.
        page: usize,
        /// How many there are.
        pages: usize,
    },
}

/// A board that a fumen has no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FumenSizeError {
    /// Not ten columns.
    #[error("the board is {found} wide, a fumen's field {}", Field::WIDTH)]
    Width {
        /// The board's columns.
        found: usize,
    },
    /// A stack over the field.
    #[error("the stack is {found} rows high, a fumen's field {}", Field::HEIGHT)]
    Height {
        /// One past the highest row with a cell.
        found: usize,
    },
}
