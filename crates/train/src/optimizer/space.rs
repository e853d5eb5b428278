//! The search space of an optimiser.

use serde::{Deserialize, Serialize};

use super::SettingsError;
use crate::checkpoint::{TrainingCheckpointError, ensure};

/// Start, spread and bounds, one entry per number.
///
/// It has no names: the caller knows which weight a number is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Space {
    /// The centre of the start.
    pub start: Vec<f64>,
    /// How far from the centre the first points are: the half-width of a uniform draw, or the first
    /// standard deviation.
    pub spread: Vec<f64>,
    /// Lower bounds; minus infinity for none.
    pub low: Vec<f64>,
    /// Upper bounds; infinity for none.
    pub high: Vec<f64>,
}

impl Space {
    /// A space with hard bounds.
    pub fn new(
        start: Vec<f64>,
        spread: Vec<f64>,
        low: Vec<f64>,
        high: Vec<f64>,
    ) -> Result<Space, SettingsError> {
        let space = Space { start, spread, low, high };
        space.check()?;
        Ok(space)
    }

    /// A space without bounds.
    pub fn unbounded(start: Vec<f64>, spread: Vec<f64>) -> Result<Space, SettingsError> {
        let dimensions = start.len();
        let (low, high) = (vec![f64::NEG_INFINITY; dimensions], vec![f64::INFINITY; dimensions]);
        Space::new(start, spread, low, high)
    }

    /// The number of dimensions.
    pub fn dimensions(&self) -> usize {
        self.start.len()
    }

    /// Whether the fields, which are public, are consistent.
    pub fn check(&self) -> Result<(), SettingsError> {
        let expected = self.dimensions();
        if expected == 0 {
            return Err(SettingsError::NoDimensions);
        }
        for (part, values) in [("spread", &self.spread), ("low", &self.low), ("high", &self.high)] {
            if values.len() != expected {
                return Err(SettingsError::Length { part, found: values.len(), expected });
            }
        }
        for index in 0..expected {
            let (start, spread) = (self.start[index], self.spread[index]);
            let (low, high) = (self.low[index], self.high[index]);
            for (part, found) in [("start", start), ("low", low), ("high", high)] {
                if found.is_nan() || (part == "start" && found.is_infinite()) {
                    return Err(SettingsError::NotANumber { part, index, found });
                }
            }
            if !(spread > 0.0 && spread.is_finite()) {
                return Err(SettingsError::Spread { index, found: spread });
            }
            if low >= high {
                return Err(SettingsError::BoundsCrossed { index, low, high });
            }
            if !(low..=high).contains(&start) {
                return Err(SettingsError::StartOutside { index, start, low, high });
            }
        }
        Ok(())
    }

    /// Whether a list from a file has one number per dimension.
    pub(crate) fn check_length(
        &self,
        what: &'static str,
        list: &[f64],
    ) -> Result<(), TrainingCheckpointError> {
        let expected = self.dimensions();
        ensure(list.len() == expected, what, format!("{} numbers", list.len()), expected)
    }

    /// Moves each number to its nearest allowed value.
    pub(crate) fn clamp(&self, point: &mut [f64]) {
        for (index, x) in point.iter_mut().enumerate() {
            *x = x.clamp(self.low[index], self.high[index]);
        }
    }
}
