//! The genetic algorithm of the browser program.

use serde::{Deserialize, Serialize};

use super::batch::{Batch, Generational, measured_by_generation};
use super::draw::Draw;
use super::error::{points, value};
use super::{SettingsError, Space};
use crate::checkpoint::{TrainingCheckpointError, ensure};

/// Settings of the genetic algorithm; the defaults are the browser seed's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GaSettings {
    /// Individuals per generation.
    pub population: usize,
    /// The best fraction of a generation, which may become parents.
    pub parents: f64,
    /// How strongly parents are drawn from the best: index ⌊r^bias · parents⌋.
    pub bias: f64,
    /// The mutation probability of each gene.
    pub mutation_rate: f64,
    /// The most a gene changes by at once.
    pub mutation_step: f64,
    /// Whether the step is in units of the space's spreads; otherwise it is the same for all genes,
    /// as in the original.
    pub step_in_spreads: bool,
    /// Elitism: how many of the best survive unchanged. They are evaluated again with the others.
    pub elite: usize,
}

impl Default for GaSettings {
    fn default() -> GaSettings {
        GaSettings {
            population: 50,
            parents: 0.5,
            bias: 2.0,
            mutation_rate: 0.05,
            mutation_step: 0.2,
            step_in_spreads: false,
            elite: 1,
        }
    }
}

impl GaSettings {
    pub(crate) fn set_population(&mut self, count: usize) -> Result<(), SettingsError> {
        self.population = count;
        Ok(())
    }

    pub(crate) fn check(&self, _: &Space) -> Result<(), SettingsError> {
        points(self.population, 2)?;
        let share = self.parents > 0.0 && self.parents <= 1.0;
        value("parents", self.parents, share, "a share above 0, at most 1")?;
        value("bias", self.bias, self.bias > 0.0, "more than 0")?;
        let chance = (0.0..=1.0).contains(&self.mutation_rate);
        value("mutation_rate", self.mutation_rate, chance, "between 0 and 1")?;
        value("mutation_step", self.mutation_step, self.mutation_step >= 0.0, "at least 0")?;
        if self.elite >= self.population {
            return Err(SettingsError::Count {
                setting: "elite",
                found: self.elite,
                expected: "less than the population",
            });
        }
        Ok(())
    }

    fn parent_count(&self) -> usize {
        ((self.population as f64 * self.parents) as usize).max(1)
    }
}

/// A genetic algorithm: the better half become parents, each gene comes from either parent, and few
/// mutate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ga {
    settings: GaSettings,
    space: Space,
    draw: Draw,
    batch: Batch,
    best: Vec<f64>,
}

impl Ga {
    pub(crate) fn new(settings: &GaSettings, space: &Space, seed: u64) -> Ga {
        let mut draw = Draw::new(seed);
        let points = (0..settings.population).map(|_| uniform(space, &mut draw)).collect();
        Ga {
            settings: settings.clone(),
            space: space.clone(),
            draw,
            batch: Batch::first(points),
            best: space.start.clone(),
        }
    }

    /// Whether an optimiser from a file fits these settings and this space.
    pub(crate) fn check(
        &self,
        settings: &GaSettings,
        space: &Space,
    ) -> Result<(), TrainingCheckpointError> {
        let is_ours = self.settings == *settings && self.space == *space;
        ensure(is_ours, "an optimiser", "of other settings", "those of the run")?;
        self.draw.check()?;
        space.check_length("a best point of", &self.best)?;
        self.batch.check(self.settings.population, space)
    }
}

measured_by_generation!(Ga);

impl Generational for Ga {
    fn advance(&mut self) {
        let ranking = self.batch.ranking();
        let genome = |rank: usize| &self.batch.points()[ranking[rank]];
        self.best = genome(0).clone();

        let mut next: Vec<Vec<f64>> =
            (0..self.settings.elite).map(|rank| genome(rank).clone()).collect();
        while next.len() < self.settings.population {
            let mother = genome(parent(&self.settings, &mut self.draw));
            let father = genome(parent(&self.settings, &mut self.draw));
            let mut child: Vec<f64> = mother
                .iter()
                .zip(father)
                .map(|(&m, &f)| if self.draw.coin() { f } else { m })
                .collect();
            for (gene, &spread) in child.iter_mut().zip(&self.space.spread) {
                if self.draw.unit() < self.settings.mutation_rate {
                    let unit = if self.settings.step_in_spreads { spread } else { 1.0 };
                    *gene += self.settings.mutation_step * unit * self.draw.between(-1.0, 1.0);
                }
            }
            self.space.clamp(&mut child);
            next.push(child);
        }
        self.batch = self.batch.next(next);
    }

    /// The best individual of the last complete generation.
    fn favourite(&self) -> Vec<f64> {
        self.best.clone()
    }
}

/// A point uniform in start ± spread, moved inside the bounds.
pub(crate) fn uniform(space: &Space, draw: &mut Draw) -> Vec<f64> {
    let mut point: Vec<f64> = (space.start.iter().zip(&space.spread))
        .map(|(start, spread)| start + spread * draw.between(-1.0, 1.0))
        .collect();
    space.clamp(&mut point);
    point
}

/// The rank of a parent: ⌊r^bias · parents⌋.
fn parent(settings: &GaSettings, draw: &mut Draw) -> usize {
    let parents = settings.parent_count();
    let rank = libm::pow(draw.unit(), settings.bias) * parents as f64;
    (rank as usize).min(parents - 1)
}

#[cfg(test)]
mod tests;
