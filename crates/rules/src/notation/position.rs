//! Positions as one line.

use std::{fmt, str::FromStr};

use super::{
    NotationError,
    cursor::Cursor,
    pieces::{read_pieces, read_set, write_pieces},
};
use crate::{Board, Piece, ROWS, Setup, State, TopOut};

/// Board, current, hold, queue, bag, combo, back-to-back, over.
const FIELDS: usize = 8;

/// Reads a position; fields left out at the end are empty, none or unknown.
impl FromStr for Setup {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Setup, NotationError> {
        let fields = Cursor::fields(text);
        if fields.len() > FIELDS {
            return Err(NotationError::Fields { found: fields.len(), expected: FIELDS });
        }
        let mut setup = Setup::new(read_board(fields[0].clone())?);
        for (index, mut field) in fields.into_iter().enumerate().skip(1) {
            match index {
                1 => setup.current = read_current(field)?,
                2 => (setup.hold, setup.hold_used) = read_hold(field)?,
                3 => setup.queue = read_pieces(field)?,
                4 if field.rest() == "?" => setup.bag = None,
                4 => setup.bag = Some(read_set(field)?),
                5 => {
                    setup.combo = field.number(u8::MAX as u64, "a combo from 0 to 255")? as u8;
                    field.end()?;
                }
                6 => setup.back_to_back = read_back_to_back(field)?,
                _ => setup.over = Some(read_over(field)?),
            }
        }
        Ok(setup)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, &self.board)?;
        f.write_str(" ")?;
        write_pieces(f, self.current)?;
        match self.hold {
            Some(piece) if self.hold_used => write!(f, " {}", piece.letter().to_ascii_lowercase())?,
            Some(piece) => write!(f, " {piece}")?,
            None if self.hold_used => f.write_str(" !")?,
            None => f.write_str(" -")?,
        }
        f.write_str(" ")?;
        write_pieces(f, self.queue.iter().copied())?;
        match self.bag {
            Some(bag) => write!(f, " {bag}")?,
            None => f.write_str(" ?")?,
        }
        write!(f, " {} {}", self.combo, if self.back_to_back { "b2b" } else { "-" })?;
        match self.over {
            Some(reason) => write!(f, " {reason}"),
            None => Ok(()),
        }
    }
}

/// Writes the position in one line, as [`Setup`] reads it.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(self).fmt(f)
    }
}

impl fmt::Display for TopOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Rows from the top, `/` between them: `x` is a filled cell, a number that many empty ones.
fn read_board(mut cursor: Cursor) -> Result<Board, NotationError> {
    let mut rows = Vec::new();
    let mut expected = 0;
    loop {
        let (cells, found) = read_row(&mut cursor)?;
        rows.push(cells);
        let row = rows.len();
        match row {
            1 if !(Board::MIN_WIDTH..=Board::MAX_WIDTH).contains(&found) => {
                return Err(NotationError::Width { found });
            }
            1 => expected = found,
            _ if found != expected => return Err(NotationError::Ragged { row, found, expected }),
            _ => {}
        }
        if !cursor.skip('/') {
            break;
        }
    }
    if rows.len() > ROWS {
        return Err(NotationError::Rows { found: rows.len() });
    }
    let mut board = Board::empty(expected);
    for (y, cells) in rows.into_iter().rev().enumerate() {
        board.set_row(y, cells);
    }
    Ok(board)
}

/// A row's cells and how many there are.
pub(super) fn read_row(cursor: &mut Cursor) -> Result<(u16, usize), NotationError> {
    let (mut cells, mut width) = (0u16, 0usize);
    loop {
        match cursor.peek() {
            Some('x' | 'X') => {
                cells |= 1u16.checked_shl(width as u32).unwrap_or(0);
                width += 1;
                cursor.next();
            }
            Some('1'..='9') => {
                width += cursor.number(Board::MAX_WIDTH as u64, "1 to 16 empty cells")? as usize;
            }
            None | Some('/') if width > 0 => return Ok((cells, width)),
            _ if width > 0 => return Err(cursor.unexpected("'x', a number or '/'")),
            _ => return Err(cursor.unexpected("'x' or a number of empty cells")),
        }
    }
}

/// The empty board is one empty row, so that its width is known.
fn write_board(f: &mut fmt::Formatter<'_>, board: &Board) -> fmt::Result {
    for y in (0..board.top().max(1)).rev() {
        write_row(f, board.row(y), board.width())?;
        if y > 0 {
            f.write_str("/")?;
        }
    }
    Ok(())
}

/// Writes what [`read_row`] reads.
pub(super) fn write_row(f: &mut fmt::Formatter<'_>, cells: u16, width: usize) -> fmt::Result {
    let mut empty = 0;
    for x in 0..width {
        if cells >> x & 1 == 0 {
            empty += 1;
            continue;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        empty = 0;
        f.write_str("x")?;
    }
    if empty > 0 {
        write!(f, "{empty}")?;
    }
    Ok(())
}

fn read_current(mut field: Cursor) -> Result<Option<Piece>, NotationError> {
    let piece = field.read("a piece's letter (IOTLJSZ) or '-'", |letter| match letter {
        '-' => Some(None),
        _ => Piece::from_char(letter).map(Some),
    })?;
    field.end()?;
    Ok(piece)
}

/// Lower case if hold was used; `!` if it was used and is empty, which only an editor can set up.
fn read_hold(mut field: Cursor) -> Result<(Option<Piece>, bool), NotationError> {
    let expected = "a piece's letter (lower case if hold was used) or '-'";
    let hold = field.read(expected, |letter| match letter {
        '-' => Some((None, false)),
        '!' => Some((None, true)),
        _ => {
            let piece = Piece::from_char(letter.to_ascii_uppercase())?;
            Some((Some(piece), letter.is_ascii_lowercase()))
        }
    })?;
    field.end()?;
    Ok(hold)
}

fn read_back_to_back(field: Cursor) -> Result<bool, NotationError> {
    match field.rest() {
        "b2b" => Ok(true),
        "-" => Ok(false),
        found => Err(word(&field, found, "b2b or -")),
    }
}

fn read_over(field: Cursor) -> Result<TopOut, NotationError> {
    let found = field.rest();
    let reason = TopOut::ALL.into_iter().find(|reason| reason.name() == found);
    reason.ok_or_else(|| word(&field, found, "block-out, lock-out or no-move"))
}

fn word(field: &Cursor, found: &str, expected: &'static str) -> NotationError {
    NotationError::Word { at: field.at(), found: found.into(), expected }
}
