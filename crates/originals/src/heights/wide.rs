//! The same in vectors of sixteen columns, where the processor has them: nothing is written to
//! memory in between, which is what takes the time elsewhere.

use std::arch::x86_64::{
    __m512d, __m512i, __mmask16, _mm512_abs_epi32, _mm512_add_epi32, _mm512_add_pd,
    _mm512_alignr_epi32, _mm512_and_si512, _mm512_andnot_si512, _mm512_castsi512_si256,
    _mm512_cmpgt_epi32_mask, _mm512_cvtepi32_pd, _mm512_cvtsi512_si32, _mm512_extracti64x4_epi64,
    _mm512_lzcnt_epi32, _mm512_mask_mov_epi32, _mm512_mask_mov_pd, _mm512_mask_reduce_and_epi32,
    _mm512_maskz_mov_epi32, _mm512_maskz_permutexvar_epi32, _mm512_max_epi32, _mm512_max_pd,
    _mm512_mul_pd, _mm512_or_si512, _mm512_permutexvar_epi32, _mm512_reduce_add_epi32,
    _mm512_reduce_max_pd, _mm512_roundscale_pd, _mm512_set_epi32, _mm512_set1_epi32,
    _mm512_set1_pd, _mm512_setzero_si512, _mm512_sllv_epi32, _mm512_srli_epi32, _mm512_sub_epi32,
    _mm512_test_epi32_mask,
};

use minolab_rules::{Piece, Rotation, shape};

use super::{Columns, Silhouette, ThreeTerms, WIDTH};

/// The lanes that are columns.
const COLUMNS: __mmask16 = 0x3FF;
/// The columns that have one to their left.
const STEPS: __mmask16 = 0x3FE;

/// Columns side by side, and the cells they have.
#[derive(Clone, Copy)]
struct Wide {
    bits: __m512i,
    cells: i32,
}

/// What evaluating drops on columns needs.
struct Surface {
    wide: Wide,
    heights: __m512i,
    /// The step from the previous column, 0 at both walls.
    steps: __m512i,
    /// The rows that all columns before one have, and those that it and all after it have.
    before: __m512i,
    after: __m512i,
    measures: [i32; 3],
}

/// [`Columns::best`].
#[target_feature(enable = "avx512f,avx512cd,avx512dq,avx512vl,bmi1,lzcnt")]
pub fn best(
    columns: &Columns,
    (profile, x, y): (&Silhouette, usize, i32),
    next: Piece,
    three: &ThreeTerms,
    low: i32,
) -> Option<(f64, u64)> {
    let b = columns.bits.map(|bits| bits as i32);
    let bits = _mm512_set_epi32(
        b[15], b[14], b[13], b[12], b[11], b[10], b[9], b[8], b[7], b[6], b[5], b[4], b[3], b[2],
        b[1], b[0],
    );
    let wide = with(Wide { bits, cells: columns.cells }, profile, x as i32, y);
    let heights = heights(wide);
    if _mm512_cmpgt_epi32_mask(heights, _mm512_set1_epi32(low)) != 0 {
        return None;
    }
    let surface = surface(wide, heights);
    let (mut best, mut drops) = (f64::NEG_INFINITY, 0);
    for &rotation in shape::distinct(next).iter().filter(|&&to| to != Rotation::West) {
        let profile = Silhouette::of(next, rotation);
        let worth = match profile.width {
            1 => facing::<1>(&surface, profile, three),
            2 => facing::<2>(&surface, profile, three),
            3 => facing::<3>(&surface, profile, three),
            _ => facing::<4>(&surface, profile, three),
        };
        best = if worth > best { worth } else { best };
        drops += (WIDTH + 1 - profile.width) as u64;
    }
    Some((best, drops))
}

/// The columns with a piece, without the rows it fills.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512dq,avx512vl,bmi1,lzcnt")]
fn with(wide: Wide, profile: &Silhouette, x: i32, y: i32) -> Wide {
    let [a, b, c, d] = profile.bits.map(|bits| (bits << (y & 31)) as i32);
    let piece = _mm512_set_epi32(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, d, c, b, a);
    let places = _mm512_sub_epi32(
        _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
        _mm512_set1_epi32(x),
    );
    let piece = _mm512_maskz_permutexvar_epi32(0xF << x, places, piece);
    let (mut bits, mut cells) = (_mm512_or_si512(wide.bits, piece), wide.cells + 4);
    let mut full = _mm512_mask_reduce_and_epi32(COLUMNS, bits) as u32;
    while full != 0 {
        // The highest one first, so that the others stay where they are.
        let below = (1u32 << (31 - full.leading_zeros())) - 1;
        let mask = _mm512_set1_epi32(below as i32);
        let fallen = _mm512_andnot_si512(mask, _mm512_srli_epi32::<1>(bits));
        bits = _mm512_or_si512(_mm512_and_si512(mask, bits), fallen);
        full &= below;
        cells -= WIDTH as i32;
    }
    Wide { bits, cells }
}

#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512dq,avx512vl,bmi1,lzcnt")]
fn heights(wide: Wide) -> __m512i {
    _mm512_sub_epi32(_mm512_set1_epi32(32), _mm512_lzcnt_epi32(wide.bits))
}

/// The steps between columns, and all measures.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512dq,avx512vl,bmi1,lzcnt")]
fn measured(wide: Wide, heights: __m512i) -> (__m512i, [i32; 3]) {
    let left = _mm512_alignr_epi32::<15>(heights, heights);
    let steps = _mm512_maskz_mov_epi32(STEPS, _mm512_abs_epi32(_mm512_sub_epi32(heights, left)));
    let sum = _mm512_reduce_add_epi32(heights);
    (steps, [_mm512_reduce_add_epi32(steps), sum, sum - wide.cells])
}

#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512dq,avx512vl,bmi1,lzcnt")]
fn surface(wide: Wide, heights: __m512i) -> Surface {
    let (steps, measures) = measured(wide, heights);
    let all = _mm512_set1_epi32(-1);
    // Lanes beyond the columns have every row.
    let mut after = _mm512_mask_mov_epi32(all, COLUMNS, wide.bits);
    let mut before = _mm512_alignr_epi32::<15>(after, all);
    before = _mm512_and_si512(before, _mm512_alignr_epi32::<15>(before, all));
    before = _mm512_and_si512(before, _mm512_alignr_epi32::<14>(before, all));
    before = _mm512_and_si512(before, _mm512_alignr_epi32::<12>(before, all));
    before = _mm512_and_si512(before, _mm512_alignr_epi32::<8>(before, all));
    after = _mm512_and_si512(after, _mm512_alignr_epi32::<1>(all, after));
    after = _mm512_and_si512(after, _mm512_alignr_epi32::<2>(all, after));
    after = _mm512_and_si512(after, _mm512_alignr_epi32::<4>(all, after));
    after = _mm512_and_si512(after, _mm512_alignr_epi32::<8>(all, after));
    Surface { wide, heights, steps, before, after, measures }
}

/// Each lane takes the one this many further right.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512dq,avx512vl,bmi1,lzcnt")]
fn ahead(lanes: __m512i, by: usize) -> __m512i {
    match by {
        0 => lanes,
        1 => _mm512_alignr_epi32::<1>(lanes, lanes),
        2 => _mm512_alignr_epi32::<2>(lanes, lanes),
        3 => _mm512_alignr_epi32::<3>(lanes, lanes),
        _ => _mm512_alignr_epi32::<4>(lanes, lanes),
    }
}

/// The best score after a drop of a piece of this width.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512dq,avx512vl,bmi1,lzcnt")]
fn facing<const W: usize>(surface: &Surface, profile: &Silhouette, three: &ThreeTerms) -> f64 {
    let Surface { wide, heights, .. } = *surface;
    let mut landed = _mm512_setzero_si512();
    let (mut under, mut between) = (_mm512_setzero_si512(), surface.steps);
    for i in 0..W {
        let heights = ahead(heights, i);
        let bottom = _mm512_set1_epi32(profile.bottoms[i]);
        landed = _mm512_max_epi32(landed, _mm512_sub_epi32(heights, bottom));
        under = _mm512_add_epi32(under, heights);
        between = _mm512_add_epi32(between, ahead(surface.steps, i + 1));
    }
    let mut full = _mm512_and_si512(surface.before, ahead(surface.after, W));
    for i in 0..W {
        let piece = _mm512_sllv_epi32(_mm512_set1_epi32(profile.bits[i] as i32), landed);
        full = _mm512_and_si512(full, _mm512_or_si512(ahead(wide.bits, i), piece));
    }
    let tops: i32 = profile.tops[..W].iter().sum();
    let mut lifted = landed;
    for _ in 1..W {
        lifted = _mm512_add_epi32(lifted, landed);
    }
    let raised = _mm512_sub_epi32(_mm512_add_epi32(lifted, _mm512_set1_epi32(tops)), under);
    let [steps, sum, holes] = surface.measures;
    let left = _mm512_alignr_epi32::<15>(heights, heights);
    let to = |lanes: __m512i, neighbour: __m512i, top: i32, mask: __mmask16| {
        let top = _mm512_add_epi32(lanes, _mm512_set1_epi32(top));
        _mm512_maskz_mov_epi32(mask, _mm512_abs_epi32(_mm512_sub_epi32(top, neighbour)))
    };
    let to_left = to(landed, left, profile.tops[0], STEPS);
    let has_right = (1 << (WIDTH - W)) - 1;
    let to_right = to(landed, ahead(heights, W), profile.tops[W - 1], has_right);
    let new = _mm512_add_epi32(to_left, to_right);
    let old = _mm512_sub_epi32(_mm512_set1_epi32(steps + profile.steps), between);
    let measures = [
        _mm512_add_epi32(old, new),
        _mm512_add_epi32(raised, _mm512_set1_epi32(sum)),
        // Four of the raised height are the piece's cells.
        _mm512_add_epi32(raised, _mm512_set1_epi32(holes - 4)),
    ];
    let places: __mmask16 = (1 << (WIDTH + 1 - W)) - 1;
    let mut filling = _mm512_test_epi32_mask(full, full) & places;
    let mut best = greatest(measures, three, places & !filling);
    while filling != 0 {
        let x = filling.trailing_zeros() as i32;
        filling &= filling - 1;
        let y = _mm512_permutexvar_epi32(_mm512_set1_epi32(x), landed);
        let after = with(wide, profile, x, _mm512_cvtsi512_si32(y));
        let (_, measures) = measured(after, self::heights(after));
        let [worth] = three.sums(&measures.map(|measure| [measure]), f64::trunc);
        best = if worth > best { worth } else { best };
    }
    best
}

/// The greatest sum in these lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512dq,avx512vl,bmi1,lzcnt")]
fn greatest(measures: [__m512i; 3], three: &ThreeTerms, lanes: __mmask16) -> f64 {
    let (mut low, mut high) = (_mm512_set1_pd(0.0), _mm512_set1_pd(0.0));
    let trunc = |sum: __m512d| match three.truncates {
        true => _mm512_roundscale_pd::<0x0B>(sum),
        false => sum,
    };
    for (which, weight) in three.terms {
        let (measure, weight) = (measures[which], _mm512_set1_pd(weight));
        let halves = [_mm512_castsi512_si256(measure), _mm512_extracti64x4_epi64::<1>(measure)];
        let [a, b] = halves.map(|half| _mm512_mul_pd(weight, _mm512_cvtepi32_pd(half)));
        (low, high) = (trunc(_mm512_add_pd(low, a)), trunc(_mm512_add_pd(high, b)));
    }
    let scale = _mm512_set1_pd(three.scale);
    let nothing = _mm512_set1_pd(f64::NEG_INFINITY);
    low = _mm512_mask_mov_pd(nothing, lanes as u8, _mm512_mul_pd(low, scale));
    high = _mm512_mask_mov_pd(nothing, (lanes >> 8) as u8, _mm512_mul_pd(high, scale));
    _mm512_reduce_max_pd(_mm512_max_pd(low, high))
}
