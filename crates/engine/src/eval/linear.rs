//! Features times weights.

use std::sync::Arc;

use minolab_rules::{Piece, Ruleset, State};
use serde::{Deserialize, Serialize};

use super::{Evaluator, EvaluatorFile, Number, Terms, Weights};
use crate::{
    Outcome, Position,
    measure::{Feature, Subject, Survey, Values, View, WellCosts},
};

/// A weighted sum of features.
///
/// Individual pieces may have weights of their own: the reward of a placement then includes what
/// they change about the position's value, so that reward and value still add up to the score.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    placement: Vec<(Feature, f64)>,
    position: Vec<(Feature, f64)>,
    weights: Weights,
    pieces: Vec<(Piece, Linear)>,
    survey: Survey,
    settings: LinearSettings,
}

/// Further settings of a weighted sum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LinearSettings {
    /// The board that features of the position are measured on.
    pub board: Measured,
    /// How the sum is rounded after each term.
    pub rounding: Rounding,
    /// A factor for the final sum.
    pub scale: f64,
    /// The value of topping out.
    pub lost: f64,
    /// The costs of wells in `wells_nonlinear`.
    #[serde(skip_serializing_if = "is_usual")]
    pub wells: WellCosts,
}

fn is_usual(costs: &WellCosts) -> bool {
    *costs == WellCosts::default()
}

impl Default for LinearSettings {
    fn default() -> LinearSettings {
        LinearSettings {
            board: Measured::Cleared,
            rounding: Rounding::None,
            scale: 1.0,
            lost: -1e9,
            wells: WellCosts::default(),
        }
    }
}

/// The board that features of the position are measured on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measured {
    /// With full rows cleared.
    #[default]
    Cleared,
    /// With the piece on it and full rows not yet cleared. Everything then counts for the
    /// placement.
    Landed,
}

/// How the sum is rounded after each term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// Nothing.
    #[default]
    None,
    /// Truncated to whole numbers, towards zero.
    Truncate,
}

impl EvaluatorFile for LinearSettings {
    const HAS_WEIGHTS: bool = true;

    fn build(&self, weights: &Weights, pieces: &[(Piece, Weights)]) -> Arc<dyn Evaluator> {
        Arc::new(Linear::new(weights.clone(), pieces, *self))
    }

    fn numbers(&mut self, each: &mut dyn FnMut(&str, Number)) {
        each("scale", Number::Real(&mut self.scale));
        each("lost", Number::Real(&mut self.lost));
        let WellCosts { one, two, deep, row } = &mut self.wells;
        for (name, number) in [("wells.one", one), ("wells.two", two), ("wells.deep", deep)] {
            each(name, Number::Real(number));
        }
        for (index, number) in row.iter_mut().enumerate() {
            each(&format!("wells.row.{index}"), Number::Real(number));
        }
    }
}

impl Linear {
    /// The sum with these weights, some of them overridden for individual pieces.
    pub fn new(weights: Weights, pieces: &[(Piece, Weights)], settings: LinearSettings) -> Linear {
        let of = |subject| -> Vec<(Feature, f64)> {
            let terms = weights.as_slice().iter().copied();
            terms.filter(|(feature, _)| feature.subject() == subject).collect()
        };
        let position = of(Subject::Position);
        let survey = Survey::new(position.iter().map(|&(feature, _)| feature));
        let changed = pieces.iter().map(|(piece, changes)| {
            let mut own = weights.clone();
            changes.as_slice().iter().for_each(|&(feature, weight)| own.set(feature, weight));
            (*piece, Linear::new(own, &[], settings))
        });
        Linear {
            placement: of(Subject::Placement),
            position,
            survey,
            pieces: changed.collect(),
            settings,
            weights,
        }
    }

    /// The features and their weights, in the order of the agent file.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Whether individual pieces have weights of their own.
    pub fn has_exceptions(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// The further settings of the sum.
    pub fn settings(&self) -> &LinearSettings {
        &self.settings
    }

    #[inline]
    fn sum(&self, terms: &[(Feature, f64)], measure: impl Fn(Feature) -> f64) -> f64 {
        let sum = terms.iter().fold(0.0, |sum, &(feature, weight)| {
            let sum: f64 = sum + weight * measure(feature);
            match self.settings.rounding {
                Rounding::None => sum,
                Rounding::Truncate => sum.trunc(),
            }
        });
        sum * self.settings.scale
    }

    #[inline]
    fn position(&self, rules: &Ruleset, position: &Position) -> f64 {
        let view = View::new(rules, position, &self.settings.wells);
        let mut values = Values::default();
        self.survey.measure(&view, &mut values);
        self.sum(&self.position, |feature| surveyed(feature, &values, &view))
    }

    /// Passes on the position that features are measured on. Usually it is the one the placement
    /// leaves; only for `landed` must it be copied.
    #[inline]
    fn measured<T>(&self, outcome: &Outcome, measure: impl FnOnce(&Position) -> T) -> T {
        if self.settings.board == Measured::Cleared || outcome.lines() == 0 {
            return measure(&outcome.position());
        }
        let landed = State { board: outcome.landed(), ..outcome.after };
        measure(&Position { state: &landed, ..outcome.position() })
    }

    /// The sum without exceptions for pieces.
    #[inline]
    fn plain_reward(&self, outcome: &Outcome) -> f64 {
        let reward = self.sum(&self.placement, |feature| feature.of_placement(outcome));
        match self.settings.board {
            Measured::Cleared => reward,
            Measured::Landed => {
                self.measured(outcome, |position| reward + self.position(outcome.rules, position))
            }
        }
    }

    /// The sum in the order of the agent file, with terms of placement and position mixed: what the
    /// original adds up, to the last bit.
    pub fn in_order(&self, outcome: &Outcome) -> f64 {
        let own = self.of_piece(outcome.placement.piece).unwrap_or(self);
        self.measured(outcome, |position| {
            let view = View::new(outcome.rules, position, &self.settings.wells);
            let mut values = Values::default();
            own.survey.measure(&view, &mut values);
            own.sum(own.weights.as_slice(), |feature| match feature.subject() {
                Subject::Placement => feature.of_placement(outcome),
                Subject::Position => surveyed(feature, &values, &view),
            })
        })
    }

    /// The share of each feature of a position.
    fn position_terms(&self, rules: &Ruleset, position: &Position, each: Terms) {
        let view = View::new(rules, position, &self.settings.wells);
        // What rounding removes after a term is taken from that term, so that the shares add up.
        let mut sum = 0.0;
        for &(feature, weight) in &self.position {
            let share = weight * feature.of_position(&view);
            let share = match self.settings.rounding {
                Rounding::None => share,
                Rounding::Truncate => f64::trunc(sum + share) - sum,
            };
            sum += share;
            each(feature.name(), share * self.settings.scale);
        }
    }

    #[inline]
    fn of_piece(&self, piece: Piece) -> Option<&Linear> {
        self.pieces.iter().find(|(other, _)| *other == piece).map(|(_, linear)| linear)
    }
}

/// A feature's value from the survey, or else measured by itself.
#[inline]
fn surveyed(feature: Feature, values: &Values, view: &View) -> f64 {
    match values.get(feature.index()) {
        Some(&value) => value,
        None => feature.of_position(view),
    }
}

impl Evaluator for Linear {
    #[inline]
    fn reward(&self, outcome: &Outcome) -> f64 {
        match self.of_piece(outcome.placement.piece) {
            None => self.plain_reward(outcome),
            Some(own) => {
                let after = outcome.position();
                let position = own.value(outcome.rules, &after) - self.value(outcome.rules, &after);
                own.plain_reward(outcome) + position
            }
        }
    }

    #[inline]
    fn value(&self, rules: &Ruleset, position: &Position) -> f64 {
        match self.settings.board {
            Measured::Cleared => self.position(rules, position),
            Measured::Landed => 0.0,
        }
    }

    fn value_after(&self, rules: &Ruleset, position: &Position, piece: Piece) -> f64 {
        self.of_piece(piece).unwrap_or(self).value(rules, position)
    }

    #[inline]
    fn lost(&self, _: &Ruleset) -> f64 {
        self.settings.lost
    }

    fn reward_terms(&self, outcome: &Outcome, each: Terms) {
        let own = self.of_piece(outcome.placement.piece).unwrap_or(self);
        for &(feature, weight) in &own.placement {
            each(feature.name(), weight * feature.of_placement(outcome) * self.settings.scale);
        }
        self.measured(outcome, |position| {
            if self.settings.board == Measured::Landed {
                own.position_terms(outcome.rules, position, each);
            } else if !std::ptr::eq(own, self) {
                own.position_terms(outcome.rules, position, each);
                self.position_terms(outcome.rules, position, &mut |name, share| each(name, -share));
            }
        });
    }

    fn value_terms(&self, rules: &Ruleset, position: &Position, each: Terms) {
        if self.settings.board == Measured::Cleared {
            self.position_terms(rules, position, each);
        }
    }

    fn standing_terms(&self, rules: &Ruleset, position: &Position, each: Terms) {
        self.position_terms(rules, position, each);
    }

    fn counts_keys(&self) -> bool {
        let counts = |linear: &Linear| linear.weights.get(Feature::Keys).is_some();
        counts(self) || self.pieces.iter().any(|(_, linear)| counts(linear))
    }

    fn as_linear(&self) -> Option<&Linear> {
        Some(self)
    }
}
