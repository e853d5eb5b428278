//! A sweep: one number at several values, side by side.

use serde::{Deserialize, Serialize};

use super::batch::{Batch, Generational, measured_by_generation};
use super::error::{MOST_POINTS, at_least, at_most, value};
use super::{SettingsError, Space};
use crate::checkpoint::{TrainingCheckpointError, ensure};

/// Settings of the sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SweepSettings {
    /// Which number of the space varies; the others stay at the start.
    pub index: usize,
    /// The values it takes.
    pub values: Vec<f64>,
    /// For a race: a value is dropped when it is behind the leader by more than this many standard
    /// errors of their difference. If not given, all stay.
    pub drop: Option<f64>,
    /// The number of generations before a race drops any value.
    pub drop_after: usize,
}

impl Default for SweepSettings {
    fn default() -> SweepSettings {
        SweepSettings { index: 0, values: Vec::new(), drop: None, drop_after: 10 }
    }
}

impl SweepSettings {
    pub(crate) fn set_population(&mut self, count: usize) -> Result<(), SettingsError> {
        Err(SettingsError::SweepPopulation { found: count })
    }

    pub(crate) fn check(&self, space: &Space) -> Result<(), SettingsError> {
        if self.index >= space.dimensions() {
            let dimensions = space.dimensions();
            return Err(SettingsError::SweepIndex { found: self.index, dimensions });
        }
        if self.values.is_empty() {
            return Err(SettingsError::EmptySweep);
        }
        at_most("values", self.values.len(), MOST_POINTS, "at most 100000 of them")?;
        for &x in &self.values {
            let inside = (space.low[self.index]..=space.high[self.index]).contains(&x);
            value("a value of the sweep", x, inside, "a number between the bounds")?;
        }
        if let Some(errors) = self.drop {
            value("drop", errors, errors > 0.0, "more than 0")?;
            at_least("drop_after", self.drop_after, 2, "at least 2")?;
        }
        Ok(())
    }
}

/// The results of one value of a sweep so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepRow {
    /// The value.
    pub value: f64,
    /// How often it was evaluated.
    pub count: u64,
    /// The mean of the results.
    pub mean: Option<f64>,
    /// The standard error of the mean, from two results on.
    pub error: Option<f64>,
    /// Whether it is still in the race.
    pub racing: bool,
}

/// A sweep or race: each generation evaluates every value once.
///
/// It is not random, so it has no seed. Only complete generations count: in these, every value
/// faced the same pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    settings: SweepSettings,
    space: Space,
    /// The results of each value, one per generation.
    results: Vec<Vec<f64>>,
    /// Indices of the values still in the race, as in the batch.
    racing: Vec<usize>,
    batch: Batch,
}

impl Sweep {
    /// The seed is ignored: nothing is random.
    pub(crate) fn new(settings: &SweepSettings, space: &Space, _: u64) -> Sweep {
        let count = settings.values.len();
        let mut sweep = Sweep {
            settings: settings.clone(),
            space: space.clone(),
            results: vec![Vec::new(); count],
            racing: (0..count).collect(),
            batch: Batch::first(Vec::new()),
        };
        sweep.batch = Batch::first(sweep.points());
        sweep
    }

    /// Whether an optimiser from a file fits these settings and this space.
    pub(crate) fn check(
        &self,
        settings: &SweepSettings,
        space: &Space,
    ) -> Result<(), TrainingCheckpointError> {
        let is_ours = self.settings == *settings && self.space == *space;
        ensure(is_ours, "an optimiser", "of other settings", "those of the run")?;
        let (count, racing) = (settings.values.len(), &self.racing);
        ensure(self.results.len() == count, "values:", self.results.len(), count)?;
        // What the generations have left of them, in their order.
        let is_list = racing.is_sorted_by(|a, b| a < b) && racing.iter().all(|&at| at < count);
        ensure(is_list, "values in the race", "twice or beyond the list", count)?;
        let generation = self.batch.generation();
        let is_even = racing.iter().all(|&at| self.results[at].len() as u64 == generation);
        ensure(is_even, "a value's results", "of other generations", generation)?;
        self.batch.check(racing.len(), space)
    }

    /// The table so far, in the order of the values.
    pub fn rows(&self) -> Vec<SweepRow> {
        (self.results.iter().zip(&self.settings.values).enumerate())
            .map(|(index, (results, &value))| SweepRow {
                value,
                count: results.len() as u64,
                mean: (!results.is_empty()).then(|| mean(results)),
                error: (results.len() > 1).then(|| standard_error(results)),
                racing: self.racing.contains(&index),
            })
            .collect()
    }

    fn point(&self, index: usize) -> Vec<f64> {
        let mut point = self.space.start.clone();
        point[self.settings.index] = self.settings.values[index];
        point
    }

    fn points(&self) -> Vec<Vec<f64>> {
        self.racing.iter().map(|&index| self.point(index)).collect()
    }

    /// The value in the race with the best mean; the first of equals.
    fn leader(&self) -> Option<usize> {
        let measured = self.racing.iter().copied().filter(|&index| !self.results[index].is_empty());
        measured.rev().max_by(|&a, &b| mean(&self.results[a]).total_cmp(&mean(&self.results[b])))
    }
}

measured_by_generation!(Sweep);

impl Generational for Sweep {
    fn advance(&mut self) {
        for (place, &index) in self.racing.iter().enumerate() {
            self.results[index].push(self.batch.fitness(place));
        }
        if let (Some(errors), Some(leader)) = (self.settings.drop, self.leader())
            && self.results[leader].len() >= self.settings.drop_after
        {
            let results = &self.results;
            self.racing.retain(|&index| {
                // Paired: both faced the same pieces in each generation.
                let behind: Vec<f64> =
                    results[leader].iter().zip(&results[index]).map(|(l, x)| l - x).collect();
                let fallen = mean(&behind) > errors * standard_error(&behind);
                index == leader || !fallen
            });
        }
        let points = self.points();
        self.batch = self.batch.next(points);
    }

    /// The start with the value that has the best mean.
    fn favourite(&self) -> Vec<f64> {
        self.leader().map_or_else(|| self.space.start.clone(), |index| self.point(index))
    }
}

/// Minus infinity if the results include both infinities.
fn mean(values: &[f64]) -> f64 {
    super::batch::worth(values.iter().sum::<f64>() / values.len() as f64)
}

/// √(Σ (x − x̄)² / (n − 1) / n)
fn standard_error(values: &[f64]) -> f64 {
    let (n, middle) = (values.len() as f64, mean(values));
    let squares: f64 = values.iter().map(|x| (x - middle) * (x - middle)).sum();
    (squares / (n - 1.0) / n).sqrt()
}

#[cfg(test)]
mod tests;
