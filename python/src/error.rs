//! Errors of the crates as Python's.

use std::fmt::Display;

use pyo3::{PyErr, exceptions::PyValueError};

/// A bad argument: what was found and what was expected are in the message.
pub fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An error with all its causes.
pub fn whole(error: impl std::error::Error) -> PyErr {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        // Some say what their cause says.
        if !text.contains(&more) {
            text.push_str(": ");
            text.push_str(&more);
        }
        cause = error.source();
    }
    PyValueError::new_err(text)
}
