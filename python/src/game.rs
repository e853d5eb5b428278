//! `Game`.

use std::sync::Arc;

use minolab_arena::{Goal, replay::Replay as Record};
use minolab_rules::Mode;
use pyo3::prelude::*;

use crate::{
    error::value,
    placement::{Clear, Placement},
    replay::Replay,
    rules::RulesetLike,
    state::State,
};

/// A position with the pieces that nobody has seen yet, from a seed.
#[pyclass(module = "minolab")]
pub struct Game {
    rules: Arc<minolab_rules::Ruleset>,
    mode: Mode,
    // In a box: Python allocates its objects less aligned than a board is.
    game: Box<minolab_rules::Game>,
    record: Record,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (ruleset, seed, mode="marathon"))]
    fn new(ruleset: RulesetLike<'_>, seed: u64, mode: &str) -> PyResult<Game> {
        let rules = ruleset.get()?;
        let mode: Mode = mode.parse().map_err(value)?;
        let game = minolab_rules::Game::new(Arc::clone(&rules), seed);
        let record = Record::new(&game, "python", mode);
        Ok(Game { rules, mode, game: Box::new(game), record })
    }

    /// The position.
    #[getter]
    fn state(&self) -> State {
        State { rules: Arc::clone(&self.rules), state: Box::new(*self.game.state()) }
    }

    /// Plays a placement; the pieces hidden so far move up.
    fn play(&mut self, placement: &Bound<'_, Placement>) -> PyResult<Clear> {
        if self.over() {
            return Err(value("the game is over"));
        }
        let choice = placement.get().0;
        let clear = self.game.play(choice).map_err(value)?;
        self.record.push(choice);
        Ok(clear.into())
    }

    /// Whether it was lost or its mode's goal was reached.
    #[getter]
    fn over(&self) -> bool {
        let is_lost = self.game.state().over.is_some();
        is_lost || Goal::from(self.mode).is_reached(&self.game.totals())
    }

    #[getter]
    fn pieces(&self) -> u64 {
        self.game.totals().pieces
    }

    #[getter]
    fn lines(&self) -> u64 {
        self.game.totals().lines
    }

    #[getter]
    fn score(&self) -> u64 {
        self.game.totals().score
    }

    /// The game so far.
    fn replay(&self) -> Replay {
        let mut record = self.record.clone();
        record.set_result(&self.game);
        Replay(record)
    }

    fn __repr__(&self) -> String {
        let totals = self.game.totals();
        let State { rules, .. } = self.state();
        format!(
            "<Game {} seed {}: {} pieces, {} lines, {} points\n{}>",
            rules.name,
            self.game.seed(),
            totals.pieces,
            totals.lines,
            totals.score,
            self.game.state().board
        )
    }
}
