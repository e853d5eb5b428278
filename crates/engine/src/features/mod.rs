//! How each feature is measured, one function each.
//!
//! These are the specification; [`Survey`] measures many at once, which is what agents run on.

pub mod adaptability;
mod heights;
mod holes;
mod placement;
mod survey;
mod transitions;
mod wells;

use minolab_rules::{Board, Ruleset};

pub use heights::Heights;
pub use survey::{Survey, Values};
pub use wells::WellCosts;

use crate::{Feature, Outcome};

/// Measures a feature of the placement; 0 for one of the position.
#[inline]
pub fn of_placement(feature: Feature, outcome: &Outcome) -> f64 {
    match feature {
        Feature::LandingHeight => placement::landing_height(outcome),
        Feature::LandingRows => placement::landing_rows(outcome),
        Feature::Lines => outcome.lines as f64,
        Feature::ErodedCells => outcome.eroded() as f64,
        _ => 0.0,
    }
}

/// Measures a feature of the position; 0 for one of the placement.
pub fn of_position(feature: Feature, board: &Board, rules: &Ruleset, costs: &WellCosts) -> f64 {
    let heights = || Heights::new(board);
    match feature {
        Feature::LandingHeight | Feature::LandingRows | Feature::Lines | Feature::ErodedCells => {
            0.0
        }
        Feature::CompleteLines => heights::complete_lines(board) as f64,
        Feature::AggregateHeight => heights().sum() as f64,
        Feature::MeanHeight => heights().sum() as f64 / board.width() as f64,
        Feature::MaxHeight => board.top() as f64,
        Feature::WeightedHeight => heights::weighted(board.top()),
        Feature::RelativeHeight => (board.top() - heights().min()) as f64,
        Feature::Bumpiness => heights().bumpiness() as f64,
        Feature::Diversity => heights().diversity() as f64,
        Feature::Holes => holes::count(board, board.field()) as f64,
        Feature::EdgeHoles => holes::count(board, holes::at_distance(board, 0)) as f64,
        Feature::SecondHoles => holes::count(board, holes::at_distance(board, 1)) as f64,
        Feature::ThirdHoles => holes::count(board, holes::at_distance(board, 2)) as f64,
        Feature::RowsWithHoles => holes::rows(board) as f64,
        Feature::HoleDepth => holes::depth(board) as f64,
        Feature::TopHoleHeight => holes::top_height(board) as f64,
        Feature::RowTransitions => transitions::rows(board, rules.height as usize) as f64,
        Feature::ColumnTransitions => transitions::columns(board) as f64,
        Feature::Wells => wells::cumulative(board) as f64,
        Feature::WellsNonlinear => wells::contour(&heights()).cost(costs),
        Feature::Valleys => wells::valleys(board, rules.height as usize) as f64,
        Feature::Adaptability => adaptability::mirrored(&heights()) as f64,
        Feature::AdaptabilityTrue => adaptability::real(&heights()) as f64,
    }
}

#[cfg(test)]
mod tests;
