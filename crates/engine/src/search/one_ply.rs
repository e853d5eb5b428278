//! One piece on one board: what every search is built from.

use minolab_rules::{Board, Choice, Piece, Placement, Ruleset, placements};

use super::Line;
use crate::{
    Evaluate, Evaluator, Outcome, Ties,
    kernel::{Kernel, Scores},
};

/// A placement and its verdict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// Where the piece goes.
    pub placement: Placement,
    /// Higher is better.
    pub score: f64,
}

/// Scores the placements of one piece on one board.
///
/// [`Plain`] does it for any evaluator; a faster one may know more about its own.
pub trait OnePly: Send {
    /// The best placement; `None` if there is none.
    fn best(&mut self, rules: &Ruleset, board: &Board, piece: Piece) -> Option<Scored>;

    /// What belongs to a placement, and its whole verdict.
    fn verdict(&self, outcome: &Outcome) -> (f64, f64);

    /// Hands over every placement with what belongs to the placement and its whole verdict.
    fn each(
        &mut self,
        rules: &Ruleset,
        board: &Board,
        piece: Piece,
        visit: &mut dyn FnMut(&Outcome, f64, f64),
    );

    /// What a lost game is worth.
    fn lost(&self, rules: &Ruleset) -> f64;

    /// See [`Evaluate::at_root`].
    fn at_root(&self, outcome: &Outcome, value: f64) -> f64;

    /// See [`Evaluate::changes_root`].
    fn changes_root(&self, board: &Board, rules: &Ruleset) -> bool;

    /// See [`Evaluate::reasons`].
    fn reasons(&self, outcome: &Outcome) -> Vec<(&'static str, f64)>;

    /// Placements scored since it was made.
    fn nodes(&self) -> u64;

    /// The evaluator and its kernel, where the kernel gives the same answers.
    fn kernel(&self) -> Option<(&Evaluator, &Kernel)> {
        None
    }
}

/// Asks an evaluator about each placement in turn.
#[derive(Clone, Debug)]
pub struct Plain {
    evaluator: Evaluator,
    line: Line,
    ties: Ties,
    kernel: Option<Kernel>,
    scores: Scores,
    nodes: u64,
}

impl Plain {
    /// Scores by this evaluator; with [`Line::Leaf`] by the position alone.
    pub fn new(evaluator: Evaluator, line: Line, ties: Ties) -> Plain {
        let kernel = match &evaluator {
            Evaluator::Linear(linear) if line == Line::Sum => Kernel::new(linear),
            _ => None,
        };
        Plain { evaluator, line, ties, kernel, scores: Scores::default(), nodes: 0 }
    }

    /// The same with or without the kernel, to compare the two.
    #[doc(hidden)]
    pub fn with_kernel(mut self, change: impl FnOnce(Kernel) -> Option<Kernel>) -> Plain {
        self.kernel = self.kernel.and_then(change);
        self
    }

    #[inline]
    fn visit(rules: &Ruleset, board: &Board, piece: Piece, mut visit: impl FnMut(Placement)) {
        if !rules.top_out.block_out || rules.spawn(piece).fits(board) {
            placements::for_each(board, rules, piece, &mut visit);
        }
    }
}

impl OnePly for Plain {
    fn best(&mut self, rules: &Ruleset, board: &Board, piece: Piece) -> Option<Scored> {
        if let Evaluator::Contour(contour) = &self.evaluator
            && self.ties == Ties::Corner
            && let Some((placement, score, count)) = contour.best_drop(rules, board, piece)
        {
            self.nodes += count as u64;
            return Some(Scored { placement, score });
        }
        let mut scores = std::mem::take(&mut self.scores);
        let mut best = None::<Scored>;
        let mut consider = |placement| {
            let (_, score) = self.verdict(&Outcome::new(rules, board, placement));
            let better = match best {
                None => true,
                Some(best) if score != best.score => score > best.score,
                Some(best) => {
                    let choice = |placement| Choice { hold: false, placement };
                    self.ties.compare(board, choice(placement), choice(best.placement)).is_lt()
                }
            };
            if better {
                best = Some(Scored { placement, score });
            }
        };
        // Where the kernel serves, only what it cannot tell apart.
        if self.kernel.is_some_and(|kernel| kernel.score(rules, board, piece, &mut scores)) {
            scores.candidates().for_each(consider);
            self.nodes += scores.count();
        } else {
            let mut nodes = 0;
            Plain::visit(rules, board, piece, |placement| {
                nodes += 1;
                consider(placement);
            });
            self.nodes += nodes;
        }
        self.scores = scores;
        best
    }

    fn each(
        &mut self,
        rules: &Ruleset,
        board: &Board,
        piece: Piece,
        visit: &mut dyn FnMut(&Outcome, f64, f64),
    ) {
        let mut nodes = 0;
        Plain::visit(rules, board, piece, |placement| {
            nodes += 1;
            let outcome = Outcome::new(rules, board, placement);
            let (action, score) = self.verdict(&outcome);
            visit(&outcome, action, score);
        });
        self.nodes += nodes;
    }

    #[inline]
    fn verdict(&self, outcome: &Outcome) -> (f64, f64) {
        if outcome.lost {
            return (0.0, self.evaluator.lost(outcome.rules));
        }
        let board = self.evaluator.board(&outcome.after, outcome.rules);
        match self.line {
            Line::Leaf => (0.0, board),
            Line::Sum => {
                let action = self.evaluator.action(outcome);
                (action, action + board)
            }
        }
    }

    fn lost(&self, rules: &Ruleset) -> f64 {
        self.evaluator.lost(rules)
    }

    fn at_root(&self, outcome: &Outcome, value: f64) -> f64 {
        match self.line {
            // What `at_root` adds belongs to the placement, and is in the sum already.
            Line::Sum => value,
            Line::Leaf => self.evaluator.at_root(outcome, value),
        }
    }

    fn changes_root(&self, board: &Board, rules: &Ruleset) -> bool {
        self.line == Line::Leaf && self.evaluator.changes_root(board, rules)
    }

    fn reasons(&self, outcome: &Outcome) -> Vec<(&'static str, f64)> {
        self.evaluator.reasons(outcome)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn kernel(&self) -> Option<(&Evaluator, &Kernel)> {
        Some((&self.evaluator, self.kernel.as_ref()?))
    }
}
