//! Features of the placement: where the piece went and what it cleared.

use minolab_rules::{Clear, Piece, Spin, shape};

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

/// Points for the lines; neither drops nor a spin without a line count.
pub fn points(outcome: &Outcome) -> f64 {
    (outcome.clear.points - outcome.clear.idle_spin_points) as f64
}

/// Whether a T was placed without a spin that clears.
pub fn is_wasted_t(outcome: &Outcome) -> bool {
    let Clear { lines, spin, .. } = outcome.clear;
    outcome.placement.piece == Piece::T && (lines == 0 || spin == Spin::None)
}

/// 1 for a clear of this kind; the greatest number of lines of a kind includes more.
pub fn clears(outcome: &Outcome, spin: Spin, lines: u8) -> f64 {
    let most = match spin {
        Spin::None => 4,
        Spin::Mini => 2,
        Spin::Full => 3,
    };
    let clear = outcome.clear;
    (clear.spin == spin && clear.lines.min(most) == lines) as u8 as f64
}

/// Garbage by the combo before, as counted in the matches of the bot whose weights the capstone
/// took.
const COMBO_GARBAGE: [i32; 12] = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5];

/// Garbage that a clear would send for its combo.
#[inline(always)]
pub fn combo_garbage(clear: &Clear) -> i32 {
    COMBO_GARBAGE[clear.combo.min(11) as usize]
}
