//! A population that learns, without a browser.

use minolab_agents::Agent;
use minolab_train::{LogLine, Next, Score, Task, TrainingRun, checkpoint, record::TrainingEnd};

use super::{EvolveOrder, Individual, Population, PopulationError, PopulationMark};

/// A run, and what of its past is shown.
pub struct Evolution {
    order: EvolveOrder,
    run: TrainingRun,
    curve: Vec<PopulationMark>,
    // The last two generations that were measured, the newer one last.
    measured: Vec<Vec<Individual>>,
}

/// An evolved population of the default settings, but with more generations to come: what people
/// could look at without waiting.
const EVOLVED: &str = include_str!("../../../../../data/populations/browser-genetic.json");

impl Evolution {
    /// Generation 0.
    pub fn new(order: EvolveOrder) -> Result<Evolution, String> {
        let run = TrainingRun::new(order.training()?).map_err(|error| error.to_string())?;
        let mut evolution = Evolution { order, run, curve: Vec::new(), measured: Vec::new() };
        evolution.advance();
        Ok(evolution)
    }

    /// The population that is shipped.
    pub fn evolved() -> Result<Evolution, PopulationError> {
        Evolution::load(EVOLVED)
    }

    /// A population from a file.
    pub fn load(text: &str) -> Result<Evolution, PopulationError> {
        let population = Population::from_json(text)?;
        let order = EvolveOrder::read(&population.settings).map_err(PopulationError::Settings)?;
        let training = order.training().map_err(PopulationError::Settings)?;
        let (generations, standing) = checkpoint::read(&training, &population.run()?)?;
        let run = TrainingRun::resume(training, standing)?;
        let weights = run.genome().names().count();
        let Population { curve, measured, .. } = population;
        if generations != run.generations() || curve.len() as u64 != generations {
            return Err(PopulationError::Part { part: "curve" });
        }
        let mut points = measured.iter().flatten();
        if measured.len() as u64 > generations.min(2)
            || !points.all(|individual| individual.point.len() == weights)
        {
            return Err(PopulationError::Part { part: "last generation" });
        }
        let mut evolution = Evolution { order, run, curve, measured };
        evolution.advance();
        Ok(evolution)
    }

    /// The population as a file.
    pub fn save(&self) -> String {
        let run =
            checkpoint::write(self.run.training(), self.run.generations(), self.run.standing());
        let (curve, measured) = (self.curve.clone(), self.measured.clone());
        Population::new(self.order.query(), curve, measured, &run).to_json()
    }

    /// What was chosen.
    pub fn order(&self) -> &EvolveOrder {
        &self.order
    }

    /// The run.
    pub fn run(&self) -> &TrainingRun {
        &self.run
    }

    /// How many individuals a generation has.
    pub fn population(&self) -> usize {
        self.run.population()
    }

    /// What every generation was worth.
    pub fn curve(&self) -> &[PopulationMark] {
        &self.curve
    }

    /// The last two generations that were measured, the newer one last.
    pub fn measured(&self) -> &[Vec<Individual>] {
        &self.measured
    }

    /// What came of it, if it is at its end.
    pub fn end(&self) -> Option<&TrainingEnd> {
        self.run.end()
    }

    /// The best so far as an agent.
    pub fn champion(&self) -> Option<Result<Agent, String>> {
        Some(self.run.agent()?.map_err(|error| error.to_string()))
    }

    /// The next game to play that nobody plays yet.
    pub fn task(&mut self) -> Option<Task> {
        self.run.task()
    }

    /// How a game went; says whether a generation is complete.
    pub fn note(&mut self, key: u64, game: u64, score: Score) -> bool {
        let before = self.run.generations();
        self.run.note(key, game, score);
        self.advance();
        self.run.generations() > before
    }

    fn advance(&mut self) {
        while let Next::Line(line) = self.run.advance() {
            let LogLine::Generation(generation) = line else { continue };
            self.curve.push(PopulationMark {
                best: generation.best,
                mean: generation.mean,
                champion: generation.champion.mean,
            });
            if self.measured.len() > 1 {
                self.measured.remove(0);
            }
            let told = generation.candidates.into_iter();
            self.measured.push(
                told.map(|told| Individual { fitness: told.fitness, point: told.point }).collect(),
            );
        }
    }
}

#[cfg(test)]
mod tests;
