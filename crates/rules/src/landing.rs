//! What a placement does to a board.

use crate::{Above, Board, Placement, Ruleset, shape};

/// What came of putting a piece on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// Rows cleared.
    pub lines: u32,
    /// Whether the piece came to rest too high, which ends the game.
    pub too_high: bool,
}

impl Ruleset {
    /// Puts a piece on a board and clears the full rows.
    ///
    /// The one place that knows what a placement does to a board: games, searches and
    /// evaluators call it. The piece must fit.
    #[inline]
    pub fn land(&self, board: &mut Board, placement: Placement) -> Landing {
        let shape = shape::shape(placement.piece, placement.rotation);
        let (bottom, limit) = ((placement.y + shape.bottom) as usize, self.limit());
        let too_high = match self.top_out.above {
            Above::Wholly => bottom >= limit,
            Above::BeforeClear => bottom + shape.height as usize > limit,
            Above::Never | Above::AfterClear => false,
        };
        let lines = board.place(shape, placement.x, placement.y);
        let too_high = too_high || self.top_out.above == Above::AfterClear && board.top() > limit;
        Landing { lines, too_high }
    }
}
