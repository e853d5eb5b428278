//! The verdict on a placement and the position it leads to.

use minolab_rules::{Board, Ruleset};

use crate::{Linear, Outcome, contour::Contour};

/// Judges what a placement leads to; higher is better.
///
/// A verdict has two parts: what belongs to the placement and is gone with it (rows cleared,
/// where the piece landed), and what belongs to the position that is left. A search adds up
/// the first along its line and asks for the second at its end.
///
/// Every implementation adds plain `f64` in a fixed order, without fused operations or
/// library powers, so that the same agent decides alike on every machine.
pub trait Evaluate: Send + Sync {
    /// What belongs to the placement.
    fn action(&self, outcome: &Outcome) -> f64;

    /// What belongs to the position.
    fn board(&self, board: &Board, rules: &Ruleset) -> f64;

    /// What a lost game is worth: less than any position.
    fn lost(&self, rules: &Ruleset) -> f64;

    /// Each term's share of [`Evaluate::score`], in the order in which they are added.
    fn reasons(&self, outcome: &Outcome) -> Vec<(&'static str, f64)>;

    /// The value of a placement about to be played, from the value a search found for it.
    #[inline]
    fn at_root(&self, _outcome: &Outcome, value: f64) -> f64 {
        value
    }

    /// Whether [`Evaluate::at_root`] may change anything for a placement on this board.
    #[inline]
    fn changes_root(&self, _board: &Board, _rules: &Ruleset) -> bool {
        false
    }

    /// Both parts, whether or not the placement loses the game.
    #[inline]
    fn score(&self, outcome: &Outcome) -> f64 {
        self.action(outcome) + self.board(&outcome.after, outcome.rules)
    }

    /// Both parts, or what a lost game is worth if the placement loses it.
    #[inline]
    fn verdict(&self, outcome: &Outcome) -> f64 {
        if outcome.lost { self.lost(outcome.rules) } else { self.score(outcome) }
    }
}

/// Any of the evaluators an agent file can name.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluator {
    /// Features times weights.
    Linear(Linear),
    /// The cost of the contour.
    Contour(Contour),
}

/// Hands a call on to the evaluator inside.
macro_rules! each {
    ($self:ident, $inner:ident => $call:expr) => {
        match $self {
            Evaluator::Linear($inner) => $call,
            Evaluator::Contour($inner) => $call,
        }
    };
}

impl Evaluate for Evaluator {
    #[inline]
    fn action(&self, outcome: &Outcome) -> f64 {
        each!(self, inner => inner.action(outcome))
    }

    #[inline]
    fn board(&self, board: &Board, rules: &Ruleset) -> f64 {
        each!(self, inner => inner.board(board, rules))
    }

    #[inline]
    fn lost(&self, rules: &Ruleset) -> f64 {
        each!(self, inner => inner.lost(rules))
    }

    fn reasons(&self, outcome: &Outcome) -> Vec<(&'static str, f64)> {
        each!(self, inner => inner.reasons(outcome))
    }

    #[inline]
    fn at_root(&self, outcome: &Outcome, value: f64) -> f64 {
        each!(self, inner => inner.at_root(outcome, value))
    }

    #[inline]
    fn changes_root(&self, board: &Board, rules: &Ruleset) -> bool {
        each!(self, inner => inner.changes_root(board, rules))
    }

    #[inline]
    fn score(&self, outcome: &Outcome) -> f64 {
        each!(self, inner => inner.score(outcome))
    }
}
