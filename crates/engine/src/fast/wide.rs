//! The lanes of AVX-512: sixteen to a register.

use std::arch::x86_64::*;

use minolab_rules::Board;

use super::{
    change::{self, NOWHERE, Place, Places},
    closed,
    ground::Ground,
    lanes::{Lanes, entries},
    orientations::Orientation,
    scale::{Frame, Scale},
};

/// Sixteen lanes of 16 bits in a 256-bit register.
///
/// Made and used only in functions that are compiled for AVX-512 (BW, VL, BITALG and VNNI) and GFNI and
/// called only where a processor has it.
#[derive(Clone, Copy)]
pub struct Wide(__m256i);

/// The lane numbers plus an offset: which lanes a shift takes its values from.
const fn further(by: i16) -> [i16; 16] {
    let mut index = [0; 16];
    let mut i = 0;
    while i < 16 {
        index[i] = i as i16 + by;
        i += 1;
    }
    index
}

macro_rules! wide {
    ($(fn $name:ident($($arg:ident: $kind:ty),*) -> $result:ty $body:block)*) => {
        $(
            #[inline(always)]
            fn $name($($arg: $kind),*) -> $result {
                // SAFETY: AVX-512 is there (see the type).
                #[allow(unused_unsafe)]
                unsafe {
                    $body
                }
            }
        )*
    };
}

/// The columns of sixteen rows, with the given walls around them.
#[inline(always)]
fn columns(rows: &[u16], wall: u16) -> [i16; 16] {
    assert!(rows.len() >= 16);
    let mut columns = [wall as i16; 16];
    // SAFETY: there are sixteen rows; AVX-512 is there (see `Wide`).
    unsafe {
        let rows = _mm256_loadu_si256(rows.as_ptr().cast());
        macro_rules! column {
            ($($x:literal)*) => {
                $(columns[$x + 1] =
                    _mm256_movepi16_mask(_mm256_slli_epi16::<{ 15 - $x }>(rows)) as i16;)*
            };
        }
        column!(0 1 2 3 4 5 6 7 8 9);
    }
    columns
}

/// For each word the bytes of 8 that it gathers: the low ones, last first, then the high ones.
const APART: [i8; 32] = {
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        let at = i % 16;
        bytes[i] = 2 * (7 - at as i8 % 8) + (at >= 8) as i8;
        i += 1;
    }
    bytes
};

/// The bytes of two words of 8, interleaved.
const BY_TURNS: [i8; 32] = {
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        bytes[i] = (i as i8 % 16) / 2 + 8 * (i as i8 % 2);
        i += 1;
    }
    bytes
};

/// Sixteen numbers of 16 bits, transposed: bits and lanes exchanged.
#[inline(always)]
fn transposed(lanes: __m256i) -> __m256i {
    // SAFETY: the tables are 32 bytes; AVX-512 is there (see `Wide`).
    unsafe {
        let apart = _mm256_loadu_si256(APART.as_ptr().cast());
        let by_turns = _mm256_loadu_si256(BY_TURNS.as_ptr().cast());
        // Squares of 8 by 8 bits, each transposed by a product with the identity.
        let squares = _mm256_shuffle_epi8(lanes, apart);
        let identity = _mm256_set1_epi64x(0x8040_2010_0804_0201u64 as i64);
        let squares = _mm256_gf2p8affine_epi64_epi8::<0>(identity, squares);
        let squares = _mm256_permute4x64_epi64::<0b11_01_10_00>(squares);
        _mm256_shuffle_epi8(squares, by_turns)
    }
}

/// The lanes with exactly one to four clear bits.
#[inline(always)]
fn lacking(rows: __m256i) -> [u32; 4] {
    // SAFETY: AVX-512 is there (see `Wide`).
    unsafe {
        let ones = _mm256_popcnt_epi16(rows);
        [1, 2, 3, 4]
            .map(|count| _mm256_cmpeq_epi16_mask(ones, _mm256_set1_epi16(16 - count)) as u32)
    }
}

impl Wide {
    #[inline(always)]
    fn raw(values: &[i16; 16]) -> __m256i {
        // SAFETY: sixteen numbers are 32 bytes.
        unsafe { _mm256_loadu_si256(values.as_ptr().cast()) }
    }
}

impl Lanes for Wide {
    const ROWS: u32 = 15;
    type Sum = [__m256i; 2];
    type Shift = __m256i;

    wide! {
        fn splat(value: i32) -> Self { Wide(_mm256_set1_epi16(value as i16)) }
        fn load(values: &[i16; 16]) -> Self { Wide(Wide::raw(values)) }
        fn columns(board: &Board) -> Self { Self::read(board).0 }
        fn read(board: &Board) -> (Self, [u32; 4]) {
            let rows: &[u16; 16] = board.rows().first_chunk().expect("boards have more rows");
            let rows = _mm256_loadu_si256(rows.as_ptr().cast());
            // Everything right of the columns is filled already.
            let walled = _mm256_or_si256(_mm256_slli_epi16::<1>(rows), _mm256_set1_epi16(1));
            let columns = _mm256_and_si256(transposed(walled), _mm256_set1_epi16(0x7FFF));
            (Wide(columns), lacking(rows))
        }
        fn lacking(self: Self) -> [u32; 4] { lacking(transposed(self.0)) }
        fn store(self: Self) -> [i32; 16] {
            std::mem::transmute::<__m512i, [i32; 16]>(_mm512_cvtepi16_epi32(self.0))
        }
        fn store_small(self: Self) -> [i16; 16] {
            std::mem::transmute::<__m256i, [i16; 16]>(self.0)
        }
        fn add(self: Self, other: Self) -> Self { Wide(_mm256_add_epi16(self.0, other.0)) }
        fn sub(self: Self, other: Self) -> Self { Wide(_mm256_sub_epi16(self.0, other.0)) }
        fn mul(self: Self, other: Self) -> Self { Wide(_mm256_mullo_epi16(self.0, other.0)) }
        fn min(self: Self, other: Self) -> Self { Wide(_mm256_min_epi16(self.0, other.0)) }
        fn max(self: Self, other: Self) -> Self { Wide(_mm256_max_epi16(self.0, other.0)) }
        fn and(self: Self, other: Self) -> Self { Wide(_mm256_and_si256(self.0, other.0)) }
        fn or(self: Self, other: Self) -> Self { Wide(_mm256_or_si256(self.0, other.0)) }
        fn xor(self: Self, other: Self) -> Self { Wide(_mm256_xor_si256(self.0, other.0)) }
        fn minus(self: Self, other: Self) -> Self { Wide(_mm256_andnot_si256(other.0, self.0)) }
        fn equals(self: Self, other: Self) -> Self { Wide(_mm256_cmpeq_epi16(self.0, other.0)) }
        fn exceeds(self: Self, other: Self) -> Self { Wide(_mm256_cmpgt_epi16(self.0, other.0)) }
        fn ones(self: Self) -> Self { Wide(_mm256_popcnt_epi16(self.0)) }
        fn down_all(self: Self, by: u32) -> Self {
            Wide(_mm256_srl_epi16(self.0, _mm_cvtsi32_si128(by as i32)))
        }
        fn shift(self: Self) -> __m256i { self.0 }
        fn up(self: Self, by: __m256i) -> Self { Wide(_mm256_sllv_epi16(self.0, by)) }
        fn down(self: Self, by: __m256i) -> Self { Wide(_mm256_srlv_epi16(self.0, by)) }
        fn is_zero(self: Self) -> bool { _mm256_testz_si256(self.0, self.0) == 1 }
        fn bits(self: Self) -> u32 { _mm256_movepi16_mask(self.0) as u32 }
        fn any(self: Self) -> u32 {
            let half = _mm_or_si128(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            let word = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
            let word = _mm_cvtsi128_si64(word) as u64;
            let word = word | word >> 32;
            (word | word >> 16) as u16 as u32
        }
        fn greatest(self: Self) -> i32 {
            let half = _mm_max_epi16(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            // The minimum of the complements.
            let least = _mm_minpos_epu16(_mm_sub_epi16(_mm_set1_epi16(i16::MAX), half));
            i16::MAX as i32 - _mm_extract_epi16::<0>(least)
        }
        fn least(self: Self) -> i32 {
            let half = _mm_min_epi16(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            _mm_extract_epi16::<0>(_mm_minpos_epu16(half))
        }
        fn start(value: i32) -> [__m256i; 2] { [_mm256_set1_epi32(value); 2] }
        fn weigh(sum: [__m256i; 2], a: Self, by_a: i32, b: Self, by_b: i32) -> [__m256i; 2] {
            let weights = _mm256_set1_epi32(by_a & 0xFFFF | by_b << 16);
            let (low, high) = (_mm256_unpacklo_epi16(a.0, b.0), _mm256_unpackhi_epi16(a.0, b.0));
            [
                _mm256_dpwssd_epi32(sum[0], low, weights),
                _mm256_dpwssd_epi32(sum[1], high, weights),
            ]
        }
        fn total(sum: [__m256i; 2]) -> i32 {
            let eight = _mm256_add_epi32(sum[0], sum[1]);
            let four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
            let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
            _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_srli_epi64::<32>(two)))
        }
        fn only(sum: [__m256i; 2], lanes: Self) -> [__m256i; 2] {
            let nowhere = _mm256_set1_epi32(NOWHERE);
            let low = _mm256_unpacklo_epi16(lanes.0, lanes.0);
            let high = _mm256_unpackhi_epi16(lanes.0, lanes.0);
            [
                _mm256_blendv_epi8(nowhere, sum[0], low),
                _mm256_blendv_epi8(nowhere, sum[1], high),
            ]
        }
        fn greater(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
            [_mm256_max_epi32(a[0], b[0]), _mm256_max_epi32(a[1], b[1])]
        }
        fn greatest_sum(sum: [__m256i; 2]) -> i32 {
            let eight = _mm256_max_epi32(sum[0], sum[1]);
            let four = _mm_max_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
            let two = _mm_max_epi32(four, _mm_unpackhi_epi64(four, four));
            _mm_cvtsi128_si32(_mm_max_epi32(two, _mm_srli_epi64::<32>(two)))
        }
        fn reaching(scores: &[i32; 16], least: i32) -> u32 {
            // In halves, as they were written, so that store forwarding works.
            let least = _mm256_set1_epi32(least);
            let low = _mm256_loadu_si256(scores[..8].as_ptr().cast());
            let high = _mm256_loadu_si256(scores[8..].as_ptr().cast());
            let low = _mm256_cmpge_epi32_mask(low, least) as u32;
            low | (_mm256_cmpge_epi32_mask(high, least) as u32) << 8
        }
        fn raise(sum: [__m256i; 2], by: i32) -> [__m256i; 2] {
            sum.map(|sum| _mm256_add_epi32(sum, _mm256_set1_epi32(by)))
        }
        fn sums(sum: [__m256i; 2]) -> [i32; 16] {
            let low = _mm256_permute2x128_si256::<0x20>(sum[0], sum[1]);
            let high = _mm256_permute2x128_si256::<0x31>(sum[0], sum[1]);
            std::mem::transmute::<[__m256i; 2], [i32; 16]>([low, high])
        }
    }

    entries!(
        "avx512f,avx512bw,avx512vl,avx512dq,avx512bitalg,avx512vnni,gfni,bmi1,bmi2,popcnt,lzcnt"
    );

    #[inline(always)]
    fn ones_of<const N: usize>(words: &[Self; N]) -> Self {
        let mut sum = words[0].ones();
        for word in &words[1..] {
            sum = sum.add(word.ones());
        }
        sum
    }

    #[inline(always)]
    fn up_by<const N: u32>(self) -> Self {
        // SAFETY: AVX-512 is there (see the type).
        Wide(unsafe { _mm256_sll_epi16(self.0, _mm_cvtsi32_si128(N as i32)) })
    }

    #[inline(always)]
    fn down_by<const N: u32>(self) -> Self {
        // SAFETY: AVX-512 is there (see the type).
        Wide(unsafe { _mm256_srl_epi16(self.0, _mm_cvtsi32_si128(N as i32)) })
    }

    #[inline(always)]
    fn ahead<const N: usize>(self) -> Self {
        let index = Wide::raw(&const { further(N as i16) });
        // SAFETY: AVX-512 is there (see the type).
        Wide(unsafe { _mm256_maskz_permutexvar_epi16(0xFFFF >> N, index, self.0) })
    }

    #[inline(always)]
    fn behind<const N: usize>(self) -> Self {
        let index = Wide::raw(&const { further(-(N as i16)) });
        // SAFETY: AVX-512 is there (see the type).
        Wide(unsafe { _mm256_maskz_permutexvar_epi16(0xFFFF << N, index, self.0) })
    }
}

/// Sixteen lanes of 32 bits in a 512-bit register, for stacks that are too high for
/// [`Wide`]; the same contract.
#[derive(Clone, Copy)]
pub struct Tall(__m512i);

impl Tall {
    #[inline(always)]
    fn chosen(mask: u16) -> Self {
        // SAFETY: AVX-512 is there (see `Wide`).
        Tall(unsafe { _mm512_movm_epi32(mask) })
    }
}

impl Lanes for Tall {
    const ROWS: u32 = 31;
    type Sum = __m512i;
    type Shift = __m512i;

    wide! {
        fn splat(value: i32) -> Self { Tall(_mm512_set1_epi32(value)) }
        fn load(values: &[i16; 16]) -> Self { Tall(_mm512_cvtepi16_epi32(Wide::raw(values))) }
        fn columns(board: &Board) -> Self {
            let low = Wide::raw(&columns(board.rows(), 0xFFFF));
            let high = Wide::raw(&columns(&board.rows()[16..], 0x7FFF));
            let high = _mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(high));
            Tall(_mm512_or_si512(_mm512_cvtepu16_epi32(low), high))
        }
        fn store(self: Self) -> [i32; 16] { std::mem::transmute::<__m512i, [i32; 16]>(self.0) }
        fn store_small(self: Self) -> [i16; 16] {
            std::mem::transmute::<__m256i, [i16; 16]>(_mm512_cvtepi32_epi16(self.0))
        }
        fn add(self: Self, other: Self) -> Self { Tall(_mm512_add_epi32(self.0, other.0)) }
        fn sub(self: Self, other: Self) -> Self { Tall(_mm512_sub_epi32(self.0, other.0)) }
        fn mul(self: Self, other: Self) -> Self { Tall(_mm512_mullo_epi32(self.0, other.0)) }
        fn min(self: Self, other: Self) -> Self { Tall(_mm512_min_epi32(self.0, other.0)) }
        fn max(self: Self, other: Self) -> Self { Tall(_mm512_max_epi32(self.0, other.0)) }
        fn and(self: Self, other: Self) -> Self { Tall(_mm512_and_si512(self.0, other.0)) }
        fn or(self: Self, other: Self) -> Self { Tall(_mm512_or_si512(self.0, other.0)) }
        fn xor(self: Self, other: Self) -> Self { Tall(_mm512_xor_si512(self.0, other.0)) }
        fn minus(self: Self, other: Self) -> Self { Tall(_mm512_andnot_si512(other.0, self.0)) }
        fn equals(self: Self, other: Self) -> Self {
            Tall::chosen(_mm512_cmpeq_epi32_mask(self.0, other.0))
        }
        fn exceeds(self: Self, other: Self) -> Self {
            Tall::chosen(_mm512_cmpgt_epi32_mask(self.0, other.0))
        }
        // Two halves of 16 bits, and the low half of their sum.
        fn ones(self: Self) -> Self {
            let halves = _mm512_popcnt_epi16(self.0);
            let sum = _mm512_add_epi16(halves, _mm512_srli_epi32::<16>(halves));
            Tall(_mm512_and_si512(sum, _mm512_set1_epi32(0xFF)))
        }
        fn down_all(self: Self, by: u32) -> Self {
            Tall(_mm512_srl_epi32(self.0, _mm_cvtsi32_si128(by as i32)))
        }
        fn shift(self: Self) -> __m512i { self.0 }
        fn up(self: Self, by: __m512i) -> Self { Tall(_mm512_sllv_epi32(self.0, by)) }
        fn down(self: Self, by: __m512i) -> Self { Tall(_mm512_srlv_epi32(self.0, by)) }
        fn is_zero(self: Self) -> bool { _mm512_test_epi32_mask(self.0, self.0) == 0 }
        fn bits(self: Self) -> u32 { _mm512_movepi32_mask(self.0) as u32 }
        fn any(self: Self) -> u32 { _mm512_reduce_or_epi32(self.0) as u32 }
        fn greatest(self: Self) -> i32 { _mm512_reduce_max_epi32(self.0) }
        fn least(self: Self) -> i32 { _mm512_reduce_min_epi32(self.0) }
        fn start(value: i32) -> __m512i { _mm512_set1_epi32(value) }
        fn weigh(sum: __m512i, a: Self, by_a: i32, b: Self, by_b: i32) -> __m512i {
            let a = _mm512_mullo_epi32(a.0, _mm512_set1_epi32(by_a));
            let b = _mm512_mullo_epi32(b.0, _mm512_set1_epi32(by_b));
            _mm512_add_epi32(sum, _mm512_add_epi32(a, b))
        }
        fn raise(sum: __m512i, by: i32) -> __m512i {
            _mm512_add_epi32(sum, _mm512_set1_epi32(by))
        }
        fn sums(sum: __m512i) -> [i32; 16] { std::mem::transmute::<__m512i, [i32; 16]>(sum) }
        fn total(sum: __m512i) -> i32 { _mm512_reduce_add_epi32(sum) }
        fn only(sum: __m512i, lanes: Self) -> __m512i {
            _mm512_mask_mov_epi32(_mm512_set1_epi32(NOWHERE), _mm512_movepi32_mask(lanes.0), sum)
        }
        fn greater(a: __m512i, b: __m512i) -> __m512i { _mm512_max_epi32(a, b) }
        fn greatest_sum(sum: __m512i) -> i32 { _mm512_reduce_max_epi32(sum) }
        fn reaching(scores: &[i32; 16], least: i32) -> u32 { Wide::reaching(scores, least) }
    }

    entries!(
        "avx512f,avx512bw,avx512vl,avx512dq,avx512bitalg,avx512vnni,gfni,bmi1,bmi2,popcnt,lzcnt"
    );

    #[inline(always)]
    fn ones_of<const N: usize>(words: &[Self; N]) -> Self {
        let mut sum = words[0].ones();
        for word in &words[1..] {
            sum = sum.add(word.ones());
        }
        sum
    }

    #[inline(always)]
    fn up_by<const N: u32>(self) -> Self {
        // SAFETY: AVX-512 is there (see `Wide`).
        Tall(unsafe { _mm512_slli_epi32::<N>(self.0) })
    }

    #[inline(always)]
    fn down_by<const N: u32>(self) -> Self {
        // SAFETY: AVX-512 is there (see `Wide`).
        Tall(unsafe { _mm512_srli_epi32::<N>(self.0) })
    }

    #[inline(always)]
    fn ahead<const N: usize>(self) -> Self {
        // SAFETY: AVX-512 is there (see `Wide`).
        Tall(unsafe {
            let index = _mm512_cvtepi16_epi32(Wide::raw(&const { further(N as i16) }));
            _mm512_maskz_permutexvar_epi32(0xFFFF >> N, index, self.0)
        })
    }

    #[inline(always)]
    fn behind<const N: usize>(self) -> Self {
        // SAFETY: AVX-512 is there (see `Wide`).
        Tall(unsafe {
            let index = _mm512_cvtepi16_epi32(Wide::raw(&const { further(-(N as i16)) }));
            _mm512_maskz_permutexvar_epi32(0xFFFF << N, index, self.0)
        })
    }
}
