//! A generation being evaluated.

use serde::{Deserialize, Serialize};

use super::{Candidate, Optimizer, Space};
use crate::checkpoint::{COUNT, TrainingCheckpointError, ensure};

/// An optimiser that evaluates one generation at a time.
pub(crate) trait HasBatch {
    /// The current generation.
    fn batch(&self) -> &Batch;

    /// The same, mutable.
    fn batch_mut(&mut self) -> &mut Batch;
}

/// Implements it for a type whose field `batch` has the generation.
macro_rules! measured_by_generation {
    ($Type:ty) => {
        impl super::batch::HasBatch for $Type {
            fn batch(&self) -> &Batch {
                &self.batch
            }

            fn batch_mut(&mut self) -> &mut Batch {
                &mut self.batch
            }
        }
    };
}

pub(crate) use measured_by_generation;

/// An optimiser that makes each generation from the complete previous one.
pub(crate) trait Generational: HasBatch {
    /// Makes the next generation from the results.
    fn advance(&mut self);

    /// [`Optimizer::recommended`].
    fn favourite(&self) -> Vec<f64>;
}

impl<G: Generational> Optimizer for G {
    fn ask(&mut self) -> Option<Candidate> {
        self.batch_mut().ask()
    }

    fn tell(&mut self, id: u64, fitness: f64) {
        if self.batch_mut().tell(id, fitness) {
            self.advance();
        }
    }

    fn outstanding(&self) -> Vec<Candidate> {
        self.batch().outstanding()
    }

    fn generation(&self) -> u64 {
        self.batch().generation()
    }

    fn recommended(&self) -> Vec<f64> {
        self.favourite()
    }

    fn population(&self) -> usize {
        self.batch().points().len()
    }
}

/// The points of one generation and the results so far.
///
/// Results may come in any order: the next generation is made when all are in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Batch {
    first_id: u64,
    generation: u64,
    points: Vec<Vec<f64>>,
    fitness: Vec<Option<f64>>,
    asked: usize,
}

impl Batch {
    /// Generation 0.
    pub fn first(points: Vec<Vec<f64>>) -> Batch {
        Batch { first_id: 0, generation: 0, fitness: vec![None; points.len()], points, asked: 0 }
    }

    /// The generation after this one.
    pub fn next(&self, points: Vec<Vec<f64>>) -> Batch {
        Batch {
            first_id: self.first_id + self.points.len() as u64,
            generation: self.generation + 1,
            ..Batch::first(points)
        }
    }

    /// Whether it is a valid incomplete generation of this many points of the space.
    pub fn check(&self, population: usize, space: &Space) -> Result<(), TrainingCheckpointError> {
        ensure(self.first_id <= COUNT, "a first id of", self.first_id, COUNT)?;
        let (found, expected) = (self.points.len(), population.max(1));
        ensure(found == expected, "a generation of", found, expected)?;
        self.points.iter().try_for_each(|point| space.check_length("a point of", point))?;
        ensure(self.fitness.len() == found, "results for", self.fitness.len(), found)?;
        ensure(self.asked <= found, "points asked:", self.asked, found)?;
        let (asked, rest) = self.fitness.split_at(self.asked);
        let is_early = rest.iter().any(Option::is_some);
        ensure(!is_early, "a result", "before it was asked for", "none")?;
        // The next generation would have been made.
        let is_complete = rest.is_empty() && asked.iter().all(Option::is_some);
        ensure(!is_complete, "results", "for all points", "one missing")
    }

    pub fn generation(&self) -> u64 {
        self.generation
    }

    pub fn points(&self) -> &[Vec<f64>] {
        &self.points
    }

    pub fn ask(&mut self) -> Option<Candidate> {
        let candidate = (self.asked < self.points.len()).then(|| self.candidate(self.asked))?;
        self.asked += 1;
        Some(candidate)
    }

    pub fn outstanding(&self) -> Vec<Candidate> {
        (0..self.asked)
            .filter(|&index| self.fitness[index].is_none())
            .map(|index| self.candidate(index))
            .collect()
    }

    fn candidate(&self, index: usize) -> Candidate {
        Candidate {
            id: self.first_id + index as u64,
            generation: self.generation,
            point: self.points[index].clone(),
        }
    }

    /// Records a result; true when it was the last one missing.
    pub fn tell(&mut self, id: u64, fitness: f64) -> bool {
        let index = id.checked_sub(self.first_id).map_or(usize::MAX, |i| i as usize);
        if index >= self.asked || self.fitness[index].is_some() {
            return false;
        }
        self.fitness[index] = Some(worth(fitness));
        self.fitness.iter().all(Option::is_some)
    }

    /// The fitness of each point; minus infinity if not yet known.
    pub fn fitness(&self, index: usize) -> f64 {
        self.fitness[index].unwrap_or(f64::NEG_INFINITY)
    }

    /// Indices of the points, best first; equals in the order asked.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by(|&a, &b| self.fitness(b).total_cmp(&self.fitness(a)));
        order
    }
}

/// NaN becomes minus infinity, and zero gets one sign, so that equals are equal.
pub(crate) fn worth(fitness: f64) -> f64 {
    if fitness.is_nan() { f64::NEG_INFINITY } else { fitness + 0.0 }
}
