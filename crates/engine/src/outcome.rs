//! A board before and after one placement.

use minolab_rules::{Board, Choice, Clear, Placement, Ruleset, State, shape};

use crate::{Position, Remaining};

/// What one placement does: everything an evaluator may look at.
///
/// The board with full rows not yet cleared is computed only when asked for.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The position before it.
    pub before: &'a State,
    /// What was placed, and where.
    pub placement: Placement,
    /// The position it leaves; over if the piece locked too high.
    pub after: State,
    /// What it cleared and earned.
    pub clear: Clear,
    /// Key presses it takes, where the evaluator counts them.
    pub keys: u32,
    /// How much of the game remains after it.
    pub remaining: Remaining,
}

impl<'a> Outcome<'a> {
    /// Makes a placement of any piece, which must fit; the queue is left unchanged.
    #[inline(always)]
    pub fn new(
        rules: &'a Ruleset,
        before: &'a State,
        remaining: Remaining,
        placement: Placement,
    ) -> Outcome<'a> {
        let mut outcome = Outcome::still(rules, before, remaining, placement);
        outcome.lock();
        outcome
    }

    /// Makes a choice, hold included; the queue is left unchanged but for what a hold takes.
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
        outcome.lock();
        outcome
    }

    /// The start, before anything is done. The rest is done in place, because copying a position is
    /// slow.
    #[inline(always)]
    pub(crate) fn still(
        rules: &'a Ruleset,
        before: &'a State,
        remaining: Remaining,
        placement: Placement,
    ) -> Outcome<'a> {
        let clear = Clear::default();
        Outcome { rules, before, placement, after: *before, clear, keys: 0, remaining }
    }

    /// Locks the piece.
    #[inline(always)]
    pub(crate) fn lock(&mut self) {
        self.clear = self.after.lock(self.rules, self.placement);
        self.remaining = self.remaining.after(&self.clear);
    }

    /// Locks the piece, after a hold or without, and makes the next piece the current one.
    #[inline(always)]
    pub(crate) fn play(&mut self, hold: bool) {
        let choice = Choice { hold, placement: self.placement };
        self.clear = self.after.play_unchecked(self.rules, choice);
    }

    /// The position it leaves, with how much of the game remains.
    #[inline]
    pub fn position(&self) -> Position<'_> {
        Position::new(&self.after).with_remaining(self.remaining)
    }

    /// Whether it tops out.
    #[inline]
    pub fn is_lost(&self) -> bool {
        self.after.over.is_some()
    }

    /// Lines cleared.
    #[inline]
    pub fn lines(&self) -> u32 {
        self.clear.lines as u32
    }

    /// The board with the piece on it and full rows not yet cleared.
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
