//! The functions of `sse2` by WebAssembly's instructions, so that the kernel runs in the page too.

use std::arch::wasm32::{
    self as wasm, i8x16_bitmask, i8x16_eq, i8x16_narrow_i16x8, i8x16_shuffle, i16x8, i16x8_add,
    i16x8_eq, i16x8_gt, i16x8_max, i16x8_min, i16x8_mul, i16x8_narrow_i32x4, i16x8_shl,
    i16x8_shuffle, i16x8_splat, i16x8_sub, i32x4, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
    i32x4_gt, i32x4_splat, u16x8_shr, u32x4_extmul_high_u16x8, u32x4_extmul_low_u16x8, v128,
    v128_and, v128_andnot, v128_or, v128_xor,
};

/// A register: eight lanes of 16 bits, or four of 32.
pub type Register = v128;

macro_rules! named {
    ($($name:ident ($($arg:ident: $kind:ty),*) -> $result:ty = $what:expr;)*) => {
        $(
            #[inline(always)]
            pub fn $name($($arg: $kind),*) -> $result {
                $what
            }
        )*
    };
}

named! {
    _mm_setzero_si128() -> Register = i16x8_splat(0);
    _mm_set1_epi16(value: i16) -> Register = i16x8_splat(value);
    _mm_set1_epi32(value: i32) -> Register = i32x4_splat(value);
    _mm_cvtsi128_si32(lanes: Register) -> i32 = i32x4_extract_lane::<0>(lanes);
    _mm_movemask_epi8(lanes: Register) -> i32 = i8x16_bitmask(lanes) as i32;
    _mm_and_si128(a: Register, b: Register) -> Register = v128_and(a, b);
    _mm_or_si128(a: Register, b: Register) -> Register = v128_or(a, b);
    _mm_xor_si128(a: Register, b: Register) -> Register = v128_xor(a, b);
    // The operands are the other way round here.
    _mm_andnot_si128(a: Register, b: Register) -> Register = v128_andnot(b, a);
    _mm_add_epi16(a: Register, b: Register) -> Register = i16x8_add(a, b);
    _mm_add_epi32(a: Register, b: Register) -> Register = i32x4_add(a, b);
    _mm_sub_epi16(a: Register, b: Register) -> Register = i16x8_sub(a, b);
    _mm_mullo_epi16(a: Register, b: Register) -> Register = i16x8_mul(a, b);
    _mm_madd_epi16(a: Register, b: Register) -> Register = i32x4_dot_i16x8(a, b);
    _mm_min_epi16(a: Register, b: Register) -> Register = i16x8_min(a, b);
    _mm_max_epi16(a: Register, b: Register) -> Register = i16x8_max(a, b);
    _mm_cmpeq_epi8(a: Register, b: Register) -> Register = i8x16_eq(a, b);
    _mm_cmpeq_epi16(a: Register, b: Register) -> Register = i16x8_eq(a, b);
    _mm_cmpgt_epi16(a: Register, b: Register) -> Register = i16x8_gt(a, b);
    _mm_cmpgt_epi32(a: Register, b: Register) -> Register = i32x4_gt(a, b);
    _mm_packs_epi32(a: Register, b: Register) -> Register = i16x8_narrow_i32x4(a, b);
    _mm_packs_epi16(a: Register, b: Register) -> Register = i8x16_narrow_i16x8(a, b);
    _mm_unpacklo_epi16(a: Register, b: Register) -> Register =
        i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(a, b);
    _mm_unpackhi_epi16(a: Register, b: Register) -> Register =
        i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(a, b);
    up(a: Register, by: u32) -> Register = i16x8_shl(a, by);
    down(a: Register, by: u32) -> Register = u16x8_shr(a, by);
}

/// The high halves of the products.
#[inline(always)]
pub fn _mm_mulhi_epu16(a: Register, b: Register) -> Register {
    let (low, high) = (u32x4_extmul_low_u16x8(a, b), u32x4_extmul_high_u16x8(a, b));
    i16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(low, high)
}

/// Lanes moved down.
#[inline(always)]
pub fn _mm_srli_epi16<const N: i32>(a: Register) -> Register {
    u16x8_shr(a, N as u32)
}

/// Bytes of two registers from one on, which the instruction takes as a literal.
macro_rules! from {
    ($n:expr, $low:expr, $high:expr, $($at:literal)*) => {
        match $n {
            $($at => i8x16_shuffle::<
                { $at }, { $at + 1 }, { $at + 2 }, { $at + 3 },
                { $at + 4 }, { $at + 5 }, { $at + 6 }, { $at + 7 },
                { $at + 8 }, { $at + 9 }, { $at + 10 }, { $at + 11 },
                { $at + 12 }, { $at + 13 }, { $at + 14 }, { $at + 15 },
            >($low, $high),)*
            _ => unreachable!("only whole lanes are moved"),
        }
    };
}

/// All bytes moved down by whole lanes.
#[inline(always)]
pub fn _mm_srli_si128<const N: i32>(a: Register) -> Register {
    from!(N, a, i16x8_splat(0), 2 4 6 8 10 12 14)
}

/// All bytes moved up by whole lanes.
#[inline(always)]
pub fn _mm_slli_si128<const N: i32>(a: Register) -> Register {
    from!(16 - N, i16x8_splat(0), a, 2 4 6 8 10 12 14)
}

/// Eight numbers.
#[inline(always)]
pub fn load_eight(v: &[i16; 8]) -> Register {
    i16x8(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7])
}

/// Four numbers.
#[inline(always)]
pub fn load_four(v: &[i32; 4]) -> Register {
    i32x4(v[0], v[1], v[2], v[3])
}

/// The lanes as eight numbers.
#[inline(always)]
pub fn eight(lanes: Register) -> [i16; 8] {
    let mut values = [0; 8];
    // SAFETY: eight numbers are sixteen bytes.
    unsafe { wasm::v128_store(values.as_mut_ptr().cast(), lanes) };
    values
}

/// The lanes as four numbers.
#[inline(always)]
pub fn four(lanes: Register) -> [i32; 4] {
    let mut values = [0; 4];
    // SAFETY: four numbers are sixteen bytes.
    unsafe { wasm::v128_store(values.as_mut_ptr().cast(), lanes) };
    values
}
