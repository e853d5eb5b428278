//! A position as features see it.

use minolab_rules::{Board, Piece, Ruleset, State};

use super::{Rows, Stack, WellCosts, slots::Slot};
use crate::{Position, Remaining};

/// Everything a feature of the position may depend on.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// By which rules.
    pub rules: &'a Ruleset,
    /// The position.
    pub state: &'a State,
    /// How much of the game remains.
    pub remaining: Remaining,
    /// The costs of wells in `wells_nonlinear`.
    pub costs: &'a WellCosts,
}

impl<'a> View<'a> {
    /// A position by these rules.
    pub fn new(rules: &'a Ruleset, position: &Position<'a>, costs: &'a WellCosts) -> View<'a> {
        View { rules, state: position.state, remaining: position.remaining, costs }
    }

    /// Its board.
    pub fn board(&self) -> &'a Board {
        &self.state.board
    }

    /// Its rows, for measuring.
    pub(super) fn rows(&self) -> Rows {
        Rows::new(self.board())
    }

    /// The counts of its stack.
    pub(super) fn stack(&self) -> Stack {
        self.rows().measure()
    }

    /// Rows of the stack above this many.
    pub(super) fn rows_above(&self, rows: usize) -> f64 {
        self.board().top().saturating_sub(rows) as f64
    }

    pub(super) fn slot(&self) -> Option<Slot> {
        self.rows().slot()
    }

    pub(super) fn has_slot(&self, lines: u8) -> bool {
        self.slot().is_some_and(|slot| slot.lines == lines)
    }

    /// Whether the well is in this column and has a row to fill.
    pub(super) fn has_well(&self, column: u8) -> bool {
        let stack = self.stack();
        stack.well == Some(column) && stack.well_depth > 0
    }

    pub(super) fn is_perfect_uneven(&self) -> bool {
        let rows = self.rows();
        rows.perfect_pieces(&rows.measure()).is_some() && rows.imbalance().abs() > 2
    }

    /// Filled cells above the rows that remain to be cleared.
    pub(super) fn cells_beyond(&self) -> i32 {
        self.rows().cells_from(self.remaining.lines.min(u32::MAX as u64) as usize)
    }

    pub(super) fn has_held_t(&self) -> bool {
        self.state.hold == Some(Piece::T)
    }
}
