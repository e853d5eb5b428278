//! `Replay`.

use std::{path::PathBuf, sync::Arc};

use minolab_arena::{replace_file, replay};
use minolab_study::film::{Film, Look, svg, write_gif};
use pyo3::{prelude::*, types::PyBytes, types::PyType};

use crate::{
    error::{value, whole},
    placement::Placement,
    rules::Ruleset,
    state::State,
};

/// One player's game: enough to rebuild everything.
#[pyclass(frozen, eq, module = "minolab")]
#[derive(Clone, PartialEq)]
pub struct Replay(pub replay::Replay);

#[pymethods]
impl Replay {
    /// Reads a file in any of the forms that `minolab replay` reads.
    #[new]
    fn new(path: PathBuf) -> PyResult<Replay> {
        minolab_study::read(&path).map(Replay).map_err(whole)
    }

    /// Reads the binary form.
    #[classmethod]
    fn from_bytes(_: &Bound<'_, PyType>, bytes: &[u8]) -> PyResult<Replay> {
        replay::Replay::from_bytes(bytes).map(Replay).map_err(whole)
    }

    /// Writes the binary form, `.mino`.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.to_bytes().map_err(whole)?))
    }

    /// Writes a `.mino` file, whole or not at all.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        replace_file(&path, &self.0.to_bytes().map_err(whole)?)?;
        Ok(())
    }

    /// Rebuilds the game by the rules; raises ValueError if it is not what it says.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.0.verify()).map(|_| ()).map_err(whole)
    }

    #[getter]
    fn ruleset(&self) -> Ruleset {
        Ruleset(Arc::new(self.0.rules.clone()))
    }

    #[getter]
    fn agent(&self) -> &str {
        &self.0.agent
    }

    #[getter]
    fn mode(&self) -> String {
        self.0.mode.to_string()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.0.seed
    }

    #[getter]
    fn pieces(&self) -> u64 {
        self.0.result.totals.pieces
    }

    #[getter]
    fn lines(&self) -> u64 {
        self.0.result.totals.lines
    }

    #[getter]
    fn score(&self) -> u64 {
        self.0.result.totals.score
    }

    /// finished, topped-out or interrupted.
    #[getter]
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::json::to_python(py, &self.0.result.end)
    }

    /// Every choice, in order.
    #[getter]
    fn placements(&self) -> Vec<Placement> {
        self.0.choices().map(Placement).collect()
    }

    /// The position before each placement, and the last one.
    fn states(&self, py: Python<'_>) -> PyResult<Vec<State>> {
        let rules = Arc::new(self.0.rules.clone());
        let states = py.detach(|| {
            let mut states = Vec::new();
            let game = self.0.rebuild(|before, _, clear| {
                if clear.is_some() {
                    states.push(*before.state());
                }
            })?;
            states.push(*game.state());
            Ok(states)
        });
        let states = states.map_err(|error: replay::VerifyError| whole(error))?;
        Ok(states
            .into_iter()
            .map(|state| State { rules: Arc::clone(&rules), state: Box::new(state) })
            .collect())
    }

    /// The text form.
    fn to_text(&self) -> String {
        self.0.to_text()
    }

    /// The game as a fumen, a page per placement.
    #[pyo3(signature = (start=0, stop=None))]
    fn to_fumen(&self, start: usize, stop: Option<usize>) -> PyResult<String> {
        let stop = stop.unwrap_or(self.0.placements()).min(self.0.placements());
        self.0.to_fumen(start, stop).map_err(whole)?.to_text().map_err(value)
    }

    /// The position after so many placements as a drawing; the last one without a number.
    #[pyo3(signature = (at=None))]
    fn to_svg(&self, at: Option<usize>) -> PyResult<String> {
        let at = at.unwrap_or(self.0.events.len());
        let film = Film::new(&self.0, at, at).map_err(whole)?;
        Ok(svg(&film.stills, &Look::default()))
    }

    /// Writes a moving picture.
    #[pyo3(signature = (path, start=0, stop=None, speed=4.0))]
    fn save_gif(
        &self,
        py: Python<'_>,
        path: PathBuf,
        start: usize,
        stop: Option<usize>,
        speed: f64,
    ) -> PyResult<()> {
        if !(0.1..=50.0).contains(&speed) {
            return Err(value(format!(
                "speed is {speed}, expected 0.1 to 50 placements per second"
            )));
        }
        let count = self.0.events.len();
        let stop = stop.unwrap_or(count).min(count);
        let bytes = py.detach(|| -> Result<_, PyErr> {
            let film = Film::new(&self.0, start, stop).map_err(whole)?;
            let mut bytes = Vec::new();
            write_gif(&film, &Look { speed, ..Look::default() }, &mut bytes).map_err(value)?;
            Ok(bytes)
        })?;
        replace_file(&path, &bytes)?;
        Ok(())
    }

    fn _repr_html_(&self) -> PyResult<String> {
        Ok(format!("{}<p>{}</p>", self.to_svg(None)?, self.line()))
    }

    fn __len__(&self) -> usize {
        self.0.placements()
    }

    fn __hash__(&self) -> u64 {
        minolab_arena::checksum(self.0.to_text().as_bytes())
    }

    fn __repr__(&self) -> String {
        let last = self.0.rebuild(|_, _, _| ()).map(|game| game.state().board.to_string());
        let board = last.unwrap_or_else(|error| error.to_string());
        format!("<Replay of {}\n{board}>", self.line())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Replay>().getattr("from_bytes")?, (self.to_bytes(py)?,)))
    }
}

impl Replay {
    fn line(&self) -> String {
        let replay = &self.0;
        let totals = replay.result.totals;
        format!(
            "{}, rules {}, {}, seed {}: {} pieces, {} lines, {} points",
            replay.agent,
            replay.rules.name,
            replay.mode,
            replay.seed,
            totals.pieces,
            totals.lines,
            totals.score
        )
    }
}
