//! `Placement` and `Clear`.

use minolab_rules::{Choice, Piece};
use pyo3::prelude::*;

use crate::error::value;

/// Where a piece comes to rest, after a hold or without.
#[pyclass(frozen, eq, ord, hash, module = "minolab")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement(pub Choice);

#[pymethods]
impl Placement {
    #[new]
    fn new(text: &str) -> PyResult<Placement> {
        text.parse().map(Placement).map_err(value)
    }

    /// The piece's letter.
    #[getter]
    fn piece(&self) -> char {
        self.0.placement.piece.letter()
    }

    /// Which way it faces: N, E, S or W.
    #[getter]
    fn rotation(&self) -> char {
        self.0.placement.rotation.letter()
    }

    /// The centre's column.
    #[getter]
    fn x(&self) -> i8 {
        self.0.placement.x
    }

    /// The centre's row.
    #[getter]
    fn y(&self) -> i8 {
        self.0.placement.y
    }

    /// none, mini or full.
    #[getter]
    fn spin(&self) -> &'static str {
        self.0.placement.spin.name()
    }

    /// Whether hold comes first.
    #[getter]
    fn hold(&self) -> bool {
        self.0.hold
    }

    /// The four cells it covers, as (x, y).
    #[getter]
    fn cells(&self) -> Vec<(i8, i8)> {
        self.0.placement.falling().cells().to_vec()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Placement('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// What one placement cleared and earned.
#[pyclass(frozen, eq, get_all, module = "minolab")]
#[derive(Clone, Copy, PartialEq)]
pub struct Clear {
    lines: u8,
    spin: &'static str,
    combo: u8,
    back_to_back: bool,
    all_clear: bool,
    points: u32,
}

impl From<minolab_rules::Clear> for Clear {
    fn from(clear: minolab_rules::Clear) -> Clear {
        let minolab_rules::Clear { lines, spin, combo, back_to_back, all_clear, points, .. } =
            clear;
        Clear { lines, spin: spin.name(), combo, back_to_back, all_clear, points }
    }
}

#[pymethods]
impl Clear {
    fn __repr__(&self) -> String {
        let Clear { lines, spin, combo, back_to_back, all_clear, points } = self;
        let truth = |yes: &bool| if *yes { "True" } else { "False" };
        format!(
            "Clear(lines={lines}, spin='{spin}', combo={combo}, back_to_back={}, all_clear={}, points={points})",
            truth(back_to_back),
            truth(all_clear)
        )
    }
}

/// Reads a piece's letter.
pub fn piece(letter: &str) -> PyResult<Piece> {
    let mut letters = letter.chars();
    match (letters.next().and_then(Piece::from_char), letters.next()) {
        (Some(piece), None) => Ok(piece),
        _ => Err(value(format!("{letter:?} is no piece, expected one of I O T L J S Z"))),
    }
}
