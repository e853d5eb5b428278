//! What a placement and the position it leaves are worth: one contract for every evaluator.

mod blitz;
pub mod contour;
mod evaluation;
mod linear;
mod points;
mod settings;
mod weights;

use std::{fmt::Debug, sync::Arc};

use contour::ContourSettings;
use minolab_rules::{Board, Piece, Placement, Ruleset, State};

pub use blitz::Blitz;
pub use evaluation::{Evaluation, Term};
pub use linear::{Linear, LinearSettings, Measured, Rounding};
pub use points::Points;
use serde::{Deserialize, Serialize};
pub use settings::{EvaluatorError, EvaluatorFile, Number};
pub use weights::Weights;

use crate::{Outcome, Position};

settings::evaluators! {
    /// Features times weights.
    Linear(LinearSettings) = "linear";
    /// The cost of the contour, as Tetris Analyzer has it.
    Contour(ContourSettings) = "contour";
    /// Points and the potential of the stack, for play with hold and previews.
    Points(Points) = "modern";
    /// What the capstone's blitz program computes, quirks included.
    Blitz(Blitz) = "capstone-blitz";
}

impl Default for EvaluatorSettings {
    fn default() -> EvaluatorSettings {
        EvaluatorSettings::Linear(Box::default())
    }
}

/// Evaluates what a placement leads to; higher is better.
///
/// The score of a placement has two parts: its reward (lines, points, where the piece landed), and
/// the value of the position it leaves. A search adds up the rewards along a line and takes the
/// value at its end. Searches know evaluators only by this trait, so every evaluator works in every
/// search.
///
/// Every implementation adds plain `f64` in a fixed order, without fused operations or library
/// powers, so that an agent makes the same decisions on every machine.
pub trait Evaluator: Debug + Send + Sync {
    /// What the placement earns.
    fn reward(&self, outcome: &Outcome) -> f64;

    /// What the position is worth from here on.
    fn value(&self, rules: &Ruleset, position: &Position) -> f64;

    /// The same after placing this piece, which may have weights of its own.
    fn value_after(&self, rules: &Ruleset, position: &Position, _piece: Piece) -> f64 {
        self.value(rules, position)
    }

    /// The value of topping out: less than any position.
    fn lost(&self, rules: &Ruleset) -> f64;

    /// Each term of [`Evaluator::reward`] with its share.
    fn reward_terms(&self, outcome: &Outcome, each: Terms);

    /// Each term of [`Evaluator::value`] with its share.
    fn value_terms(&self, rules: &Ruleset, position: &Position, each: Terms);

    /// Each term of a position's static evaluation, with its share.
    ///
    /// The same as [`Evaluator::value_terms`] unless everything counts for the placement.
    fn standing_terms(&self, rules: &Ruleset, position: &Position, each: Terms) {
        self.value_terms(rules, position, each);
    }

    /// Whether its own unit is a cost, where lower is better; scores are then negated costs.
    fn is_cost(&self) -> bool {
        false
    }

    /// The average over the pieces that may come, given the sum of their scores.
    fn average(&self, sum: f64, count: u32) -> f64 {
        sum / count as f64
    }

    /// Whether it uses the key presses of a placement ([`Outcome::keys`]), which take time to
    /// count.
    fn counts_keys(&self) -> bool {
        false
    }

    /// Adjusts the value a search found for a placement at the root.
    fn at_root(&self, _outcome: &Outcome, value: f64) -> f64 {
        value
    }

    /// Whether [`Evaluator::at_root`] may change anything for a placement on this board.
    fn changes_root(&self, _board: &Board, _rules: &Ruleset) -> bool {
        false
    }

    /// The evaluator as a weighted sum, if it is one: the kernel computes such a sum for all
    /// placements of a piece together.
    fn as_linear(&self) -> Option<&Linear> {
        None
    }

    /// The best hard drop of a piece by [`Evaluator::value`] alone, if there is a faster way than
    /// evaluating each.
    fn best_drop(&self, _rules: &Ruleset, _board: &Board, _piece: Piece) -> Option<BestDrop> {
        None
    }

    /// Both parts, whether or not the placement tops out.
    fn score(&self, outcome: &Outcome) -> f64 {
        self.reward(outcome) + self.value(outcome.rules, &outcome.position())
    }

    /// Both parts, or what topping out is worth if the placement does.
    fn verdict(&self, outcome: &Outcome) -> f64 {
        if outcome.is_lost() { self.lost(outcome.rules) } else { self.score(outcome) }
    }
}

/// Receives a term's name and its share of a score.
pub type Terms<'a> = &'a mut dyn FnMut(&'static str, f64);

/// The best hard drop of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestDrop {
    /// The placement; of equals the first by [`contour::order`].
    pub placement: Placement,
    /// The value of the board it leaves.
    pub score: f64,
    /// How many drops there are.
    pub count: u32,
}

/// Shares of a score by name of term, in order of first appearance.
#[derive(Clone, Debug, Default)]
pub struct Shares(Vec<(&'static str, f64)>);

impl Shares {
    /// Those of one placement, or of topping out.
    pub fn of(evaluator: &dyn Evaluator, outcome: &Outcome) -> Shares {
        if !outcome.is_lost() {
            return Shares::of_score(evaluator, outcome);
        }
        Shares(vec![("lost", evaluator.lost(outcome.rules))])
    }

    /// Those of [`Evaluator::score`].
    pub fn of_score(evaluator: &dyn Evaluator, outcome: &Outcome) -> Shares {
        let mut shares = Shares::default();
        evaluator.reward_terms(outcome, &mut |name, share| shares.add(name, share));
        let after = outcome.position();
        evaluator.value_terms(outcome.rules, &after, &mut |name, share| shares.add(name, share));
        shares
    }

    /// Adds to a term's share.
    pub fn add(&mut self, name: &'static str, share: f64) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 += share,
            None => self.0.push((name, share)),
        }
    }

    /// The shares in order.
    pub fn into_reasons(self) -> Vec<(&'static str, f64)> {
        self.0
    }
}

impl dyn Evaluator + '_ {
    /// The value of a board alone, with nothing on hold.
    pub fn board_value(&self, rules: &Ruleset, board: &Board) -> f64 {
        self.value(rules, &Position::new(&on_board(rules, board)))
    }

    /// The same after this piece was placed.
    pub fn board_value_after(&self, rules: &Ruleset, board: &Board, piece: Piece) -> f64 {
        self.value_after(rules, &Position::new(&on_board(rules, board)), piece)
    }
}

/// A position with nothing but a board.
pub fn on_board(rules: &Ruleset, board: &Board) -> State {
    State { board: *board, ..State::new(rules, []) }
}
