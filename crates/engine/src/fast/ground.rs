//! A board measured once, for all the pieces that may land on it.

use super::{
    lanes::Lanes,
    orientations::{RIGHT, WIDTH},
    scale::{Costs, Frame, NINE, STRONG, Scale},
};
use crate::measure::adaptability::Differences;

/// The columns that matter for a placement, counted from its leftmost: -2 to 5.
pub const NEAR: usize = 8;
/// The index of a piece's leftmost column in a list of [`NEAR`].
pub const FIRST: usize = 2;

/// A board as the kernel sees it, and its share of the score.
#[derive(Clone, Copy)]
pub struct Ground<L, const SET: u8> {
    /// The columns, row 0 in bit 0; walls are filled.
    pub columns: L,
    /// The heights around each place; walls have the greatest height.
    pub heights: [L; NEAR],
    /// Every row below those heights, for the columns under a piece.
    pub covered: [L; 4],
    /// The heights of the same columns, or -1 where one has a hole.
    pub sound: [L; 4],
    /// The heights of one to four columns from each on, added up.
    pub height_sums: [L; 4],
    /// Likewise the cumulative wells: those open above, or all if the board is not closed.
    pub well_sums: [L; 4],
    /// All cumulative wells of each column.
    pub wells: L,
    /// The rows that lack one to four cells.
    pub lacking: [u32; 4],
    /// The rows with a hole.
    pub hole_rows: u32,
    /// Whether every hole is below the heights of both columns beside it, so that heights alone say
    /// what a piece can touch.
    pub is_closed: bool,
    /// How neighbouring columns differ.
    pub differences: Differences,
    /// The part of the score that a placement without a clear updates incrementally.
    pub counted: i32,
    /// The part that is recomputed for each placement.
    pub anew: i32,
    /// The reward of the placement that led here.
    pub action: i32,
    /// Used only by [`STRONG`] features.
    pub strong: Option<Strong<L>>,
}

/// What [`STRONG`] features need to know about a board.
#[derive(Clone, Copy)]
pub struct Strong<L> {
    /// The holes in the columns under a piece.
    pub holes: [L; 4],
    /// One more than the highest row with a hole.
    pub top_hole: i32,
    /// The greatest height over it.
    pub top_hole_height: i32,
    /// The costs of wells of the columns from -1 to 4.
    pub costs: [L; 6],
    /// Their sum over the board.
    pub cost_sum: i32,
    /// The greatest cost left of column -1, and right of a piece of one to four columns.
    pub cost_left: L,
    pub cost_right: [L; 4],
}

/// More than this and two wells four rows deeper could pass 16 bits.
const MOST_COST: i32 = 10_000;

/// Bits of the lanes that are columns.
const FIELD: [i16; 16] = {
    let mut lanes = [0; 16];
    let mut i = 1;
    while i < RIGHT {
        lanes[i] = -1;
        i += 1;
    }
    lanes
};

/// Bits of the lanes whose right neighbour is a column or the wall.
const EDGES: [i16; 16] = {
    let mut lanes = FIELD;
    lanes[0] = -1;
    lanes
};

/// Bits of the lanes whose column is this far from the nearer wall; then of those whose
/// right neighbour is, and so on.
pub static AT: [[[i16; 16]; 4]; 3] = {
    let mut all = [[[0; 16]; 4]; 3];
    let mut x = 0;
    while x < WIDTH {
        let distance = distance(x);
        let mut i = 0;
        while i < 4 && distance < 3 {
            if x + 1 >= i {
                all[distance][i][x + 1 - i] = -1;
            }
            i += 1;
        }
        x += 1;
    }
    all
};

/// The distance of a column from the nearer wall, at most 3.
pub const fn distance(x: usize) -> usize {
    let near = if x < WIDTH - 1 - x { x } else { WIDTH - 1 - x };
    if near < 3 { near } else { 3 }
}

/// The same lanes seen from further left.
#[inline(always)]
pub fn around<L: Lanes>(lanes: L) -> [L; NEAR] {
    [
        lanes.behind::<2>(),
        lanes.behind::<1>(),
        lanes,
        lanes.ahead::<1>(),
        lanes.ahead::<2>(),
        lanes.ahead::<3>(),
        lanes.ahead::<4>(),
        lanes.ahead::<5>(),
    ]
}

/// The columns under a piece.
#[inline(always)]
fn four<L: Lanes>(lanes: L) -> [L; 4] {
    [lanes, lanes.ahead::<1>(), lanes.ahead::<2>(), lanes.ahead::<3>()]
}

/// The columns from -1 to 4 of it.
#[inline(always)]
pub fn six<L: Lanes>(lanes: L) -> [L; 6] {
    let all = around(lanes);
    [all[1], all[2], all[3], all[4], all[5], all[6]]
}

/// The cost of wells this deep.
#[inline(always)]
pub fn well_cost<L: Lanes>(costs: &Costs, depth: L, row: L) -> L {
    let one = depth.equals(L::splat(1)).and(L::splat(costs.one));
    let two = depth.equals(L::splat(2)).and(L::splat(costs.two));
    let deep = depth.sub(L::splat(2)).mul(row).add(L::splat(costs.deep));
    one.or(two).or(depth.exceeds(L::splat(2)).and(deep))
}

/// For each of several columns with its neighbours: its empty cells between two filled ones,
/// and the empty cells straight below each.
#[inline(always)]
pub fn cumulative<L: Lanes, const N: usize>(well: &mut [L; N], columns: &[L; N]) -> L {
    let mut sum = L::ones_of(well);
    loop {
        let mut any = L::splat(0);
        for (well, &column) in well.iter_mut().zip(columns) {
            *well = well.down_by::<1>().minus(column);
            any = any.or(*well);
        }
        if any.is_zero() {
            return sum;
        }
        sum = sum.add(L::ones_of(well));
    }
}

impl<L: Lanes, const SET: u8> Ground<L, SET> {
    /// Measures columns that stand between walls; `lacking` and `action` are passed through.
    #[inline(always)]
    pub fn measure(
        scale: &Scale,
        frame: Frame,
        columns: L,
        lacking: [u32; 4],
        action: i32,
    ) -> Ground<L, SET> {
        let zero = L::splat(0);
        let field = L::load(&FIELD);
        let mut covered = columns.or(columns.down_by::<1>());
        covered = covered.or(covered.down_by::<2>());
        covered = covered.or(covered.down_by::<4>());
        covered = covered.or(covered.down_by::<8>());
        if L::ROWS > 16 {
            covered = covered.or(covered.down_by::<16>());
        }
        let heights = covered.ones();
        let holes = covered.minus(columns);
        let heights_around = around(heights);
        let right = columns.ahead::<1>();

        let across = columns.xor(right).and(L::load(&EDGES)).ones();
        let along = columns.xor(columns.up_by::<1>().or(L::splat(1))).and(field).ones();
        let hole_count = holes.ones();
        let mut sum = L::start(0);
        sum = L::weigh(sum, across, scale.across, along, scale.along);
        // Rows above the lanes are empty, and the lanes may have rows that the board does not.
        let mut counted = 2 * scale.across * (frame.height - L::ROWS as i32);
        let mut anew = 0;

        let hole_rows = holes.any();
        let (mut wells, mut open_wells, mut depth) = (zero, zero, zero);
        let mut sound = heights;
        let mut is_closed = false;
        if SET & NINE != 0 {
            // Every bit at or above the lowest hole.
            let above = holes.or(zero.sub(holes));
            depth = columns.and(above).and(field).ones();
            sound = heights.or(field.minus(holes.equals(zero)));
            let well = columns.behind::<1>().and(right).minus(columns).and(field);
            let exposed = holes.minus(covered.ahead::<1>().and(covered.behind::<1>()));
            is_closed = exposed.is_zero();
            if is_closed {
                // Above the heights a well goes up to the lower neighbour.
                let lower = heights_around[FIRST - 1].min(heights_around[FIRST + 1]);
                let rows = lower.sub(heights).max(zero);
                open_wells = rows.mul(rows.add(L::splat(1))).down_by::<1>();
                wells = open_wells;
                let below = well.and(covered);
                if hole_rows != 0 && !below.is_zero() {
                    wells = wells.add(cumulative(&mut [below], &[columns]));
                }
            } else {
                wells = cumulative(&mut [well], &[columns]);
                open_wells = wells;
            }
            sum = L::weigh(sum, wells, scale.wells, zero, 0);
            counted += scale.hole_rows * hole_rows.count_ones() as i32;
        }
        sum = L::weigh(sum, hole_count, scale.holes, depth, scale.depth);
        let mut strong = None;
        if SET & STRONG != 0 {
            let near = |i: usize| hole_count.and(L::load(&AT[i][0]));
            sum = L::weigh(sum, near(0), scale.near[0], near(1), scale.near[1]);
            sum = L::weigh(sum, near(2), scale.near[2], zero, 0);
            let (mut top_hole, mut top_hole_height) = (0, 0);
            if hole_rows != 0 {
                top_hole = 32 - hole_rows.leading_zeros() as i32;
                let row = L::splat(1 << (top_hole - 1));
                let over = heights.minus(holes.and(row).equals(zero));
                top_hole_height = over.greatest();
                anew += scale.top_hole * top_hole_height;
            }
            let depth = heights_around[FIRST - 1].min(heights_around[FIRST + 1]).sub(heights);
            let costs = well_cost(&scale.costs, depth, L::load(&scale.row_costs[1])).and(field);
            let mut left = costs;
            left = left.max(left.behind::<1>());
            left = left.max(left.behind::<2>());
            left = left.max(left.behind::<4>());
            left = left.max(left.behind::<8>());
            let mut right = costs;
            right = right.max(right.ahead::<1>());
            right = right.max(right.ahead::<2>());
            right = right.max(right.ahead::<4>());
            right = right.max(right.ahead::<8>());
            let cost_sum = L::total(L::weigh(L::start(0), costs, 1, zero, 0));
            anew += scale.well_cost * (2 * cost_sum - costs.greatest());
            strong = Some(Strong {
                holes: four(holes),
                top_hole,
                top_hole_height,
                costs: six(costs),
                cost_sum,
                cost_left: left.behind::<2>(),
                cost_right: [
                    right.ahead::<2>(),
                    right.ahead::<3>(),
                    right.ahead::<4>(),
                    right.ahead::<5>(),
                ],
            });
        }
        let mut differences = Differences::default();
        if SET & STRONG != 0 || scale.diversity != 0 {
            let steps = heights_around[FIRST + 1].sub(heights);
            let of = |step: i32| {
                (steps.equals(L::splat(step)).bits() >> 1 & ((1 << (WIDTH - 1)) - 1)) as u16
            };
            differences = Differences {
                level: of(0),
                up_one: of(1),
                up_two: of(2),
                down_one: of(-1),
                down_two: of(-2),
            };
            if SET & STRONG != 0 && scale.shape != 0 {
                let points = match scale.mirrored {
                    true => differences.mirrored(),
                    false => differences.real(),
                };
                anew += scale.shape * points as i32;
            }
            anew += scale.diversity * differences.diversity() as i32;
        }
        // Built in one expression, so that it is written only once.
        Ground {
            columns,
            heights: heights_around,
            covered: four(covered),
            sound: four(sound),
            height_sums: added(four(heights)),
            well_sums: added(four(open_wells)),
            wells,
            lacking,
            hole_rows,
            is_closed,
            differences,
            counted: counted + L::total(sum),
            anew,
            action,
            strong,
        }
    }

    /// Whether the costs of wells still fit in the lanes after a piece has landed: it deepens two
    /// wells at most, by four rows.
    #[inline(always)]
    pub fn fits(&self) -> bool {
        let Some(strong) = &self.strong else { return true };
        L::ROWS > 15 || strong.cost_sum <= MOST_COST
    }

    /// No placement of this piece that clears nothing scores more.
    ///
    /// Without a clear, holes and column transitions never decrease; a piece can improve only row
    /// transitions at its sides and the wells of its own columns.
    #[inline(always)]
    pub fn bound(&self, scale: &Scale, frame: Frame, piece: usize) -> i32 {
        let lowest = self.heights[FIRST].least();
        let wells = self.well_sums[3].greatest();
        self.counted
            + scale.most[piece]
            + scale.from_top * (frame.height - 1)
            + (-scale.wells).max(0) * wells
            + scale.row.min(0) * lowest
    }

    /// The board's whole share of the score.
    #[inline(always)]
    pub fn value(&self) -> i32 {
        self.counted + self.anew
    }
}

/// Prefix sums.
#[inline(always)]
fn added<L: Lanes>(mut lanes: [L; 4]) -> [L; 4] {
    for i in 1..4 {
        lanes[i] = lanes[i].add(lanes[i - 1]);
    }
    lanes
}

/// The rows that miss exactly one, two, three and four cells.
#[inline(always)]
pub fn lacking(columns: [i32; 16]) -> [u32; 4] {
    // How many are empty, bit-sliced: one bit of the count per word.
    let (mut one, mut two, mut four, mut eight) = (0u32, 0, 0, 0);
    for &column in &columns[1..RIGHT] {
        let empty = !(column as u32);
        let carry = one & empty;
        one ^= empty;
        let carry_two = two & carry;
        two ^= carry;
        eight |= four & carry_two;
        four ^= carry_two;
    }
    let few = !eight;
    [
        one & !two & !four & few,
        two & !one & !four & few,
        one & two & !four & few,
        four & !one & !two & few,
    ]
}
