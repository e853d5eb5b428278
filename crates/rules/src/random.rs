//! SplitMix64: random-looking numbers, the same on every machine.
//!
//! For seeds of parts of a whole, sampling and tests. The pieces of a game come from
//! [`crate::PieceSource`], which has a generator of its own.

/// The step between two numbers of the sequence: 2⁶⁴ divided by the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A permutation of the 64-bit numbers: neighbours end up far apart.
pub const fn mix(number: u64) -> u64 {
    finish(number.wrapping_add(GOLDEN))
}

/// Derives a seed for one of many parts of something that has a single seed.
pub const fn part_seed(seed: u64, part: u64) -> u64 {
    finish(seed ^ part.wrapping_add(1).wrapping_mul(GOLDEN))
}

const fn finish(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// A sequence of numbers; it holds its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next number.
    pub const fn next(&mut self) -> u64 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(GOLDEN);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        // From Sebastiano Vigna's splitmix64.c with the seed 1234567.
        let mut random = SplitMix64(1_234_567);
        let expected = [6457827717110365317, 3203168211198807973, 9817491932198370423];
        assert_eq!(expected.map(|_| random.next()), expected);
        assert_eq!(mix(1_234_567), expected[0]);
        // Part 0 of the seed 0 is one step from 0.
        assert_eq!(part_seed(0, 0), mix(0));
    }
}
