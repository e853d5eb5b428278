//! A board before and after one placement.

use minolab_rules::{Board, Placement, Ruleset, shape};

/// What one placement does to a board: all that an evaluator may look at.
///
/// No queue, no hold and no score: what a placement is worth beyond its board is the
/// search's to weigh. The board with the piece on it and full rows still standing is worked
/// out only when asked for.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'a> {
    /// The rules it was made by.
    pub rules: &'a Ruleset,
    /// The board it was made on.
    pub before: &'a Board,
    /// What was placed, and where.
    pub placement: Placement,
    /// The board with the piece on it and full rows cleared.
    pub after: Board,
    /// Rows cleared.
    pub lines: u32,
    /// Whether the piece came to rest too high, which ends the game.
    pub lost: bool,
}

impl<'a> Outcome<'a> {
    /// Makes a placement, which must fit.
    #[inline]
    pub fn new(rules: &'a Ruleset, before: &'a Board, placement: Placement) -> Outcome<'a> {
        let mut after = *before;
        let landing = rules.land(&mut after, placement);
        Outcome { rules, before, placement, after, lines: landing.lines, lost: landing.too_high }
    }

    /// The board with the piece on it, full rows still standing.
    #[inline]
    pub fn landed(&self) -> Board {
        if self.lines == 0 {
            return self.after;
        }
        let mut board = *self.before;
        self.rules.fill(&mut board, self.placement);
        board
    }

    /// Rows cleared times the piece's own cells in them.
    #[inline]
    pub fn eroded(&self) -> u32 {
        if self.lines == 0 {
            return 0;
        }
        let shape = shape::shape(self.placement.piece, self.placement.rotation);
        let left = self.placement.x + shape.left;
        let bottom = (self.placement.y + shape.bottom) as usize;
        let own: u32 = (0..shape.height as usize)
            .map(|i| (shape.mask >> (16 * i) << left) as u16)
            .zip(&self.before.rows()[bottom..])
            .filter(|&(cells, &row)| cells | row == u16::MAX)
            .map(|(cells, _)| cells.count_ones())
            .sum();
        self.lines * own
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
        let outcome = Outcome::new(rules, &before, at(Rotation::North, 8, 2));
        assert_eq!((outcome.lines, outcome.eroded(), outcome.bottom()), (1, 2, 2));
        assert_eq!(outcome.landed().rows()[2], u16::MAX);
        assert_eq!(outcome.landed().top(), 4);
        assert_eq!(outcome.after.top(), 3);
        assert!(!outcome.lost);

        let low = rules.clone().with_size(10, 4).unwrap();
        assert!(!Outcome::new(&low, &before, at(Rotation::North, 8, 2)).lost);
        assert!(Outcome::new(&low, &before, at(Rotation::North, 0, 4)).lost);
    }
}
