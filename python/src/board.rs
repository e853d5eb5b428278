//! `Board`.

use std::hash::{DefaultHasher, Hash, Hasher};

use minolab_rules::Setup;
use pyo3::{exceptions::PyIndexError, prelude::*};

use crate::error::value;

/// Which cells are filled.
#[pyclass(frozen, eq, hash, module = "minolab")]
#[derive(Clone, PartialEq, Hash)]
// In a box: Python allocates its objects less aligned than a board is.
pub struct Board(pub Box<minolab_rules::Board>);

/// A number for what Python keeps in sets.
pub fn hashed(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (text="10"))]
    fn new(text: &str) -> PyResult<Board> {
        Setup::from_any(text).map(|setup| Board(Box::new(setup.board))).map_err(value)
    }

    /// Columns.
    #[getter]
    fn width(&self) -> usize {
        self.0.width()
    }

    /// One past the highest row with a filled cell.
    #[getter]
    fn top(&self) -> usize {
        self.0.top()
    }

    /// How many cells are filled.
    #[getter]
    fn cells(&self) -> u32 {
        self.0.cells()
    }

    /// Each row's filled cells as bits, bit x for column x, the lowest row first.
    #[getter]
    fn rows(&self) -> Vec<u16> {
        (0..self.0.top()).map(|y| self.0.row(y)).collect()
    }

    /// The height of each column.
    #[getter]
    fn heights(&self) -> Vec<usize> {
        (0..self.0.width()).map(|x| self.0.column_height(x)).collect()
    }

    fn __getitem__(&self, cell: (usize, usize)) -> PyResult<bool> {
        let (x, y) = cell;
        if x < self.0.width() && y < minolab_rules::ROWS {
            return Ok(self.0.row(y) >> x & 1 == 1);
        }
        Err(PyIndexError::new_err(format!("cell {x},{y} of a board {} wide", self.0.width())))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Board {} wide\n{}>", self.0.width(), self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }

    fn _repr_html_(&self) -> String {
        let state = Setup::new(*self.0);
        crate::state::drawing(&state, self.0.top().max(4), |x, y| {
            (self.0.row(y) >> x & 1 == 1).then_some(minolab_rules::Cell::Garbage)
        })
    }
}
