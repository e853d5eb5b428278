//! A position in any notation.

use thiserror::Error;

use super::{Fumen, FumenError, NotationError};
use crate::{Board, ParseBoardError, Setup};

/// A text that is not a position in any notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseSetupError {
    /// A fumen that cannot be read.
    #[error(transparent)]
    Fumen(#[from] FumenError),
    /// A picture that is not a board.
    #[error(transparent)]
    Board(#[from] ParseBoardError),
    /// Anything else.
    #[error(transparent)]
    Line(#[from] NotationError),
}

impl Setup {
    /// Reads a position in one line, a board as a picture (rows as lines or words, or with `/` between them), or the
    /// first page of a fumen, alone or in an address. Lines that start with `;` are comments. Full rows of a picture or
    /// a fumen stay: whether they may stand is for [`crate::State::from_setup`] to say.
    ///
    /// ```
    /// use minolab_rules::Setup;
    ///
    /// let picture = "; two holes\nX..X\nXX.X";
    /// assert_eq!(Setup::from_any(picture)?.board, Setup::from_any("x2x/xx1x T")?.board);
    /// assert_eq!(Setup::from_any("X..X/XX.X")?, Setup::from_any(picture)?);
    /// assert_eq!(Setup::from_any("https://fumen.zui.jp/?v115@vhAVPJ")?, Setup::from_any("10 T")?);
    /// # Ok::<(), minolab_rules::notation::ParseSetupError>(())
    /// ```
    pub fn from_any(text: &str) -> Result<Setup, ParseSetupError> {
        Setup::new(Board::empty(Board::MIN_WIDTH)).redrawn(text)
    }

    /// The same, except that a picture, which has no pieces, replaces only the board. So does a fumen with neither a
    /// piece nor a quiz.
    pub fn redrawn(self, text: &str) -> Result<Setup, ParseSetupError> {
        if Fumen::is_in(text) {
            return Ok(self.turned_to(&text.parse()?, 1)?);
        }
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
        let text = lines.join("\n");
        match Board::drawn(&text.replace('/', " ")) {
            Ok(board) => Ok(Setup { board, ..self }),
            // No position in one line has a dot.
            Err(error) if text.contains('.') => Err(error.into()),
            Err(_) => Ok(text.trim().parse()?),
        }
    }

    /// The position on a page of a fumen, counted from 1. One with neither a piece nor a quiz replaces only the board.
    pub fn turned_to(self, fumen: &Fumen, page: usize) -> Result<Setup, FumenError> {
        let found = page.checked_sub(1).and_then(|index| fumen.pages.get(index));
        let pages = fumen.pages.len();
        let setup = found.ok_or(FumenError::NoPage { page, pages })?.setup();
        let says_pieces = setup.current.is_some() || setup.hold.is_some();
        Ok(if says_pieces { setup } else { Setup { board: setup.board, ..self } })
    }
}
