//! Features times weights.

use minolab_rules::{Board, Piece, Ruleset};
use serde::{Deserialize, Serialize};

use crate::features::{Survey, Values};
use crate::{Evaluate, Feature, Outcome, Subject, Weights, WellCosts};

/// A weighted sum of features.
///
/// Single pieces may have weights of their own: the action of a placement then holds what
/// they change about the position too, so that action and board still add up to the score.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    placement: Vec<(Feature, f64)>,
    position: Vec<(Feature, f64)>,
    weights: Weights,
    pieces: Vec<(Piece, Linear)>,
    survey: Survey,
    settings: LinearSettings,
}

/// What else there is to say about a weighted sum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LinearSettings {
    /// The board that features of the position are measured on.
    pub board: Measured,
    /// What is done to the sum after each term.
    pub rounding: Rounding,
    /// What the sum is multiplied by in the end.
    pub scale: f64,
    /// What a lost game is worth.
    pub lost: f64,
    /// What wells cost in `wells_nonlinear`.
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
    /// With the piece on it and full rows still standing. Everything then belongs to the
    /// placement.
    Landed,
}

/// What is done to the sum after each term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// Nothing.
    #[default]
    None,
    /// Cut off after the point, towards zero.
    Truncate,
}

impl Linear {
    /// The sum with these weights, and with those of single pieces in place of some of them.
    pub fn new(weights: Weights, pieces: &[(Piece, Weights)], settings: LinearSettings) -> Linear {
        let of = |subject| -> Vec<(Feature, f64)> {
            let terms = weights.as_slice().iter().copied();
            terms.filter(|(feature, _)| feature.subject() == subject).collect()
        };
        let position = of(Subject::Position);
        let survey = Survey::new(position.iter().map(|&(feature, _)| feature), settings.wells);
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

    /// Whether single pieces have weights of their own.
    pub fn has_exceptions(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// What else was said about the sum.
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
    fn position(&self, board: &Board, rules: &Ruleset) -> f64 {
        let mut values: Values = [0.0; Feature::ALL.len()];
        self.survey.measure(board, rules, &mut values);
        self.sum(&self.position, |feature| values[feature.index()])
    }

    /// The sum without exceptions for pieces.
    #[inline]
    fn plain_action(&self, outcome: &Outcome) -> f64 {
        let action = self.sum(&self.placement, |feature| feature.of_placement(outcome));
        match self.settings.board {
            Measured::Cleared => action,
            Measured::Landed => action + self.position(&outcome.landed(), outcome.rules),
        }
    }

    /// The sum in the order of the agent file, terms of placement and position as they come:
    /// what an original adds up, to the last bit.
    pub fn in_order(&self, outcome: &Outcome) -> f64 {
        let own = self.of_piece(outcome.placement.piece).unwrap_or(self);
        let board = match self.settings.board {
            Measured::Cleared => outcome.after,
            Measured::Landed => outcome.landed(),
        };
        let mut values: Values = [0.0; Feature::ALL.len()];
        own.survey.measure(&board, outcome.rules, &mut values);
        own.sum(own.weights.as_slice(), |feature| match feature.subject() {
            Subject::Placement => feature.of_placement(outcome),
            Subject::Position => values[feature.index()],
        })
    }

    #[inline]
    fn of_piece(&self, piece: Piece) -> Option<&Linear> {
        self.pieces.iter().find(|(other, _)| *other == piece).map(|(_, linear)| linear)
    }
}

impl Evaluate for Linear {
    #[inline]
    fn action(&self, outcome: &Outcome) -> f64 {
        match self.of_piece(outcome.placement.piece) {
            None => self.plain_action(outcome),
            Some(own) => {
                let position = own.board(&outcome.after, outcome.rules)
                    - self.board(&outcome.after, outcome.rules);
                own.plain_action(outcome) + position
            }
        }
    }

    #[inline]
    fn board(&self, board: &Board, rules: &Ruleset) -> f64 {
        match self.settings.board {
            Measured::Cleared => self.position(board, rules),
            Measured::Landed => 0.0,
        }
    }

    #[inline]
    fn lost(&self, _: &Ruleset) -> f64 {
        self.settings.lost
    }

    fn reasons(&self, outcome: &Outcome) -> Vec<(&'static str, f64)> {
        let own = self.of_piece(outcome.placement.piece).unwrap_or(self);
        let board = match self.settings.board {
            Measured::Cleared => outcome.after,
            Measured::Landed => outcome.landed(),
        };
        let share = |&(feature, weight): &(Feature, f64)| {
            let measured = match feature.subject() {
                Subject::Placement => feature.of_placement(outcome),
                Subject::Position => {
                    feature.of_position(&board, outcome.rules, &self.settings.wells)
                }
            };
            (feature.name(), weight * measured * self.settings.scale)
        };
        own.weights.as_slice().iter().map(share).collect()
    }
}
