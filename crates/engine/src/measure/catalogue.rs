//! The catalogue of features: everything measured of a placement or a position, each declared once.
//!
//! One line here adds a feature to agent files, `--set`, training, datasets, reports and reasons.

use minolab_rules::Spin;

use super::{Heights, View, adaptability, heights, holes, placement, transitions, wells};
use crate::Outcome;

/// What a feature describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The placement: where the piece went and what it cleared.
    Placement,
    /// The position it leaves.
    Position,
}

macro_rules! features {
    ($($(#[doc = $doc:literal])+ $variant:ident, $name:literal, $unit:literal,
       $subject:ident($of:ident) => $measure:expr;)+) => {
        /// A measurement, by its name in agent files, logs, datasets and reasons.
        ///
        /// Heights count from the floor: a column's is one past its highest filled cell. Features
        /// of the position are measured on the board with full rows cleared, unless the agent
        /// says `board = "landed"` (see [`crate::Linear`]); side walls and floor count as filled.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Feature {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Feature {
            /// Every feature, in index order.
            pub const ALL: [Feature; [$($name),+].len()] = [$(Feature::$variant),+];

            /// The name in agent files, training logs, datasets and reasons.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Feature::$variant => $name,)+
                }
            }

            /// What it is counted in.
            pub const fn unit(self) -> &'static str {
                match self {
                    $(Feature::$variant => $unit,)+
                }
            }

            /// Whether it describes the placement or the position.
            pub const fn subject(self) -> Subject {
                match self {
                    $(Feature::$variant => Subject::$subject,)+
                }
            }

            /// What it measures, in a sentence or two.
            pub const fn description(self) -> &'static str {
                match self {
                    $(Feature::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }

            /// Measures a feature of the placement; 0 for one of the position.
            #[inline]
            pub fn of_placement(self, outcome: &Outcome) -> f64 {
                match self {
                    $(Feature::$variant => features!(@placement $subject outcome $of $measure),)+
                }
            }

            /// Measures a feature of the position; 0 for one of the placement.
            ///
            /// One at a time, exactly as defined: [`super::Survey`] and the evaluators measure many
            /// at once.
            pub fn of_position(self, view: &View) -> f64 {
                match self {
                    $(Feature::$variant => features!(@position $subject view $of $measure),)+
                }
            }
        }
    };
    (@placement Placement $given:ident $of:ident $measure:expr) => {{
        let $of = $given;
        $measure
    }};
    (@placement Position $given:ident $of:ident $measure:expr) => { 0.0 };
    (@position Position $given:ident $of:ident $measure:expr) => {{
        let $of = $given;
        $measure
    }};
    (@position Placement $given:ident $of:ident $measure:expr) => { 0.0 };
}

features! {
    /// Landing height: the row of the piece's lowest cell where it landed, plus half of its
    /// height less one.
    LandingHeight, "landing_height", "rows", Placement(outcome) =>
        placement::landing_height(outcome);
    /// Landing rows: the mean over the piece's four cells of the rows above the one they
    /// landed in, so that lower is more.
    LandingRows, "landing_rows", "rows", Placement(outcome) => placement::landing_rows(outcome);
    /// Rows cleared.
    Lines, "lines", "lines", Placement(outcome) => outcome.lines() as f64;
    /// Rows cleared times the piece's own cells in them.
    ErodedCells, "eroded_cells", "cells", Placement(outcome) => outcome.eroded() as f64;
    /// Full rows on the board; none once they are cleared, so it is useful only with `board =
    /// "landed"`.
    CompleteLines, "complete_lines", "rows", Position(view) =>
        heights::complete_lines(view.board()) as f64;
    /// The sum of the column heights.
    AggregateHeight, "aggregate_height", "rows", Position(view) =>
        Heights::new(view.board()).sum() as f64;
    /// The mean of the column heights.
    MeanHeight, "mean_height", "rows", Position(view) =>
        Heights::new(view.board()).sum() as f64 / view.board().width() as f64;
    /// The greatest column height.
    MaxHeight, "max_height", "rows", Position(view) => view.board().top() as f64;
    /// The greatest column height to the power of one and a half.
    WeightedHeight, "weighted_height", "rows", Position(view) =>
        heights::weighted(view.board().top());
    /// The greatest less the least column height.
    RelativeHeight, "relative_height", "rows", Position(view) =>
        (view.board().top() - Heights::new(view.board()).min()) as f64;
    /// The sum of the differences between neighbouring column heights.
    Bumpiness, "bumpiness", "rows", Position(view) => Heights::new(view.board()).bumpiness() as f64;
    /// How many of the differences -2 to 2 occur between neighbouring column heights.
    Diversity, "diversity", "differences", Position(view) =>
        Heights::new(view.board()).diversity() as f64;
    /// Empty cells with a filled one somewhere above.
    Holes, "holes", "cells", Position(view) =>
        holes::count(view.board(), view.board().field()) as f64;
    /// Holes in the two columns at the walls.
    EdgeHoles, "edge_holes", "cells", Position(view) =>
        holes::count(view.board(), holes::at_distance(view.board(), 0)) as f64;
    /// Holes in the two columns one away from the walls.
    SecondHoles, "second_holes", "cells", Position(view) =>
        holes::count(view.board(), holes::at_distance(view.board(), 1)) as f64;
    /// Holes in the two columns two away from the walls.
    ThirdHoles, "third_holes", "cells", Position(view) =>
        holes::count(view.board(), holes::at_distance(view.board(), 2)) as f64;
    /// Rows with a hole.
    RowsWithHoles, "rows_with_holes", "rows", Position(view) => holes::rows(view.board()) as f64;
    /// Filled cells above the lowest hole of their column.
    HoleDepth, "hole_depth", "cells", Position(view) => holes::depth(view.board()) as f64;
    /// The greatest height among the columns with a hole in the highest row that has one.
    TopHoleHeight, "top_hole_height", "rows", Position(view) =>
        holes::top_height(view.board()) as f64;
    /// Changes between filled and empty along the rows, walls filled; two for an empty row.
    RowTransitions, "row_transitions", "transitions", Position(view) =>
        transitions::rows(view.board(), view.rules.height as usize) as f64;
    /// Changes between filled and empty along the columns, from the floor to the open top.
    ColumnTransitions, "column_transitions", "transitions", Position(view) =>
        transitions::columns(view.board()) as f64;
    /// Cumulative wells: for each empty cell between two filled ones, one and the empty cells
    /// directly below it.
    Wells, "wells", "cells", Position(view) => wells::cumulative(view.board()) as f64;
    /// Wells by the contour alone: shallow ones cost little, deep ones as much as the holes they
    /// invite, and the most expensive one counts half.
    WellsNonlinear, "wells_nonlinear", "cost", Position(view) =>
        wells::contour(&Heights::new(view.board())).cost(view.costs);
    /// Valleys: for each column at least three lower than its neighbours, the places where
    /// three of its cells in a row are empty.
    Valleys, "valleys", "places", Position(view) =>
        wells::valleys(view.board(), view.rules.height as usize) as f64;
    /// Shape adaptability: for each of J, L, O, S, T and Z, 4 if its profile or the mirror of
    /// it below occurs once on the contour, 6 if more often.
    Adaptability, "adaptability", "score", Position(view) =>
        adaptability::mirrored(&Heights::new(view.board())) as f64;
    /// Shape adaptability by real flat landings only.
    AdaptabilityTrue, "adaptability_true", "score", Position(view) =>
        adaptability::real(&Heights::new(view.board())) as f64;
    /// Points for the clear by the ruleset; those for drops and for a spin without a line are
    /// left out.
    Points, "clear_points", "points", Placement(outcome) => placement::points(outcome);
    /// Key presses, where the search counts them.
    Keys, "presses", "presses", Placement(outcome) => outcome.keys as f64;
    /// A wasted T: one placed without a spin that clears.
    WastedT, "wasted_t", "0 or 1", Placement(outcome) =>
        placement::is_wasted_t(outcome) as u8 as f64;
    /// A clear that is back-to-back.
    BackToBackClear, "b2b_clear", "0 or 1", Placement(outcome) =>
        outcome.clear.back_to_back as u8 as f64;
    /// One line without a spin.
    Single, "clear1", "0 or 1", Placement(outcome) => placement::clears(outcome, Spin::None, 1);
    /// Two lines without a spin.
    Double, "clear2", "0 or 1", Placement(outcome) => placement::clears(outcome, Spin::None, 2);
    /// Three lines without a spin.
    Triple, "clear3", "0 or 1", Placement(outcome) => placement::clears(outcome, Spin::None, 3);
    /// Four lines.
    Quad, "clear4", "0 or 1", Placement(outcome) => placement::clears(outcome, Spin::None, 4);
    /// One line by a full spin.
    SpinSingle, "tspin1", "0 or 1", Placement(outcome) => placement::clears(outcome, Spin::Full, 1);
    /// Two lines by a full spin.
    SpinDouble, "tspin2", "0 or 1", Placement(outcome) => placement::clears(outcome, Spin::Full, 2);
    /// Three lines or more by a full spin.
    SpinTriple, "tspin3", "0 or 1", Placement(outcome) => placement::clears(outcome, Spin::Full, 3);
    /// One line by a mini spin.
    MiniSingle, "mini_tspin1", "0 or 1", Placement(outcome) =>
        placement::clears(outcome, Spin::Mini, 1);
    /// Two lines or more by a mini spin.
    MiniDouble, "mini_tspin2", "0 or 1", Placement(outcome) =>
        placement::clears(outcome, Spin::Mini, 2);
    /// A perfect clear.
    PerfectClear, "perfect_clear", "0 or 1", Placement(outcome) =>
        outcome.clear.all_clear as u8 as f64;
    /// The combo: consecutive clears before this one, if it is a clear.
    Combo, "combo_before", "clears", Placement(outcome) => outcome.clear.combo as f64;
    /// Garbage that a combo would send in a match.
    ComboGarbage, "combo_garbage", "lines", Placement(outcome) => placement::combo_garbage(&outcome.clear) as f64;
    /// Filled cells.
    Cells, "cells", "cells", Position(view) => view.stack().cells as f64;
    /// Rows of the stack above the tenth.
    TopHalf, "top_half", "rows", Position(view) => view.rows_above(10);
    /// Rows of the stack above the fifteenth.
    TopQuarter, "top_quarter", "rows", Position(view) => view.rows_above(15);
    /// Row transitions of the stack's own rows: none for the empty rows above it.
    StackTransitions, "stack_transitions", "transitions", Position(view) =>
        view.stack().row_transitions as f64;
    /// Bumpiness with the well left out: the lowest column, the rightmost of equals.
    BumpinessBesideWell, "bumpiness_beside_well", "rows", Position(view) =>
        view.rows().bumpiness().0 as f64;
    /// The same with every difference squared.
    BumpinessBesideWellSquared, "bumpiness_beside_well_sq", "rows²", Position(view) =>
        view.rows().bumpiness().1 as f64;
    /// Holes that nothing can be tucked into: no open cell beside them.
    CavityCells, "cavity_cells", "cells", Position(view) => view.stack().cavities as f64;
    /// Their number squared.
    CavityCellsSquared, "cavity_cells_sq", "cells²", Position(view) =>
        square(view.stack().cavities);
    /// Holes with an open cell beside them.
    OverhangCells, "overhang_cells", "cells", Position(view) => view.stack().overhangs as f64;
    /// Their number squared.
    OverhangCellsSquared, "overhang_cells_sq", "cells²", Position(view) =>
        square(view.stack().overhangs);
    /// How deep each hole lies under the top of its column, from two up to six.
    CoveredCells, "covered_cells", "rows", Position(view) => view.stack().covered as f64;
    /// The same with every depth squared.
    CoveredCellsSquared, "covered_cells_sq", "rows²", Position(view) =>
        view.stack().covered_squared as f64;
    /// Rows from the floor of the well up that are full but for its cell. The well is the lowest
    /// column, if it is the only one so low.
    WellDepth, "well_rows", "rows", Position(view) => view.stack().well_depth as f64;
    /// Whether back-to-back is active.
    BackToBack, "has_back_to_back", "0 or 1", Position(view) => view.state.back_to_back as u8 as f64;
    /// A T on hold.
    HeldT, "held_t", "0 or 1", Position(view) => view.has_held_t() as u8 as f64;
    /// Missing cells in the rows of the best T-slot.
    TSlotLacking, "tslot_lacking", "cells", Position(view) =>
        view.slot().map_or(0.0, |slot| slot.lacking as f64);
    /// A perfect clear may be near: at most four rows, no holes, and as many empty cells as whole
    /// pieces can fill.
    PerfectHope, "pc_hope", "0 or 1", Position(view) =>
        view.rows().perfect_pieces(&view.stack()).is_some() as u8 as f64;
    /// Pieces that this perfect clear would still take.
    PerfectLeft, "pc_left", "pieces", Position(view) =>
        view.rows().perfect_pieces(&view.stack()).unwrap_or(0) as f64;
    /// Whether its checkerboard parity is off by more than one T can fix.
    PerfectUneven, "pc_uneven", "0 or 1", Position(view) => view.is_perfect_uneven() as u8 as f64;
    /// Filled cells in rows above those still to be cleared in this game.
    Beyond, "beyond", "cells", Position(view) => view.cells_beyond() as f64;
    /// The best T-slot is one where a T would clear no line.
    TSlot0, "tslot_0", "0 or 1", Position(view) => view.has_slot(0) as u8 as f64;
    /// The best T-slot is one where a T would clear one line.
    TSlot1, "tslot_1", "0 or 1", Position(view) => view.has_slot(1) as u8 as f64;
    /// The best T-slot is one where a T would clear two lines.
    TSlot2, "tslot_2", "0 or 1", Position(view) => view.has_slot(2) as u8 as f64;
    /// The best T-slot is one where a T would clear three lines.
    TSlot3, "tslot_3", "0 or 1", Position(view) => view.has_slot(3) as u8 as f64;
    /// The well is in column 1.
    Well0, "well_column_0", "0 or 1", Position(view) => view.has_well(0) as u8 as f64;
    /// The well is in column 2.
    Well1, "well_column_1", "0 or 1", Position(view) => view.has_well(1) as u8 as f64;
    /// The well is in column 3.
    Well2, "well_column_2", "0 or 1", Position(view) => view.has_well(2) as u8 as f64;
    /// The well is in column 4.
    Well3, "well_column_3", "0 or 1", Position(view) => view.has_well(3) as u8 as f64;
    /// The well is in column 5.
    Well4, "well_column_4", "0 or 1", Position(view) => view.has_well(4) as u8 as f64;
    /// The well is in column 6.
    Well5, "well_column_5", "0 or 1", Position(view) => view.has_well(5) as u8 as f64;
    /// The well is in column 7.
    Well6, "well_column_6", "0 or 1", Position(view) => view.has_well(6) as u8 as f64;
    /// The well is in column 8.
    Well7, "well_column_7", "0 or 1", Position(view) => view.has_well(7) as u8 as f64;
    /// The well is in column 9.
    Well8, "well_column_8", "0 or 1", Position(view) => view.has_well(8) as u8 as f64;
    /// The well is in column 10.
    Well9, "well_column_9", "0 or 1", Position(view) => view.has_well(9) as u8 as f64;
    /// Valleys as TetrAIs' document has them: empty cells with two empty ones directly above and
    /// both neighbouring columns at least as high as the three.
    ValleyCells, "valley_cells", "cells", Position(view) =>
        wells::valley_cells(view.board()) as f64;
}

impl Feature {
    /// The feature of this name.
    pub fn from_name(name: &str) -> Option<Feature> {
        Feature::ALL.into_iter().find(|feature| feature.name() == name)
    }

    /// The position in [`Feature::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A count squared.
fn square(count: i32) -> f64 {
    (count * count) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_in_index_order_and_names_are_unique() {
        for (index, feature) in Feature::ALL.into_iter().enumerate() {
            assert_eq!(feature.index(), index);
            assert_eq!(Feature::from_name(feature.name()), Some(feature));
            assert!(feature.description().ends_with('.'));
        }
        assert_eq!(Feature::from_name("hole"), None);
    }
}
