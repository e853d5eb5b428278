//! Covariance matrix adaptation.
//!
//! Equations and their numbers after Hansen, "The CMA Evolution Strategy: A Tutorial",
//! arXiv:1604.00772, figure 6 and table 1.

mod constants;
mod eigen;

use serde::{Deserialize, Serialize};

use self::constants::Constants;
use self::eigen::Eigen;
use super::batch::{Batch, Generational, measured_by_generation};
use super::draw::Draw;
use super::error::{at_most, points, value};
use super::{SettingsError, Space};
use crate::checkpoint::{TrainingCheckpointError, ensure};

/// Settings of the covariance matrix adaptation; everything else follows the tutorial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CmaesSettings {
    /// λ, points per generation; 4 + ⌊3 ln n⌋ if not given.
    pub population: Option<usize>,
    /// σ, the first step, in spreads of the space.
    pub sigma: f64,
    /// Whether to use the worse half too, with negative weights (active CMA-ES).
    pub active: bool,
    /// How often a point outside the bounds is redrawn before it is moved to the bound.
    pub resample: usize,
}

impl Default for CmaesSettings {
    fn default() -> CmaesSettings {
        CmaesSettings { population: None, sigma: 1.0, active: false, resample: 10 }
    }
}

impl CmaesSettings {
    pub(crate) fn set_population(&mut self, count: usize) -> Result<(), SettingsError> {
        self.population = Some(count);
        Ok(())
    }

    pub(crate) fn check(&self, _: &Space) -> Result<(), SettingsError> {
        if let Some(population) = self.population {
            points(population, 4)?;
        }
        at_most("resample", self.resample, 1000, "at most 1000")?;
        value("sigma", self.sigma, self.sigma > 0.0, "more than 0")
    }

    fn population(&self, dimensions: usize) -> usize {
        self.population.unwrap_or_else(|| constants::default_population(dimensions))
    }
}

/// Covariance matrix adaptation: a normal distribution whose shape and size adapt to the successful steps.
///
/// Works in units of the spreads around the start, so that numbers of different scale do no harm. Bounds: a point
/// outside is redrawn a few times, then moved to the bound, and counts as drawn there; there is no penalty. The
/// decomposition is our own: a library's matrix product may fuse operations on one machine and not on another, and the
/// last bit would differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cmaes {
    settings: CmaesSettings,
    space: Space,
    draw: Draw,
    mean: Vec<f64>,
    sigma: f64,
    path_sigma: Vec<f64>,
    path_c: Vec<f64>,
    /// C, row by row; kept exactly symmetric.
    covariance: Vec<f64>,
    eigen: Eigen,
    decomposed_at: u64,
    /// y_k of each point of the batch.
    steps: Vec<Vec<f64>>,
    batch: Batch,
}

impl Cmaes {
    pub(crate) fn new(settings: &CmaesSettings, space: &Space, seed: u64) -> Cmaes {
        let n = space.dimensions();
        let mut covariance = vec![0.0; n * n];
        (0..n).for_each(|i| covariance[i * n + i] = 1.0);
        let mut cmaes = Cmaes {
            settings: settings.clone(),
            space: space.clone(),
            draw: Draw::new(seed),
            mean: vec![0.0; n],
            sigma: settings.sigma,
            path_sigma: vec![0.0; n],
            path_c: vec![0.0; n],
            eigen: Eigen::of(&covariance, n),
            covariance,
            decomposed_at: 0,
            steps: Vec::new(),
            batch: Batch::first(Vec::new()),
        };
        cmaes.batch = Batch::first(cmaes.sample());
        cmaes
    }

    /// Whether an optimiser from a file fits these settings and this space.
    pub(crate) fn check(
        &self,
        settings: &CmaesSettings,
        space: &Space,
    ) -> Result<(), TrainingCheckpointError> {
        let is_ours = self.settings == *settings && self.space == *space;
        ensure(is_ours, "an optimiser", "of other settings", "those of the run")?;
        self.draw.check()?;
        let (n, generation) = (space.dimensions(), self.batch.generation());
        let population = settings.population(n);
        for (what, list) in [
            ("a mean of", &self.mean),
            ("a path of", &self.path_sigma),
            ("a path of", &self.path_c),
        ] {
            space.check_length(what, list)?;
        }
        let cells = self.covariance.len();
        ensure(cells == n * n, "a covariance of", format!("{cells} numbers"), n * n)?;
        self.eigen.check(n)?;
        ensure(
            self.decomposed_at <= generation,
            "a decomposition at",
            self.decomposed_at,
            generation,
        )?;
        ensure(self.steps.len() == population, "steps:", self.steps.len(), population)?;
        self.steps.iter().try_for_each(|step| space.check_length("a step of", step))?;
        self.batch.check(population, space)
    }

    /// The step now, in spreads of the space.
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    fn sample(&mut self) -> Vec<Vec<f64>> {
        let population = self.settings.population(self.mean.len());
        let (steps, points) = (0..population).map(|_| self.sample_one()).unzip();
        self.steps = steps;
        points
    }

    fn sample_one(&mut self) -> (Vec<f64>, Vec<f64>) {
        let mut tries = 0;
        loop {
            // (38) z_k ~ N(0, I)
            let z: Vec<f64> = self.mean.iter().map(|_| self.draw.normal()).collect();
            // (39) y_k = B D z_k ~ N(0, C)
            let mut y = self.eigen.stretch(&z);
            // (40) x_k = m + σ y_k
            let free = self.point(&y);
            let mut point = free.clone();
            self.space.clamp(&mut point);
            if point == free {
                return (y, point);
            }
            if tries == self.settings.resample {
                for i in (0..y.len()).filter(|&i| point[i] != free[i]) {
                    let moved = (point[i] - self.space.start[i]) / self.space.spread[i];
                    y[i] = (moved - self.mean[i]) / self.sigma;
                }
                return (y, point);
            }
            tries += 1;
        }
    }

    /// The point of the space at a step from the mean.
    fn point(&self, y: &[f64]) -> Vec<f64> {
        (0..y.len())
            .map(|i| {
                self.space.start[i] + self.space.spread[i] * (self.mean[i] + self.sigma * y[i])
            })
            .collect()
    }
}

measured_by_generation!(Cmaes);

impl Generational for Cmaes {
    fn advance(&mut self) {
        let n = self.mean.len();
        let ranking = self.batch.ranking();
        let c = Constants::new(n, ranking.len(), self.settings.active);

        // (41) ⟨y⟩_w = Σ_{i≤μ} w_i y_{i:λ}
        let mut step = vec![0.0; n];
        for (w, &k) in c.weights.iter().zip(&ranking).take(c.mu) {
            for (sum, y) in step.iter_mut().zip(&self.steps[k]) {
                *sum += w * y;
            }
        }
        // (42) m ← m + c_m σ ⟨y⟩_w, c_m = 1
        for (mean, y) in self.mean.iter_mut().zip(&step) {
            *mean += self.sigma * y;
        }

        // (43) p_σ ← (1 − c_σ) p_σ + √(c_σ (2 − c_σ) μ_eff) C^(−½) ⟨y⟩_w
        let whitened = self.eigen.whiten(&step);
        let gain = (c.c_sigma * (2.0 - c.c_sigma) * c.mu_eff).sqrt();
        for (path, y) in self.path_sigma.iter_mut().zip(&whitened) {
            *path = (1.0 - c.c_sigma) * *path + gain * y;
        }
        // (44) σ ← σ exp(c_σ/d_σ (‖p_σ‖ / E‖N(0, I)‖ − 1))
        let length = square_length(&self.path_sigma).sqrt();
        let growth = c.c_sigma / c.d_sigma * (length / c.expected_length - 1.0);
        // Far beyond any useful value at both ends, but keeps the next division finite.
        self.sigma = (self.sigma * libm::exp(growth.min(1.0))).clamp(1e-150, 1e150);

        // h_σ = 1 if ‖p_σ‖ / √(1 − (1 − c_σ)^(2(g+1))) < (1.4 + 2/(n+1)) E‖N(0, I)‖, else 0
        let age = 2.0 * (self.batch.generation() + 1) as f64;
        let settled = (1.0 - libm::pow(1.0 - c.c_sigma, age)).sqrt();
        let short = length / settled < (1.4 + 2.0 / (n as f64 + 1.0)) * c.expected_length;
        let h_sigma = if short { 1.0 } else { 0.0 };
        // (45) p_c ← (1 − c_c) p_c + h_σ √(c_c (2 − c_c) μ_eff) ⟨y⟩_w
        let gain = h_sigma * (c.c_c * (2.0 - c.c_c) * c.mu_eff).sqrt();
        for (path, y) in self.path_c.iter_mut().zip(&step) {
            *path = (1.0 - c.c_c) * *path + gain * y;
        }

        // (46) w_i° = w_i if w_i ≥ 0, else w_i n / ‖C^(−½) y_{i:λ}‖²
        let weights: Vec<f64> = (c.weights.iter().zip(&ranking))
            .map(|(&w, &k)| {
                let inner = || square_length(&self.eigen.whiten(&self.steps[k])).max(1e-12);
                if w >= 0.0 { w } else { w * n as f64 / inner() }
            })
            .collect();
        // (47) C ← (1 + c_1 δ(h_σ) − c_1 − c_μ Σ w_j) C + c_1 p_c p_cᵀ + c_μ Σ w_i° y_{i:λ} y_{i:λ}ᵀ
        // with δ(h_σ) = (1 − h_σ) c_c (2 − c_c)
        let delta = (1.0 - h_sigma) * c.c_c * (2.0 - c.c_c);
        let keep = 1.0 + c.c_1 * delta - c.c_1 - c.c_mu * c.weights.iter().sum::<f64>();
        for row in 0..n {
            for column in 0..=row {
                let mut rank_mu = 0.0;
                for (w, &k) in weights.iter().zip(&ranking) {
                    rank_mu += w * self.steps[k][row] * self.steps[k][column];
                }
                let entry = keep * self.covariance[row * n + column]
                    + c.c_1 * self.path_c[row] * self.path_c[column]
                    + c.c_mu * rank_mu;
                self.covariance[row * n + column] = entry;
                self.covariance[column * n + row] = entry;
            }
        }

        // Section B.2: C changes slowly, so C = B D² Bᵀ every 1/(10 n (c_1 + c_μ)) generations.
        let generation = self.batch.generation() + 1;
        let gap = 1.0 / (10.0 * n as f64 * (c.c_1 + c.c_mu));
        if (generation - self.decomposed_at) as f64 >= gap.floor().max(1.0) {
            self.eigen = Eigen::of(&self.covariance, n);
            self.decomposed_at = generation;
        }
        let points = self.sample();
        self.batch = self.batch.next(points);
    }

    /// The mean of the distribution.
    fn favourite(&self) -> Vec<f64> {
        let mut point = self.point(&vec![0.0; self.mean.len()]);
        self.space.clamp(&mut point);
        point
    }
}

fn square_length(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum()
}

#[cfg(test)]
mod tests;
