//! A board before and after one placement.

use minolab_rules::{Board, Choice, Clear, Placement, Ruleset, State, shape};

use crate::{Position, Remaining};

/// What one placement does: all that an evaluator may look at.
///
/// The board with the piece on it and full rows still standing is worked out only when asked
/// for.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'a> {
    /// The rules it was made by.
    pub rules: &'a Ruleset,
    /// The position it was made in.
    pub before: &'a State,
    /// What was placed, and where.
    pub placement: Placement,
    /// The position it leaves; over if the piece came to rest too high.
    pub after: State,
    /// What it cleared and earned.
    pub clear: Clear,
    /// Key presses it takes, where the evaluator counts them.
    pub keys: u32,
    /// How much of the game remains after it.
    pub remaining: Remaining,
}

impl<'a> Outcome<'a> {
    /// Makes a placement of any piece, which must fit; the queue stays as it is.
    #[inline(always)]
    pub fn new(
        rules: &'a Ruleset,
        before: &'a State,
        remaining: Remaining,
        placement: Placement,
    ) -> Outcome<'a> {
        let mut outcome = Outcome::still(rules, before, remaining, placement);
        outcome.clear = outcome.after.lock(rules, placement);
        outcome.remaining = remaining.after(&outcome.clear);
        outcome
    }

    /// Before anything is done: what is done is done in place, for a position is long to copy.
    #[inline(always)]
    fn still(
        rules: &'a Ruleset,
        before: &'a State,
        remaining: Remaining,
        placement: Placement,
    ) -> Outcome<'a> {
        let (after, clear) = (*before, Clear::default());
        Outcome { rules, before, placement, after, clear, keys: 0, remaining }
    }

    /// Plays a choice and takes the next piece in hand.
    #[inline(always)]
    pub fn of_play(rules: &'a Ruleset, before: &'a State, choice: Choice) -> Outcome<'a> {
        let mut outcome = Outcome::still(rules, before, Remaining::ENDLESS, choice.placement);
        outcome.clear = outcome.after.play_unchecked(rules, choice);
        outcome
    }

    /// Makes a choice, hold included.
    #[inline(always)]
    pub fn of_choice(
        rules: &'a Ruleset,
        before: &'a State,
        remaining: Remaining,
        choice: Choice,
    ) -> Outcome<'a> {
        let mut outcome = Outcome::still(rules, before, remaining, choice.placement);
        if choice.hold {
            let swapped = outcome.after.swap(rules);
            debug_assert!(swapped.is_ok());
        }
        outcome.clear = outcome.after.lock(rules, choice.placement);
        outcome.remaining = remaining.after(&outcome.clear);
        outcome
    }

    /// The position it leaves, with how much of the game remains.
    #[inline]
    pub fn position(&self) -> Position<'_> {
        Position::new(&self.after).with_remaining(self.remaining)
    }

    /// Whether the game is lost by it.
    #[inline]
    pub fn is_lost(&self) -> bool {
        self.after.over.is_some()
    }

    /// Lines cleared.
    #[inline]
    pub fn lines(&self) -> u32 {
        self.clear.lines as u32
    }

    /// The board with the piece on it, full rows still standing.
    #[inline]
    pub fn landed(&self) -> Board {
        if self.clear.lines == 0 {
            return self.after.board;
        }
        let mut board = self.before.board;
        self.rules.fill(&mut board, self.placement);
        board
    }

    /// Rows cleared times the piece's own cells in them.
    #[inline]
    pub fn eroded(&self) -> u32 {
        if self.clear.lines == 0 {
            return 0;
        }
        let shape = shape::shape(self.placement.piece, self.placement.rotation);
        let left = self.placement.x + shape.left;
        let bottom = (self.placement.y + shape.bottom) as usize;
        let own: u32 = (0..shape.height as usize)
            .map(|i| (shape.mask >> (16 * i) << left) as u16)
            .zip(&self.before.board.rows()[bottom..])
            .filter(|&(cells, &row)| cells | row == u16::MAX)
            .map(|(cells, _)| cells.count_ones())
            .sum();
        self.lines() * own
    }

    /// The row of the piece's lowest cell, where it landed.
    #[inline]
    pub fn bottom(&self) -> usize {
        let shape = shape::shape(self.placement.piece, self.placement.rotation);
        (self.placement.y + shape.bottom) as usize
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Piece, Rotation, Spin, shipped};

    use super::*;
    use crate::eval::on_board;

    #[test]
    fn own_cells_count_once_for_each_row() {
        let rules = shipped::get("classic").unwrap();
        let before: Board = "
            X.........
            XXXXXXXX..
            XX.XXXXXXX
            XXXXXXXX..
        "
        .parse()
        .unwrap();
        let at = |rotation, x, y| Placement { piece: Piece::O, rotation, x, y, spin: Spin::None };
        let before = on_board(rules, &before);
        let make = |rules, placement| Outcome::new(rules, &before, Remaining::ENDLESS, placement);
        let outcome = make(rules, at(Rotation::North, 8, 2));
        assert_eq!((outcome.lines(), outcome.eroded(), outcome.bottom()), (1, 2, 2));
        assert_eq!(outcome.landed().rows()[2], u16::MAX);
        assert_eq!(outcome.landed().top(), 4);
        assert_eq!(outcome.after.board.top(), 3);
        assert!(!outcome.is_lost());

        let low = rules.clone().with_size(10, 4).unwrap();
        assert!(!make(&low, at(Rotation::North, 8, 2)).is_lost());
        assert!(make(&low, at(Rotation::North, 0, 4)).is_lost());
    }
}
