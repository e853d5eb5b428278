//! `Environment`: a batch of games that writes into arrays of Python's.

use std::sync::Arc;

use minolab_gym::{ActionKind, Autoreset, Batch, Layout, Measures, Output, Rewards, Settings};
use minolab_rules::Handling;
use pyo3::{prelude::*, types::PyDict};

use crate::{
    buffers::Bound1,
    error::{value, whole},
    features,
    rules::RulesetLike,
    state::State,
};

/// The arrays that are written.
#[derive(Default)]
struct Arrays {
    planes: Bound1<u8>,
    rows: Bound1<u16>,
    pieces: Bound1<u8>,
    status: Bound1<u8>,
    vector: Bound1<u8>,
    features: Bound1<f32>,
    boards: Bound1<u8>,
    mask: Bound1<u8>,
    reward: Bound1<f64>,
    terminated: Bound1<u8>,
    truncated: Bound1<u8>,
    totals: Bound1<i64>,
}

impl Arrays {
    /// Binds an array by its name.
    fn bind(
        &mut self,
        name: &str,
        array: &Bound<'_, PyAny>,
        settings: &Settings,
        games: usize,
    ) -> PyResult<()> {
        let Layout { rows, planes, pieces, .. } = settings.layout;
        let cells = settings.layout.cells();
        let successors = match settings.task {
            ActionKind::Afterstate { most } => most,
            ActionKind::Placement | ActionKind::Keys { .. } => 1,
        };
        match name {
            "planes" => self.planes.bind(name, array, games * planes * cells),
            "rows" => self.rows.bind(name, array, games * planes * rows),
            "pieces" => self.pieces.bind(name, array, games * pieces),
            "status" => self.status.bind(name, array, games * Layout::STATUS),
            "vector" => self.vector.bind(name, array, games * settings.layout.vector()),
            "features" => {
                self.features.bind(name, array, games * successors * settings.measures.len())
            }
            "boards" if matches!(settings.task, ActionKind::Afterstate { .. }) => {
                self.boards.bind(name, array, games * successors * cells)
            }
            "mask" => self.mask.bind(name, array, games * settings.actions()),
            "reward" => self.reward.bind(name, array, games),
            "terminated" => self.terminated.bind(name, array, games),
            "truncated" => self.truncated.bind(name, array, games),
            "totals" => self.totals.bind(name, array, games * 4),
            _ => Err(value(format!("no array {name:?} is written by this environment"))),
        }
    }

    fn ranges(&self) -> impl Iterator<Item = (usize, usize)> {
        [
            self.planes.range(),
            self.rows.range(),
            self.pieces.range(),
            self.status.range(),
            self.vector.range(),
            self.features.range(),
            self.boards.range(),
            self.mask.range(),
            self.reward.range(),
            self.terminated.range(),
            self.truncated.range(),
            self.totals.range(),
        ]
        .into_iter()
        .flatten()
    }

    /// All of them.
    ///
    /// # Safety
    /// Nobody else may use their memory for as long as the output lasts.
    unsafe fn output(&mut self) -> Output<'_> {
        // SAFETY: the caller's; they do not overlap, which was checked when they were bound.
        unsafe {
            Output {
                planes: self.planes.slice(),
                rows: self.rows.slice(),
                pieces: self.pieces.slice(),
                status: self.status.slice(),
                vector: self.vector.slice(),
                features: self.features.slice(),
                boards: self.boards.slice(),
                mask: self.mask.slice(),
                reward: self.reward.slice(),
                terminated: self.terminated.slice(),
                truncated: self.truncated.slice(),
                totals: self.totals.slice(),
            }
        }
    }
}

/// Many games of one kind, stepped at once.
///
/// It writes into arrays bound beforehand. As with NumPy's own functions, nobody may write them
/// from another thread meanwhile.
#[pyclass(module = "minolab._core")]
pub struct Environment {
    batch: Batch,
    threads: usize,
    actions: Bound1<i64>,
    arrays: Arrays,
    finals: Arrays,
}

#[pymethods]
impl Environment {
    #[new]
    #[pyo3(signature = (
        ruleset, task, games, *, mode="marathon", features=Vec::new(), reward=None, max_steps=0,
        autoreset="next", most=None, ticks=16, threads=1
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        ruleset: RulesetLike<'_>,
        task: &str,
        games: usize,
        mode: &str,
        features: Vec<String>,
        reward: Option<&Bound<'_, PyAny>>,
        max_steps: u64,
        autoreset: &str,
        most: Option<usize>,
        ticks: u32,
        threads: usize,
    ) -> PyResult<Environment> {
        let rules = Arc::unwrap_or_clone(ruleset.get()?);
        if games == 0 || threads == 0 || ticks == 0 || most == Some(0) {
            return Err(value("games, threads, ticks and most are at least 1"));
        }
        let most = most.unwrap_or_else(|| Settings::usual_most(&rules));
        let task = match task {
            "placement" => ActionKind::Placement,
            "keys" => ActionKind::Keys { ticks },
            "afterstate" => ActionKind::Afterstate { most },
            _ => {
                return Err(value(format!(
                    "task {task:?}, expected placement, keys or afterstate"
                )));
            }
        };
        let mut settings = Settings::new(rules, task);
        settings.mode = mode.parse().map_err(value)?;
        if !matches!(task, ActionKind::Keys { .. })
            && minolab_arena::Goal::from(settings.mode).seconds.is_some()
        {
            return Err(value(format!(
                "mode {mode} ends by the clock, which only keys have; expected marathon, sprint, \
                 lines=N, blitz or moves=N"
            )));
        }
        settings.measures = Measures::new(&features::named(&features)?);
        settings.rewards = rewards(reward)?;
        settings.max_steps = max_steps;
        settings.handling = Handling::TETRIO;
        settings.autoreset = match autoreset {
            "next" => Autoreset::NextStep,
            "same" => Autoreset::SameStep,
            "disabled" => Autoreset::Disabled,
            _ => {
                return Err(value(format!(
                    "autoreset {autoreset:?}, expected next, same or disabled"
                )));
            }
        };
        Ok(Environment {
            batch: Batch::new(Arc::new(settings), games),
            threads,
            actions: Bound1::default(),
            arrays: Arrays::default(),
            finals: Arrays::default(),
        })
    }

    /// Binds the array that actions are read from and those that results are written to.
    #[pyo3(signature = (actions, arrays, finals=None))]
    fn bind(
        &mut self,
        actions: &Bound<'_, PyAny>,
        arrays: &Bound<'_, PyDict>,
        finals: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let games = self.batch.len();
        self.actions.bind("actions", actions, games)?;
        for (bound, given) in [(&mut self.arrays, Some(arrays)), (&mut self.finals, finals)] {
            *bound = Arrays::default();
            for (name, array) in given.into_iter().flatten() {
                bound.bind(&name.extract::<String>()?, &array, self.batch.settings(), games)?;
            }
        }
        let ranges = self.arrays.ranges().chain(self.finals.ranges()).chain(self.actions.range());
        let mut ranges: Vec<_> = ranges.filter(|(start, end)| start < end).collect();
        ranges.sort_unstable();
        if ranges.windows(2).any(|pair| pair[0].1 > pair[1].0) {
            (self.arrays, self.finals) = (Arrays::default(), Arrays::default());
            return Err(value("two of the arrays share memory"));
        }
        Ok(())
    }

    /// How many actions there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.batch.settings().actions()
    }

    /// Hold or not, rotations, columns and rows of the placements that actions number.
    #[getter]
    fn action_shape(&self) -> [usize; 4] {
        self.batch.settings().placements().shape()
    }

    /// Planes, rows, columns, pieces, and the length of the vector.
    #[getter]
    fn layout(&self) -> (usize, usize, usize, usize, usize) {
        let layout = self.batch.settings().layout;
        (layout.planes, layout.rows, layout.width, layout.pieces, layout.vector())
    }

    /// A game's position.
    fn state(&self, game: usize) -> PyResult<State> {
        let state = self.batch.state(game).copied();
        let count = self.batch.len();
        let state = state.ok_or_else(|| value(format!("game {game} of {count}")))?;
        Ok(State { rules: Arc::clone(&self.batch.settings().rules), state: Box::new(state) })
    }

    /// Begins games: with a seed the first of that seed, without one the next.
    #[pyo3(signature = (seeds, mask=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seeds: Vec<Option<u64>>,
        mask: Option<Vec<bool>>,
    ) -> PyResult<()> {
        let count = self.batch.len();
        let lengths = [Some(seeds.len()), mask.as_ref().map(Vec::len)];
        if let Some(found) = lengths.into_iter().flatten().find(|&length| length != count) {
            return Err(value(format!("{found} seeds or marks, expected {count}")));
        }
        let Environment { batch, arrays, .. } = self;
        py.detach(|| {
            // SAFETY: only this object writes them, and it is borrowed.
            let out = unsafe { arrays.output() };
            batch.reset(&seeds, mask.as_deref(), out)
        })
        .map_err(whole)
    }

    /// One step of every game, by the actions in the bound array.
    fn step(&mut self, py: Python<'_>) -> PyResult<()> {
        let Environment { batch, threads, actions, arrays, finals } = self;
        py.detach(|| {
            // SAFETY: only this object writes them, and it is borrowed.
            let (actions, out, finals) =
                unsafe { (actions.slice(), arrays.output(), finals.output()) };
            batch.step(actions, *threads, out, finals)
        })
        .map_err(whole)
    }

    /// Writes an allowed action of each game into the bound array, drawn evenly.
    fn sample(&mut self, py: Python<'_>) {
        let Environment { batch, actions, .. } = self;
        py.detach(|| {
            // SAFETY: only this object writes it, and it is borrowed.
            batch.sample(unsafe { actions.slice() });
        });
    }
}

/// Rewards by name, or by what each thing is worth.
fn rewards(given: Option<&Bound<'_, PyAny>>) -> PyResult<Rewards> {
    let Some(given) = given else { return Ok(Rewards::lines()) };
    if let Ok(name) = given.extract::<String>() {
        let names = Rewards::NAMES.join(", ");
        return Rewards::named(&name)
            .ok_or_else(|| value(format!("no reward {name:?}, expected {names}, or weights")));
    }
    let mut rewards = Rewards::NONE;
    for (name, weight) in given.cast::<PyDict>()? {
        let name = name.extract::<String>()?;
        if name == "lines"
            && let Ok(lines) = weight.extract::<Vec<f64>>()
        {
            let expected = "expected the worth of 1, 2, 3 and 4 lines";
            let [one, two, three, four] = lines[..] else {
                return Err(value(format!("lines has {} values, {expected}", lines.len())));
            };
            rewards.lines = [0.0, one, two, three, four];
            continue;
        }
        let weight: f64 = weight.extract()?;
        match name.as_str() {
            "lines" => rewards.lines = [0.0, 1.0, 2.0, 3.0, 4.0].map(|lines| lines * weight),
            "points" => rewards.points = weight,
            "piece" => rewards.piece = weight,
            "step" => rewards.step = weight,
            "top_out" => rewards.top_out = weight,
            "goal" => rewards.goal = weight,
            "illegal" => rewards.illegal = weight,
            _ => {
                let expected = "lines, points, piece, step, top_out, goal or illegal";
                return Err(value(format!("no reward for {name:?}, expected {expected}")));
            }
        }
    }
    Ok(rewards)
}
