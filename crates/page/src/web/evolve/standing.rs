//! How far a population is, and what was measured so far.

use crate::{Evolution, Individual, PopulationMark};

/// How far a population is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// Generations complete, and how many there will be.
    pub generation: u64,
    /// How many there will be.
    pub generations: u64,
    /// Individuals of the next generation that are measured.
    pub told: usize,
    /// Individuals in a generation.
    pub population: usize,
    /// Games played a second, lately.
    pub rate: f64,
    /// The champion: its weights, its generation, how it did.
    pub champion: Option<(Vec<f64>, u64, String)>,
    /// What came of it, at the end.
    pub end: Option<String>,
}

impl Shown {
    /// Of a population that plays so many games a second.
    pub fn of(evolution: &Evolution, rate: f64) -> Shown {
        let run = evolution.run();
        let population = evolution.population();
        Shown {
            generation: run.generations(),
            generations: run.training().generations,
            told: population.saturating_sub(run.candidates().len()),
            population,
            rate,
            champion: run.champion().map(|champion| {
                (champion.point.clone(), champion.generation - 1, champion.validation.to_string())
            }),
            end: evolution.end().map(|end| {
                format!(
                    "On {} held-out games: {}; the agent it began with: {}.",
                    end.held_out.n, end.held_out, end.given
                )
            }),
        }
    }

    /// The champion's weights, to the last digit.
    pub fn weights(&self) -> String {
        let weights = self.champion.iter().flat_map(|(weights, ..)| weights);
        weights.map(f64::to_string).collect::<Vec<_>>().join(",")
    }
}

/// What was measured so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Past {
    /// The names of the weights.
    pub names: Vec<String>,
    /// How far apart the first ones were.
    pub spread: Vec<f64>,
    /// What every generation was worth.
    pub curve: Vec<PopulationMark>,
    /// The last two generations, the newer one last.
    pub measured: Vec<Vec<Individual>>,
}

impl Past {
    /// Of a population.
    pub fn of(evolution: &Evolution) -> Past {
        let genome = evolution.run().genome();
        Past {
            names: genome.names().map(String::from).collect(),
            spread: genome.space().spread.clone(),
            curve: evolution.curve().to_vec(),
            measured: evolution.measured().to_vec(),
        }
    }
}
