//! How fast things happen when a person plays.

use serde::{Deserialize, Serialize};

use crate::ruleset::{RulesetError, check};

/// Gravity and lock delay.
///
/// Repeat rates of keys are a person's choice and are not here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// Microseconds a piece takes to fall one row, by level.
    pub gravity_us: Vec<u32>,
    /// Points at which each next level starts; one fewer than the levels.
    #[serde(default)]
    pub level_scores: Vec<u32>,
    /// Milliseconds a resting piece waits before it locks.
    pub lock_delay_ms: u32,
    /// How many moves may reset the lock delay; unlimited if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock_resets: Option<u32>,
    /// Milliseconds after first resting at which a piece locks regardless of resets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock_limit_ms: Option<u32>,
}

impl Timing {
    /// The fixed tick of real time: a millisecond.
    ///
    /// Repeat rates, lock delays and modes are whole milliseconds; gravity, which is finer,
    /// is carried over from tick to tick in microseconds.
    pub const TICKS_PER_SECOND: u64 = 1000;

    /// The level a score has reached, from 0.
    pub fn level(&self, score: u64) -> usize {
        self.level_scores.iter().take_while(|&&needed| score >= needed as u64).count()
    }

    /// Microseconds a piece takes to fall one row at this score.
    pub fn gravity_us(&self, score: u64) -> u32 {
        self.gravity_us.get(self.level(score)).copied().unwrap_or(1_000_000)
    }

    pub(crate) fn check(&self) -> Result<(), RulesetError> {
        let levels = self.gravity_us.len() as i64;
        check("timing.gravity_us (levels)", levels, 1..=64, "1 to 64 levels")?;
        let scores = self.level_scores.len() as i64;
        check("timing.level_scores (levels)", scores, 0..=levels - 1, "fewer than gravity_us")?;
        for &us in &self.gravity_us {
            check("timing.gravity_us", us as i64, 1..=1_000_000_000, "1 to 1000000000")?;
        }
        check("timing.lock_delay_ms", self.lock_delay_ms as i64, 0..=1_000_000, "0 to 1000000")?;
        Ok(())
    }
}
