//! A board's size as text.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{Ruleset, RulesetError};

/// Columns and rows, written `10x20`: a request, which a ruleset may refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    /// Columns.
    pub width: usize,
    /// Rows that a player sees.
    pub height: usize,
}

/// A text that is not a board size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{found:?} is not a board size, expected WxH, such as 10x20")]
pub struct ParseBoardSizeError {
    found: String,
}

impl BoardSize {
    /// The rules on a board of this size.
    pub fn of(self, rules: Ruleset) -> Result<Ruleset, RulesetError> {
        rules.with_size(self.width, self.height)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for BoardSize {
    type Err = ParseBoardSizeError;

    fn from_str(text: &str) -> Result<BoardSize, ParseBoardSizeError> {
        let size = text.split_once('x').and_then(|(width, height)| {
            let number = |text: &str| text.trim().parse().ok();
            Some(BoardSize { width: number(width)?, height: number(height)? })
        });
        size.ok_or_else(|| ParseBoardSizeError { found: text.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;

    #[test]
    fn sizes_are_read_and_written() {
        let size: BoardSize = "8x12".parse().unwrap();
        assert_eq!(size, BoardSize { width: 8, height: 12 });
        assert_eq!(size.to_string(), "8x12");
        // As people type it.
        assert_eq!(" 8 x 12".parse(), Ok(size));
        let rules = size.of(shipped::get("classic").unwrap().clone()).unwrap();
        assert_eq!((rules.width, rules.height), (8, 12));
        for text in ["", "10", "x", "10x", "x20", "10x20x30", "-1x20", "10,20"] {
            let error = text.parse::<BoardSize>().unwrap_err().to_string();
            assert_eq!(error, format!("{text:?} is not a board size, expected WxH, such as 10x20"));
        }
    }
}
