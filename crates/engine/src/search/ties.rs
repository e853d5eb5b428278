//! Which of equally good choices is taken.

use std::cmp::Ordering;

use minolab_rules::{Board, Choice, Piece, Placement, Ruleset, State};
use serde::{Deserialize, Serialize};

use crate::{Evaluator, Outcome, Remaining, eval::contour, fast::Scores};

/// Which of equally good choices is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The smaller [`Choice`]: without hold first, then by rotation from north clockwise,
    /// then the leftmost, then the lowest, then without spin first.
    #[default]
    First,
    /// The one with the flattest underside, then the widest, then as [`Ties::First`].
    Flattest,
    /// The one nearest to the middle, then by the left edge of the box the piece rotates in, then
    /// by rotation.
    Centre,
    /// Tetris Analyzer's first: by rotations counter-clockwise from the flat side up, then the
    /// leftmost, then the highest.
    Corner,
}

impl Ties {
    /// `Less` if the first choice is taken rather than the second.
    #[inline]
    pub fn compare(self, board: &Board, a: Choice, b: Choice) -> Ordering {
        match self {
            Ties::First => a.cmp(&b),
            Ties::Flattest => {
                let order = |choice: Choice| (choice.hold, unevenness(choice.placement));
                order(a).cmp(&order(b)).then(a.cmp(&b))
            }
            Ties::Corner => {
                let order = |choice: Choice| (choice.hold, contour::order(choice.placement));
                order(a).cmp(&order(b)).then(a.cmp(&b))
            }
            Ties::Centre => centre(board, a).cmp(&centre(board, b)).then(a.cmp(&b)),
        }
    }
}

impl Ties {
    /// Whether a choice is taken rather than the best one before it.
    #[inline]
    pub(crate) fn is_better(self, board: &Board, new: (f64, Choice), best: (f64, Choice)) -> bool {
        match new.0 == best.0 {
            false => new.0 > best.0,
            true => self.compare(board, new.1, best.1).is_lt(),
        }
    }

    /// The best of the few placements that could be, where the kernel leaves several.
    #[inline]
    pub(crate) fn decide(
        self,
        scores: &Scores,
        evaluator: &dyn Evaluator,
        rules: &Ruleset,
        state: &State,
        remaining: Remaining,
    ) -> Option<Choice> {
        let mut few = scores.candidates().map(|placement| Choice { hold: false, placement });
        let first = few.next()?;
        let Some(second) = few.next() else { return Some(first) };
        if scores.is_exact() {
            let mut best = first;
            for choice in [second].into_iter().chain(few) {
                if self.compare(&state.board, choice, best).is_lt() {
                    best = choice;
                }
            }
            return Some(best);
        }
        let scored = |choice: Choice| {
            let outcome = Outcome::new(rules, state, remaining, choice.placement);
            (evaluator.verdict(&outcome), choice)
        };
        let mut best = scored(first);
        for choice in [second].into_iter().chain(few) {
            let new = scored(choice);
            if self.is_better(&state.board, new, best) {
                best = new;
            }
        }
        Some(best.1)
    }
}

/// Cells under a shape that would stay empty on flat ground, and its height.
fn unevenness(placement: Placement) -> (u32, i8) {
    let shape = minolab_rules::shape::shape(placement.piece, placement.rotation);
    let row = |y: i8| (shape.mask >> (16 * y) & 0xFFFF) as u32;
    let (mut open, mut empty) = ((1 << shape.width) - 1, 0);
    for y in 0..shape.height {
        open &= !row(y);
        empty += u32::count_ones(open);
    }
    (empty, shape.height)
}

/// Columns off the middle, counted double, and the left edge of the box.
fn centre(board: &Board, choice: Choice) -> (i8, i8) {
    let placement = choice.placement;
    let shape = minolab_rules::shape::shape(placement.piece, placement.rotation);
    let left = placement.x + shape.left;
    let right = left + shape.width - 1;
    let inset = match (placement.piece, shape.width < shape.height) {
        (Piece::I, true) => 2,
        // Of the two upright ways, facing west leaves no column empty on the left.
        (_, true) if placement.rotation == minolab_rules::Rotation::East => 1,
        _ => 0,
    };
    ((left + right - (board.width() as i8 - 1)).abs(), left - inset)
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Rotation, Spin};

    use super::*;

    #[test]
    fn equals_are_taken_in_the_order_that_is_asked_for() {
        use Rotation::*;
        let at = |piece, rotation, x| {
            let placement = Placement { piece, rotation, x, y: 0, spin: Spin::None };
            Choice { hold: false, placement }
        };
        let order = |ties: Ties, piece| {
            let all = [(East, 3), (North, 5), (West, 2), (North, 4), (South, 0)];
            let mut all = all.map(|(rotation, x)| at(piece, rotation, x));
            all.sort_by(|&a, &b| ties.compare(&Board::empty(10), a, b));
            all.map(|choice| (choice.placement.rotation, choice.placement.x))
        };
        let clockwise = [(North, 4), (North, 5), (East, 3), (South, 0), (West, 2)];
        assert_eq!(order(Ties::First, Piece::T), clockwise);
        // What stands on flat ground without a gap comes first.
        let flattest = |piece| order(Ties::Flattest, piece).map(|(rotation, _)| rotation);
        assert_eq!(flattest(Piece::T), [North, North, East, West, South]);
        assert_eq!(flattest(Piece::L), [North, North, East, South, West]);
        assert_eq!(flattest(Piece::J), [North, North, West, South, East]);
    }
}
