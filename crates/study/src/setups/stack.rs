//! Stacks: stretches of play around one well.

use minolab_rules::Board;

use super::{
    WIDTH,
    appearance::{Appearance, SetupEnd},
    field::{Field, Landed},
    table::{NamedSetup, StackRule},
};
use crate::pattern;

/// Looks for stacking around one column.
pub(super) struct StackWatch {
    setup: &'static NamedSetup,
    rule: &'static StackRule,
    column: usize,
    going: Option<Going>,
    found: Vec<Appearance>,
}

/// A stretch that may still go on.
struct Going {
    appearance: Appearance,
    rows: usize,
    /// Positions without a well since.
    gap: u32,
}

impl StackWatch {
    /// One for each column that counts.
    pub(super) fn all(setup: &'static NamedSetup, rule: &'static StackRule) -> Vec<StackWatch> {
        let mut columns = vec![rule.well];
        let other = WIDTH - 1 - rule.well;
        if setup.mirrored && other != rule.well {
            columns.push(other);
        }
        let watch = |column| StackWatch { setup, rule, column, going: None, found: Vec::new() };
        columns.into_iter().map(watch).collect()
    }

    pub(super) fn add(&mut self, landed: &Landed) {
        let (board, column) = (landed.field.board, self.column);
        let well = lone_well(&landed.field, self.rule.depth);
        if well == Some(column) {
            let going = self.going.get_or_insert_with(|| {
                let form = pattern(column, WIDTH);
                let is_mirrored = column != self.rule.well;
                let seen = Appearance::new(self.setup, form, is_mirrored, landed.index, *board);
                Going { appearance: seen, rows: 0, gap: 0 }
            });
            let rows = ready_rows(board, column);
            if rows > going.rows {
                (going.rows, going.appearance.board) = (rows, *board);
            }
            going.appearance.last = landed.index;
            going.appearance.held += 1;
            going.gap = 0;
        } else if let Some(going) = &mut self.going {
            going.gap += 1;
            if well.is_some() || going.gap > self.rule.grace {
                self.close();
            }
        }
    }

    fn close(&mut self) {
        let Some(Going { mut appearance, rows, .. }) = self.going.take() else { return };
        if appearance.held >= self.rule.placements && rows >= self.rule.rows {
            appearance.count = appearance.last - appearance.first + 1;
            appearance.end = SetupEnd::Left;
            self.found.push(appearance);
        }
    }

    pub(super) fn finish(mut self) -> Vec<Appearance> {
        self.close();
        self.found
    }
}

/// The column that is lower than every other one by at least `depth`.
///
/// [`crate::Well`] asks only the neighbours, which suits one position; a stack is built around
/// its well as a whole.
fn lone_well(field: &Field, depth: usize) -> Option<usize> {
    let heights = &field.heights;
    let column = (0..WIDTH).min_by_key(|&x| heights[x])?;
    let others = (0..WIDTH).filter(|&x| x != column);
    others.map(|x| heights[x]).all(|height| height >= heights[column] + depth).then_some(column)
}

/// Rows on one another that are full but for the well, from its floor up.
fn ready_rows(board: &Board, column: usize) -> usize {
    let ready = ((1 << WIDTH) - 1) & !(1u16 << column);
    let rows = (board.column_height(column)..board.top()).map(|y| board.row(y));
    rows.take_while(|&row| row & ready == ready).count()
}
