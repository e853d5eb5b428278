//! One ply, all placements of a piece at once.
//!
//! **How.** Sixteen placements share a vector register, one to a lane; ten registers hold the
//! ten columns of their boards, a column a lane of sixteen bits. Every feature is then a few
//! shifts, comparisons and bit counts over the ten registers. Placements that clear lines are
//! rare; their columns are closed up one by one before the features are taken.
//!
//! **Same answers.** Scores here are single precision and serve only to find the placements
//! that could be best: where more than one is within the rounding error of the best, the
//! plain evaluation decides among those. So the choice is always the one the plain player
//! makes, on every machine; `tests.rs` compares them.

// Elsewhere nothing reads the tables yet.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
mod tables;
#[cfg(target_arch = "x86_64")]
mod wide;

use minolab_rules::{Above, Board, Entry, Piece, Placement, Ruleset};

use crate::{Feature, Linear, Measured, Rounding};

/// The features that are computed here.
const FEATURES: [Feature; 10] = [
    Feature::LandingHeight,
    Feature::Lines,
    Feature::ErodedCells,
    Feature::RowTransitions,
    Feature::ColumnTransitions,
    Feature::Holes,
    Feature::Wells,
    Feature::HoleDepth,
    Feature::RowsWithHoles,
    Feature::Diversity,
];

/// The highest stack that fits, with a piece on it and an empty row above, in sixteen rows.
const MAX_TOP: usize = 11;

/// The placements that could be best: those whose score is within the rounding error.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    len: usize,
    list: [Placement; tables::LANES],
    /// How many placements were scored.
    pub scored: u64,
}

impl Candidates {
    /// The placements, in the order of the tables.
    #[inline]
    pub fn as_slice(&self) -> &[Placement] {
        &self.list[..self.len]
    }
}

/// A weighted sum made ready for vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kernel {
    weights: [f32; FEATURES.len()],
    has_diversity: bool,
    tolerance: f32,
}

impl Kernel {
    /// The kernel of this sum; `None` if it is not served, or the processor is not.
    pub fn new(linear: &Linear) -> Option<Kernel> {
        let served = linear.settings().board == Measured::Cleared
            && linear.settings().rounding == Rounding::None
            && linear.settings().scale == 1.0
            && !linear.has_exceptions();
        if !served || !is_available() {
            return None;
        }
        let mut weights = [0.0; FEATURES.len()];
        let mut size = 0.0;
        for &(feature, weight) in linear.weights().as_slice() {
            let index = FEATURES.iter().position(|&served| served == feature)?;
            weights[index] = weight as f32;
            size += weight.abs() as f32;
        }
        // Features stay below 256 and single precision keeps 24 bits: ten roundings of
        // products and ten of sums each lose less than this much.
        let tolerance = size * 256.0 * 20.0 / (1 << 24) as f32;
        let has_diversity = linear.weights().get(Feature::Diversity).is_some();
        Some(Kernel { weights, has_diversity, tolerance })
    }

    /// The placements that could be best; `None` where the plain way must be taken: under
    /// rules and on stacks that are not served, and if every placement loses.
    #[inline]
    pub fn candidates(&self, rules: &Ruleset, board: &Board, piece: Piece) -> Option<Candidates> {
        let served = rules.width == 10
            && rules.entry == Entry::Above
            && !rules.slide
            && !rules.hold
            && rules.top_out.above == Above::BeforeClear
            && board.top() <= MAX_TOP;
        if !served {
            return None;
        }
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: a kernel exists only where `is_available` found the features.
            let candidates = unsafe { wide::candidates(self, rules.limit(), board, piece) };
            (candidates.len > 0).then_some(candidates)
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = piece;
            None
        }
    }
}

/// Whether the processor has what the kernel is compiled for.
fn is_available() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

#[cfg(test)]
mod tests;
