//! Static evaluation of a position, term by term.

use minolab_rules::Ruleset;

use super::{Evaluator, Shares};
use crate::{Feature, Position, View};

/// The static evaluation of a position, in the agent's own unit and sign.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The sum of the terms.
    pub value: f64,
    /// Whether lower is better: the agent computes costs.
    pub is_cost: bool,
    /// In the order in which the evaluator adds them.
    pub terms: Vec<Term>,
}

/// One term of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The feature's name, or what the evaluator calls it.
    pub name: &'static str,
    /// What was measured, where the term is a feature times a weight.
    pub measured: Option<f64>,
    /// What it adds to the value.
    pub share: f64,
}

impl Evaluation {
    /// Evaluates a position without placing anything.
    pub fn new(evaluator: &dyn Evaluator, rules: &Ruleset, position: &Position) -> Evaluation {
        let mut shares = Shares::default();
        evaluator.standing_terms(rules, position, &mut |name, share| shares.add(name, share));
        let is_cost = evaluator.is_cost();
        let measured = |name| {
            let linear = evaluator.as_linear()?;
            let view = View::new(rules, position, &linear.settings().wells);
            Feature::from_name(name).map(|feature| feature.of_position(&view))
        };
        let term = |(name, share): (&'static str, f64)| {
            // Adding 0 makes a negative zero a plain one.
            let share = if is_cost { -share } else { share } + 0.0;
            Term { name, measured: measured(name), share }
        };
        let terms: Vec<Term> = shares.into_reasons().into_iter().map(term).collect();
        Evaluation { value: terms.iter().map(|term| term.share).sum(), is_cost, terms }
    }
}
