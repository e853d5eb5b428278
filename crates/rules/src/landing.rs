//! What a placement does to a board.

use crate::{Above, Board, Placement, Ruleset, shape};

/// The result of putting a piece on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// Rows cleared.
    pub lines: u32,
    /// Whether the piece locked too high, which ends the game.
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
            Above::Wraps if self.wraps(placement) => {
                if self.can_wrap(board, placement) {
                    self.fill_wrapped(board, placement);
                    return Landing { lines: board.clear_full(), too_high: false };
                }
                true
            }
            Above::Never | Above::AfterClear | Above::Wraps => false,
        };
        let lines = board.place(shape, placement.x, placement.y);
        let too_high = too_high || self.top_out.above == Above::AfterClear && board.top() > limit;
        Landing { lines, too_high }
    }

    /// Whether the stack by itself is so high that the game has topped out.
    pub fn is_too_high(&self, board: &Board) -> bool {
        match self.top_out.above {
            Above::BeforeClear | Above::AfterClear | Above::Wraps => board.top() > self.limit(),
            Above::Never | Above::Wholly => false,
        }
    }

    /// Puts a piece on a board and leaves full rows where they are.
    #[inline]
    pub fn fill(&self, board: &mut Board, placement: Placement) {
        if self.wraps(placement) && self.can_wrap(board, placement) {
            self.fill_wrapped(board, placement);
        } else {
            let shape = shape::shape(placement.piece, placement.rotation);
            board.fill(shape, placement.x, placement.y);
        }
    }

    /// Whether a placement has cells above the limit and the rules wrap them around to the bottom.
    #[inline]
    pub fn wraps(&self, placement: Placement) -> bool {
        let shape = shape::shape(placement.piece, placement.rotation);
        let top = (placement.y + shape.bottom + shape.height) as usize;
        self.top_out.above == Above::Wraps && top > self.limit()
    }

    /// Whether every cell that wraps around finds its place empty.
    #[cold]
    pub fn can_wrap(&self, board: &Board, placement: Placement) -> bool {
        self.wrapped(placement).iter().all(|&(x, y)| board.row(y) >> x & 1 == 0)
    }

    #[cold]
    fn fill_wrapped(&self, board: &mut Board, placement: Placement) {
        self.wrapped(placement).iter().for_each(|&(x, y)| board.set(x, y, true));
    }

    /// The cells, with those above the limit wrapped around to the lowest rows.
    fn wrapped(&self, placement: Placement) -> [(usize, usize); 4] {
        placement.falling().cells().map(|(x, y)| (x as usize, y as usize % self.limit()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Piece, Rotation, Spin, shipped};

    #[test]
    fn cells_above_the_top_enter_again_from_below() {
        let rules = shipped::get("tetrais").unwrap().clone().with_size(4, 6).unwrap();
        let before: Board = "
            .X..
            .X..
            .X..
            .X..
            .XX.
            ..XX
        "
        .parse()
        .unwrap();
        let at = |x, y| {
            let (piece, rotation) = (Piece::O, Rotation::North);
            Placement { piece, rotation, x, y, spin: Spin::None }
        };
        assert!(rules.wraps(at(0, 6)) && !rules.wraps(at(2, 2)));

        // Row 6 is row 0 and row 7 is row 1, where a cell is in the way.
        let mut taken = before;
        assert!(!rules.can_wrap(&before, at(0, 6)));
        assert_eq!(rules.land(&mut taken, at(0, 6)), Landing { lines: 0, too_high: true });
        assert_eq!(taken.top(), 8);

        let mut open = before;
        open.set(1, 1, false);
        let mut standing = open;
        rules.fill(&mut standing, at(0, 6));
        assert_eq!((standing.row(0), standing.row(1), standing.top()), (0b1111, 0b0111, 6));

        let landing = rules.land(&mut open, at(0, 6));
        assert_eq!(landing, Landing { lines: 1, too_high: false });
        assert_eq!((open.row(0), open.top()), (0b0111, 5));
    }

    #[test]
    fn a_piece_may_wrap_in_part_and_clear_at_both_ends() {
        let rules = shipped::get("tetrais").unwrap().clone().with_size(4, 4).unwrap();
        let mut board: Board = "
            XXX.
            XX..
            XX..
            XXX.
        "
        .parse()
        .unwrap();
        board.set(3, 1, true);
        // Rows 2 to 5 of the rightmost column: 4 and 5 are 0 and 1, and 1 is taken.
        let upright =
            |y| Placement { piece: Piece::I, rotation: Rotation::East, x: 3, y, spin: Spin::None };
        assert!(!rules.can_wrap(&board, upright(4)));
        board.set(3, 1, false);
        board.set(2, 1, true);
        let landing = rules.land(&mut board, upright(4));
        assert_eq!(landing, Landing { lines: 3, too_high: false });
        assert_eq!((board.row(0), board.top()), (0b1011, 1));
    }
}
