//! Points earned, and the potential of the stack: for play with hold, previews and spins.

use std::sync::Arc;

#[cfg(target_arch = "x86_64")]
use minolab_rules::cpu::{self, Level};
use minolab_rules::{Clear, Piece, Placement, Ruleset, Spin, State};
use serde::{Deserialize, Serialize};

use super::{Evaluator, EvaluatorError, EvaluatorFile, Number, Terms, Weights};
use crate::{
    Outcome, Position,
    measure::{Feature, Rows, Stack, combo_garbage},
};

macro_rules! weights {
    ($($weight:ident: $feature:ident $(($what:literal))?,)+) => {
        /// The weight of each feature, in points; whole numbers, so that every machine makes the same decisions.
        ///
        /// Those from `back_to_back` to `combo_garbage` and the two lists are the capstone's blitz heuristics as
        /// intended, under its names; the others are ours.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Points {
            $(
                #[doc = concat!("[`Feature::", stringify!($feature), "`]" $(, ": ", $what)?, ".")]
                pub $weight: i32,
            )+
            /// The best T-slot, by the lines that a T would clear there.
            pub tslot: [i32; 4],
            /// A well in each of the ten columns.
            pub well_column: [i32; 10],
        }

        impl Points {
            /// The weights that are one number, and the feature that each is about.
            pub const WEIGHTS: &[(&str, Feature)] =
                &[$((stringify!($weight), Feature::$feature),)+];
        }

        impl EvaluatorFile for Points {
            fn check(&self) -> Result<(), EvaluatorError> {
                let lists = [("tslot", &self.tslot[..]), ("well_column", &self.well_column[..])];
                $(within(stringify!($weight), self.$weight, MOST)?;)+
                within("points", self.points, MOST_POINTS)?;
                within("second_tslot", self.second_tslot, MOST_PERCENT)?;
                within("max_well_depth", self.max_well_depth, MOST_ROWS)?;
                lists.into_iter().try_for_each(|(name, list)| {
                    list.iter().try_for_each(|&weight| within(name, weight, MOST))
                })
            }

            fn build(&self, _: &Weights, _: &[(Piece, Weights)]) -> Arc<dyn Evaluator> {
                Arc::new(self.clone())
            }

            fn numbers(&mut self, each: &mut dyn FnMut(&str, Number)) {
                $(each(stringify!($weight), Number::Whole(&mut self.$weight));)+
                for (index, number) in self.tslot.iter_mut().enumerate() {
                    each(&format!("tslot.{index}"), Number::Whole(number));
                }
                for (index, number) in self.well_column.iter_mut().enumerate() {
                    each(&format!("well_column.{index}"), Number::Whole(number));
                }
            }
        }
    };
}

weights! {
    points: Points("in percent"),
    back_to_back: BackToBack,
    bumpiness: BumpinessBesideWell,
    bumpiness_sq: BumpinessBesideWellSquared,
    row_transitions: StackTransitions,
    height: MaxHeight,
    top_half: TopHalf,
    top_quarter: TopQuarter,
    jeopardy: TopHalf("in addition"),
    cavity_cells: CavityCells,
    cavity_cells_sq: CavityCellsSquared,
    overhang_cells: OverhangCells,
    overhang_cells_sq: OverhangCellsSquared,
    covered_cells: CoveredCells,
    covered_cells_sq: CoveredCellsSquared,
    well_depth: WellDepth,
    max_well_depth: WellDepth("how many rows of it count"),
    move_time: Keys,
    wasted_t: WastedT,
    b2b_clear: BackToBackClear,
    clear1: Single,
    clear2: Double,
    clear3: Triple,
    clear4: Quad,
    tspin1: SpinSingle,
    tspin2: SpinDouble,
    tspin3: SpinTriple,
    mini_tspin1: MiniSingle,
    mini_tspin2: MiniDouble,
    perfect_clear: PerfectClear,
    combo_garbage: ComboGarbage,
    combo: Combo,
    roughness: Bumpiness,
    spoiled_rows: RowsWithHoles,
    cells: Cells,
    held_t: HeldT,
    tslot_lacking: TSlotLacking,
    second_tslot: TSlotLacking("what a second T-slot counts without a T on hold, in percent"),
    pc_hope: PerfectHope,
    pc_left: PerfectLeft,
    pc_uneven: PerfectUneven,
    beyond: Beyond,
}

impl Points {
    /// The sum of [`Points::earned_terms`].
    #[inline(always)]
    fn earned(&self, placement: Placement, clear: &Clear, keys: i32) -> i64 {
        let mut value = 0;
        self.earned_terms(placement, clear, keys, &mut |_, share| value += share);
        value
    }

    /// The sum of [`Points::potential_terms`].
    #[inline]
    fn potential(&self, state: &State, lines: u32) -> i64 {
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
    fn potential_wide(&self, state: &State, lines: u32) -> i64 {
        self.potential_plain(state, lines)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn potential_counting(&self, state: &State, lines: u32) -> i64 {
        self.potential_plain(state, lines)
    }

    #[inline(always)]
    fn potential_plain(&self, state: &State, lines: u32) -> i64 {
        let mut value = 0;
        self.potential_terms(state, lines, &mut |_, share| value += share);
        value
    }

    /// The reward of a placement; `keys` are the presses it takes.
    #[inline(always)]
    fn earned_terms(
        &self,
        placement: Placement,
        clear: &Clear,
        keys: i32,
        each: &mut impl FnMut(&'static str, i64),
    ) {
        let points = (clear.points - clear.idle_spin_points) as i64;
        let lines = clear.lines;
        each("move_time", times(keys, self.move_time));
        if placement.piece == Piece::T && (lines == 0 || clear.spin == Spin::None) {
            each("wasted_t", self.wasted_t.into());
        }
        if lines == 0 {
            return;
        }
        each("points", points * self.points as i64 / 100);
        match (clear.spin, lines) {
            (Spin::None, 1) => each("clear1", self.clear1.into()),
            (Spin::None, 2) => each("clear2", self.clear2.into()),
            (Spin::None, 3) => each("clear3", self.clear3.into()),
            (Spin::None, _) => each("clear4", self.clear4.into()),
            (Spin::Mini, 1) => each("mini_tspin1", self.mini_tspin1.into()),
            (Spin::Mini, _) => each("mini_tspin2", self.mini_tspin2.into()),
            (Spin::Full, 1) => each("tspin1", self.tspin1.into()),
            (Spin::Full, 2) => each("tspin2", self.tspin2.into()),
            (Spin::Full, _) => each("tspin3", self.tspin3.into()),
        }
        each("combo", times(clear.combo.into(), self.combo));
        each("combo_garbage", times(combo_garbage(clear), self.combo_garbage));
        if clear.back_to_back {
            each("b2b_clear", self.b2b_clear.into());
        }
        if clear.all_clear {
            each("perfect_clear", self.perfect_clear.into());
        }
    }

    /// The potential of a position; `lines` end the game.
    #[inline(always)]
    fn potential_terms(&self, state: &State, lines: u32, each: &mut impl FnMut(&'static str, i64)) {
        let rows = Rows::new(&state.board);
        let stack = rows.measure();
        each("height", times(stack.height, self.height));
        each("top_half", times((stack.height - 10).max(0), self.top_half));
        each("top_quarter", times((stack.height - 15).max(0), self.top_quarter));
        each("jeopardy", times((stack.height - 10).max(0), self.jeopardy));
        each("cells", times(stack.cells, self.cells));
        each("roughness", times(stack.roughness, self.roughness));
        each("row_transitions", times(stack.row_transitions, self.row_transitions));
        each("cavity_cells", times(stack.cavities, self.cavity_cells));
        each("cavity_cells_sq", times(stack.cavities * stack.cavities, self.cavity_cells_sq));
        each("overhang_cells", times(stack.overhangs, self.overhang_cells));
        each("overhang_cells_sq", times(stack.overhangs * stack.overhangs, self.overhang_cells_sq));
        each("covered_cells", times(stack.covered, self.covered_cells));
        each("covered_cells_sq", times(stack.covered_squared, self.covered_cells_sq));
        each("spoiled_rows", times(stack.spoiled_rows, self.spoiled_rows));
        each("well_depth", times(stack.well_depth.min(self.max_well_depth), self.well_depth));
        if self.beyond != 0 && stack.height as u32 > lines {
            each("beyond", times(rows.cells_from(lines as usize), self.beyond));
        }
        if self.bumpiness != 0 || self.bumpiness_sq != 0 {
            self.bumpiness_terms(&rows, each);
        }
        if let Some(well) = stack.well
            && stack.well_depth > 0
        {
            let column = self.well_column.get(well as usize).copied().unwrap_or(0);
            each("well_column", column.into());
        }
        if state.back_to_back {
            each("back_to_back", self.back_to_back.into());
        }
        let has_t = state.hold == Some(Piece::T);
        if has_t {
            each("held_t", self.held_t.into());
        }
        self.perfect_terms(&rows, &stack, each);
        if (self.tslot != [0; 4] || self.tslot_lacking != 0)
            && let Some(slot) = rows.slot()
        {
            each("tslot", self.tslot[slot.lines as usize].into());
            each("tslot_lacking", times(slot.lacking.into(), self.tslot_lacking));
            let percent = if has_t { 100 } else { self.second_tslot };
            if percent != 0
                && let Some(slot) = rows.filled_with(&slot).slot()
            {
                each("tslot", times(self.tslot[slot.lines as usize], percent) / 100);
            }
        }
    }

    /// The prospects of a perfect clear within four rows.
    #[inline(always)]
    fn perfect_terms(&self, rows: &Rows, stack: &Stack, each: &mut impl FnMut(&'static str, i64)) {
        let Some(pieces) = rows.perfect_pieces(stack) else { return };
        each("pc_hope", self.pc_hope.into());
        each("pc_left", times(pieces, self.pc_left));
        if rows.imbalance().abs() > 2 {
            each("pc_uneven", self.pc_uneven.into());
        }
    }

    #[cold]
    fn bumpiness_terms(&self, rows: &Rows, each: &mut impl FnMut(&'static str, i64)) {
        let (sum, squares) = rows.bumpiness();
        each("bumpiness", times(sum, self.bumpiness));
        each("bumpiness_sq", times(squares, self.bumpiness_sq));
    }
}

impl Evaluator for Points {
    #[inline]
    fn reward(&self, outcome: &Outcome) -> f64 {
        self.earned(outcome.placement, &outcome.clear, outcome.keys as i32) as f64
    }

    #[inline]
    fn value(&self, _: &Ruleset, position: &Position) -> f64 {
        self.potential(position.state, lines(position)) as f64
    }

    /// Worse than any position's value, but not so much that it swamps an average over the pieces that may come.
    fn lost(&self, _: &Ruleset) -> f64 {
        -1e6
    }

    fn reward_terms(&self, outcome: &Outcome, each: Terms) {
        let keys = outcome.keys as i32;
        let mut whole = |name, share: i64| each(name, share as f64);
        self.earned_terms(outcome.placement, &outcome.clear, keys, &mut whole);
    }

    fn value_terms(&self, _: &Ruleset, position: &Position, each: Terms) {
        let mut whole = |name, share: i64| each(name, share as f64);
        self.potential_terms(position.state, lines(position), &mut whole);
    }

    /// In whole points, towards zero.
    fn average(&self, sum: f64, count: u32) -> f64 {
        (sum / count as f64).trunc()
    }

    fn counts_keys(&self) -> bool {
        self.move_time != 0
    }
}

/// The greatest weight, positive or negative, except for the three below.
///
/// The sum along a line of placements is exact as a floating-point number, so that it does not depend on the order of
/// its parts: it stays below 2⁵³ ≈ 9.0·10¹⁵. A position has 512 cells at most ([`Rows`] has 32 rows of 16), so that the
/// counts of its terms sum up to less than 600 000; those of a placement, but for its points, to less than 2000. A
/// ruleset gives 10 + 255 + 1 million points at most, a hundredth of which counts. A line has 51 placements at most:
/// (51 · 2000 + 600 000) · 10⁹ + 51 · 2.66·10⁶ · 10⁷ ≈ 2.1·10¹⁵.
const MOST: i32 = 1_000_000_000;
/// The greatest percentage of the points.
const MOST_POINTS: i32 = 10_000_000;
/// The greatest percentage of a second T-slot.
const MOST_PERCENT: i32 = 10_000;
/// The most rows of a well that count; a negative number counts as it is.
const MOST_ROWS: i32 = 1000;

fn within(field: &'static str, found: i32, most: i32) -> Result<(), EvaluatorError> {
    match found.unsigned_abs() <= most.unsigned_abs() {
        true => Ok(()),
        false => {
            Err(EvaluatorError::Number { field, found: found.to_string(), least: -most, most })
        }
    }
}

/// A count times its weight.
#[inline(always)]
fn times(count: i32, weight: i32) -> i64 {
    count as i64 * weight as i64
}

/// Lines that end the game.
fn lines(position: &Position) -> u32 {
    position.remaining.lines.min(u32::MAX as u64) as u32
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Game, placements, shipped};
    use proptest::prelude::*;

    use super::*;
    use crate::{Remaining, WellCosts, measure::View};

    /// Every weight different, so that none can stand in for another.
    fn odd() -> Points {
        let mut table = toml::Table::new();
        for (index, (name, _)) in Points::WEIGHTS.iter().enumerate() {
            table.insert((*name).into(), (index as i64 * 7 - 60).into());
        }
        table.insert("points".into(), 100.into());
        table.insert("max_well_depth".into(), 99.into());
        table.insert("second_tslot".into(), 0.into());
        table.insert("tslot".into(), vec![5, 17, 29, 31].into());
        table.insert("well_column".into(), (0..10).map(|x| 3 * x + 1).collect::<Vec<i64>>().into());
        table.try_into().unwrap()
    }

    /// The weight that each feature has.
    fn weights(points: &Points) -> Vec<(Feature, f64)> {
        let table = toml::Table::try_from(points).unwrap();
        let number = |name: &str| table[name].as_integer().unwrap() as f64;
        let about = ["max_well_depth", "second_tslot"];
        let own = Points::WEIGHTS.iter().filter(|(name, _)| !about.contains(name));
        let mut weights: Vec<(Feature, f64)> =
            own.map(|&(name, feature)| (feature, number(name))).collect();
        weights.iter_mut().filter(|w| w.0 == Feature::Points).for_each(|w| w.1 /= 100.0);
        for (list, name) in [(&points.tslot[..], "tslot"), (&points.well_column[..], "well_column")]
        {
            for (index, &weight) in list.iter().enumerate() {
                let feature = Feature::from_name(&format!("{name}_{index}")).unwrap();
                weights.push((feature, weight as f64));
            }
        }
        weights
    }

    /// More than the counts of a position's terms sum up to: twice 512² for cavities and overhangs
    /// squared, 512 · 36 for the squared depths of covered cells, 14 · 32² for squared bumpiness,
    /// 1000 for a well, 100 for a second T-slot, and less than 19 000 for all others.
    const VALUE: i64 = 600_000;
    /// The same for a placement, without its points.
    const REWARD: i64 = 2_000;
    /// A hundredth of the points that a placement can make.
    const POINTS: i64 = 2_660_000;

    #[test]
    fn weights_have_a_bound() {
        const {
            let points = POINTS * MOST_POINTS as i64;
            assert!((51 * REWARD + VALUE) * MOST as i64 + 51 * points < 1 << 53);
        }
        let mut points = Points { clear4: MOST, tslot: [0, 0, -MOST, 0], ..Points::default() };
        assert!(points.check().is_ok());
        points.tslot[2] -= 1;
        let said = points.check().unwrap_err().to_string();
        assert_eq!(
            said,
            "tslot has -1000000001, expected a number between -1000000000 and 1000000000"
        );
        points = Points { second_tslot: MOST_PERCENT + 1, ..Points::default() };
        assert!(points.check().is_err());
        points = Points { height: i32::MIN, ..Points::default() };
        assert!(points.check().is_err());
    }

    /// The worst possible boards, every weight at its bound: the score is the same term by term, at once and with
    /// vectors, and within the computed bound.
    #[test]
    fn no_sum_overflows_at_the_bound() {
        let rules = shipped::get("guideline").unwrap();
        let game = Game::new(rules.clone(), 1);
        let mut rows = [0u64; 4];
        let mut luck = minolab_rules::random::SplitMix64(1);
        for turn in 0..400 {
            let mut board = minolab_rules::Board::empty(16);
            rows.iter_mut().for_each(|row| *row = luck.next());
            for y in 0..if turn % 4 == 0 { 48 } else { turn % 48 } {
                let row = (rows[y % 4] >> (y / 4 % 16)) as u16;
                let row = match turn % 3 {
                    // Covered by a single row at the top.
                    0 if y < 31 => 0,
                    1 => 0x5555 << (y % 2),
                    _ => row,
                };
                board.set_row(y, row.clamp(1, u16::MAX - 1));
            }
            let mut state = *game.state();
            (state.board, state.back_to_back, state.hold) = (board, true, Some(Piece::T));
            for sign in [1, -1] {
                let mut points = Points::default();
                points.numbers(&mut |name, mut number| {
                    let most = match name {
                        "points" => MOST_POINTS,
                        "second_tslot" => MOST_PERCENT,
                        "max_well_depth" => MOST_ROWS,
                        _ => MOST,
                    };
                    number.set((sign * most) as f64);
                });
                assert!(points.check().is_ok());
                let value = points.potential(&state, 1);
                assert_eq!(value, points.potential_plain(&state, 1));
                let mut terms = 0i64;
                points.potential_terms(&state, 1, &mut |_, share| {
                    terms = terms.checked_add(share).unwrap();
                });
                assert_eq!((value, value as f64 as i64), (terms, value));
                assert!(value.abs() <= VALUE * MOST as i64, "{value}");
                let clear = Clear {
                    lines: 4,
                    combo: u8::MAX,
                    points: 266_000_000,
                    back_to_back: true,
                    all_clear: true,
                    ..Clear::default()
                };
                let piece = Placement {
                    piece: Piece::T,
                    rotation: minolab_rules::Rotation::North,
                    x: 4,
                    y: 0,
                    spin: Spin::None,
                };
                let earned = points.earned(piece, &clear, 1000);
                let most = REWARD * MOST as i64 + POINTS * MOST_POINTS as i64;
                assert!(earned.abs() <= most, "{earned}");
            }
        }
    }

    proptest! {
        /// Measured together, with vectors where the processor has them, and term by term: each
        /// weight counts the feature that it says.
        #[test]
        fn a_score_is_features_times_weights(seed in any::<u64>(), lines in 1u64..40) {
            let rules = shipped::get("capstone").unwrap();
            let (points, costs) = (odd(), WellCosts::default());
            let weights = weights(&points);
            let remaining = Remaining { pieces: u64::MAX, lines };
            let mut game = Game::new(rules.clone(), seed);
            for turn in 0..40 {
                let state = *game.state();
                let mut all = Vec::new();
                placements::for_each_choice(rules, &state, &mut |choice| all.push(choice));
                let Some(&choice) = all.get((seed >> (turn % 32)) as usize % all.len().max(1)) else {
                    break;
                };
                let mut outcome = Outcome::of_choice(rules, &state, remaining, choice);
                outcome.keys = turn;
                let position = outcome.position();
                let view = View::new(rules, &position, &costs);
                let sum = |measure: &dyn Fn(Feature) -> f64| -> f64 {
                    weights.iter().map(|&(feature, weight)| weight * measure(feature)).sum()
                };
                let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
                let reward = sum(&|feature| feature.of_placement(&outcome));
                prop_assert!(close(points.reward(&outcome), reward), "{choice} {reward}");
                let mut value = sum(&|feature| feature.of_position(&view));
                // With a T on hold, the slot that is there after the first counts too.
                let rows = Rows::new(&outcome.after.board);
                if outcome.after.hold == Some(Piece::T)
                    && let Some(second) = rows.slot().and_then(|slot| rows.filled_with(&slot).slot())
                {
                    value += points.tslot[second.lines as usize] as f64;
                }
                prop_assert!(close(points.value(rules, &position), value), "{} {value}", state.board);
                let mut terms = 0.0;
                points.value_terms(rules, &position, &mut |_, share| terms += share);
                prop_assert_eq!(points.value(rules, &position), terms);
                game.play(choice).unwrap();
                if game.state().over.is_some() {
                    break;
                }
            }
        }
    }
}
