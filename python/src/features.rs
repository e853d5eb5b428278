//! `features`: many boards measured at once.

use std::sync::Arc;

use minolab_engine::Feature;
use minolab_gym::Measures;
use minolab_rules::{Board, Setup, State};
use pyo3::{buffer::PyBuffer, prelude::*};

use crate::{
    buffers::slice_mut,
    error::{value, whole},
    rules::RulesetLike,
};

/// Every feature with its unit and what it measures.
#[pyfunction]
pub fn feature_names() -> Vec<(&'static str, &'static str, &'static str)> {
    Feature::ALL.into_iter().map(|f| (f.name(), f.unit(), f.description())).collect()
}

/// The features of these names.
pub fn named(names: &[String]) -> PyResult<Vec<Feature>> {
    let feature = |name: &String| {
        Feature::from_name(name).ok_or_else(|| {
            let near = minolab_agents::near(name, Feature::ALL.map(Feature::name));
            let expected = match near.is_empty() {
                true => "one of minolab.feature_names()".to_string(),
                false => near.join(" or "),
            };
            value(format!("no feature {name:?}, expected {expected}"))
        })
    };
    names.iter().map(feature).collect()
}

/// Measures boards given as rows of bits, lowest first, into a table with a row for each.
#[pyfunction]
pub fn features(
    py: Python<'_>,
    ruleset: RulesetLike<'_>,
    boards: PyBuffer<u16>,
    rows: usize,
    names: Vec<String>,
    out: PyBuffer<f32>,
) -> PyResult<()> {
    let rules = ruleset.get()?;
    let measures = Measures::new(&named(&names)?);
    let count = boards.item_count().checked_div(rows).unwrap_or(0);
    if rows > minolab_rules::ROWS || boards.item_count() != count * rows {
        return Err(value(format!(
            "boards of {rows} rows, expected at most {}",
            minolab_rules::ROWS
        )));
    }
    if out.item_count() != count * measures.len() {
        return Err(value("out has another size than boards times features"));
    }
    let boards: Vec<u16> = boards.to_vec(py)?;
    // SAFETY: nobody else has it before this returns: Python made it for this call.
    let out = unsafe { slice_mut(&out)? };
    py.detach(|| {
        let rules = Arc::clone(&rules);
        for (board, row) in boards.chunks(rows.max(1)).zip(out.chunks_mut(measures.len().max(1))) {
            let state = position(&rules, board).map_err(whole)?;
            measures.position(&rules, &state, row);
        }
        Ok(())
    })
}

/// The position of a board alone.
fn position(
    rules: &minolab_rules::Ruleset,
    rows: &[u16],
) -> Result<State, minolab_rules::SetupError> {
    let mut board = Board::empty(rules.width as usize);
    for (y, &cells) in rows.iter().enumerate().filter(|(_, cells)| **cells != 0) {
        board.set_row(y, cells);
    }
    State::from_setup(rules, Setup::new(board))
}
