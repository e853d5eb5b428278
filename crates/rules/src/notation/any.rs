//! A position in any of its forms.

use thiserror::Error;

use super::NotationError;
use crate::{Board, ParseBoardError, Setup};

/// A text that is a position in no form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseSetupError {
    /// A picture, of no board.
    #[error(transparent)]
    Board(#[from] ParseBoardError),
    /// Anything else.
    #[error(transparent)]
    Line(#[from] NotationError),
}

impl Setup {
    /// Reads a position in one line, or a board as a picture: rows as lines or words, or with `/`
    /// between them. Lines that start with `;` are remarks. Full rows of a picture stay: whether they
    /// may stand is for [`crate::State::from_setup`] to say.
    ///
    /// ```
    /// use minolab_rules::Setup;
    ///
    /// let picture = "; two holes\nX..X\nXX.X";
    /// assert_eq!(Setup::from_any(picture)?.board, Setup::from_any("x2x/xx1x T")?.board);
    /// assert_eq!(Setup::from_any("X..X/XX.X")?, Setup::from_any(picture)?);
    /// # Ok::<(), minolab_rules::notation::ParseSetupError>(())
    /// ```
    pub fn from_any(text: &str) -> Result<Setup, ParseSetupError> {
        Setup::new(Board::empty(Board::MIN_WIDTH)).redrawn(text)
    }

    /// The same, where a picture replaces the board alone: it says nothing of pieces.
    pub fn redrawn(self, text: &str) -> Result<Setup, ParseSetupError> {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
        let text = lines.join("\n");
        match Board::drawn(&text.replace('/', " ")) {
            Ok(board) => Ok(Setup { board, ..self }),
            // No position in one line has a dot.
            Err(error) if text.contains('.') => Err(error.into()),
            Err(_) => Ok(text.trim().parse()?),
        }
    }
}
