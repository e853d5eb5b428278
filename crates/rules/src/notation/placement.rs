//! Placements as `T@4,0N`: piece, centre, facing and the mark of a spin.

use std::{fmt, str::FromStr};

use super::{NotationError, cursor::Cursor};
use crate::{Board, Choice, Falling, Piece, Placement, ROWS, Rotation, Spin};

/// Reads `T@4,0N`; `m` after it marks a mini spin and `f` a full one.
///
/// Any facing is understood and replaced by the canonical one with the same cells:
/// `S@4,1S` and `S@4,0N` are one placement.
impl FromStr for Placement {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Placement, NotationError> {
        read(Cursor::new(text))
    }
}

/// Reads a placement; `h` before it means that hold is pressed first.
impl FromStr for Choice {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Choice, NotationError> {
        let mut cursor = Cursor::new(text);
        let hold = cursor.skip('h');
        Ok(Choice { hold, placement: read(cursor)? })
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Placement { piece, rotation, x, y, spin } = *self;
        let mark = match spin {
            Spin::None => "",
            Spin::Mini => "m",
            Spin::Full => "f",
        };
        f.pad(&format!("{piece}@{x},{y}{rotation}{mark}"))
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", if self.hold { "h" } else { "" }, self.placement))
    }
}

fn read(mut cursor: Cursor) -> Result<Placement, NotationError> {
    let piece = cursor.read("a piece's letter (IOTLJSZ)", Piece::from_char)?;
    cursor.read("'@'", |found| (found == '@').then_some(()))?;
    let x = cursor.number(Board::MAX_WIDTH as u64 - 1, "a column from 0 to 15")? as i8;
    cursor.read("','", |found| (found == ',').then_some(()))?;
    let y = cursor.number(ROWS as u64 - 1, "a row from 0 to 47")? as i8;
    let rotation = cursor.read("a facing (N, E, S or W)", Rotation::from_char)?;
    let spin = match cursor.peek() {
        None => Spin::None,
        Some('m') => Spin::Mini,
        Some('f') => Spin::Full,
        Some(_) => return Err(cursor.unexpected("'m', 'f' or nothing more")),
    };
    cursor.next();
    cursor.end()?;
    let falling = Falling { piece, rotation, x, y };
    let inside = |&(x, y): &(i8, i8)| {
        (0..Board::MAX_WIDTH as i8).contains(&x) && (0..ROWS as i8).contains(&y)
    };
    match falling.cells().into_iter().find(|cell| !inside(cell)) {
        Some((x, y)) => Err(NotationError::Outside { x, y }),
        None => Ok(Placement::new(falling, spin)),
    }
}
