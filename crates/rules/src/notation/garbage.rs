//! Rows of garbage as the rows of a position: `xxx1xxxxxx`.

use std::{fmt, str::FromStr};

use super::{
    NotationError,
    cursor::Cursor,
    position::{read_row, write_row},
};
use crate::{Board, GarbageRow};

impl FromStr for GarbageRow {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<GarbageRow, NotationError> {
        let mut cursor = Cursor::new(text);
        let (cells, width) = read_row(&mut cursor)?;
        cursor.end()?;
        if !(Board::MIN_WIDTH..=Board::MAX_WIDTH).contains(&width) {
            return Err(NotationError::Width { found: width });
        }
        let expected = "a row with a filled cell and a hole";
        let wrong = || NotationError::Word { at: 1, found: text.into(), expected };
        GarbageRow::new(width, cells).ok_or_else(wrong)
    }
}

impl fmt::Display for GarbageRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_row(f, self.cells(), self.width())
    }
}
