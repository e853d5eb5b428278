//! The evolution strategy of the capstone: separable natural evolution strategies.
//!
//! Equations after Wierstra, Schaul, Glasmachers, Sun, Peters and Schmidhuber, "Natural Evolution
//! Strategies", JMLR 15 (2014), Algorithm 6 and section 3.1; the same update as evotorch's SNES.

use serde::{Deserialize, Serialize};

use super::batch::{Batch, Generational, measured_by_generation};
use super::draw::Draw;
use super::error::{points, value};
use super::ga::uniform;
use super::{SettingsError, Space};
use crate::checkpoint::{TrainingCheckpointError, ensure};

/// Settings of the evolution strategy; the defaults are the capstone's best run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EsSettings {
    /// Points per generation.
    pub population: usize,
    /// Whether the first centre is drawn uniformly from start ± spread, instead of being the start.
    pub random_start: bool,
    /// The first standard deviation, in spreads of the space.
    pub sd: f64,
    /// η_μ, how fast the centre follows the gradient.
    pub mean_rate: f64,
    /// η_σ, how fast the standard deviations follow it; the paper's value if not given.
    pub sd_rate: Option<f64>,
}

impl Default for EsSettings {
    fn default() -> EsSettings {
        EsSettings { population: 60, random_start: true, sd: 0.5, mean_rate: 1.0, sd_rate: None }
    }
}

impl EsSettings {
    pub(crate) fn set_population(&mut self, count: usize) -> Result<(), SettingsError> {
        self.population = count;
        Ok(())
    }

    pub(crate) fn check(&self, _: &Space) -> Result<(), SettingsError> {
        points(self.population, 2)?;
        value("sd", self.sd, self.sd > 0.0, "more than 0")?;
        value("mean_rate", self.mean_rate, self.mean_rate > 0.0, "more than 0")?;
        if let Some(rate) = self.sd_rate {
            value("sd_rate", rate, rate >= 0.0, "at least 0")?;
        }
        Ok(())
    }
}

/// Separable natural evolution strategies: a normal distribution with one standard deviation per
/// number, moved along the natural gradient of the ranks.
///
/// Bounds: a point outside is moved to the bound and counts as drawn there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Es {
    settings: EsSettings,
    space: Space,
    draw: Draw,
    mean: Vec<f64>,
    sd: Vec<f64>,
    batch: Batch,
}

impl Es {
    pub(crate) fn new(settings: &EsSettings, space: &Space, seed: u64) -> Es {
        let mut draw = Draw::new(seed);
        let mean =
            if settings.random_start { uniform(space, &mut draw) } else { space.start.clone() };
        let mut es = Es {
            settings: settings.clone(),
            space: space.clone(),
            draw,
            mean,
            sd: space.spread.iter().map(|spread| settings.sd * spread).collect(),
            batch: Batch::first(Vec::new()),
        };
        es.batch = Batch::first(es.sample());
        es
    }

    /// Whether an optimiser from a file fits these settings and this space.
    pub(crate) fn check(
        &self,
        settings: &EsSettings,
        space: &Space,
    ) -> Result<(), TrainingCheckpointError> {
        let is_ours = self.settings == *settings && self.space == *space;
        ensure(is_ours, "an optimiser", "of other settings", "those of the run")?;
        self.draw.check()?;
        space.check_length("a mean of", &self.mean)?;
        space.check_length("deviations of", &self.sd)?;
        self.batch.check(self.settings.population, space)
    }

    /// The current standard deviations, one per number.
    pub fn sd(&self) -> &[f64] {
        &self.sd
    }

    /// z_k = μ + σ s_k with s_k ~ N(0, I)
    fn sample(&mut self) -> Vec<Vec<f64>> {
        (0..self.settings.population)
            .map(|_| {
                let mut point: Vec<f64> = (self.mean.iter().zip(&self.sd))
                    .map(|(mean, sd)| mean + sd * self.draw.normal())
                    .collect();
                self.space.clamp(&mut point);
                point
            })
            .collect()
    }
}

measured_by_generation!(Es);

impl Generational for Es {
    fn advance(&mut self) {
        let ranking = self.batch.ranking();
        let utility = utilities(ranking.len());
        let sd_rate = self.settings.sd_rate.unwrap_or(sd_rate(self.mean.len()));
        for i in 0..self.mean.len() {
            let (mut mean_gradient, mut sd_gradient) = (0.0, 0.0);
            for (u, &k) in utility.iter().zip(&ranking) {
                // s_k = (z_k − μ) / σ
                let s = (self.batch.points()[k][i] - self.mean[i]) / self.sd[i];
                // ∇_μ J = Σ u_k s_k
                mean_gradient += u * s;
                // ∇_σ J = Σ u_k (s_k² − 1)
                sd_gradient += u * (s * s - 1.0);
            }
            // μ ← μ + η_μ σ ∇_μ J
            self.mean[i] += self.settings.mean_rate * self.sd[i] * mean_gradient;
            // σ ← σ exp(η_σ/2 ∇_σ J)
            self.sd[i] *= libm::exp(sd_rate / 2.0 * sd_gradient);
            // Far beyond any useful value, but keeps the next division finite.
            self.sd[i] = self.sd[i].clamp(1e-150, 1e150);
        }
        self.space.clamp(&mut self.mean);
        let points = self.sample();
        self.batch = self.batch.next(points);
    }

    /// The centre of the distribution.
    fn favourite(&self) -> Vec<f64> {
        self.mean.clone()
    }
}

/// u_k = max(0, log(λ/2 + 1) − log k) / Σ_j max(0, log(λ/2 + 1) − log j) − 1/λ, best first.
fn utilities(population: usize) -> Vec<f64> {
    let lambda = population as f64;
    let raw: Vec<f64> = (1..=population)
        .map(|k| (libm::log(lambda / 2.0 + 1.0) - libm::log(k as f64)).max(0.0))
        .collect();
    let sum: f64 = raw.iter().sum();
    raw.into_iter().map(|u| u / sum - 1.0 / lambda).collect()
}

/// η_σ = (3 + log d) / (5 √d)
fn sd_rate(dimensions: usize) -> f64 {
    let d = dimensions as f64;
    (3.0 + libm::log(d)) / (5.0 * d.sqrt())
}

#[cfg(test)]
mod tests;
