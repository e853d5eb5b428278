//! Errors in an optimiser's settings.

use thiserror::Error;

/// Invalid settings, found before anything is evaluated.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SettingsError {
    /// There is nothing to optimise.
    #[error("nothing to optimise: 0 numbers given, expected at least 1")]
    NoDimensions,
    /// The parts of a space differ in length.
    #[error("{part} has {found} entries, expected {expected}, as many as the start")]
    Length {
        /// Which part of the space.
        part: &'static str,
        /// Its length.
        found: usize,
        /// The length of the start.
        expected: usize,
    },
    /// A part of the space is not a usable number.
    #[error("{part} of number {index} is {found}, expected a number")]
    NotANumber {
        /// Which part of the space.
        part: &'static str,
        index: usize,
        /// What was found.
        found: f64,
    },
    /// A spread that is zero, negative or not finite.
    #[error("spread of number {index} is {found}, expected more than 0")]
    Spread {
        index: usize,
        /// Its spread.
        found: f64,
    },
    /// The lower bound is not below the upper one.
    #[error("bounds crossed: number {index} has low {low} and high {high}, expected low < high")]
    BoundsCrossed {
        index: usize,
        /// Its lower bound.
        low: f64,
        /// Its upper bound.
        high: f64,
    },
    /// The start is outside the bounds.
    #[error("start of number {index} is {start}, expected between {low} and {high}")]
    StartOutside {
        index: usize,
        /// Where it starts.
        start: f64,
        /// Its lower bound.
        low: f64,
        /// Its upper bound.
        high: f64,
    },
    /// A count outside its range.
    #[error("{setting} is {found}, expected {expected}")]
    Count {
        /// The setting's name.
        setting: &'static str,
        /// Its value.
        found: usize,
        /// The range allowed, in words.
        expected: &'static str,
    },
    /// A number outside its range.
    #[error("{setting} is {found}, expected {expected}")]
    Value {
        /// The setting's name.
        setting: &'static str,
        /// Its value.
        found: f64,
        /// The range allowed, in words.
        expected: &'static str,
    },
    /// A sweep over no values.
    #[error("the sweep has 0 values, expected at least 1")]
    EmptySweep,
    /// A population given to a sweep.
    #[error(
        "population is {found}, expected none: a sweep has one candidate for each of its values"
    )]
    SweepPopulation { found: usize },
    /// A sweep over a number that does not exist.
    #[error("the sweep's index is {found}, expected less than {dimensions}")]
    SweepIndex {
        /// The index given.
        found: usize,
        /// How many numbers there are.
        dimensions: usize,
    },
}

impl SettingsError {
    /// Which number of the space it is about, if it is about one.
    pub fn index(&self) -> Option<usize> {
        match *self {
            SettingsError::NotANumber { index, .. }
            | SettingsError::Spread { index, .. }
            | SettingsError::BoundsCrossed { index, .. }
            | SettingsError::StartOutside { index, .. } => Some(index),
            _ => None,
        }
    }
}

/// `Ok` if the count is at least this much.
pub(crate) fn at_least(
    setting: &'static str,
    found: usize,
    least: usize,
    expected: &'static str,
) -> Result<(), SettingsError> {
    if found < least {
        return Err(SettingsError::Count { setting, found, expected });
    }
    Ok(())
}

/// The most points a generation may have. Far more than any run can evaluate, and few enough that a
/// file cannot demand too much memory.
pub(crate) const MOST_POINTS: usize = 100_000;

/// `Ok` if a generation can have this many points.
pub(crate) fn points(found: usize, least: usize) -> Result<(), SettingsError> {
    let expected = if least == 4 { "at least 4" } else { "at least 2" };
    at_least("population", found, least, expected)?;
    at_most("population", found, MOST_POINTS, "at most 100000")
}

/// `Ok` if the count is at most this much.
pub(crate) fn at_most(
    setting: &'static str,
    found: usize,
    most: usize,
    expected: &'static str,
) -> Result<(), SettingsError> {
    if found > most {
        return Err(SettingsError::Count { setting, found, expected });
    }
    Ok(())
}

/// `Ok` if a setting's number passes; NaN never does.
pub(crate) fn value(
    setting: &'static str,
    found: f64,
    allowed: bool,
    expected: &'static str,
) -> Result<(), SettingsError> {
    if !allowed || !found.is_finite() {
        return Err(SettingsError::Value { setting, found, expected });
    }
    Ok(())
}
