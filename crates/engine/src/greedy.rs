//! One ply: the placement that looks best.

use std::cmp::Ordering;

use minolab_rules::{Board, Choice, Piece, Placement, Ruleset, State, placements};
use serde::{Deserialize, Serialize};

use crate::{
    Decision, Evaluate, Evaluator, Limits, Outcome, Position, Ranked, Report, Search, contour,
    kernel::{Kernel, Scores},
};

/// Takes the placement with the best verdict, among all that the ruleset allows, held piece
/// included.
///
/// Sees no further piece. Choosing allocates nothing.
#[derive(Clone, Debug)]
pub struct Greedy {
    evaluator: Evaluator,
    ties: Ties,
    kernel: Option<Kernel>,
    scores: Scores,
    nodes: u64,
}

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
    /// The one nearest to the middle, then by the left edge of the box the piece turns in,
    /// then by rotation.
    Centre,
    /// Tetris Analyzer's first: by turns counter-clockwise from the flat side up, then the
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
    fn is_better(self, board: &Board, new: (f64, Choice), best: (f64, Choice)) -> bool {
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
        evaluator: &Evaluator,
        rules: &Ruleset,
        board: &Board,
    ) -> Option<Choice> {
        let mut few = scores.candidates().map(|placement| Choice { hold: false, placement });
        let first = few.next()?;
        let Some(second) = few.next() else { return Some(first) };
        let scored = |choice: Choice| {
            let outcome = Outcome::new(rules, board, choice.placement);
            (evaluator.verdict(&outcome), choice)
        };
        let mut best = scored(first);
        for choice in [second].into_iter().chain(few) {
            let new = scored(choice);
            if self.is_better(board, new, best) {
                best = new;
            }
        }
        Some(best.1)
    }
}

/// Cells under a shape that would stay empty on flat ground, and how high it stands.
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

impl Greedy {
    /// A player that judges by this evaluator.
    pub fn new(evaluator: Evaluator, ties: Ties) -> Greedy {
        let kernel = match &evaluator {
            Evaluator::Linear(linear) => Kernel::new(linear),
            Evaluator::Contour(_) => None,
        };
        Greedy { evaluator, ties, kernel, scores: Scores::default(), nodes: 0 }
    }

    /// The same player without vectors, to compare the two.
    #[doc(hidden)]
    pub fn plain(evaluator: Evaluator, ties: Ties) -> Greedy {
        Greedy { evaluator, ties, kernel: None, scores: Scores::default(), nodes: 0 }
    }

    /// The same player with or without the vectors that only some processors have.
    #[doc(hidden)]
    pub fn portable(mut self, portable: bool) -> Greedy {
        if portable {
            self.kernel = self.kernel.map(Kernel::portable);
        }
        self
    }

    /// Hands over every choice with its outcome.
    #[inline]
    fn each<'a>(
        rules: &'a Ruleset,
        state: &'a State,
        visit: &mut impl FnMut(Choice, &Outcome<'a>),
    ) {
        let mut all = |hold: bool, piece: Piece| {
            placements::for_each(&state.board, rules, piece, &mut |placement| {
                let outcome = Outcome::new(rules, &state.board, placement);
                visit(Choice { hold, placement }, &outcome);
            });
        };
        if let Some(piece) = state.current {
            all(false, piece);
        }
        if let Some(piece) = state.after_hold(rules)
            && (!rules.top_out.block_out || rules.spawn(piece).fits(&state.board))
        {
            all(true, piece);
        }
    }
}

impl Search for Greedy {
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        let state = position.state;
        if let (Some(kernel), Some(piece)) = (&self.kernel, state.current)
            && kernel.score(rules, &state.board, piece, &mut self.scores)
        {
            self.nodes += self.scores.count();
            return self.ties.decide(&self.scores, &self.evaluator, rules, &state.board);
        }
        let mut best: Option<(f64, Choice)> = None;
        let mut nodes = 0;
        Greedy::each(rules, state, &mut |choice, outcome| {
            nodes += 1;
            let score = self.evaluator.verdict(outcome);
            if best.is_none_or(|best| self.ties.is_better(&state.board, (score, choice), best)) {
                best = Some((score, choice));
            }
        });
        self.nodes += nodes;
        best.map(|(_, choice)| choice)
    }

    fn rank(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        _limits: Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        let state = position.state;
        let mut ranked = Vec::new();
        Greedy::each(rules, state, &mut |choice, outcome| {
            let reasons = if outcome.lost {
                vec![("lost", self.evaluator.lost(rules))]
            } else {
                self.evaluator.reasons(outcome)
            };
            let score = self.evaluator.verdict(outcome);
            ranked.push(Ranked { choice, score, line: vec![choice], reasons });
        });
        ranked.sort_by(|a, b| {
            // Not a total order over the bits: 0 and -0 are equal here as they are in `choose`.
            let by_score = b.score.partial_cmp(&a.score).unwrap_or(Ordering::Equal);
            by_score.then_with(|| self.ties.compare(&state.board, a.choice, b.choice))
        });
        let nodes = ranked.len() as u64;
        self.nodes += nodes;
        let best = ranked.first()?;
        report(&Report { depth: 1, nodes, score: best.score, line: best.line.clone() });
        Some(Decision { ranked, nodes, depth: 1 })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
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
