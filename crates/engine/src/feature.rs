//! What can be measured of a placement or a position, each declared once.

use minolab_rules::{Board, Ruleset};

use crate::{Outcome, WellCosts, features};

/// What a feature is a feature of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Where the piece went and what it cleared: it is gone once the piece is.
    Placement,
    /// The board that is left.
    Position,
}

macro_rules! features {
    ($($(#[doc = $doc:literal])+ $variant:ident, $name:literal, $subject:ident;)+) => {
        /// Something measured, by the name it has in agent files, logs and reasons.
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

            /// The name in agent files, training logs and reasons.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Feature::$variant => $name,)+
                }
            }

            /// What it is a feature of.
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
        }
    };
}

features! {
    /// Landing height: the row of the piece's lowest cell where it landed, plus half of its
    /// height less one.
    LandingHeight, "landing_height", Placement;
    /// Landing rows: the mean over the piece's four cells of the rows above the one they
    /// landed in, so that lower is more.
    LandingRows, "landing_rows", Placement;
    /// Rows cleared.
    Lines, "lines", Placement;
    /// Rows cleared times the piece's own cells in them.
    ErodedCells, "eroded_cells", Placement;
    /// Full rows on the board; none once they are cleared, so it says something only with
    /// `board = "landed"`.
    CompleteLines, "complete_lines", Position;
    /// The sum of the column heights.
    AggregateHeight, "aggregate_height", Position;
    /// The mean of the column heights.
    MeanHeight, "mean_height", Position;
    /// The greatest column height.
    MaxHeight, "max_height", Position;
    /// The greatest column height to the power of one and a half.
    WeightedHeight, "weighted_height", Position;
    /// The greatest less the least column height.
    RelativeHeight, "relative_height", Position;
    /// The sum of the differences between neighbouring column heights.
    Bumpiness, "bumpiness", Position;
    /// How many of the differences -2 to 2 occur between neighbouring column heights.
    Diversity, "diversity", Position;
    /// Empty cells with a filled one somewhere above.
    Holes, "holes", Position;
    /// Holes in the two columns at the walls.
    EdgeHoles, "edge_holes", Position;
    /// Holes in the two columns one away from the walls.
    SecondHoles, "second_holes", Position;
    /// Holes in the two columns two away from the walls.
    ThirdHoles, "third_holes", Position;
    /// Rows with a hole.
    RowsWithHoles, "rows_with_holes", Position;
    /// Filled cells above the lowest hole of their column.
    HoleDepth, "hole_depth", Position;
    /// The greatest height among the columns with a hole in the highest row that has one.
    TopHoleHeight, "top_hole_height", Position;
    /// Changes between filled and empty along the rows, walls filled; two for an empty row.
    RowTransitions, "row_transitions", Position;
    /// Changes between filled and empty along the columns, from the floor to the open top.
    ColumnTransitions, "column_transitions", Position;
    /// Cumulative wells: for each empty cell between two filled ones, one and the empty cells
    /// directly below it.
    Wells, "wells", Position;
    /// Wells by the contour alone, shallow ones cheap and deep ones as dear as the holes
    /// they invite, the deepest half price: see [`crate::WellCosts`].
    WellsNonlinear, "wells_nonlinear", Position;
    /// Valleys: for each column at least three lower than its neighbours, the places where
    /// three of its cells in a row are empty.
    Valleys, "valleys", Position;
    /// Shape adaptability: for each of J, L, O, S, T and Z, 4 if its profile or the mirror of
    /// it below occurs once on the contour, 6 if more often.
    Adaptability, "adaptability", Position;
    /// Shape adaptability by real flat landings only.
    AdaptabilityTrue, "adaptability_true", Position;
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

    /// Measures a feature of the placement; 0 for one of the position.
    #[inline]
    pub fn of_placement(self, outcome: &Outcome) -> f64 {
        features::of_placement(self, outcome)
    }

    /// Measures a feature of the position; 0 for one of the placement.
    pub fn of_position(self, board: &Board, rules: &Ruleset, costs: &WellCosts) -> f64 {
        features::of_position(self, board, rules, costs)
    }
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
