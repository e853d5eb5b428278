//! The kernel for AVX-512: sixteen placements to a 256-bit register.

use std::arch::x86_64::*;

use minolab_rules::{Board, Piece};

use super::{
    Candidates, Kernel,
    tables::{GROUP, GROUPS, Group, LANES, Lanes, TABLES, WIDTH},
};

/// What the placements of one group lead to.
struct Scores {
    scores: [f32; GROUP],
    bottoms: Lanes,
}

/// Scores every placement and keeps those that could be best.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bitalg,bmi1,bmi2,popcnt,lzcnt")]
pub fn candidates(kernel: &Kernel, limit: usize, board: &Board, piece: Piece) -> Candidates {
    let table = &TABLES[piece.index()];
    let (columns, heights) = columns(board);
    let mut best = f32::NEG_INFINITY;
    let mut groups = [const { None }; GROUPS];
    for (i, group) in table.groups.iter().enumerate().take(table.len.div_ceil(GROUP)) {
        let (scores, top) = score(kernel, limit, group, &columns, heights);
        best = best.max(top);
        groups[i] = Some(scores);
    }
    let nowhere = table.placement(piece, 0, 0);
    let mut candidates = Candidates { len: 0, list: [nowhere; LANES], scored: table.len as u64 };
    if best == f32::NEG_INFINITY {
        return candidates;
    }
    let least = best - kernel.tolerance;
    for (i, group) in groups.iter().enumerate() {
        let Some(group) = group else { break };
        // SAFETY: sixteen scores are 64 bytes.
        let scores = unsafe { _mm512_loadu_ps(group.scores.as_ptr()) };
        let mut good = _mm512_cmp_ps_mask::<_CMP_GE_OQ>(scores, _mm512_set1_ps(least));
        while good != 0 {
            let lane = good.trailing_zeros() as usize;
            good &= good - 1;
            let bottom = group.bottoms.0[lane];
            candidates.list[candidates.len] = table.placement(piece, i * GROUP + lane, bottom);
            candidates.len += 1;
        }
    }
    candidates
}

/// The ten columns, and their heights a lane each.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bitalg,bmi1,bmi2,popcnt,lzcnt")]
fn columns(board: &Board) -> ([u16; WIDTH], __m256i) {
    // SAFETY: a board has more than the sixteen rows read.
    let rows = unsafe { _mm256_loadu_si256(board.rows().as_ptr().cast()) };
    let mut columns = Lanes([0; GROUP]);
    macro_rules! column {
        ($($x:literal)*) => {
            $(columns.0[$x] = _mm256_movepi16_mask(_mm256_slli_epi16::<{ 15 - $x }>(rows));)*
        };
    }
    column!(0 1 2 3 4 5 6 7 8 9);
    let heights = _mm256_popcnt_epi16(below(load(&columns)));
    let mut ten = [0; WIDTH];
    ten.copy_from_slice(&columns.0[..WIDTH]);
    (ten, heights)
}

/// Every bit at or below the highest set one.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn below(bits: __m256i) -> __m256i {
    let bits = _mm256_or_si256(bits, _mm256_srli_epi16::<1>(bits));
    let bits = _mm256_or_si256(bits, _mm256_srli_epi16::<2>(bits));
    let bits = _mm256_or_si256(bits, _mm256_srli_epi16::<4>(bits));
    _mm256_or_si256(bits, _mm256_srli_epi16::<8>(bits))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn load(lanes: &Lanes) -> __m256i {
    // SAFETY: `Lanes` is 32 bytes, aligned to 32.
    unsafe { _mm256_load_si256(lanes.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn store(lanes: &mut Lanes, bits: __m256i) {
    // SAFETY: `Lanes` is 32 bytes, aligned to 32.
    unsafe { _mm256_store_si256(lanes.0.as_mut_ptr().cast(), bits) }
}

/// Scores a group; the second result is the best score.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bitalg,bmi1,bmi2,popcnt,lzcnt")]
fn score(
    kernel: &Kernel,
    limit: usize,
    group: &Group,
    columns: &[u16; WIDTH],
    heights: __m256i,
) -> (Scores, f32) {
    let zero = _mm256_setzero_si256();
    let ones = _mm256_set1_epi16(-1);

    // Where each piece lands: its columns rest on what is under them.
    let mut bottom = zero;
    for i in 0..4 {
        let height = _mm256_permutexvar_epi16(load(&group.under[i]), heights);
        bottom = _mm256_max_epi16(bottom, _mm256_sub_epi16(height, load(&group.bottoms[i])));
    }
    let tops = _mm256_add_epi16(bottom, load(&group.height));
    let lost = _mm256_cmpgt_epi16_mask(tops, _mm256_set1_epi16(limit as i16));
    let live = group.used & !lost;

    let mut board = [zero; WIDTH];
    let mut full = ones;
    for x in 0..WIDTH {
        let cells = _mm256_sllv_epi16(load(&group.cells[x]), bottom);
        board[x] = _mm256_or_si256(_mm256_set1_epi16(columns[x] as i16), cells);
        full = _mm256_and_si256(full, board[x]);
    }
    let clearing = _mm256_test_epi16_mask(full, full) & live;
    let (mut lines, mut eroded) = (zero, zero);
    if clearing != 0 {
        (lines, eroded) = clear(group, &mut board, full, bottom, clearing);
    }

    // Two halves of features: those of single columns, and those of neighbours.
    let (mut holes, mut hole_rows, mut depth, mut across, mut along) =
        (zero, zero, zero, zero, zero);
    let mut wells = zero;
    let mut shafts = [zero; WIDTH];
    let mut any_shaft = zero;
    let mut steps = zero;
    let mut last_height = zero;
    let one = _mm256_set1_epi16(1);
    let two = _mm256_set1_epi16(2);
    for x in 0..WIDTH {
        let here = board[x];
        let left = if x == 0 { ones } else { board[x - 1] };
        let right = if x == WIDTH - 1 { ones } else { board[x + 1] };
        let covered = below(here);
        let hole = _mm256_andnot_si256(here, covered);
        holes = _mm256_add_epi16(holes, _mm256_popcnt_epi16(hole));
        hole_rows = _mm256_or_si256(hole_rows, hole);
        // Every bit at or above the lowest hole.
        let above = _mm256_or_si256(hole, _mm256_sub_epi16(zero, hole));
        depth = _mm256_add_epi16(depth, _mm256_popcnt_epi16(_mm256_and_si256(here, above)));
        let shifted = _mm256_or_si256(_mm256_slli_epi16::<1>(here), one);
        let changes = _mm256_xor_si256(here, shifted);
        along = _mm256_add_epi16(along, _mm256_popcnt_epi16(changes));
        let changes = _mm256_xor_si256(left, here);
        across = _mm256_add_epi16(across, _mm256_popcnt_epi16(changes));
        // Empty between two filled ones.
        let well = _mm256_andnot_si256(here, _mm256_and_si256(left, right));
        wells = _mm256_add_epi16(wells, _mm256_popcnt_epi16(well));
        // Those with an empty cell below.
        shafts[x] = _mm256_andnot_si256(shifted, well);
        any_shaft = _mm256_or_si256(any_shaft, shafts[x]);
        if kernel.has_diversity {
            let height = _mm256_popcnt_epi16(covered);
            if x > 0 {
                let step = _mm256_add_epi16(_mm256_sub_epi16(height, last_height), two);
                steps = _mm256_or_si256(steps, _mm256_sllv_epi16(one, step));
            }
            last_height = height;
        }
    }
    across =
        _mm256_add_epi16(across, _mm256_popcnt_epi16(_mm256_andnot_si256(board[WIDTH - 1], ones)));
    // One more for every further empty cell straight down.
    let mut down = 1i16;
    while _mm256_testz_si256(any_shaft, any_shaft) == 0 {
        any_shaft = zero;
        down += 1;
        // Filled cells moved up to where a shaft would look; the floor stops it too.
        let by = _mm256_set1_epi16(down);
        let floor = _mm256_set1_epi16(((1u32 << down) - 1) as i16);
        for x in 0..WIDTH {
            wells = _mm256_add_epi16(wells, _mm256_popcnt_epi16(shafts[x]));
            let filled = _mm256_or_si256(_mm256_sllv_epi16(board[x], by), floor);
            shafts[x] = _mm256_andnot_si256(filled, shafts[x]);
            any_shaft = _mm256_or_si256(any_shaft, shafts[x]);
        }
    }
    let steps = _mm256_popcnt_epi16(_mm256_and_si256(steps, _mm256_set1_epi16(31)));
    // Twice the landing height is whole.
    let landing = _mm256_sub_epi16(
        _mm256_add_epi16(_mm256_add_epi16(bottom, bottom), load(&group.height)),
        one,
    );
    let hole_rows = _mm256_popcnt_epi16(hole_rows);
    let values = [landing, lines, eroded, across, along, holes, wells, depth, hole_rows, steps];
    let mut sum = _mm512_setzero_ps();
    for (i, value) in values.into_iter().enumerate() {
        let weight = if i == 0 { kernel.weights[0] * 0.5 } else { kernel.weights[i] };
        let value = _mm512_cvtepi32_ps(_mm512_cvtepu16_epi32(value));
        sum = _mm512_add_ps(sum, _mm512_mul_ps(_mm512_set1_ps(weight), value));
    }
    let sum = _mm512_mask_mov_ps(_mm512_set1_ps(f32::NEG_INFINITY), live, sum);
    let mut scores = Scores { scores: [0.0; GROUP], bottoms: Lanes([0; GROUP]) };
    // SAFETY: sixteen scores are 64 bytes.
    unsafe { _mm512_storeu_ps(scores.scores.as_mut_ptr(), sum) };
    store(&mut scores.bottoms, bottom);
    (scores, _mm512_reduce_max_ps(sum))
}

/// Closes up the boards of the lanes that clear lines; gives their lines and eroded cells.
#[cold]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bitalg,bmi1,bmi2,popcnt,lzcnt")]
fn clear(
    group: &Group,
    board: &mut [__m256i; WIDTH],
    full: __m256i,
    bottom: __m256i,
    mut clearing: u16,
) -> (__m256i, __m256i) {
    let empty = Lanes([0; GROUP]);
    let mut columns = [empty; WIDTH];
    let (mut lines, mut eroded, mut rows, mut bottoms) = (empty, empty, empty, empty);
    for x in 0..WIDTH {
        store(&mut columns[x], board[x]);
    }
    store(&mut rows, full);
    store(&mut bottoms, bottom);
    while clearing != 0 {
        let lane = clearing.trailing_zeros() as usize;
        clearing &= clearing - 1;
        let full = rows.0[lane];
        let mut own = 0;
        for (column, cells) in columns.iter_mut().zip(&group.cells) {
            let column = &mut column.0[lane];
            *column = _pext_u32(*column as u32, !full as u32 & 0xFFFF) as u16;
            own += (cells.0[lane] << bottoms.0[lane] & full).count_ones();
        }
        lines.0[lane] = full.count_ones() as u16;
        eroded.0[lane] = (full.count_ones() * own) as u16;
    }
    for x in 0..WIDTH {
        board[x] = load(&columns[x]);
    }
    (load(&lines), load(&eroded))
}
