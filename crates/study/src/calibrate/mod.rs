//! What a move costs: from a difference in evaluation to a difference in results.
//!
//! A search compares choices in units of its own. To say what a choice costs in pieces, points or lines,
//! positions are played on from the best choice and from another, with the same pieces to come
//! ([`Sampling`]); a [`Curve`] is fitted to half of them and held against the other half.

mod curve;
mod fit;
mod gap;
mod mistake;
mod plot;
mod sample;
pub mod shipped;

pub use curve::Curve;
pub use fit::{Tenth, fit, hold_out};
pub use gap::Gap;
use minolab_arena::Metric;
use minolab_rules::Mode;
pub use mistake::{Mistake, MistakeCost, MistakeSample, mistake_costs};
pub use sample::{GapSample, Samplers, Sampling};
use serde::{Deserialize, Serialize};

/// An agent's curve in a mode, and where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// Whose evaluation it is of.
    pub agent: String,
    pub rules: String,
    pub mode: String,
    /// What costs are counted in: `pieces`, `points` or `lines`.
    pub unit: String,
    /// Positions expanded to choose, and again to rank; `None` where the agent has no such limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Who played on, and for how long.
    pub played_on_by: String,
    /// Pieces played after each choice at most; `None` to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<u64>,
    /// Positions played on, half of them for the curve.
    pub positions: u64,
    pub seed: u64,
    pub curve: Curve,
    /// The other half, by what the curve foretold.
    pub held_out: Vec<Tenth>,
}

/// What results of a mode are counted in.
pub fn unit(mode: Mode) -> &'static str {
    match Metric::of(mode) {
        Metric::Sprint => "pieces",
        Metric::Lines => "lines",
        _ => "points",
    }
}

impl Calibration {
    /// Reads a file of `minolab calibrate`.
    pub fn from_toml(text: &str) -> Result<Calibration, String> {
        let found: Calibration = toml::from_str(text).map_err(|error| error.to_string())?;
        found.curve.check()?;
        Ok(found)
    }

    /// The file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("it has only plain values")
    }

    /// How many tenths of the positions held out the curve was right about.
    pub fn right(&self) -> usize {
        self.held_out.iter().filter(|tenth| tenth.is_right()).count()
    }
}

/// The curve that fits samples, every second of them, and how it does on the others.
pub fn calibrate(samples: &[GapSample]) -> Option<(Curve, Vec<Tenth>)> {
    let half = |which: usize| -> Vec<GapSample> {
        samples.iter().copied().skip(which).step_by(2).collect()
    };
    let curve = fit(&half(0))?;
    let held_out = hold_out(&curve, &half(1));
    Some((curve, held_out))
}
