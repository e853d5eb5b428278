//! `Ruleset`.

use std::{fs, sync::Arc};

use minolab_agents::catalog::{CatalogItem, Source};
use pyo3::{prelude::*, types::PyType};

use crate::error::whole;

/// Everything that is a rule, as data.
#[pyclass(frozen, eq, module = "minolab")]
#[derive(Clone, PartialEq)]
pub struct Ruleset(pub Arc<minolab_rules::Ruleset>);

/// What a name stands for: what is shipped, or a file.
pub fn named<T: CatalogItem>(name: &str) -> PyResult<T> {
    let read = |path: &str| match fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        read => Some(read),
    };
    Source::Files(&read).named(name).map_err(whole)
}

/// A ruleset or what names one.
#[derive(FromPyObject)]
pub enum RulesetLike<'py> {
    Whole(Bound<'py, Ruleset>),
    Name(String),
}

impl RulesetLike<'_> {
    pub fn get(&self) -> PyResult<Arc<minolab_rules::Ruleset>> {
        match self {
            RulesetLike::Whole(rules) => Ok(Arc::clone(&rules.get().0)),
            RulesetLike::Name(name) => named(name).map(Arc::new),
        }
    }
}

#[pymethods]
impl Ruleset {
    #[new]
    #[pyo3(signature = (name, *, board=None, previews=None))]
    fn new(name: &str, board: Option<(usize, usize)>, previews: Option<u8>) -> PyResult<Ruleset> {
        let mut rules: minolab_rules::Ruleset = named(name)?;
        if let Some((width, height)) = board {
            rules = rules.with_size(width, height).map_err(whole)?;
        }
        rules.previews = previews.unwrap_or(rules.previews);
        // Read again: a number that was changed may not fit the rest.
        Ruleset::read(&rules.to_toml())
    }

    /// The same rules on another board.
    fn with_board(&self, width: usize, height: usize) -> PyResult<Ruleset> {
        let rules =
            minolab_rules::Ruleset::clone(&self.0).with_size(width, height).map_err(whole)?;
        Ok(Ruleset(Arc::new(rules)))
    }

    /// The rulesets that are shipped.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        minolab_rules::shipped::all().iter().map(|rules| rules.name.as_str()).collect()
    }

    /// Reads a ruleset file's text.
    #[classmethod]
    fn from_toml(_: &Bound<'_, PyType>, text: &str) -> PyResult<Ruleset> {
        Ruleset::read(text)
    }

    /// Writes a ruleset file.
    fn to_toml(&self) -> String {
        self.0.to_toml()
    }

    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    #[getter]
    fn description(&self) -> &str {
        &self.0.description
    }

    #[getter]
    fn width(&self) -> u8 {
        self.0.width
    }

    #[getter]
    fn height(&self) -> u8 {
        self.0.height
    }

    #[getter]
    fn previews(&self) -> u8 {
        self.0.previews
    }

    #[getter]
    fn hold(&self) -> bool {
        self.0.hold
    }

    fn __hash__(&self) -> u64 {
        minolab_arena::checksum(self.0.to_toml().as_bytes())
    }

    fn __repr__(&self) -> String {
        let rules = &self.0;
        format!(
            "<Ruleset {}: {}x{}, {} previews>",
            rules.name, rules.width, rules.height, rules.previews
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Ruleset>().getattr("from_toml")?, (self.to_toml(),)))
    }
}

impl Ruleset {
    fn read(text: &str) -> PyResult<Ruleset> {
        let rules = minolab_rules::Ruleset::from_toml(text).map_err(whole)?;
        Ok(Ruleset(Arc::new(rules)))
    }
}
