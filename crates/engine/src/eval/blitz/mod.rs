//! The capstone's blitz evaluator as its program computes it, which is not quite as intended.
//!
//! Its quirks are kept: squared bumpiness counts with the weight of bumpiness, and both start from
//! -1; the square of the cavities is added unweighted; overhangs count with the weight of squared
//! cavities; a mini spin wastes a T; every clear costs forty frames. Six of the document's weights
//! are never read and have no name here. [`super::Points`] has the weights as intended.

mod slots;

use std::sync::Arc;

use minolab_rules::{Board, Clear, Piece, PieceSet, Placement, Ruleset, Spin, State};
use serde::{Deserialize, Serialize};

use super::{Evaluator, EvaluatorFile, Number, Terms, Weights};
use crate::{
    Heights, Outcome, Position,
    measure::{Rows, combo_garbage},
};

macro_rules! blitz {
    ($($(#[doc = $doc:literal])+ $weight:ident,)+) => {
        /// The weights, in the program's own unit and under its names.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Blitz {
            $($(#[doc = $doc])+ pub $weight: i32,)+
            /// A T-slot, by the lines that a T clears there.
            pub tslot: [i32; 4],
        }

        impl EvaluatorFile for Blitz {
            fn build(&self, _: &Weights, _: &[(Piece, Weights)]) -> Arc<dyn Evaluator> {
                Arc::new(self.clone())
            }

            fn numbers(&mut self, each: &mut dyn FnMut(&str, Number)) {
                $(each(stringify!($weight), Number::Whole(&mut self.$weight));)+
                for (index, number) in self.tslot.iter_mut().enumerate() {
                    each(&format!("tslot.{index}"), Number::Whole(number));
                }
            }
        }
    };
}

blitz! {
    /// Back-to-back being active after the placement.
    back_to_back,
    /// Differences between neighbouring columns beside the well, and their squares.
    bumpiness,
    /// The highest column.
    height,
    /// Its rows above the tenth.
    top_half,
    /// Its rows above the fifteenth.
    top_quarter,
    /// Its rows above the tenth, counted again.
    jeopardy,
    /// Holes that no piece can be tucked into.
    cavity_cells,
    /// Overhangs: holes that a piece can be tucked into.
    cavity_cells_sq,
    /// The square of their number.
    overhang_cells_sq,
    /// The depth of each hole below the top of its column, up to six.
    covered_cells,
    /// The same, squared.
    covered_cells_sq,
    /// A fortieth of the cost of a clear.
    move_time,
    /// A T placed without a full spin that clears.
    wasted_t,
    /// A clear that is back-to-back.
    b2b_clear,
    /// One line.
    clear1,
    /// Two lines.
    clear2,
    /// Three lines.
    clear3,
    /// Four lines.
    clear4,
    /// One line by a full spin.
    tspin1,
    /// Two lines by a full spin.
    tspin2,
    /// Three lines by a full spin.
    tspin3,
    /// One line by a mini spin.
    mini_tspin1,
    /// Two lines by a mini spin.
    mini_tspin2,
    /// A perfect clear, in place of the other weights for a clear.
    perfect_clear,
    /// Lines that a combo would send.
    combo_garbage,
}

/// Frames that the program assumes for a clear.
const CLEAR_FRAMES: i64 = 40;

impl Blitz {
    fn earned(
        &self,
        placement: Placement,
        clear: &Clear,
        each: &mut impl FnMut(&'static str, i64),
    ) {
        let is_spin = clear.spin == Spin::Full && clear.lines > 0;
        if placement.piece == Piece::T && !is_spin {
            each("wasted_t", self.wasted_t.into());
        }
        if clear.lines == 0 {
            return;
        }
        each("move_time", self.move_time as i64 * CLEAR_FRAMES);
        if clear.all_clear {
            each("perfect_clear", self.perfect_clear.into());
            return;
        }
        if clear.back_to_back {
            each("b2b_clear", self.b2b_clear.into());
        }
        each("combo_garbage", combo_garbage(clear) as i64 * self.combo_garbage as i64);
        let (name, weight) = match (clear.spin, clear.lines) {
            (Spin::None, 1) => ("clear1", self.clear1),
            (Spin::None, 2) => ("clear2", self.clear2),
            (Spin::None, 3) => ("clear3", self.clear3),
            (Spin::None, _) => ("clear4", self.clear4),
            (Spin::Mini, 1) => ("mini_tspin1", self.mini_tspin1),
            (Spin::Mini, _) => ("mini_tspin2", self.mini_tspin2),
            (Spin::Full, 1) => ("tspin1", self.tspin1),
            (Spin::Full, 2) => ("tspin2", self.tspin2),
            (Spin::Full, _) => ("tspin3", self.tspin3),
        };
        each(name, weight.into());
    }

    fn standing(&self, state: &State, each: &mut impl FnMut(&'static str, i64)) {
        if state.back_to_back {
            each("back_to_back", self.back_to_back.into());
        }
        let mut term = |name, weight: i32, count: i64| each(name, weight as i64 * count);
        let top = state.board.top() as i64;
        term("height", self.height, top);
        term("top_half", self.top_half, (top - 10).max(0));
        term("top_quarter", self.top_quarter, (top - 15).max(0));
        term("jeopardy", self.jeopardy, (top - 10).max(0));
        let (sum, squares) = Rows::new(&state.board).bumpiness();
        term("bumpiness", self.bumpiness, ((sum - 1).abs() + (squares - 1).abs()).into());
        let holes = Holes::of(&state.board);
        term("cavity_cells", self.cavity_cells, holes.cavities);
        term("cavity_cells", 1, holes.cavities * holes.cavities);
        term("cavity_cells_sq", self.cavity_cells_sq, holes.overhangs);
        term("overhang_cells_sq", self.overhang_cells_sq, holes.overhangs * holes.overhangs);
        term("covered_cells", self.covered_cells, holes.covered);
        term("covered_cells_sq", self.covered_cells_sq, holes.covered_squared);
        let mut board = state.board;
        for _ in 0..ts(state) {
            let Some(slot) = slots::first(&board) else { break };
            let lines = slots::fill(&mut board, slot);
            each("tslot", self.tslot[lines.min(3) as usize].into());
            if lines < 2 {
                break;
            }
        }
    }
}

/// How many Ts the program considers near: in the rest of the bag, after it, and on hold.
fn ts(state: &State) -> u32 {
    let bag = bag_before(state);
    bag.contains(Piece::T) as u32 + (bag.len() <= 3) as u32 + (state.hold == Some(Piece::T)) as u32
}

/// What was left of the bag before the pieces shown, including the current one, were dealt.
fn bag_before(state: &State) -> PieceSet {
    let mut dealt = [Piece::I; minolab_rules::Queue::CAPACITY + 1];
    let mut count = 0;
    for piece in state.current.into_iter().chain(state.queue.iter()) {
        dealt[count] = piece;
        count += 1;
    }
    dealt[..count].iter().rev().fold(state.bag, |bag, &piece| match bag {
        PieceSet::ALL => PieceSet::EMPTY.with(piece),
        bag => bag.with(piece),
    })
}

/// Holes as the program classifies them: by the heights of two columns on either side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Holes {
    cavities: i64,
    overhangs: i64,
    covered: i64,
    covered_squared: i64,
}

impl Holes {
    fn of(board: &Board) -> Holes {
        let heights = Heights::new(board);
        let heights = heights.as_slice();
        let mut holes = Holes::default();
        // Both columns end below it, the nearer one a row lower.
        let opens = |near: usize, far: usize, y: usize| {
            (heights[near] as usize) < y && heights[far] as usize <= y
        };
        for (x, &height) in heights.iter().enumerate() {
            for y in (0..height as usize).filter(|&y| board.row(y) >> x & 1 == 0) {
                let from_left = x > 1 && opens(x - 1, x - 2, y);
                let from_right = x + 2 < heights.len() && opens(x + 1, x + 2, y);
                match from_left || from_right {
                    true => holes.overhangs += 1,
                    false => holes.cavities += 1,
                }
                let depth = (height as i64 - y as i64 - 1).min(6);
                holes.covered += depth;
                holes.covered_squared += depth * depth;
            }
        }
        holes
    }
}

impl Evaluator for Blitz {
    fn reward(&self, outcome: &Outcome) -> f64 {
        let mut sum = 0;
        self.earned(outcome.placement, &outcome.clear, &mut |_, share| sum += share);
        sum as f64
    }

    fn value(&self, _: &Ruleset, position: &Position) -> f64 {
        let mut sum = 0;
        self.standing(position.state, &mut |_, share| sum += share);
        sum as f64
    }

    /// As for [`super::Points`].
    fn lost(&self, _: &Ruleset) -> f64 {
        -1e6
    }

    fn reward_terms(&self, outcome: &Outcome, each: Terms) {
        let mut whole = |name, share: i64| each(name, share as f64);
        self.earned(outcome.placement, &outcome.clear, &mut whole);
    }

    fn value_terms(&self, _: &Ruleset, position: &Position, each: Terms) {
        self.standing(position.state, &mut |name, share: i64| each(name, share as f64));
    }
}

#[cfg(test)]
mod tests;
