//! Errors of agent files.

use minolab_engine::{eval::EvaluatorError, search::SearchError};
use minolab_rules::ParseModeError;
use thiserror::Error;

/// An agent file or a setting that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentError {
    /// Not the TOML an agent is written in.
    #[error("not an agent: {0}")]
    Toml(String),
    /// Invalid numbers of the evaluator.
    #[error("evaluator: {0}")]
    Evaluator(#[from] EvaluatorError),
    /// Invalid settings of the search.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Weights that the evaluator would not read.
    #[error(
        "[{section}] is for evaluator kind linear, found kind {kind}: its numbers stand under \
         [evaluator]"
    )]
    Weights {
        /// The section they are in.
        section: &'static str,
        /// The kind of evaluator.
        kind: &'static str,
    },
    /// Numbers that would never be read.
    #[error("{agent}: {what} would change nothing: {why}")]
    Unread {
        /// The agent's name.
        agent: String,
        /// Their name.
        what: String,
        /// Why, and what would be read instead.
        why: String,
    },
    /// A value that is not a number, or not of the right kind.
    #[error("{name} is {found:?}, expected {expected}")]
    Number {
        /// Its name.
        name: String,
        /// What was given.
        found: String,
        /// What it must be.
        expected: &'static str,
    },
    /// A mode that does not exist.
    #[error("mode: {0}")]
    Mode(#[from] ParseModeError),
    /// An unknown setting.
    #[error("{agent} has no setting {found:?}, expected {expected}")]
    Setting {
        /// The setting asked for.
        found: String,
        /// The agent's name.
        agent: String,
        /// Similar names, or what names look like.
        expected: String,
    },
}
