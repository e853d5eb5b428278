//! Evaluators as they stand in agent files, and the numbers in them that can be learned.

use std::{fmt::Debug, sync::Arc};

use thiserror::Error;

use super::{Evaluator, Weights};
use minolab_rules::Piece;

/// Numbers that make no evaluator.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvaluatorError {
    /// A list without a value.
    #[error("{0} has no values, expected at least one")]
    Empty(&'static str),
    /// A number that is too large, or none at all.
    #[error("{field} has {found}, expected a number between {least} and {most}")]
    Number {
        /// Where.
        field: &'static str,
        /// What stood there.
        found: String,
        /// The least that may stand there.
        least: i32,
        /// The most that may stand there.
        most: i32,
    },
}

/// What an agent file says about its evaluator, as its kind understands it.
pub trait EvaluatorFile: Clone + Debug + PartialEq {
    /// Whether it reads the sections `[weights]` and `[weights_for]`.
    const HAS_WEIGHTS: bool = false;

    /// Says what is wrong with it.
    fn check(&self) -> Result<(), EvaluatorError> {
        Ok(())
    }

    /// The evaluator it describes; `pieces` have weights of their own in place of some.
    fn build(&self, weights: &Weights, pieces: &[(Piece, Weights)]) -> Arc<dyn Evaluator>;

    /// Hands over every number that can be learned, with its name.
    fn numbers(&mut self, each: &mut dyn FnMut(&str, Number));
}

/// A number of a file that can be read and set.
pub enum Number<'a> {
    /// Any number.
    Real(&'a mut f64),
    /// A whole one.
    Whole(&'a mut i32),
    /// A whole one that cannot be negative.
    Count(&'a mut u32),
}

impl Number<'_> {
    /// What it is.
    pub fn get(&self) -> f64 {
        match self {
            Number::Real(number) => **number,
            Number::Whole(number) => **number as f64,
            Number::Count(number) => **number as f64,
        }
    }

    /// Makes it this, or the nearest that it can be.
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
        /// How an agent evaluates.
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

            /// Says what is wrong with it.
            pub fn check(&self) -> Result<(), EvaluatorError> {
                match self {
                    $(EvaluatorSettings::$variant(file) => file.check(),)+
                }
            }

            /// The evaluator; `pieces` have weights of their own in place of some.
            pub fn build(
                &self,
                weights: &Weights,
                pieces: &[(Piece, Weights)],
            ) -> Arc<dyn Evaluator> {
                match self {
                    $(EvaluatorSettings::$variant(file) => file.build(weights, pieces),)+
                }
            }

            /// Hands over every number that can be learned, with its name.
            pub fn numbers(&mut self, each: &mut dyn FnMut(&str, Number)) {
                match self {
                    $(EvaluatorSettings::$variant(file) => file.numbers(each),)+
                }
            }
        }
    };
}

pub(super) use evaluators;
