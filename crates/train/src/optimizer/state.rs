//! An optimiser that can be saved.

use serde::{Deserialize, Serialize};

use super::{Candidate, Cem, Cmaes, Es, Ga, Optimizer, Pso, Settings, Space, Sweep};
use crate::checkpoint::{CheckpointError, ensure};

/// Everything an optimiser knows, settings and random stream included.
///
/// Saved after any ask or tell and loaded again, it continues bit for bit: candidates that were
/// asked and not yet told stay waited for. To be saved in a format that keeps every bit of a
/// number and knows infinity, as postcard does; JSON does not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum State {
    /// The genetic algorithm.
    Ga(Ga),
    /// The evolution strategy.
    Es(Es),
    /// The particle swarm.
    Pso(Pso),
    /// The noisy cross-entropy method.
    Cem(Cem),
    /// Covariance matrix adaptation.
    Cmaes(Cmaes),
    /// The sweep or race.
    Sweep(Sweep),
}

impl State {
    /// Whether a file's optimiser is one of these settings in this space, and can go on.
    pub(crate) fn check(&self, settings: &Settings, space: &Space) -> Result<(), CheckpointError> {
        match (self, settings) {
            (State::Ga(ga), Settings::Ga(settings)) => ga.check(settings, space),
            (State::Es(es), Settings::Es(settings)) => es.check(settings, space),
            (State::Pso(pso), Settings::Pso(settings)) => pso.check(settings, space),
            (State::Cem(cem), Settings::Cem(settings)) => cem.check(settings, space),
            (State::Cmaes(cmaes), Settings::Cmaes(settings)) => cmaes.check(settings, space),
            (State::Sweep(sweep), Settings::Sweep(settings)) => sweep.check(settings, space),
            _ => ensure(false, "an optimiser", "of another kind", settings.name()),
        }
    }

    fn inner(&self) -> &dyn Optimizer {
        match self {
            State::Ga(ga) => ga,
            State::Es(es) => es,
            State::Pso(pso) => pso,
            State::Cem(cem) => cem,
            State::Cmaes(cmaes) => cmaes,
            State::Sweep(sweep) => sweep,
        }
    }

    fn inner_mut(&mut self) -> &mut dyn Optimizer {
        match self {
            State::Ga(ga) => ga,
            State::Es(es) => es,
            State::Pso(pso) => pso,
            State::Cem(cem) => cem,
            State::Cmaes(cmaes) => cmaes,
            State::Sweep(sweep) => sweep,
        }
    }
}

impl Optimizer for State {
    fn ask(&mut self) -> Option<Candidate> {
        self.inner_mut().ask()
    }

    fn tell(&mut self, id: u64, fitness: f64) {
        self.inner_mut().tell(id, fitness)
    }

    fn outstanding(&self) -> Vec<Candidate> {
        self.inner().outstanding()
    }

    fn generation(&self) -> u64 {
        self.inner().generation()
    }

    fn recommended(&self) -> Vec<f64> {
        self.inner().recommended()
    }

    fn population(&self) -> usize {
        self.inner().population()
    }
}
