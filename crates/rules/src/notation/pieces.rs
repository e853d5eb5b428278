//! Pieces as letters: `IOTLJSZ`, or `-` for none.

use std::{fmt, str::FromStr};

use super::{NotationError, cursor::Cursor};
use crate::{Piece, PieceSet, Queue};

/// Reads pieces written as their letters; `-` is none.
///
/// ```
/// use minolab_rules::{Piece, notation::parse_pieces};
///
/// assert_eq!(parse_pieces("TIT"), Ok(vec![Piece::T, Piece::I, Piece::T]));
/// assert_eq!(parse_pieces("-"), Ok(vec![]));
/// let error = parse_pieces("TIx").unwrap_err();
/// assert_eq!(error.to_string(), "character 3: 'x', expected a piece's letter (IOTLJSZ)");
/// ```
pub fn parse_pieces(text: &str) -> Result<Vec<Piece>, NotationError> {
    read_pieces(Cursor::new(text))
}

pub(super) fn read_pieces(mut cursor: Cursor) -> Result<Vec<Piece>, NotationError> {
    let mut pieces = Vec::new();
    if cursor.skip('-') {
        cursor.end()?;
        return Ok(pieces);
    }
    if cursor.peek().is_none() {
        return Err(cursor.unexpected("pieces' letters or '-'"));
    }
    while cursor.peek().is_some() {
        pieces.push(cursor.read("a piece's letter (IOTLJSZ)", Piece::from_char)?);
    }
    Ok(pieces)
}

pub(super) fn read_set(mut cursor: Cursor) -> Result<PieceSet, NotationError> {
    if cursor.peek().is_none() || cursor.peek() == Some('-') {
        return read_pieces(cursor).map(|_| PieceSet::EMPTY);
    }
    let mut set = PieceSet::EMPTY;
    while cursor.peek().is_some() {
        let new = |letter| Piece::from_char(letter).filter(|&piece| !set.contains(piece));
        set = set.with(cursor.read("a piece's letter (IOTLJSZ), each once", new)?);
    }
    Ok(set)
}

pub(super) fn write_pieces(
    f: &mut fmt::Formatter<'_>,
    pieces: impl IntoIterator<Item = Piece>,
) -> fmt::Result {
    let letters: String = pieces.into_iter().map(Piece::letter).collect();
    f.pad(if letters.is_empty() { "-" } else { &letters })
}

/// Reads one letter.
impl FromStr for Piece {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Piece, NotationError> {
        let mut cursor = Cursor::new(text);
        let piece = cursor.read("a piece's letter (IOTLJSZ)", Piece::from_char)?;
        cursor.end()?;
        Ok(piece)
    }
}

/// Reads pieces, nearest first; `-` is none.
impl FromStr for Queue {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Queue, NotationError> {
        let pieces = parse_pieces(text)?;
        if pieces.len() > Queue::CAPACITY {
            let (found, expected) = (pieces.len(), Queue::CAPACITY);
            return Err(NotationError::Length { found, expected });
        }
        Ok(pieces.into_iter().collect())
    }
}

impl fmt::Display for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_pieces(f, self.iter())
    }
}

/// Reads pieces in any order, each at most once; `-` is none.
impl FromStr for PieceSet {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<PieceSet, NotationError> {
        read_set(Cursor::new(text))
    }
}

/// Writes the pieces in index order.
impl fmt::Display for PieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_pieces(f, self.iter())
    }
}
