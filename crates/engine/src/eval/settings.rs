//! Evaluators as in agent files, and their trainable numbers.

use std::{fmt::Debug, sync::Arc};

use thiserror::Error;

use super::{Evaluator, Weights};
use minolab_rules::Piece;

/// Invalid numbers for an evaluator.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvaluatorError {
    /// An empty list.
    #[error("{0} has no values, expected at least one")]
    Empty(&'static str),
    /// A number that is out of bounds, or not a number.
    #[error("{field} has {found}, expected a number between {least} and {most}")]
    Number {
        /// Where.
        field: &'static str,
        /// What was found.
        found: String,
        /// The least that is allowed.
        least: i32,
        /// The most that is allowed.
        most: i32,
    },
}

/// The evaluator's section of an agent file, for one kind of evaluator.
pub trait EvaluatorFile: Clone + Debug + PartialEq {
    /// Whether it reads the sections `[weights]` and `[weights_for]`.
    const HAS_WEIGHTS: bool = false;

    /// Checks it.
    fn check(&self) -> Result<(), EvaluatorError> {
        Ok(())
    }

    /// The evaluator it describes; `pieces` override weights for individual pieces.
    fn build(&self, weights: &Weights, pieces: &[(Piece, Weights)]) -> Arc<dyn Evaluator>;

    /// Passes on every trainable number, with its name.
    fn numbers(&mut self, each: &mut dyn FnMut(&str, Number));
}

/// A number of a file that can be read and set.
pub enum Number<'a> {
    /// Any number.
    Real(&'a mut f64),
    /// A whole number.
    Whole(&'a mut i32),
    /// A whole number that cannot be negative.
    Count(&'a mut u32),
}

impl Number<'_> {
    /// Its value.
    pub fn get(&self) -> f64 {
        match self {
            Number::Real(number) => **number,
            Number::Whole(number) => **number as f64,
            Number::Count(number) => **number as f64,
        }
    }

    /// Sets it to this value, or the nearest possible one.
    pub fn set(&mut self, value: f64) {
        match self {
            Number::Real(number) => **number = value,
            Number::Whole(number) => **number = value.round() as i32,
            Number::Count(number) => **number = value.round() as u32,
        }
    }
}

/// Declares the kinds of evaluator that an agent file can name.
macro_rules! evaluators {
    ($($(#[doc = $doc:literal])+ $variant:ident($file:ty) = $kind:literal;)+) => {
        /// An agent's evaluator.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum EvaluatorSettings {
            $($(#[doc = $doc])+ #[serde(rename = $kind)] $variant(Box<$file>),)+
        }

        impl EvaluatorSettings {
            /// The kind, as agent files name it.
            pub const fn kind(&self) -> &'static str {
                match self {
                    $(EvaluatorSettings::$variant(_) => $kind,)+
                }
            }

            /// Whether it reads the sections `[weights]` and `[weights_for]`.
            pub const fn has_weights(&self) -> bool {
                match self {
                    $(EvaluatorSettings::$variant(_) => <$file>::HAS_WEIGHTS,)+
                }
            }

            /// Checks it.
            pub fn check(&self) -> Result<(), EvaluatorError> {
                match self {
                    $(EvaluatorSettings::$variant(file) => file.check(),)+
                }
            }

            /// The evaluator; `pieces` override weights for individual pieces.
            pub fn build(
                &self,
                weights: &Weights,
                pieces: &[(Piece, Weights)],
            ) -> Arc<dyn Evaluator> {
                match self {
                    $(EvaluatorSettings::$variant(file) => file.build(weights, pieces),)+
                }
            }

            /// Passes on every trainable number, with its name.
            pub fn numbers(&mut self, each: &mut dyn FnMut(&str, Number)) {
                match self {
                    $(EvaluatorSettings::$variant(file) => file.numbers(each),)+
                }
            }
        }
    };
}

pub(super) use evaluators;
