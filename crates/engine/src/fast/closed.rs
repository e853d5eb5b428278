//! How every placement of a piece changes the score of a closed board.
//!
//! A board is closed if every hole is below the heights of both columns beside it, as nearly all
//! boards of a good player are. There, what a piece touches depends on heights alone, so contacts
//! and wells have closed forms, and everything about the piece is known at compile time.

use minolab_rules::{Piece, shape};

use super::{
    change::{NOWHERE, Place, Places, after, weigh_steps},
    ground::{FIRST, Ground},
    lanes::Lanes,
    orientations::{ORIENTATIONS, Orientation},
    scale::{Frame, Scale},
};

/// Scores the placements of a piece, by facing; returns the best score.
#[inline(always)]
pub fn piece<L: Lanes, const SET: u8, const PIECE: usize>(
    scale: &Scale,
    frame: Frame,
    ground: &Ground<L, SET>,
    all: &mut [Places; 4],
) -> i32 {
    let mut best = L::start(NOWHERE);
    let mut clearing = 0;
    macro_rules! facings {
        ($($facing:literal)*) => {{
            $({
                let places = &mut all[$facing];
                let (sum, clears) =
                    facing::<L, SET, PIECE, $facing>(scale, frame, ground, places);
                best = L::greater(best, sum);
                clearing |= (clears as u64) << (16 * $facing);
            })*
        }};
    }
    match shape::distinct(Piece::ALL[PIECE]).len() {
        1 => facings!(0),
        2 => facings!(0 1),
        _ => facings!(0 1 2 3),
    }
    let mut best = L::greatest_sum(best);
    while clearing != 0 {
        let bit = clearing.trailing_zeros() as usize;
        clearing &= clearing - 1;
        let (facing, lane) = (bit / 16, bit % 16);
        let row = all[facing].rows[lane];
        let (columns, action) =
            after(scale, frame, ground, Place { piece: PIECE, facing, lane, row });
        let score = L::value::<SET>(scale, frame, columns) + action;
        all[facing].scores[lane] = score;
        best = best.max(score);
    }
    best
}

/// The best score on any board, if no placement without a clear reaches `floor`, so that only
/// clears need scoring. `None` if others may count.
#[inline(always)]
pub fn clears<L: Lanes, const SET: u8>(
    scale: &Scale,
    frame: Frame,
    ground: &Ground<L, SET>,
    piece: usize,
    floor: i32,
) -> Option<i32> {
    if ground.bound(scale, frame, piece) >= floor {
        return None;
    }
    let mut best = NOWHERE;
    let count = shape::distinct(Piece::ALL[piece]).len();
    for (facing, o) in ORIENTATIONS[piece][..count].iter().enumerate() {
        let full = full(&ground.lacking, o);
        if full == 0 {
            continue;
        }
        let mut row = ground.heights[FIRST].sub(L::splat(o.bottoms[0]));
        for i in 1..o.width {
            row = row.max(ground.heights[FIRST + i].sub(L::splat(o.bottoms[i])));
        }
        let clears = L::splat(1).up(row.shift()).and(L::splat(full as i32));
        let high = row.exceeds(L::splat(frame.limit - o.height)).bits();
        let mut clearing = clears.exceeds(L::splat(0)).bits() & o.places() & !high;
        if clearing != 0 {
            let rows = row.store_small();
            while clearing != 0 {
                let lane = clearing.trailing_zeros() as usize;
                clearing &= clearing - 1;
                let place = Place { piece, facing, lane, row: rows[lane] };
                let (columns, action) = after(scale, frame, ground, place);
                best = best.max(L::value::<SET>(scale, frame, columns) + action);
            }
        }
    }
    Some(best)
}

/// Rows that miss as many cells as the piece has in them, counted from its lowest row.
#[inline(always)]
fn full(lacking: &[u32; 4], o: &Orientation) -> u32 {
    let mut full = 0;
    for y in 0..o.height as usize {
        full |= lacking[o.row_cells[y] as usize - 1] >> y;
    }
    full
}

/// Scores the placements of a piece facing one way that clear nothing; returns their scores and the
/// lanes of those that do clear.
#[inline(always)]
fn facing<L: Lanes, const SET: u8, const PIECE: usize, const FACING: usize>(
    scale: &Scale,
    frame: Frame,
    ground: &Ground<L, SET>,
    places: &mut Places,
) -> (L::Sum, u32) {
    let o = &const { ORIENTATIONS[PIECE][FACING] };
    let width = o.width;
    let zero = L::splat(0);
    let height = |column: i32| ground.heights[(FIRST as i32 + column) as usize];
    // Where it lands: its columns rest on what is under them.
    let mut row = height(0).sub(L::splat(o.bottoms[0]));
    for i in 1..width {
        row = row.max(height(i as i32).sub(L::splat(o.bottoms[i])));
    }
    let bit = L::splat(1).up(row.shift());
    let bottom = |i: usize| row.add(L::splat(o.bottoms[i]));

    let clears = bit.and(L::splat(full(&ground.lacking, o) as i32)).exceeds(zero);

    // The holes it leaves below.
    let (mut covers, mut depth, mut bottoms, mut gap_rows) = (zero, zero, 0, zero);
    for i in 0..width {
        // 0 or -1.
        covers = covers.add(bottom(i).exceeds(height(i as i32)));
        let cells = L::splat(o.tops[i] - o.bottoms[i]);
        depth = depth.add(cells.and(bottom(i).exceeds(ground.sound[i])));
        bottoms += o.bottoms[i];
    }
    let mut holes = row;
    for _ in 1..width {
        holes = holes.add(row);
    }
    holes = holes.sub(ground.height_sums[width - 1]);
    if o.is_flat() {
        let mut covered = ground.covered[0];
        for i in 1..width {
            covered = covered.and(ground.covered[i]);
        }
        if width > 1 {
            gap_rows = bit.sub(L::splat(1)).minus(covered);
        }
    } else {
        for i in 0..width {
            let bit = match o.bottoms[i] {
                0 => bit,
                1 => bit.up_by::<1>(),
                _ => bit.up_by::<2>(),
            };
            gap_rows = gap_rows.or(bit.sub(L::splat(1)).minus(ground.covered[i]));
        }
    }
    let gap_rows = gap_rows.minus(L::splat(ground.hole_rows as i32)).ones();

    let met = met(o, row, height);
    let wells = wells(o, row, height).sub(ground.well_sums[width - 1]);

    let start = scale.facing[PIECE][FACING]
        + scale.from_top * (frame.height - 1)
        + scale.across * o.side_count
        + scale.holes * bottoms;
    let mut sum = L::start(start);
    sum = L::weigh(sum, met, -2 * scale.across, covers, -2 * scale.along);
    sum = L::weigh(sum, holes, scale.holes, row, scale.row);
    sum = L::weigh(sum, depth, scale.depth, gap_rows, scale.hole_rows);
    sum = L::weigh(sum, wells, scale.wells, zero, 0);
    if scale.diversity != 0 {
        let mut heights = ground.heights;
        for i in 0..width {
            heights[FIRST + i] = row.add(L::splat(o.tops[i]));
        }
        sum = match width {
            1 => weigh_steps::<L, SET, 1>(sum, scale, ground, &heights),
            2 => weigh_steps::<L, SET, 2>(sum, scale, ground, &heights),
            3 => weigh_steps::<L, SET, 3>(sum, scale, ground, &heights),
            _ => weigh_steps::<L, SET, 4>(sum, scale, ground, &heights),
        };
    }

    // Last, because it is the last to be known.
    sum = L::raise(sum, ground.counted);
    let high = row.exceeds(L::splat(frame.limit - o.height));
    let used = L::load(const { &lanes_of(&ORIENTATIONS[PIECE][FACING]) }).minus(high);
    let sum = L::only(sum, used.minus(clears));
    places.rows = row.store_small();
    places.scores = L::sums(sum);
    (sum, used.and(clears).bits())
}

/// How many sides of its cells touch a filled cell.
#[inline(always)]
fn met<L: Lanes>(o: &Orientation, row: L, height: impl Fn(i32) -> L) -> L {
    let zero = L::splat(0);
    let bottom = |i: usize| row.add(L::splat(o.bottoms[i]));
    let last = o.width - 1;
    let beside = |height: L, i: usize| {
        height.sub(bottom(i)).max(zero).min(L::splat(o.tops[i] - o.bottoms[i]))
    };
    let mut met = beside(height(-1), 0).add(beside(height(o.width as i32), last));
    // Below a cell of its own, beside a lower one.
    for i in 0..o.width {
        for lower in [i.wrapping_sub(1), i + 1] {
            if lower <= last && o.bottoms[lower] < o.bottoms[i] {
                met = met.add(height(i as i32).sub(bottom(lower)).max(zero));
            }
        }
    }
    met
}

/// The cumulative wells that are open above in its own columns once it has landed, those in
/// the gaps under it, and what it adds to the two columns beside it.
///
/// The cells of a column from the `a`-th to the `b`-th empty one count `a` to `b`.
#[inline(always)]
fn wells<L: Lanes>(o: &Orientation, row: L, height: impl Fn(i32) -> L) -> L {
    let zero = L::splat(0);
    let one = L::splat(1);
    let bottom = |i: usize| row.add(L::splat(o.bottoms[i]));
    let top = |i: usize| row.add(L::splat(o.tops[i]));
    let (last, width) = (o.width - 1, o.width as i32);
    // Those that count once, and those that count half.
    let (mut whole, mut half) = (zero, zero);

    // Beside it, where the column after next is filled as well.
    for (i, next, far) in [(0, height(-1), height(-2)), (last, height(width), height(width + 1))] {
        if o.tops[i] - o.bottoms[i] <= 2 {
            for y in o.bottoms[i]..o.tops[i] {
                let row = row.add(L::splat(y));
                let rows = row.add(one).sub(next).max(zero);
                whole = whole.add(rows.and(far.exceeds(row)));
            }
        } else {
            let from = bottom(i).max(next);
            let to = top(i).min(far).max(from);
            let sum = to.sub(next).add(from.sub(next)).add(one);
            half = half.add(to.sub(from).mul(sum));
        }
    }

    // Above it, between a neighbour and a higher column of its own.
    if o.width == 1 {
        let rows = height(-1).min(height(1)).sub(top(0)).max(zero);
        half = half.add(rows.mul(rows.add(one)));
    } else {
        for (i, inner, outer) in [(0, 1, height(-1)), (last, last - 1, height(width))] {
            let rows = outer.sub(top(i)).max(zero);
            match o.tops[inner] - o.tops[i] {
                1 => whole = whole.add(rows.min(one)),
                2 => {
                    let rows = rows.min(L::splat(2));
                    half = half.add(rows.mul(rows.add(one)));
                }
                _ => {}
            }
        }
    }

    // Under it.
    for i in 0..if o.width == 1 { 0 } else { o.width } {
        let mut up_to = bottom(i);
        // Where it is two wide, the other column rests if this one does not.
        if i == 0 || o.width > 2 {
            up_to = up_to.min(height(i as i32 - 1));
        }
        if i == last || o.width > 2 {
            up_to = up_to.min(height(i as i32 + 1));
        }
        let rows = up_to.sub(height(i as i32)).max(zero);
        half = half.add(rows.mul(rows.add(one)));
        // Just below its cell, between a lower cell of its own and what is beyond.
        for (lower, beyond) in [(i.wrapping_sub(1), i as i32 + 1), (i + 1, i as i32 - 1)] {
            if o.width > 2 && lower <= last && o.bottoms[lower] < o.bottoms[i] {
                let gap = bottom(i).sub(height(i as i32));
                whole = whole.add(gap.and(height(beyond).exceeds(bottom(lower))));
            }
        }
    }
    whole.add(half.down_by::<1>())
}

/// Bits of the leftmost lanes it can stand in.
const fn lanes_of(o: &Orientation) -> [i16; 16] {
    let mut lanes = [0; 16];
    let mut lane = 0;
    while lane < 16 {
        lanes[lane] = -((o.places() >> lane & 1) as i16);
        lane += 1;
    }
    lanes
}
