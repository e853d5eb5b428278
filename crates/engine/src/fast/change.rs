//! How every placement of a piece changes a board's score.

use super::{
    ground::{AT, FIRST, Ground, NEAR, around, cumulative, six, well_cost},
    lanes::Lanes,
    orientations::{CELLS, ORIENTATIONS, Orientation, WIDTH},
    scale::{Frame, NINE, STRONG, Scale},
};

/// The scores of a piece facing one way, by the lane of its leftmost column.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// The reward of the placement plus the value of the position it leads to.
    pub scores: [i32; 16],
    /// The row of the piece's lowest cell.
    pub rows: [i16; 16],
    /// The best score.
    pub best: i32,
}

/// The score where there is no placement, or where it tops out.
pub const NOWHERE: i32 = i32::MIN;

impl Places {
    /// No placement at all.
    pub const NONE: Places = Places { scores: [NOWHERE; 16], rows: [0; 16], best: NOWHERE };
}

/// For each difference that a piece may change, from the one before its leftmost column on, its
/// index.
const STEPS: [[i16; 16]; 5] = {
    let mut all = [[0; 16]; 5];
    let mut k = 0;
    while k < 5 {
        let mut lane = 1;
        while lane <= WIDTH {
            let index = lane + k;
            if index >= 2 && index - 2 < WIDTH - 1 {
                all[k][lane] = 1 << (index - 2);
            }
            lane += 1;
        }
        k += 1;
    }
    all
};

/// The scores of all placements of a piece that is `W` wide facing this way, on any board.
#[inline(always)]
pub fn places<L: Lanes, const SET: u8, const W: usize>(
    scale: &Scale,
    frame: Frame,
    ground: &Ground<L, SET>,
    o: &Orientation,
    facing: i32,
    places: &mut Places,
) {
    let zero = L::splat(0);
    let facing = facing + scale.from_top * (frame.height - 1);
    let ground_columns = around(ground.columns);
    // Where it lands: its columns rest on what is under them.
    let mut row = ground.heights[FIRST].sub(L::splat(o.bottoms[0]));
    for i in 1..W {
        row = row.max(ground.heights[FIRST + i].sub(L::splat(o.bottoms[i])));
    }
    let shift = row.shift();

    // What it clears: rows that miss as many cells as the piece has in them.
    let mut full = zero;
    for (lacking, rows) in ground.lacking.iter().zip(o.rows_of) {
        if rows != 0 {
            full = full.or(L::splat(*lacking as i32).down(shift).and(L::splat(rows)));
        }
    }

    // The holes it leaves below.
    let mut gaps = [zero; W];
    let mut covers = [zero; W];
    let mut holes = zero;
    let mut along = zero;
    for i in 0..W {
        gaps[i] = row.add(L::splat(o.bottoms[i])).sub(ground.heights[FIRST + i]);
        covers[i] = gaps[i].exceeds(zero);
        holes = holes.add(gaps[i]);
        along = along.sub(covers[i]);
    }
    along = along.add(along);

    // What its sides touch.
    let mut met = [zero; 6];
    for (i, met) in met.iter_mut().enumerate().take(W + 2) {
        *met = ground_columns[FIRST + i - 1].down(shift).and(L::splat(o.sides[i]));
    }
    let met = L::ones_of(&met);
    let across = L::splat(o.side_count).sub(met.add(met));

    let mut sum = L::start(ground.counted + facing);
    sum = L::weigh(sum, across, scale.across, along, scale.along);
    sum = L::weigh(sum, holes, scale.holes, row, scale.row);

    let mut gap_rows = [zero; W];
    for (i, gap) in gap_rows.iter_mut().enumerate() {
        let below = L::splat(1 << o.bottoms[i]).up(shift).sub(L::splat(1));
        *gap = below.minus(ground.covered[i]);
    }
    // Heights around it after it has landed.
    let mut heights = ground.heights;
    for i in 0..W {
        heights[FIRST + i] = row.add(L::splat(o.tops[i]));
    }

    if SET & NINE != 0 {
        let mut depth = zero;
        let mut rows = zero;
        for (i, &gap_rows) in gap_rows.iter().enumerate() {
            let cells = L::splat(o.tops[i] - o.bottoms[i]);
            let bottom = row.add(L::splat(o.bottoms[i]));
            depth = depth.add(cells.and(bottom.exceeds(ground.sound[i])));
            rows = rows.or(gap_rows);
        }
        let rows = rows.minus(L::splat(ground.hole_rows as i32)).ones();
        sum = L::weigh(sum, depth, scale.depth, rows, scale.hole_rows);

        let mut columns = ground_columns;
        let wells = six(ground.wells);
        for i in 0..W {
            let cells = L::splat(o.cells[i]).up(shift);
            columns[FIRST + i] = columns[FIRST + i].or(cells);
        }
        let mut before = zero;
        // Columns from -1 to W; those beyond are not counted.
        let filled = L::splat(-1);
        let (mut here, mut well) = ([filled; 6], [zero; 6]);
        for j in 0..W + 2 {
            let at = FIRST + j - 1;
            before = before.add(wells[j]);
            here[j] = columns[at];
            well[j] = columns[at - 1].and(columns[at + 1]).minus(columns[at]);
        }
        let after = match W {
            1 => cumulative(&mut first::<L, 3>(&well), &first::<L, 3>(&here)),
            2 => cumulative(&mut first::<L, 4>(&well), &first::<L, 4>(&here)),
            3 => cumulative(&mut first::<L, 5>(&well), &first::<L, 5>(&here)),
            _ => cumulative(&mut well, &here),
        };
        sum = L::weigh(sum, after.sub(before), scale.wells, zero, 0);
    }

    if let Some(strong) = &ground.strong {
        let mut near = [zero; 3];
        for (distance, near) in near.iter_mut().enumerate() {
            for i in 0..W {
                *near = near.add(gaps[i].and(L::load(&AT[distance][i])));
            }
        }
        sum = L::weigh(sum, near[0], scale.near[0], near[1], scale.near[1]);

        // The highest row with a hole, and the highest column over it.
        let mut top = L::splat(strong.top_hole);
        for (i, &covers) in covers.iter().enumerate() {
            top = top.max(row.add(L::splat(o.bottoms[i])).and(covers));
        }
        let same = top.equals(L::splat(strong.top_hole));
        let mut over = same.and(L::splat(strong.top_hole_height));
        let at_top = top.shift();
        for i in 0..W {
            let holes = strong.holes[i].or(gap_rows[i]).up_by::<1>();
            let holed = holes.down(at_top).and(L::splat(1)).equals(L::splat(1));
            over = over.max(heights[FIRST + i].and(holed));
        }
        sum = L::weigh(sum, near[2], scale.near[2], over, scale.top_hole);

        let mut cost = L::splat(strong.cost_sum);
        let mut dearest = strong.cost_left.max(strong.cost_right[W - 1]);
        for j in 0..W + 2 {
            let at = FIRST + j - 1;
            let depth = heights[at - 1].min(heights[at + 1]).sub(heights[at]);
            let new = well_cost(&scale.costs, depth, L::load(&scale.row_costs[j]));
            cost = cost.add(new).sub(strong.costs[j]);
            dearest = dearest.max(new);
        }
        sum = L::weigh(sum, cost, 2 * scale.well_cost, dearest, -scale.well_cost);
    }

    if SET & STRONG != 0 || scale.diversity != 0 {
        sum = weigh_steps::<L, SET, W>(sum, scale, ground, &heights);
    }

    let high = row.exceeds(L::splat(frame.limit - o.height)).bits();
    let used = o.places() & !high;
    places.rows = row.store_small();
    places.scores = L::sums(sum);
    let mut clearing = zero.exceeds(zero.sub(full)).bits() & used;
    while clearing != 0 {
        let lane = clearing.trailing_zeros() as usize;
        clearing &= clearing - 1;
        let at = Place { piece: o.piece.index(), facing: o.index, lane, row: places.rows[lane] };
        let (columns, action) = after(scale, frame, ground, at);
        places.scores[lane] = L::value::<SET>(scale, frame, columns) + action;
    }
    let mut best = NOWHERE;
    for (lane, score) in places.scores.iter_mut().enumerate() {
        *score = if used >> lane & 1 == 1 { *score } else { NOWHERE };
        best = best.max(*score);
    }
    places.best = best;
}

/// Adds the weights of the differences between neighbouring columns, given the heights around a
/// piece that has landed.
#[inline(always)]
pub fn weigh_steps<L: Lanes, const SET: u8, const W: usize>(
    sum: L::Sum,
    scale: &Scale,
    ground: &Ground<L, SET>,
    heights: &[L; NEAR],
) -> L::Sum {
    let zero = L::splat(0);
    let mut keep = L::splat(-1);
    let before = &ground.differences;
    let mut new = [zero; 5];
    for k in 0..=W {
        let step = heights[FIRST + k].sub(heights[FIRST + k - 1]);
        let at = L::load(&STEPS[k]);
        keep = keep.minus(at);
        for (new, value) in new.iter_mut().zip([0, 1, 2, -1, -2]) {
            *new = new.or(step.equals(L::splat(value)).and(at));
        }
    }
    let old = [before.level, before.up_one, before.up_two, before.down_one, before.down_two];
    let mut steps = [zero; 5];
    for i in 0..5 {
        steps[i] = L::splat(old[i] as i32).and(keep).or(new[i]);
    }
    let mut diversity = L::splat(5);
    if scale.diversity != 0 {
        for step in steps {
            diversity = diversity.add(step.equals(zero));
        }
    }
    let points = match SET & STRONG != 0 {
        true => shape_points(steps, scale.mirrored),
        false => zero,
    };
    L::weigh(sum, diversity, scale.diversity, points, scale.shape)
}

/// One placement of a piece.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Which piece and which way it faces, by index.
    pub piece: usize,
    pub facing: usize,
    /// The lane of its leftmost column.
    pub lane: usize,
    /// The row of its lowest cell.
    pub row: i16,
}

/// The columns after a placement, and the placement's own features.
#[inline(always)]
pub fn after<L: Lanes, const SET: u8>(
    scale: &Scale,
    frame: Frame,
    ground: &Ground<L, SET>,
    place: Place,
) -> (L, i32) {
    let o = &ORIENTATIONS[place.piece][place.facing];
    let row = place.row as u32;
    let mut full = 0;
    for (lacking, rows) in ground.lacking.iter().zip(o.rows_of) {
        full |= lacking >> row & rows as u32;
    }
    let cells = L::load(&CELLS[place.piece][place.facing][place.lane]);
    let landed = ground.columns.or(cells.up(L::splat(row as i32).shift()));
    let (columns, lines, own) = cleared(landed, o, full, row);
    let action = scale.facing[place.piece][place.facing]
        + scale.from_top * (frame.height - 1)
        + scale.row * row as i32
        + (scale.lines + scale.eroded * own) * lines;
    (columns, action)
}

#[inline(always)]
fn first<L: Lanes, const N: usize>(lanes: &[L; 6]) -> [L; N] {
    let mut few = [lanes[0]; N];
    few.copy_from_slice(&lanes[..N]);
    few
}

/// The columns without the full rows, of which bit 0 is the piece's lowest; how many there were,
/// and how many of the piece's cells they had.
#[inline(always)]
fn cleared<L: Lanes>(mut columns: L, o: &Orientation, full: u32, row: u32) -> (L, i32, i32) {
    let mut own = 0;
    // Without branches: whether a row is full is hard to predict.
    for i in (0..4u32).rev() {
        let is_full = full >> i & 1;
        let below = L::splat(((1u64 << (row + i)) - 1) as i32);
        let fallen = columns.down_all(is_full).minus(below);
        columns = columns.and(below).or(fallen);
        own += is_full as i32 * o.row_cells[i as usize];
    }
    // The walls have lost a row for each.
    let walls = L::load(&WALLS).and(L::splat(((1u64 << L::ROWS) - 1) as i32));
    (columns.or(walls), full.count_ones() as i32, own)
}

/// Bits of the lanes that are walls.
const WALLS: [i16; 16] = {
    let mut lanes = [-1; 16];
    let mut x = 0;
    while x < WIDTH {
        lanes[x + 1] = 0;
        x += 1;
    }
    lanes
};

/// Points of shape adaptability, as [`crate::features::adaptability::Differences`] counts them.
#[inline(always)]
fn shape_points<L: Lanes>(steps: [L; 5], mirrored: bool) -> L {
    let [level, up_one, up_two, down_one, down_two] = steps;
    let next = |lanes: L| lanes.down_by::<1>();
    let next_level = next(level);
    let flat = level.and(next_level);
    let pieces = if mirrored {
        let (one, two) = (up_one.or(down_one), up_two.or(down_two));
        let (then_one, one_then) = (level.and(next(one)), one.and(next_level));
        let zigzag = up_one.and(next(down_one)).or(down_one.and(next(up_one)));
        let far = level.or(two);
        [
            (far, flat.or(then_one)),
            (far, flat.or(one_then)),
            (level, L::splat(0)),
            (one, then_one),
            (one, flat.or(zigzag)),
            (one, one_then),
        ]
    } else {
        [
            (level.or(up_two), flat.or(level.and(next(down_one)))),
            (level.or(down_two), flat.or(up_one.and(next_level))),
            (level, L::splat(0)),
            (down_one, level.and(next(up_one))),
            (up_one.or(down_one), flat.or(down_one.and(next(up_one)))),
            (up_one, down_one.and(next_level)),
        ]
    };
    let zero = L::splat(0);
    let less = L::splat(-1);
    // -1 for each piece without a landing, and for each without two.
    let (mut none, mut few) = (zero, zero);
    for (singles, pairs) in pieces {
        none = none.add(singles.or(pairs).equals(zero));
        let more = singles.and(singles.add(less)).or(pairs.and(pairs.add(less)));
        let lone = singles.equals(zero).or(pairs.equals(zero));
        few = few.add(more.equals(zero).and(lone));
    }
    // 6 for two, 4 for one.
    let missed = none.add(none).add(few);
    L::splat(36).add(missed.add(missed))
}
