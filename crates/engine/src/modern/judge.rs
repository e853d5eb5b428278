//! How a modern position is judged: the points made, and what the stack promises.

#[cfg(target_arch = "x86_64")]
use minolab_rules::cpu::{self, Level};
use minolab_rules::{Clear, Piece, Placement, Spin, State};
use serde::{Deserialize, Serialize};

use super::stack::{Rows, Stack};

/// How much everything counts, in points; whole numbers, so that every machine decides alike.
///
/// Those from `back_to_back` to `combo_garbage` and the two lists are the capstone's blitz
/// heuristics as it meant them, under its names; the others are ours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Modern {
    /// Points by the ruleset without those for drops, in percent.
    pub points: i32,
    /// Being back-to-back.
    pub back_to_back: i32,
    /// Differences between neighbouring columns, the well left out.
    pub bumpiness: i32,
    /// The same, squared.
    pub bumpiness_sq: i32,
    /// Changes between filled and empty along the rows.
    pub row_transitions: i32,
    /// Rows of the stack.
    pub height: i32,
    /// Its rows above the tenth.
    pub top_half: i32,
    /// Its rows above the fifteenth.
    pub top_quarter: i32,
    /// Its rows above the tenth, in addition.
    pub jeopardy: i32,
    /// Covered cells that nothing can slide into.
    pub cavity_cells: i32,
    /// Their number, squared.
    pub cavity_cells_sq: i32,
    /// Covered cells that something can slide into.
    pub overhang_cells: i32,
    /// Their number, squared.
    pub overhang_cells_sq: i32,
    /// How deep the covered cells lie, up to six each.
    pub covered_cells: i32,
    /// The same, squared.
    pub covered_cells_sq: i32,
    /// Rows that lack nothing but the well's cell, up to `max_well_depth`.
    pub well_depth: i32,
    /// How many of them count.
    pub max_well_depth: i32,
    /// A key press.
    pub move_time: i32,
    /// A T placed without a spin that clears.
    pub wasted_t: i32,
    /// A clear that is back-to-back.
    pub b2b_clear: i32,
    /// One line without a spin.
    pub clear1: i32,
    /// Two lines without a spin.
    pub clear2: i32,
    /// Three lines without a spin.
    pub clear3: i32,
    /// Four lines.
    pub clear4: i32,
    /// One line by a full spin.
    pub tspin1: i32,
    /// Two lines by a full spin.
    pub tspin2: i32,
    /// Three lines by a full spin.
    pub tspin3: i32,
    /// One line by a mini spin.
    pub mini_tspin1: i32,
    /// Two lines by a mini spin.
    pub mini_tspin2: i32,
    /// An empty board.
    pub perfect_clear: i32,
    /// Garbage that clears in a row would send in a match.
    pub combo_garbage: i32,
    /// A clear in a row after the first.
    pub combo: i32,
    /// Differences between neighbouring columns, every column counted.
    pub roughness: i32,
    /// Rows with a covered cell.
    pub spoiled_rows: i32,
    /// Filled cells.
    pub cells: i32,
    /// A T on hold.
    pub held_t: i32,
    /// A cell that the rows of the best slot lack.
    pub tslot_lacking: i32,
    /// What a second slot counts without a T on hold, in percent.
    pub second_tslot: i32,
    /// A clean stack of at most four rows that whole pieces would fill up.
    pub pc_hope: i32,
    /// A piece that this would still take.
    pub pc_left: i32,
    /// If its chequered colours differ by more than one T makes up for.
    pub pc_uneven: i32,
    /// A cell in a row above those still to be cleared in this game.
    pub beyond: i32,
    /// A slot where a T would clear none to three lines.
    pub tslot: [i32; 4],
    /// A well in each of the ten columns.
    pub well_column: [i32; 10],
}

/// Garbage by the number of clears in a row before, as the matches of the bot whose weights the
/// capstone took count it.
const COMBO_GARBAGE: [i32; 12] = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5];

impl Modern {
    /// What a placement is worth once and for all; `keys` are the presses it takes.
    #[inline(always)]
    pub fn reward(&self, placement: Placement, clear: &Clear, keys: i32) -> i32 {
        let mut value = 0;
        self.reward_terms(placement, clear, keys, &mut |_, share| value += share);
        value
    }

    /// What a position promises; `lines` end the game.
    #[inline]
    pub fn potential(&self, state: &State, lines: u32) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if cpu::has(Level::V4Late) {
            // SAFETY: the level has every feature it is compiled for.
            return unsafe { self.potential_wide(state, lines) };
        } else if cpu::has(Level::V3) {
            // SAFETY: the same.
            return unsafe { self.potential_counting(state, lines) };
        }
        self.potential_plain(state, lines)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,bmi1,bmi2,popcnt,lzcnt")]
    fn potential_wide(&self, state: &State, lines: u32) -> i32 {
        self.potential_plain(state, lines)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn potential_counting(&self, state: &State, lines: u32) -> i32 {
        self.potential_plain(state, lines)
    }

    #[inline(always)]
    fn potential_plain(&self, state: &State, lines: u32) -> i32 {
        let mut value = 0;
        self.potential_terms(state, lines, &mut |_, share| value += share);
        value
    }

    /// Each share of [`Modern::reward`].
    #[inline(always)]
    pub fn reward_terms(
        &self,
        placement: Placement,
        clear: &Clear,
        keys: i32,
        each: &mut impl FnMut(&'static str, i32),
    ) {
        let points = (clear.points - clear.idle_spin_points) as i32;
        let lines = clear.lines;
        each("move_time", keys * self.move_time);
        if placement.piece == Piece::T && (lines == 0 || clear.spin == Spin::None) {
            each("wasted_t", self.wasted_t);
        }
        if lines == 0 {
            return;
        }
        each("points", points * self.points / 100);
        match (clear.spin, lines) {
            (Spin::None, 1) => each("clear1", self.clear1),
            (Spin::None, 2) => each("clear2", self.clear2),
            (Spin::None, 3) => each("clear3", self.clear3),
            (Spin::None, _) => each("clear4", self.clear4),
            (Spin::Mini, 1) => each("mini_tspin1", self.mini_tspin1),
            (Spin::Mini, _) => each("mini_tspin2", self.mini_tspin2),
            (Spin::Full, 1) => each("tspin1", self.tspin1),
            (Spin::Full, 2) => each("tspin2", self.tspin2),
            (Spin::Full, _) => each("tspin3", self.tspin3),
        }
        let combo = clear.combo as usize;
        each("combo", self.combo * combo as i32);
        each("combo_garbage", self.combo_garbage * COMBO_GARBAGE[combo.min(11)]);
        if clear.back_to_back {
            each("b2b_clear", self.b2b_clear);
        }
        if clear.all_clear {
            each("perfect_clear", self.perfect_clear);
        }
    }

    /// Each share of [`Modern::potential`].
    #[inline(always)]
    pub fn potential_terms(
        &self,
        state: &State,
        lines: u32,
        each: &mut impl FnMut(&'static str, i32),
    ) {
        let rows = Rows::new(&state.board);
        let stack = rows.measure();
        each("height", stack.height * self.height);
        each("top_half", (stack.height - 10).max(0) * self.top_half);
        each("top_quarter", (stack.height - 15).max(0) * self.top_quarter);
        each("jeopardy", (stack.height - 10).max(0) * self.jeopardy);
        each("cells", stack.cells * self.cells);
        each("roughness", stack.roughness * self.roughness);
        each("row_transitions", stack.row_transitions * self.row_transitions);
        each("cavity_cells", stack.cavities * self.cavity_cells);
        each("cavity_cells_sq", stack.cavities * stack.cavities * self.cavity_cells_sq);
        each("overhang_cells", stack.overhangs * self.overhang_cells);
        each("overhang_cells_sq", stack.overhangs * stack.overhangs * self.overhang_cells_sq);
        each("covered_cells", stack.covered * self.covered_cells);
        each("covered_cells_sq", stack.covered_squared * self.covered_cells_sq);
        each("spoiled_rows", stack.spoiled_rows * self.spoiled_rows);
        each("well_depth", stack.well_depth.min(self.max_well_depth) * self.well_depth);
        if self.beyond != 0 && stack.height > lines as i32 {
            each("beyond", rows.cells_from(lines as usize) * self.beyond);
        }
        if self.bumpiness != 0 || self.bumpiness_sq != 0 {
            self.bumpiness_terms(&rows, each);
        }
        if let Some(well) = stack.well
            && stack.well_depth > 0
        {
            let column = self.well_column.get(well as usize).copied().unwrap_or(0);
            each("well_column", column);
        }
        if state.back_to_back {
            each("back_to_back", self.back_to_back);
        }
        let has_t = state.hold == Some(Piece::T);
        if has_t {
            each("held_t", self.held_t);
        }
        self.perfect_terms(&rows, &stack, each);
        if (self.tslot != [0; 4] || self.tslot_lacking != 0)
            && let Some(slot) = rows.slot()
        {
            each("tslot", self.tslot[slot.lines as usize]);
            each("tslot_lacking", slot.lacking as i32 * self.tslot_lacking);
            let percent = if has_t { 100 } else { self.second_tslot };
            if percent != 0
                && let Some(slot) = rows.filled_with(&slot).slot()
            {
                each("tslot", self.tslot[slot.lines as usize] * percent / 100);
            }
        }
    }

    /// The prospects of an empty board within four rows.
    #[inline(always)]
    fn perfect_terms(&self, rows: &Rows, stack: &Stack, each: &mut impl FnMut(&'static str, i32)) {
        let is_clean = stack.cavities + stack.overhangs == 0;
        let lacking = 4 * rows.width() - stack.cells;
        if stack.height > 4 || !is_clean || lacking % 4 != 0 {
            return;
        }
        each("pc_hope", self.pc_hope);
        each("pc_left", lacking / 4 * self.pc_left);
        if rows.imbalance().abs() > 2 {
            each("pc_uneven", self.pc_uneven);
        }
    }

    #[cold]
    fn bumpiness_terms(&self, rows: &Rows, each: &mut impl FnMut(&'static str, i32)) {
        let heights = || rows.heights().enumerate();
        // The last of the lowest columns is the well.
        let well = heights().min_by_key(|&(x, height)| (height, -(x as i32))).map(|(x, _)| x);
        let mut rest = heights().filter(|&(x, _)| Some(x) != well).map(|(_, height)| height);
        let Some(mut before) = rest.next() else { return };
        let (mut sum, mut squares) = (0, 0);
        for height in rest {
            let step = (height - before).abs();
            (sum, squares, before) = (sum + step, squares + step * step, height);
        }
        each("bumpiness", sum * self.bumpiness);
        each("bumpiness_sq", squares * self.bumpiness_sq);
    }
}
