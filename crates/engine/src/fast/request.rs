//! What a look ahead is given.

use minolab_rules::{Piece, PieceSet, Ruleset};

/// How far to look, over which pieces.
#[derive(Clone, Copy)]
pub struct Ahead<'a> {
    /// By which rules.
    pub rules: &'a Ruleset,
    /// The pieces after the first, as far as they are known.
    pub known: &'a [Piece],
    /// The pieces that may come after those.
    pub bag: PieceSet,
    /// How many placements of the first piece are looked into, of the next one, and so on.
    pub width: &'a [u32],
    /// How many pieces are placed.
    pub level: u32,
    /// What a lost game is worth.
    pub lost: f64,
}
