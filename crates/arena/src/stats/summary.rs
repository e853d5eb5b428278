//! What a run says about a number.

use serde::{Deserialize, Serialize};

use super::Interval;

/// A number over games: what a run reports of it.
///
/// Fields that too few games leave unknown are `None`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The mean.
    pub mean: Option<f64>,
    /// Its standard error.
    pub se: Option<f64>,
    /// Its 95 % interval, by Student's t.
    pub ci95: Option<Interval>,
    /// The least.
    pub min: Option<f64>,
    /// The middle one.
    pub median: Option<f64>,
    /// The largest.
    pub max: Option<f64>,
    /// How many games.
    pub n: u64,
}
