//! Weights as whole numbers.

use minolab_rules::Ruleset;

use crate::{Feature, Linear, Measured, Rounding, WellCosts};

use super::{
    ground::distance,
    orientations::{ORIENTATIONS, WIDTH},
};

/// A weighted sum in whole numbers of 16 bits.
///
/// If every weight is a whole number that fits, scores here are exact. Otherwise all are scaled by
/// the factor that loses least, and [`Scale::tolerance`] bounds the error of a difference of two
/// scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The factor of the weights.
    pub factor: f64,
    /// How far apart two equal scores may appear; 0 if all is exact.
    pub tolerance: i32,
    /// For each row higher a piece lands.
    pub row: i32,
    /// For each row of the board, where landings are counted from the top.
    pub from_top: i32,
    /// For facing this way.
    pub facing: [[i32; 4]; 7],
    /// By piece, more than a placement without a clear can add, not counting its row and the wells
    /// it fills.
    pub most: [i32; 7],
    /// For a row cleared.
    pub lines: i32,
    /// For a row cleared and each cell of the piece in it.
    pub eroded: i32,
    /// For a row transition.
    pub across: i32,
    /// For a column transition.
    pub along: i32,
    /// For a hole.
    pub holes: i32,
    /// For a hole in a column at a wall, one away and two away.
    pub near: [i32; 3],
    /// For a filled cell above the lowest hole of its column.
    pub depth: i32,
    /// For a row with holes.
    pub hole_rows: i32,
    /// For a cell of cumulative wells.
    pub wells: i32,
    /// For a difference that occurs.
    pub diversity: i32,
    /// For a row of the column over the highest hole.
    pub top_hole: i32,
    /// For a unit of the costs of wells.
    pub well_cost: i32,
    /// The costs of wells in such units.
    pub costs: Costs,
    /// The cost of a row of a deep well in each lane's left neighbour, in the lane, in its right
    /// neighbour and so on.
    pub row_costs: [[i16; 16]; 6],
    /// For a point of shape adaptability.
    pub shape: i32,
    /// Whether that counts profiles mirrored from below too.
    pub mirrored: bool,
    /// Which features are needed: [`NINE`], [`STRONG`] or both.
    pub set: u8,
}

/// What a score depends on in the rules.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Rows that count.
    pub height: i32,
    /// The row that pieces must stay below.
    pub limit: i32,
}

impl Frame {
    /// That of these rules.
    #[inline]
    pub fn of(rules: &Ruleset) -> Frame {
        Frame { height: rules.height as i32, limit: rules.limit() as i32 }
    }
}

/// [`WellCosts`] in whole numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Costs {
    pub one: i32,
    pub two: i32,
    pub deep: i32,
    pub row: [i32; 4],
}

/// Cumulative wells, hole depth, rows with holes and diversity.
pub const NINE: u8 = 1;
/// Holes near the walls, the highest hole, wells by cost and shape adaptability.
pub const STRONG: u8 = 2;
/// All of them.
pub const BOTH: u8 = NINE | STRONG;

/// Each supported feature, with more than it can differ between two placements, and its maximum on
/// ten columns of 48 rows.
const SERVED: [(Feature, f64, f64); 17] = [
    (Feature::LandingHeight, 32.0, 48.0),
    (Feature::LandingRows, 32.0, 48.0),
    (Feature::Lines, 4.0, 4.0),
    (Feature::ErodedCells, 16.0, 16.0),
    (Feature::RowTransitions, 180.0, 528.0),
    (Feature::ColumnTransitions, 180.0, 490.0),
    (Feature::Holes, 150.0, 480.0),
    (Feature::EdgeHoles, 30.0, 96.0),
    (Feature::SecondHoles, 30.0, 96.0),
    (Feature::ThirdHoles, 30.0, 96.0),
    (Feature::HoleDepth, 150.0, 480.0),
    (Feature::RowsWithHoles, 16.0, 48.0),
    (Feature::Wells, 600.0, 11760.0),
    (Feature::Diversity, 5.0, 5.0),
    (Feature::TopHoleHeight, 16.0, 48.0),
    (Feature::Adaptability, 36.0, 36.0),
    (Feature::AdaptabilityTrue, 36.0, 36.0),
];

/// The greatest magnitude a score can have.
///
/// Wells count double, and a deep one may be as high as the board in every column.
fn greatest(linear: &Linear) -> f64 {
    let WellCosts { one, two, deep, row } = linear.settings().wells;
    let well = [one, two, deep].iter().fold(0.0, |most: f64, cost| most.max(cost.abs()));
    let rows = row.iter().fold(0.0, |most: f64, cost| most.max(cost.abs()));
    let wells = 2.0 * 10.0 * (well + 48.0 * rows);
    let of = |feature: Feature| linear.weights().get(feature).unwrap_or(0.0).abs();
    let served: f64 = SERVED.iter().map(|&(feature, _, most)| of(feature) * most).sum();
    served + of(Feature::WellsNonlinear) * wells
}

impl Scale {
    /// The sum in whole numbers; `None` if it uses something the kernel does not support.
    pub fn new(linear: &Linear) -> Option<Scale> {
        let settings = linear.settings();
        let weights = linear.weights();
        let of = |feature| weights.get(feature).unwrap_or(0.0);
        let served = |feature| {
            feature == Feature::WellsNonlinear || SERVED.iter().any(|&(other, ..)| other == feature)
        };
        let is_served = settings.board == Measured::Cleared
            && settings.rounding == Rounding::None
            && settings.scale == 1.0
            && !linear.has_exceptions()
            && weights.as_slice().iter().all(|&(feature, _)| served(feature))
            && (of(Feature::Adaptability) == 0.0 || of(Feature::AdaptabilityTrue) == 0.0)
            // A placement that tops out is left out here, so it must be worse than any other.
            && settings.lost < -greatest(linear);
        if !is_served {
            return None;
        }
        let (unit, costs) = costs(&settings.wells);
        // The rows of a landing are counted in quarters, its height in halves.
        let parts: Vec<(f64, f64)> = SERVED
            .iter()
            .map(|&(feature, range, _)| match feature {
                Feature::LandingHeight => (of(feature) / 2.0, 2.0 * range),
                Feature::LandingRows => (of(feature) / 4.0, 4.0 * range),
                _ => (of(feature), range),
            })
            .chain([(of(Feature::WellsNonlinear) * unit, 16.0 * 500.0)])
            .collect();
        let factor = best_factor(&parts)?;
        let whole = |value: f64| (value * factor).round() as i32;
        let lost: f64 =
            parts.iter().map(|(w, range)| (w * factor - (w * factor).round()).abs() * range).sum();
        let cost_error = costs_error(&settings.wells, unit, &costs);
        let lost = lost + cost_error * of(Feature::WellsNonlinear).abs() * factor;
        // Costs too far apart to fit, or so much rounding that even missing placements would be within it: the plain evaluation is exact.
        let is_small = |cost: i32| cost.unsigned_abs() <= 5400;
        if !(is_small(costs.one) && is_small(costs.two) && lost < 1e8) {
            return None;
        }

        let has = |features: &[Feature]| features.iter().any(|&feature| of(feature) != 0.0);
        let nine =
            has(&[Feature::Wells, Feature::HoleDepth, Feature::RowsWithHoles, Feature::Diversity]);
        let strong = has(&[
            Feature::EdgeHoles,
            Feature::SecondHoles,
            Feature::ThirdHoles,
            Feature::TopHoleHeight,
            Feature::WellsNonlinear,
            Feature::Adaptability,
            Feature::AdaptabilityTrue,
        ]);
        let half = whole(of(Feature::LandingHeight) / 2.0);
        let quarter = whole(of(Feature::LandingRows) / 4.0);
        let mut facing = [[0; 4]; 7];
        for (facing, orientations) in facing.iter_mut().zip(&ORIENTATIONS) {
            for (facing, o) in facing.iter_mut().zip(orientations) {
                *facing = half * (o.height - 1) - quarter * o.row_sum;
            }
        }
        let across = whole(of(Feature::RowTransitions));
        // Features that a placement can only increase, with more than it can increase them by.
        let growing = [
            (Feature::ColumnTransitions, 8),
            (Feature::Holes, 128),
            (Feature::HoleDepth, 4),
            (Feature::RowsWithHoles, 32),
            (Feature::Wells, 4096),
            (Feature::Diversity, 5),
        ];
        let growth: i32 = growing.iter().map(|&(feature, by)| whole(of(feature)).max(0) * by).sum();
        let row = 2 * half - 4 * quarter;
        let mut most = [growth + row.max(0) * 32; 7];
        for ((most, facing), orientations) in most.iter_mut().zip(&facing).zip(&ORIENTATIONS) {
            let sides = facing.iter().zip(orientations);
            let best = sides.map(|(facing, o)| facing + across.abs() * o.side_count).max();
            *most += best.unwrap_or(0);
        }
        Some(Scale {
            factor,
            most,
            tolerance: (2.0 * lost).ceil() as i32,
            row,
            from_top: 4 * quarter,
            facing,
            lines: whole(of(Feature::Lines)),
            eroded: whole(of(Feature::ErodedCells)),
            across,
            along: whole(of(Feature::ColumnTransitions)),
            holes: whole(of(Feature::Holes)),
            near: [Feature::EdgeHoles, Feature::SecondHoles, Feature::ThirdHoles]
                .map(|feature| whole(of(feature))),
            depth: whole(of(Feature::HoleDepth)),
            hole_rows: whole(of(Feature::RowsWithHoles)),
            wells: whole(of(Feature::Wells)),
            diversity: whole(of(Feature::Diversity)),
            top_hole: whole(of(Feature::TopHoleHeight)),
            well_cost: whole(of(Feature::WellsNonlinear) * unit),
            costs,
            row_costs: row_costs(&costs),
            shape: whole(of(Feature::Adaptability) + of(Feature::AdaptabilityTrue)),
            mirrored: of(Feature::Adaptability) != 0.0,
            set: if nine { NINE } else { 0 } | if strong { STRONG } else { 0 },
        })
    }
}

/// The factor that keeps the weights within 16 bits and whose rounding changes scores least.
fn best_factor(parts: &[(f64, f64)]) -> Option<f64> {
    let most = parts.iter().fold(0.0f64, |most, (w, _)| most.max(w.abs()));
    // Twice a weight must fit as well.
    let limit = 16_000.0 / most;
    if most == 0.0 || !limit.is_finite() {
        return None;
    }
    let lost = |factor: f64| -> f64 {
        parts.iter().map(|(w, range)| (w * factor - (w * factor).round()).abs() * range).sum()
    };
    let is_whole = |factor: f64| parts.iter().all(|(w, _)| (w * factor).fract() == 0.0);
    for factor in [1.0, 2.0, 4.0, 5.0, 10.0, 20.0] {
        if factor <= 2.0 * limit && is_whole(factor) {
            return Some(factor);
        }
    }
    let steps = (0..2000).map(|i| limit * (1.0 - i as f64 / 4000.0));
    steps.min_by(|&a, &b| (lost(a) / a).total_cmp(&(lost(b) / b)))
}

/// The costs in the largest unit that divides them all, or else in one that fits them.
fn costs(wells: &WellCosts) -> (f64, Costs) {
    let all = [wells.one, wells.two, wells.deep].into_iter().chain(wells.row);
    let most = wells.row.iter().fold(wells.deep / 2.0, |most: f64, row| most.max(row.abs()));
    let whole = all.clone().all(|cost| cost.fract() == 0.0 && cost.abs() < 1e9);
    let divisor = all.fold(0u64, |a, b| gcd(a, b.abs() as u64)) as f64;
    // Eleven rows of a deep well must fit in 16 bits.
    let unit = match whole && divisor > 0.0 && most / divisor <= 2700.0 {
        true => divisor,
        false => (most / 2700.0).max(f64::MIN_POSITIVE),
    };
    let in_units = |cost: f64| (cost / unit).round() as i32;
    let costs = Costs {
        one: in_units(wells.one),
        two: in_units(wells.two),
        deep: in_units(wells.deep),
        row: wells.row.map(in_units),
    };
    (unit, costs)
}

fn row_costs(costs: &Costs) -> [[i16; 16]; 6] {
    std::array::from_fn(|i| {
        std::array::from_fn(|lane| {
            let x = (lane + i).wrapping_sub(2);
            if x < WIDTH { costs.row[distance(x)] as i16 } else { 0 }
        })
    })
}

fn costs_error(wells: &WellCosts, unit: f64, costs: &Costs) -> f64 {
    let error = |cost: f64, units: i32| (cost - units as f64 * unit).abs();
    let rows: f64 = wells.row.iter().zip(costs.row).map(|(&cost, units)| error(cost, units)).sum();
    20.0 * (error(wells.one, costs.one) + error(wells.two, costs.two))
        + 20.0 * error(wells.deep, costs.deep)
        + 60.0 * rows
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
