//! `Agent`.

use std::sync::{Arc, Mutex, PoisonError};

use minolab_arena::Goal;
use minolab_engine::{Limits, Player, Position};
use minolab_rules::{Mode, Totals};
use pyo3::{
    prelude::*,
    types::{PyDict, PyType},
};

use crate::{
    error::{value, whole},
    placement::Placement,
    rules::named,
    state::State,
};

/// Rules, search, evaluator and weights as data.
#[pyclass(frozen, module = "minolab")]
pub struct Agent {
    pub agent: minolab_agents::Agent,
    // Players that wait for the next question, with the rules they are bound to. A search may keep
    // much in memory, so one is made only when all are busy.
    players: Mutex<Vec<(Arc<minolab_rules::Ruleset>, Player)>>,
}

/// An agent or what names one.
#[derive(FromPyObject)]
pub enum AgentLike<'py> {
    Whole(Bound<'py, Agent>),
    Name(String),
}

impl AgentLike<'_> {
    pub fn get(&self) -> PyResult<minolab_agents::Agent> {
        match self {
            AgentLike::Whole(agent) => Ok(agent.get().agent.clone()),
            AgentLike::Name(name) => named(name),
        }
    }
}

/// What a choice is worth to an agent.
#[derive(IntoPyObject)]
struct Ranked {
    placement: Placement,
    score: f64,
    line: Vec<Placement>,
    reasons: Vec<(&'static str, f64)>,
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (name, settings=None))]
    fn new(name: &str, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Agent> {
        let agent: minolab_agents::Agent = named(name)?;
        Agent::with(agent, settings)
    }

    /// The agents that are shipped.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        minolab_agents::shipped::all().iter().map(|agent| agent.name.as_str()).collect()
    }

    /// Reads an agent file's text.
    #[classmethod]
    fn from_toml(_: &Bound<'_, PyType>, text: &str) -> PyResult<Agent> {
        Ok(Agent::from(minolab_agents::Agent::from_toml(text).map_err(whole)?))
    }

    /// Writes an agent file.
    fn to_toml(&self) -> String {
        self.agent.to_toml()
    }

    /// The same agent with settings changed, by the names that `--set` knows.
    fn with_settings(&self, settings: &Bound<'_, PyDict>) -> PyResult<Agent> {
        Agent::with(self.agent.clone(), Some(settings))
    }

    #[getter]
    fn name(&self) -> &str {
        &self.agent.name
    }

    #[getter]
    fn description(&self) -> &str {
        &self.agent.description
    }

    /// The ruleset it is usually played by.
    #[getter]
    fn ruleset(&self) -> &str {
        &self.agent.rules
    }

    /// The mode it is usually played in.
    #[getter]
    fn mode(&self) -> &str {
        &self.agent.mode
    }

    /// How much each feature counts.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::json::to_python(py, &self.agent.weights)
    }

    /// The placement it would make; None where nothing can be placed.
    #[pyo3(signature = (state, mode=None))]
    fn choose(
        &self,
        py: Python<'_>,
        state: &Bound<'_, State>,
        mode: Option<&str>,
    ) -> PyResult<Option<Placement>> {
        let (state, goal) = (state.get(), goal(mode)?);
        py.detach(|| {
            Ok(self.with_player(&state.rules, |player| {
                let remaining = goal.remaining(&Totals::default());
                player.choose(&Position::new(&state.state).with_remaining(remaining)).map(Placement)
            }))
        })
    }

    /// Every placement with its value, best first, the line that is expected and the reasons.
    #[pyo3(signature = (state, top=None, mode=None))]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'py, State>,
        top: Option<usize>,
        mode: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (state, goal) = (state.get(), goal(mode)?);
        let decision = py.detach(|| {
            self.with_player(&state.rules, |player| {
                let remaining = goal.remaining(&Totals::default());
                let position = Position::new(&state.state).with_remaining(remaining);
                player.rank(&position, Limits::default(), &mut |_| ())
            })
        });
        let ranked = decision.map_or(Vec::new(), |decision| decision.ranked);
        let ranked = ranked.into_iter().take(top.unwrap_or(usize::MAX)).map(|ranked| Ranked {
            placement: Placement(ranked.choice),
            score: ranked.score,
            line: ranked.line.into_iter().map(Placement).collect(),
            reasons: ranked.reasons,
        });
        ranked.collect::<Vec<_>>().into_pyobject(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Agent>().is_ok_and(|other| other.get().agent == self.agent)
    }

    fn __hash__(&self) -> u64 {
        minolab_arena::checksum(self.agent.to_toml().as_bytes())
    }

    fn __repr__(&self) -> String {
        format!("<Agent {}: {}>", self.agent.name, self.agent.description)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Agent>().getattr("from_toml")?, (self.to_toml(),)))
    }
}

/// The limits of a mode, from its start.
fn goal(mode: Option<&str>) -> PyResult<Goal> {
    match mode {
        None => Ok(Goal::NONE),
        Some(mode) => mode.parse::<Mode>().map(Goal::from).map_err(value),
    }
}

impl From<minolab_agents::Agent> for Agent {
    fn from(agent: minolab_agents::Agent) -> Agent {
        Agent { agent, players: Mutex::default() }
    }
}

impl Agent {
    fn with(agent: minolab_agents::Agent, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Agent> {
        let Some(settings) = settings else { return Ok(Agent::from(agent)) };
        let mut changes = Vec::new();
        for (name, value) in settings {
            // As TOML writes them: Python's words for truth are capitalised.
            let text = match value.extract::<bool>() {
                Ok(truth) if value.is_instance_of::<pyo3::types::PyBool>() => truth.to_string(),
                _ => value.str()?.to_string(),
            };
            changes.push((name.str()?.to_string(), text));
        }
        let changes = changes.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        Ok(Agent::from(agent.with_settings(changes).map_err(whole)?))
    }

    /// Asks a player bound to these rules.
    fn with_player<T>(
        &self,
        rules: &Arc<minolab_rules::Ruleset>,
        ask: impl FnOnce(&mut Player) -> T,
    ) -> T {
        let players = || self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let mut waiting = players();
        let found =
            waiting.iter().position(|(bound, _)| Arc::ptr_eq(bound, rules) || bound == rules);
        let found = found.map(|index| waiting.swap_remove(index));
        drop(waiting);
        let (bound, mut player) =
            found.unwrap_or_else(|| (Arc::clone(rules), self.agent.player(rules)));
        let answer = ask(&mut player);
        let mut waiting = players();
        if waiting.len() < 8 {
            waiting.push((bound, player));
        }
        answer
    }
}
