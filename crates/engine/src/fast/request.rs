//! The input of a lookahead.

use minolab_rules::{Piece, PieceSet, Ruleset};

/// How deep to search, over which pieces.
#[derive(Clone, Copy)]
pub struct Ahead<'a> {
    /// By which rules.
    pub rules: &'a Ruleset,
    /// The pieces after the first, as far as they are known.
    pub known: &'a [Piece],
    /// The pieces that may come after those.
    pub bag: PieceSet,
    /// How many placements of the first piece are expanded, of the next one, and so on.
    pub width: &'a [u32],
    /// The depth: how many pieces are placed.
    pub level: u32,
    /// The value of topping out.
    pub lost: f64,
}
