//! The instructions as plain functions: SSE2 is part of every x86-64 processor.

use std::arch::x86_64::{self as x86, __m128i};

/// A register: eight lanes of 16 bits, or four of 32.
pub type Register = __m128i;

macro_rules! always_there {
    ($($name:ident $(<$n:ident>)? ($($arg:ident: $kind:ty),*) -> $result:ty;)*) => {
        $(
            #[inline(always)]
            pub fn $name$(<const $n: i32>)?($($arg: $kind),*) -> $result {
                // SAFETY: SSE2 is always there.
                unsafe { x86::$name$(::<$n>)?($($arg),*) }
            }
        )*
    };
}

always_there! {
    _mm_setzero_si128() -> Register;
    _mm_set1_epi16(value: i16) -> Register;
    _mm_set1_epi32(value: i32) -> Register;
    _mm_cvtsi128_si32(lanes: Register) -> i32;
    _mm_movemask_epi8(lanes: Register) -> i32;
    _mm_and_si128(a: Register, b: Register) -> Register;
    _mm_or_si128(a: Register, b: Register) -> Register;
    _mm_xor_si128(a: Register, b: Register) -> Register;
    _mm_andnot_si128(a: Register, b: Register) -> Register;
    _mm_add_epi16(a: Register, b: Register) -> Register;
    _mm_add_epi32(a: Register, b: Register) -> Register;
    _mm_sub_epi16(a: Register, b: Register) -> Register;
    _mm_mullo_epi16(a: Register, b: Register) -> Register;
    _mm_mulhi_epu16(a: Register, b: Register) -> Register;
    _mm_madd_epi16(a: Register, b: Register) -> Register;
    _mm_min_epi16(a: Register, b: Register) -> Register;
    _mm_max_epi16(a: Register, b: Register) -> Register;
    _mm_cmpeq_epi8(a: Register, b: Register) -> Register;
    _mm_cmpeq_epi16(a: Register, b: Register) -> Register;
    _mm_cmpgt_epi16(a: Register, b: Register) -> Register;
    _mm_cmpgt_epi32(a: Register, b: Register) -> Register;
    _mm_packs_epi32(a: Register, b: Register) -> Register;
    _mm_packs_epi16(a: Register, b: Register) -> Register;
    _mm_unpacklo_epi16(a: Register, b: Register) -> Register;
    _mm_unpackhi_epi16(a: Register, b: Register) -> Register;
    _mm_srli_epi16<N>(a: Register) -> Register;
    _mm_srli_si128<N>(a: Register) -> Register;
    _mm_slli_si128<N>(a: Register) -> Register;
}

/// Lanes shifted up by fewer bits than they have.
#[inline(always)]
pub fn up(a: Register, by: u32) -> Register {
    // SAFETY: SSE2 is always there.
    unsafe { x86::_mm_sll_epi16(a, x86::_mm_cvtsi32_si128(by as i32)) }
}

/// Lanes shifted down by fewer bits than they have.
#[inline(always)]
pub fn down(a: Register, by: u32) -> Register {
    // SAFETY: SSE2 is always there.
    unsafe { x86::_mm_srl_epi16(a, x86::_mm_cvtsi32_si128(by as i32)) }
}

/// Eight numbers.
#[inline(always)]
pub fn load_eight(values: &[i16; 8]) -> Register {
    // SAFETY: eight numbers are sixteen bytes.
    unsafe { x86::_mm_loadu_si128(values.as_ptr().cast()) }
}

/// Four numbers.
#[inline(always)]
pub fn load_four(values: &[i32; 4]) -> Register {
    // SAFETY: four numbers are sixteen bytes.
    unsafe { x86::_mm_loadu_si128(values.as_ptr().cast()) }
}

/// The lanes as eight numbers.
#[inline(always)]
pub fn eight(lanes: Register) -> [i16; 8] {
    let mut values = [0; 8];
    // SAFETY: eight numbers are sixteen bytes.
    unsafe { x86::_mm_storeu_si128(values.as_mut_ptr().cast(), lanes) };
    values
}

/// The lanes as four numbers.
#[inline(always)]
pub fn four(lanes: Register) -> [i32; 4] {
    let mut values = [0; 4];
    // SAFETY: four numbers are sixteen bytes.
    unsafe { x86::_mm_storeu_si128(values.as_mut_ptr().cast(), lanes) };
    values
}
