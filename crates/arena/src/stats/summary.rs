//! What a run reports about a number.

use serde::{Deserialize, Serialize};

use super::Interval;

/// A number over games, as a run reports it.
///
/// Fields that need more games than there are are `None`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The mean.
    pub mean: Option<f64>,
    /// Its standard error.
    pub se: Option<f64>,
    /// Its 95 % interval, by Student's t.
    pub ci95: Option<Interval>,
    /// The minimum.
    pub min: Option<f64>,
    /// The median.
    pub median: Option<f64>,
    /// The maximum.
    pub max: Option<f64>,
    /// How many games.
    pub n: u64,
}
