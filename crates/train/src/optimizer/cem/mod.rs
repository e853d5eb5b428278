//! The noisy cross-entropy method.
//!
//! Equations after Szita and Lőrincz, "Learning Tetris Using the Noisy Cross-Entropy Method",
//! Neural Computation 18 (2006). Their start has a standard deviation of 10, a noise of max(5 −
//! t/10, 0) and ten elite of a hundred; our numbers are theirs, in units of the space's spreads.
//! Thiery and Scherrer (2009) used a constant noise of 4: `noise = 0.04`, `noise_decrease = 0`.

use serde::{Deserialize, Serialize};

use super::batch::{Batch, Generational, measured_by_generation};
use super::draw::Draw;
use super::error::{points, value};
use super::{SettingsError, Space};
use crate::checkpoint::{TrainingCheckpointError, ensure};

/// Settings of the noisy cross-entropy method; the defaults are the paper's decreasing noise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CemSettings {
    /// Points per generation.
    pub population: usize,
    /// The best fraction of a generation, from which the next is made.
    pub elite: f64,
    /// The first standard deviation, in spreads of the space.
    pub sd: f64,
    /// Noise added to each variance in the first generation, in squared spreads.
    pub noise: f64,
    /// By how much the noise decreases per generation, until nothing is left.
    pub noise_decrease: f64,
    /// The learning rate: how far the mean and variance move towards the elite's.
    pub rate: f64,
}

impl Default for CemSettings {
    fn default() -> CemSettings {
        CemSettings {
            population: 100,
            elite: 0.1,
            sd: 1.0,
            noise: 0.05,
            noise_decrease: 0.001,
            rate: 1.0,
        }
    }
}

impl CemSettings {
    pub(crate) fn set_population(&mut self, count: usize) -> Result<(), SettingsError> {
        self.population = count;
        Ok(())
    }

    pub(crate) fn check(&self, _: &Space) -> Result<(), SettingsError> {
        points(self.population, 2)?;
        let share = self.elite > 0.0 && self.elite < 1.0;
        value("elite", self.elite, share, "a share above 0 and below 1")?;
        value("sd", self.sd, self.sd > 0.0, "more than 0")?;
        value("noise", self.noise, self.noise >= 0.0, "at least 0")?;
        value("noise_decrease", self.noise_decrease, self.noise_decrease >= 0.0, "at least 0")?;
        value("rate", self.rate, self.rate > 0.0 && self.rate <= 1.0, "above 0, at most 1")
    }

    fn elite_count(&self) -> usize {
        ((self.population as f64 * self.elite).round() as usize).max(1)
    }
}

/// The noisy cross-entropy method: the next generation is drawn from the normal distribution of
/// the best of this one, widened so that it does not settle too early.
///
/// Bounds: a point outside is moved to the bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cem {
    settings: CemSettings,
    space: Space,
    draw: Draw,
    mean: Vec<f64>,
    variance: Vec<f64>,
    batch: Batch,
}

impl Cem {
    pub(crate) fn new(settings: &CemSettings, space: &Space, seed: u64) -> Cem {
        let mut cem = Cem {
            settings: settings.clone(),
            space: space.clone(),
            draw: Draw::new(seed),
            mean: space.start.clone(),
            variance: space.spread.iter().map(|spread| square(settings.sd * spread)).collect(),
            batch: Batch::first(Vec::new()),
        };
        cem.batch = Batch::first(cem.sample());
        cem
    }

    /// Whether an optimiser from a file fits these settings and this space.
    pub(crate) fn check(
        &self,
        settings: &CemSettings,
        space: &Space,
    ) -> Result<(), TrainingCheckpointError> {
        let is_ours = self.settings == *settings && self.space == *space;
        ensure(is_ours, "an optimiser", "of other settings", "those of the run")?;
        self.draw.check()?;
        space.check_length("a mean of", &self.mean)?;
        space.check_length("variances of", &self.variance)?;
        self.batch.check(self.settings.population, space)
    }

    /// The standard deviations now, one per number.
    pub fn sd(&self) -> Vec<f64> {
        self.variance.iter().map(|variance| variance.sqrt()).collect()
    }

    /// x ~ N(μ_t, σ_t²)
    fn sample(&mut self) -> Vec<Vec<f64>> {
        (0..self.settings.population)
            .map(|_| {
                let mut point: Vec<f64> = (self.mean.iter().zip(&self.variance))
                    .map(|(mean, variance)| mean + variance.sqrt() * self.draw.normal())
                    .collect();
                self.space.clamp(&mut point);
                point
            })
            .collect()
    }
}

measured_by_generation!(Cem);

impl Generational for Cem {
    fn advance(&mut self) {
        let ranking = self.batch.ranking();
        // I: the best ρ·N of the generation.
        let elite = &ranking[..self.settings.elite_count().min(ranking.len())];
        let t = self.batch.generation() as f64;
        // Z_t = max(5 − t/10, 0)
        let noise = (self.settings.noise - self.settings.noise_decrease * t).max(0.0);
        for i in 0..self.mean.len() {
            let values = || elite.iter().map(|&k| self.batch.points()[k][i]);
            // μ_{t+1} = Σ_{i∈I} x_i / |I|
            let mean = values().sum::<f64>() / elite.len() as f64;
            // σ²_{t+1} = Σ_{i∈I} (x_i − μ_{t+1})² / |I| + Z_{t+1}
            let variance = values().map(|x| square(x - mean)).sum::<f64>() / elite.len() as f64
                + noise * square(self.space.spread[i]);
            let rate = self.settings.rate;
            self.mean[i] += rate * (mean - self.mean[i]);
            self.variance[i] += rate * (variance - self.variance[i]);
        }
        self.space.clamp(&mut self.mean);
        let points = self.sample();
        self.batch = self.batch.next(points);
    }

    /// The mean of the elite.
    fn favourite(&self) -> Vec<f64> {
        self.mean.clone()
    }
}

fn square(x: f64) -> f64 {
    x * x
}

#[cfg(test)]
mod tests;
