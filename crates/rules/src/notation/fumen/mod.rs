//! Fumens: boards, pieces and comments as a line of text, as players share them.
//!
//! Version 115 is read and written, 110 is read; `d115@` and `m115@`, which start an editor in
//! another view, are read as `v115@`. Reading and writing follow the npm package `tetris-fumen`,
//! which the community's tools use; only what it misreads (a colour that does not exist, a piece
//! out of the field) is an error here. The crate `fumen` was not enough: it panics on such texts,
//! does not locate errors, and supports neither quizzes nor line breaks.
//!
//! ```
//! use minolab_rules::{Cell, Piece, notation::Fumen};
//!
//! let fumen: Fumen = "https://fumen.zui.jp/?v115@vhBVPJAAA".parse()?;
//! assert_eq!(fumen.pages.len(), 2);
//! assert_eq!(fumen.pages[0].piece.unwrap().piece, Piece::T);
//! assert_eq!(fumen.pages[1].field.get(2, 1), Cell::Of(Piece::T));
//! assert_eq!(fumen.to_text()?, "v115@vhBVPJAAA");
//! # Ok::<(), minolab_rules::notation::FumenError>(())
//! ```

mod comment;
mod error;
mod field;
mod page;
mod quiz;
mod read;
mod write;

pub use error::{FumenError, FumenSizeError};
pub use field::Field;
pub use page::FumenPage;
pub use quiz::Quiz;

/// Pages, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fumen {
    /// Each with its whole field, though a fumen stores only what changed.
    pub pages: Vec<FumenPage>,
}

impl Fumen {
    /// Whether a text contains a fumen, valid or not: what precedes it, such as an address, is
    /// ignored.
    pub fn is_in(text: &str) -> bool {
        read::start(text).is_some()
    }
}

/// The letters of the data, by their value.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bits of a page's number, above its piece.
mod flag {
    pub const RISE: u32 = 1;
    pub const MIRROR: u32 = 2;
    pub const COLORIZE: u32 = 4;
    pub const COMMENT: u32 = 8;
    pub const UNLOCKED: u32 = 16;
}
