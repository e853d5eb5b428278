//! What can be wrong with an agent file.

use minolab_engine::{eval::EvaluatorError, search::SearchError};
use minolab_rules::ParseModeError;
use thiserror::Error;

/// An agent file or a setting that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentError {
    /// Not the TOML an agent is written in.
    #[error("not an agent: {0}")]
    Toml(String),
    /// Numbers that make no evaluator.
    #[error("evaluator: {0}")]
    Evaluator(#[from] EvaluatorError),
    /// Settings that no search follows.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Weights that the evaluator would not read.
    #[error(
        "[{section}] is for evaluator kind linear, found kind {kind}: its numbers stand under \
         [evaluator]"
    )]
    Weights {
        /// Where they stand.
        section: &'static str,
        /// What evaluates.
        kind: &'static str,
    },
    /// Numbers that would be kept and never read.
    #[error("{agent}: {what} would change nothing: {why}")]
    Unread {
        /// Whose.
        agent: String,
        /// Their name.
        what: String,
        /// Why, and what would be read.
        why: String,
    },
    /// A number that is none, or not of its kind.
    #[error("{name} is {found:?}, expected {expected}")]
    Number {
        /// Which.
        name: String,
        /// What was given.
        found: String,
        /// What it must be.
        expected: &'static str,
    },
    /// A mode that does not exist.
    #[error("mode: {0}")]
    Mode(#[from] ParseModeError),
    /// A setting that nothing is called.
    #[error("{agent} has no setting {found:?}, expected {expected}")]
    Setting {
        /// What was asked for.
        found: String,
        /// Whose setting it would be.
        agent: String,
        /// The nearest names there are, or what names look like.
        expected: String,
    },
}
