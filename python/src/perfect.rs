//! `perfect_clears`.

use minolab_engine::perfect::{Solver, Target};
use pyo3::prelude::*;

use crate::{error::whole, placement::Placement, state::State};

/// The placements that clear the board, of the lowest height that has any: each as a list. With a
/// height only of that one, and at most so many.
#[pyfunction]
#[pyo3(signature = (state, *, height=None, most=1000))]
pub fn perfect_clears(
    py: Python<'_>,
    state: &Bound<'_, State>,
    height: Option<usize>,
    most: usize,
) -> PyResult<Vec<Vec<Placement>>> {
    let State { rules, state } = state.get();
    let targets: Vec<Target> = match height {
        Some(height) => vec![Target::at(&state.board, height).map_err(whole)?],
        None => Target::possible(&state.board).collect(),
    };
    py.detach(|| {
        let mut solver = Solver::new(rules);
        let found = targets.into_iter().map(|target| solver.all(state, target, most).list);
        let solutions = found.into_iter().find(|list| !list.is_empty()).unwrap_or_default();
        let placements = |choices: Vec<_>| choices.into_iter().map(Placement).collect();
        Ok(solutions.into_iter().map(placements).collect())
    })
}
