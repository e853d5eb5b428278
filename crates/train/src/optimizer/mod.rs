//! Optimisers behind one ask/tell trait.

mod batch;
mod cem;
mod cmaes;
mod draw;
mod error;
mod es;
mod ga;
mod kinds;
mod pso;
mod space;
mod sweep;
#[cfg(test)]
mod tests;

pub use cem::{Cem, CemSettings};
pub use cmaes::{Cmaes, CmaesSettings};
pub use error::SettingsError;
pub use es::{Es, EsSettings};
pub use ga::{Ga, GaSettings};
pub use pso::{Pso, PsoMode, PsoSettings};
use serde::{Deserialize, Serialize};
pub use space::Space;
pub use sweep::{Sweep, SweepRow, SweepSettings};

use crate::checkpoint::{TrainingCheckpointError, ensure};

kinds::optimizers! {
    /// The genetic algorithm of the browser seed.
    "ga", "Genetic algorithm" => Ga(GaSettings);
    /// The capstone's evolution strategy.
    "es", "Evolution strategy" => Es(EsSettings);
    /// The particle swarm of Hidamari.
    "pso", "Particle swarm" => Pso(PsoSettings);
    /// The noisy cross-entropy method.
    "cem", "Cross-entropy" => Cem(CemSettings);
    /// Covariance matrix adaptation.
    "cmaes", "CMA-ES" => Cmaes(CmaesSettings);
    /// A sweep of one number over several values.
    "sweep", "Sweep" => Sweep(SweepSettings);
}

/// A point to evaluate.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its id: 0, 1, 2, … in the order asked.
    pub id: u64,
    /// The generation it belongs to; in an asynchronous swarm, its particle's iteration.
    /// Candidates of one generation are compared with each other, so they should face the same
    /// pieces.
    pub generation: u64,
    /// The numbers to evaluate, always inside the bounds.
    pub point: Vec<f64>,
}

/// Proposes numbers and learns from their fitness.
///
/// It never ends by itself: the caller decides when to stop.
pub trait Optimizer {
    /// The next point to evaluate, or `None` while it waits for results.
    fn ask(&mut self) -> Option<Candidate>;

    /// Tells the fitness of a candidate; higher is better, and NaN counts as minus infinity.
    ///
    /// Tell them in the order of the ids, each once. An id that is not awaited is ignored.
    fn tell(&mut self, id: u64, fitness: f64);

    /// Candidates asked but not yet told, in the order of the ids: a resumed run evaluates them
    /// first.
    fn outstanding(&self) -> Vec<Candidate>;

    /// How many generations are complete; in an asynchronous swarm, the lowest iteration of any
    /// particle.
    fn generation(&self) -> u64;

    /// The best point so far, by its own judgement.
    fn recommended(&self) -> Vec<f64>;

    /// How many candidates one generation has.
    fn population(&self) -> usize;
}

impl Optimizer for OptimizerState {
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
