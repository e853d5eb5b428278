//! The lanes of every x86-64 processor and every browser: eight per register.

use minolab_rules::Board;

#[cfg(target_arch = "wasm32")]
use super::simd128::*;
#[cfg(target_arch = "x86_64")]
use super::sse2::*;
use super::{
    change::{self, NOWHERE, Place, Places},
    closed,
    ground::Ground,
    lanes::{Lanes, entries},
    orientations::{Orientation, RIGHT},
    scale::{Frame, Scale},
};

/// Sixteen lanes of 16 bits in two registers.
#[derive(Clone, Copy)]
pub struct Pair([Register; 2]);

impl Pair {
    #[inline(always)]
    fn map(self, what: impl Fn(Register) -> Register) -> Self {
        Pair([what(self.0[0]), what(self.0[1])])
    }

    #[inline(always)]
    fn each(self, other: Self, what: impl Fn(Register, Register) -> Register) -> Self {
        Pair([what(self.0[0], other.0[0]), what(self.0[1], other.0[1])])
    }

    /// Set bits of each four.
    #[inline(always)]
    fn by_fours(self) -> Self {
        let (a, b) = (_mm_set1_epi16(0x5555), _mm_set1_epi16(0x3333));
        self.map(|x| {
            let x = _mm_sub_epi16(x, _mm_and_si128(_mm_srli_epi16::<1>(x), a));
            _mm_add_epi16(_mm_and_si128(x, b), _mm_and_si128(_mm_srli_epi16::<2>(x), b))
        })
    }

    /// From set bits of each four to those of each eight.
    #[inline(always)]
    fn by_eights(self) -> Self {
        let c = _mm_set1_epi16(0x0F0F);
        self.map(|x| _mm_add_epi16(_mm_and_si128(x, c), _mm_and_si128(_mm_srli_epi16::<4>(x), c)))
    }

    /// Two to the power of each lane, by squaring: there is no shift by lane.
    #[inline(always)]
    fn power(self) -> Self {
        let one = _mm_set1_epi16(1);
        self.map(|by| {
            let pick = |bit: i16, factor: i16| {
                let bit = _mm_set1_epi16(bit);
                let chosen = _mm_cmpeq_epi16(_mm_and_si128(by, bit), bit);
                _mm_add_epi16(one, _mm_and_si128(chosen, _mm_set1_epi16(factor - 1)))
            };
            let low = _mm_mullo_epi16(pick(1, 2), pick(2, 4));
            let high = _mm_mullo_epi16(pick(4, 16), pick(8, 256));
            _mm_mullo_epi16(low, high)
        })
    }

    /// All eight lanes combined, in the lowest 16 bits.
    #[inline(always)]
    fn fold(eight: Register, what: impl Fn(Register, Register) -> Register) -> i32 {
        let four = what(eight, _mm_srli_si128::<8>(eight));
        let two = what(four, _mm_srli_si128::<4>(four));
        _mm_cvtsi128_si32(what(two, _mm_srli_si128::<2>(two)))
    }
}

macro_rules! lane_wise {
    ($($name:ident: $what:ident;)*) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                self.each(other, $what)
            }
        )*
    };
}

/// Moves lanes by whole lanes, which the instruction takes as a literal.
macro_rules! moved {
    ($self:ident, $n:ident, $near:ident, $far:ident, $from:literal, $to:literal, $($count:literal)*) => {
        match $n {
            $($count => {
                let (near, far) = ($self.0[$from], $self.0[$to]);
                let moved = _mm_or_si128(
                    $near::<{ 2 * $count }>(near),
                    $far::<{ 16 - 2 * $count }>(far),
                );
                let mut lanes = [moved; 2];
                lanes[$to] = $near::<{ 2 * $count }>(far);
                Pair(lanes)
            })*
            8 => {
                let mut lanes = [_mm_setzero_si128(); 2];
                lanes[$from] = $self.0[$to];
                Pair(lanes)
            }
            _ => unreachable!("no lane looks further than eight"),
        }
    };
}

impl Lanes for Pair {
    const ROWS: u32 = 15;
    type Sum = [Register; 4];
    /// Two to the power of the rows, and of what is left of [`Lanes::ROWS`].
    type Shift = (Pair, Pair);

    entries!();

    lane_wise! {
        add: _mm_add_epi16;
        sub: _mm_sub_epi16;
        mul: _mm_mullo_epi16;
        min: _mm_min_epi16;
        max: _mm_max_epi16;
        and: _mm_and_si128;
        or: _mm_or_si128;
        xor: _mm_xor_si128;
        equals: _mm_cmpeq_epi16;
        exceeds: _mm_cmpgt_epi16;
    }

    #[inline(always)]
    fn splat(value: i32) -> Self {
        Pair([_mm_set1_epi16(value as i16); 2])
    }

    #[inline(always)]
    fn load(values: &[i16; 16]) -> Self {
        let ([low, high], []) = values.as_chunks::<8>() else { unreachable!("twice eight") };
        Pair([load_eight(low), load_eight(high)])
    }

    #[inline(always)]
    fn columns(board: &Board) -> Self {
        let mut columns = [0x7FFF; 16];
        let rows: &[u16; 16] = board.rows().first_chunk().expect("boards have more rows");
        let rows = Pair::load(&rows.map(|row| row as i16));
        for (x, column) in columns[1..RIGHT].iter_mut().enumerate() {
            // Each row's bit moved to the front.
            *column = rows.map(|rows| up(rows, 15 - x as u32)).bits() as i16;
        }
        Pair::load(&columns)
    }

    #[inline(always)]
    fn store(self) -> [i32; 16] {
        self.store_small().map(|value| value as i32)
    }

    #[inline(always)]
    fn store_small(self) -> [i16; 16] {
        let mut values = [0; 16];
        for (eight_of, lanes) in values.as_chunks_mut::<8>().0.iter_mut().zip(self.0) {
            *eight_of = eight(lanes);
        }
        values
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        other.each(self, _mm_andnot_si128)
    }

    #[inline(always)]
    fn ones(self) -> Self {
        Pair::ones_of(&[self])
    }

    #[inline(always)]
    fn ones_of<const N: usize>(words: &[Self; N]) -> Self {
        let mut sum = Pair::splat(0);
        // Three times four still fit in four bits.
        for three in words.chunks(3) {
            let mut fours = three[0].by_fours();
            for word in &three[1..] {
                fours = fours.add(word.by_fours());
            }
            sum = sum.add(fours.by_eights());
        }
        sum.add(sum.down_by::<8>()).and(Pair::splat(0xFF))
    }

    #[inline(always)]
    fn up_by<const N: u32>(self) -> Self {
        self.map(|x| up(x, N))
    }

    #[inline(always)]
    fn down_by<const N: u32>(self) -> Self {
        self.map(|x| down(x, N))
    }

    #[inline(always)]
    fn down_all(self, by: u32) -> Self {
        self.map(|x| down(x, by))
    }

    #[inline(always)]
    fn shift(self) -> (Pair, Pair) {
        (self.power(), Pair::splat(15).sub(self).power())
    }

    #[inline(always)]
    fn up(self, by: (Pair, Pair)) -> Self {
        self.mul(by.0)
    }

    #[inline(always)]
    fn down(self, by: (Pair, Pair)) -> Self {
        // The high half of twice the product.
        self.add(self).each(by.1, _mm_mulhi_epu16)
    }

    #[inline(always)]
    fn ahead<const N: usize>(self) -> Self {
        moved!(self, N, _mm_srli_si128, _mm_slli_si128, 0, 1, 1 2 3 4 5)
    }

    #[inline(always)]
    fn behind<const N: usize>(self) -> Self {
        moved!(self, N, _mm_slli_si128, _mm_srli_si128, 1, 0, 1 2 3 4 5)
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        let all = _mm_or_si128(self.0[0], self.0[1]);
        _mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_setzero_si128())) == 0xFFFF
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        _mm_movemask_epi8(_mm_packs_epi16(self.0[0], self.0[1])) as u32
    }

    #[inline(always)]
    fn any(self) -> u32 {
        let all = _mm_or_si128(self.0[0], self.0[1]);
        Pair::fold(all, _mm_or_si128) as u16 as u32
    }

    #[inline(always)]
    fn greatest(self) -> i32 {
        let all = _mm_max_epi16(self.0[0], self.0[1]);
        Pair::fold(all, _mm_max_epi16) as i16 as i32
    }

    #[inline(always)]
    fn least(self) -> i32 {
        let all = _mm_min_epi16(self.0[0], self.0[1]);
        // Moving lanes brings zeros in.
        let four =
            _mm_min_epi16(all, _mm_or_si128(_mm_srli_si128::<8>(all), _mm_slli_si128::<8>(all)));
        let swapped = _mm_or_si128(_mm_srli_si128::<4>(four), _mm_slli_si128::<12>(four));
        let two = _mm_min_epi16(four, swapped);
        let swapped = _mm_or_si128(_mm_srli_si128::<2>(two), _mm_slli_si128::<14>(two));
        _mm_cvtsi128_si32(_mm_min_epi16(two, swapped)) as i16 as i32
    }

    #[inline(always)]
    fn start(value: i32) -> [Register; 4] {
        [_mm_set1_epi32(value); 4]
    }

    #[inline(always)]
    fn weigh(sum: [Register; 4], a: Self, by_a: i32, b: Self, by_b: i32) -> [Register; 4] {
        let weights = _mm_set1_epi32((by_a & 0xFFFF) | (by_b << 16));
        let add = |sum, pairs| _mm_add_epi32(sum, _mm_madd_epi16(pairs, weights));
        [
            add(sum[0], _mm_unpacklo_epi16(a.0[0], b.0[0])),
            add(sum[1], _mm_unpackhi_epi16(a.0[0], b.0[0])),
            add(sum[2], _mm_unpacklo_epi16(a.0[1], b.0[1])),
            add(sum[3], _mm_unpackhi_epi16(a.0[1], b.0[1])),
        ]
    }

    #[inline(always)]
    fn raise(sum: [Register; 4], by: i32) -> [Register; 4] {
        sum.map(|sum| _mm_add_epi32(sum, _mm_set1_epi32(by)))
    }

    #[inline(always)]
    fn sums(sum: [Register; 4]) -> [i32; 16] {
        let mut sums = [0; 16];
        for (four_of, lanes) in sums.as_chunks_mut::<4>().0.iter_mut().zip(sum) {
            *four_of = four(lanes);
        }
        sums
    }

    #[inline(always)]
    fn total(sum: [Register; 4]) -> i32 {
        let four = _mm_add_epi32(_mm_add_epi32(sum[0], sum[1]), _mm_add_epi32(sum[2], sum[3]));
        let two = _mm_add_epi32(four, _mm_srli_si128::<8>(four));
        _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_srli_si128::<4>(two)))
    }

    #[inline(always)]
    fn only(sum: [Register; 4], lanes: Self) -> [Register; 4] {
        let nowhere = _mm_set1_epi32(NOWHERE);
        let pick = |sum, chosen| {
            _mm_or_si128(_mm_and_si128(chosen, sum), _mm_andnot_si128(chosen, nowhere))
        };
        let [low, high] = lanes.0;
        [
            pick(sum[0], _mm_unpacklo_epi16(low, low)),
            pick(sum[1], _mm_unpackhi_epi16(low, low)),
            pick(sum[2], _mm_unpacklo_epi16(high, high)),
            pick(sum[3], _mm_unpackhi_epi16(high, high)),
        ]
    }

    #[inline(always)]
    fn greater(a: [Register; 4], b: [Register; 4]) -> [Register; 4] {
        std::array::from_fn(|i| greater(a[i], b[i]))
    }

    #[inline(always)]
    fn greatest_sum(sum: [Register; 4]) -> i32 {
        let four = greater(greater(sum[0], sum[1]), greater(sum[2], sum[3]));
        let two = greater(four, _mm_srli_si128::<8>(four));
        _mm_cvtsi128_si32(greater(two, _mm_srli_si128::<4>(two)))
    }

    #[inline(always)]
    fn reaching(scores: &[i32; 16], least: i32) -> u32 {
        let least = _mm_set1_epi32(least);
        let mut less = [least; 4];
        for (less, four) in less.iter_mut().zip(scores.as_chunks::<4>().0) {
            *less = _mm_cmpgt_epi32(least, load_four(four));
        }
        let [a, b, c, d] = less;
        let less = _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
        !_mm_movemask_epi8(less) as u16 as u32
    }
}

/// The greater of four numbers of 32 bits.
#[inline(always)]
fn greater(a: Register, b: Register) -> Register {
    let first = _mm_cmpgt_epi32(a, b);
    _mm_or_si128(_mm_and_si128(first, a), _mm_andnot_si128(first, b))
}
