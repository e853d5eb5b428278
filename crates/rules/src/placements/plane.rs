//! A bit for every place a centre can be: sixteen columns by a number of rows.

use crate::Kick;

/// One bit for each column and row, row 0 first, laid out like a board's rows.
///
/// The generator is written once against this; [`Words`] runs anywhere, [`Wide`] is one
/// vector register.
pub trait Plane: Copy {
    /// How many rows it has.
    const ROWS: usize;

    /// Takes the lowest rows.
    fn load(rows: &[u16; crate::ROWS]) -> Self;

    /// Writes its rows to the lowest of these.
    fn store(self, rows: &mut [u16; crate::ROWS]);

    /// The same bits in every row.
    fn splat(row: u16) -> Self;

    /// The plane seen from `(dx, dy)` away: bit (x, y) of the result is bit (x + dx, y + dy) of
    /// this. Columns outside are 0, rows above are `sky` and rows below 0.
    fn look(self, dx: i8, dy: i8, sky: u16) -> Self;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// What is here and not in `other`.
    fn minus(self, other: Self) -> Self;
    fn is_empty(self) -> bool;
    /// How many places there are in all four together.
    fn count(planes: &[Self; 4]) -> u32;

    /// The same bits moved by `(dx, dy)`; what leaves is lost.
    #[inline(always)]
    fn moved(self, dx: i8, dy: i8) -> Self {
        self.look(-dx, -dy, 0)
    }

    /// Where a rotation with these kicks takes these places, among the legal ones, with those by
    /// kick 5 apart, because it matters for spins. Each kick removes the places it serves.
    #[inline(always)]
    fn turned(self, kicks: &[Kick], legal: Self) -> (Self, Self) {
        let (mut rest, mut other, mut fifth) = (self, Self::splat(0), Self::splat(0));
        // No closure: a plane must never leave the functions that are inlined into code compiled
        // for it, and a closure is a function of its own.
        macro_rules! kick {
            ($i:literal, $into:ident) => {
                if $i < kicks.len() {
                    let (dx, dy) = kicks[$i];
                    let to = rest.moved(dx, dy).and(legal);
                    rest = rest.minus(to.moved(-dx, -dy));
                    $into = $into.or(to);
                }
            };
        }
        kick!(0, other);
        kick!(1, other);
        kick!(2, other);
        kick!(3, other);
        kick!(4, fifth);
        kick!(5, other);
        let _ = rest;
        (other, fifth)
    }

    /// One place only.
    fn place(x: i8, y: i8) -> Self {
        let mut rows = [0; crate::ROWS];
        rows[y as usize] = 1 << x;
        Self::load(&rows)
    }

    /// Each set bit as (x, y), lowest row first, leftmost first.
    #[inline(always)]
    fn for_each(self, mut visit: impl FnMut(i8, i8)) {
        if self.is_empty() {
            return;
        }
        let mut rows = [0; crate::ROWS];
        self.store(&mut rows);
        // Four rows to a word: most words of most planes are empty.
        for (i, four) in rows[..Self::ROWS].chunks_exact(4).enumerate() {
            let mut word = (0..4).fold(0, |word, y| word | (four[y] as u64) << (16 * y));
            while word != 0 {
                let bit = word.trailing_zeros() as usize;
                visit((bit % 16) as i8, (4 * i + bit / 16) as i8);
                word &= word - 1;
            }
        }
    }
}

/// Four rows to a word, for machines without wide registers and for the tallest boards.
#[derive(Clone, Copy)]
pub struct Words<const W: usize>([u64; W]);

/// The same sixteen bits in each of a word's rows.
#[inline]
const fn repeat(row: u16) -> u64 {
    row as u64 * 0x0001_0001_0001_0001
}

impl<const W: usize> Plane for Words<W> {
    const ROWS: usize = 4 * W;

    #[inline]
    fn load(rows: &[u16; crate::ROWS]) -> Self {
        Words(std::array::from_fn(|i| {
            (0..4).fold(0, |word, y| word | (rows[4 * i + y] as u64) << (16 * y))
        }))
    }

    #[inline]
    fn store(self, rows: &mut [u16; crate::ROWS]) {
        for (y, row) in rows[..Self::ROWS].iter_mut().enumerate() {
            *row = (self.0[y / 4] >> (16 * (y % 4))) as u16;
        }
    }

    #[inline]
    fn splat(row: u16) -> Self {
        Words([repeat(row); W])
    }

    // Not inlined: the shifts are variable here, and the generator needs a great many.
    #[inline(never)]
    fn look(self, dx: i8, dy: i8, sky: u16) -> Self {
        let sky = repeat(sky);
        let word = |i: isize| match usize::try_from(i) {
            Err(_) => 0,
            Ok(i) => self.0.get(i).copied().unwrap_or(sky),
        };
        let (words, rows) = ((dy as isize).div_euclid(4), (dy as i32).rem_euclid(4) as u32);
        let across = dx.unsigned_abs() as u32;
        let mut looked = [0; W];
        for (i, looked) in looked.iter_mut().enumerate() {
            let low = word(i as isize + words);
            let row = if rows == 0 {
                low
            } else {
                low >> (16 * rows) | word(i as isize + words + 1) << (64 - 16 * rows)
            };
            *looked = if dx >= 0 {
                row >> across & repeat(u16::MAX >> across)
            } else {
                row << across & repeat(u16::MAX << across)
            };
        }
        Words(looked)
    }

    // Not inlined either, for the same reason: a loop, where the kicks are not constants.
    #[inline(never)]
    fn turned(self, kicks: &[Kick], legal: Self) -> (Self, Self) {
        let (mut rest, mut other, mut fifth) = (self, Self::splat(0), Self::splat(0));
        for (i, &(dx, dy)) in kicks.iter().enumerate() {
            let to = rest.moved(dx, dy).and(legal);
            rest = rest.minus(to.moved(-dx, -dy));
            let into = if i == 4 { &mut fifth } else { &mut other };
            *into = into.or(to);
        }
        (other, fifth)
    }

    #[inline]
    fn and(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }

    #[inline]
    fn or(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }

    #[inline]
    fn minus(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    #[inline]
    fn count(planes: &[Self; 4]) -> u32 {
        planes.iter().flat_map(|plane| plane.0).map(u64::count_ones).sum()
    }
}

#[cfg(target_arch = "x86_64")]
pub use wide::{Wide, Wider};

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::*;

    use super::Plane;

    /// Sixteen rows in one 256-bit register.
    ///
    /// Its methods are inlined into functions compiled for level V4 (counting: V4Late) and must be
    /// called from nowhere else; `super::super` asks [`crate::cpu`] before it calls those.
    #[derive(Clone, Copy)]
    pub struct Wide(__m256i);

    /// The row numbers, as the index of a permutation.
    const INDEX: [u16; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

    impl Plane for Wide {
        const ROWS: usize = 16;

        #[inline(always)]
        fn load(rows: &[u16; crate::ROWS]) -> Self {
            // SAFETY: 48 rows are more than the sixteen read; AVX is there (see `Wide`).
            Wide(unsafe { _mm256_loadu_si256(rows.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self, rows: &mut [u16; crate::ROWS]) {
            // SAFETY: 48 rows are more than the sixteen written; AVX is there (see `Wide`).
            unsafe { _mm256_storeu_si256(rows.as_mut_ptr().cast(), self.0) }
        }

        #[inline(always)]
        fn splat(row: u16) -> Self {
            // SAFETY: AVX is there (see `Wide`).
            Wide(unsafe { _mm256_set1_epi16(row as i16) })
        }

        #[inline(always)]
        fn look(self, dx: i8, dy: i8, sky: u16) -> Self {
            // SAFETY: AVX-512 BW and VL are there (see `Wide`); INDEX is 32 bytes.
            unsafe {
                let mut rows = self.0;
                if dy != 0 {
                    let index = _mm256_loadu_si256(INDEX.as_ptr().cast());
                    let index = _mm256_add_epi16(index, _mm256_set1_epi16(dy as i16));
                    let inside = if dy > 0 { 0xFFFFu16 >> dy } else { 0xFFFFu16 << -dy };
                    rows = if dy > 0 && sky != 0 {
                        let sky = _mm256_set1_epi16(sky as i16);
                        _mm256_mask_permutexvar_epi16(sky, inside, index, rows)
                    } else {
                        _mm256_maskz_permutexvar_epi16(inside, index, rows)
                    };
                }
                if dx > 0 {
                    rows = _mm256_srlv_epi16(rows, _mm256_set1_epi16(dx as i16));
                } else if dx < 0 {
                    rows = _mm256_sllv_epi16(rows, _mm256_set1_epi16(-dx as i16));
                }
                Wide(rows)
            }
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: AVX2 is there (see `Wide`).
            Wide(unsafe { _mm256_and_si256(self.0, other.0) })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: AVX2 is there (see `Wide`).
            Wide(unsafe { _mm256_or_si256(self.0, other.0) })
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            // SAFETY: AVX2 is there (see `Wide`).
            Wide(unsafe { _mm256_andnot_si256(other.0, self.0) })
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            // SAFETY: AVX is there (see `Wide`).
            unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
        }

        #[inline(always)]
        fn count(planes: &[Self; 4]) -> u32 {
            // SAFETY: AVX-512 VPOPCNTDQ and VL are there (see `Wide`).
            unsafe {
                let mut counts = _mm256_popcnt_epi64(planes[0].0);
                for plane in &planes[1..] {
                    counts = _mm256_add_epi64(counts, _mm256_popcnt_epi64(plane.0));
                }
                let pair = _mm_add_epi64(
                    _mm256_castsi256_si128(counts),
                    _mm256_extracti128_si256::<1>(counts),
                );
                let sum = _mm_add_epi64(pair, _mm_unpackhi_epi64(pair, pair));
                _mm_cvtsi128_si64(sum) as u32
            }
        }
    }

    /// Thirty-two rows in one 512-bit register; the same contract as [`Wide`].
    #[derive(Clone, Copy)]
    pub struct Wider(__m512i);

    /// The row numbers, as the index of a permutation.
    const LONG_INDEX: [u16; 32] = {
        let mut index = [0; 32];
        let mut y = 0;
        while y < 32 {
            index[y] = y as u16;
            y += 1;
        }
        index
    };

    impl Plane for Wider {
        const ROWS: usize = 32;

        #[inline(always)]
        fn load(rows: &[u16; crate::ROWS]) -> Self {
            // SAFETY: 48 rows are more than the 32 read; AVX-512 is there (see `Wide`).
            Wider(unsafe { _mm512_loadu_si512(rows.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self, rows: &mut [u16; crate::ROWS]) {
            // SAFETY: 48 rows are more than the 32 written; AVX-512 is there (see `Wide`).
            unsafe { _mm512_storeu_si512(rows.as_mut_ptr().cast(), self.0) }
        }

        #[inline(always)]
        fn splat(row: u16) -> Self {
            // SAFETY: AVX-512 is there (see `Wide`).
            Wider(unsafe { _mm512_set1_epi16(row as i16) })
        }

        #[inline(always)]
        fn look(self, dx: i8, dy: i8, sky: u16) -> Self {
            // SAFETY: AVX-512 BW is there (see `Wide`); LONG_INDEX is 64 bytes.
            unsafe {
                let index = _mm512_loadu_si512(LONG_INDEX.as_ptr().cast());
                let index = _mm512_add_epi16(index, _mm512_set1_epi16(dy as i16));
                // A shift by 32 rows leaves nothing.
                let inside = if dy >= 0 {
                    u32::MAX.checked_shr(dy as u32).unwrap_or(0)
                } else {
                    u32::MAX.checked_shl(-dy as u32).unwrap_or(0)
                };
                let sky = if dy > 0 { sky } else { 0 };
                let sky = _mm512_set1_epi16(sky as i16);
                let rows = _mm512_mask_permutexvar_epi16(sky, inside, index, self.0);
                let by = _mm512_set1_epi16(dx.unsigned_abs() as i16);
                Wider(if dx >= 0 {
                    _mm512_srlv_epi16(rows, by)
                } else {
                    _mm512_sllv_epi16(rows, by)
                })
            }
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: AVX-512 is there (see `Wide`).
            Wider(unsafe { _mm512_and_si512(self.0, other.0) })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: AVX-512 is there (see `Wide`).
            Wider(unsafe { _mm512_or_si512(self.0, other.0) })
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            // SAFETY: AVX-512 is there (see `Wide`).
            Wider(unsafe { _mm512_andnot_si512(other.0, self.0) })
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            // SAFETY: AVX-512 is there (see `Wide`).
            unsafe { _mm512_test_epi16_mask(self.0, self.0) == 0 }
        }

        #[inline(always)]
        fn count(planes: &[Self; 4]) -> u32 {
            // SAFETY: AVX-512 VPOPCNTDQ is there (see `Wide`).
            unsafe {
                let mut counts = _mm512_popcnt_epi64(planes[0].0);
                for plane in &planes[1..] {
                    counts = _mm512_add_epi64(counts, _mm512_popcnt_epi64(plane.0));
                }
                _mm512_reduce_add_epi64(counts) as u32
            }
        }
    }
}
