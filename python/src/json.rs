//! Results as plain Python values.

use pyo3::prelude::*;
use serde::Serialize;

use crate::error::value;

/// Dictionaries, lists, numbers and text.
pub fn to_python<'py>(py: Python<'py>, found: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(found).map_err(value)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// What a dictionary holds, as a type of ours reads it.
pub fn from_python<T: serde::de::DeserializeOwned>(found: &Bound<'_, PyAny>) -> PyResult<T> {
    let text: String = found.py().import("json")?.call_method1("dumps", (found,))?.extract()?;
    serde_json::from_str(&text).map_err(value)
}
