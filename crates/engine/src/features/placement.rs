//! Where the piece went.

use minolab_rules::shape;

use crate::Outcome;

#[inline]
pub fn landing_height(outcome: &Outcome) -> f64 {
    let shape = shape::shape(outcome.placement.piece, outcome.placement.rotation);
    outcome.bottom() as f64 + (shape.height - 1) as f64 / 2.0
}

#[inline]
pub fn landing_rows(outcome: &Outcome) -> f64 {
    let shape = shape::shape(outcome.placement.piece, outcome.placement.rotation);
    let sum: i32 = shape.cells.iter().map(|&(_, dy)| dy as i32).sum();
    let sum = sum + 4 * outcome.placement.y as i32;
    (4 * (outcome.rules.height as i32 - 1) - sum) as f64 / 4.0
}
