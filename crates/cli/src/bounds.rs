//! Upper bounds of flags: each allocates something, and a typo should give an error message, not a
//! crash.

use std::{num::NonZeroUsize, ops::RangeInclusive};

use minolab_arena::{Tally, stats::Sample};

/// Games or pieces of a run: more could not be read back from a checkpoint.
pub const RUN: RangeInclusive<u64> = 0..=Tally::MOST;
/// Pairs of a comparison: every game of a batch, a fifth of all, is kept in memory.
pub const PAIRS: RangeInclusive<u64> = 1..=4 * Sample::<u64>::CAPACITY as u64;
/// Sequences of a benchmark, all made before timing.
pub const SEQUENCES: RangeInclusive<u64> = 1..=1_000_000;
/// Games to search for differing moves.
pub const GAMES_SEARCHED: RangeInclusive<u64> = 0..=10_000;

/// Threads: a few more than any machine has cores.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = within(text, 1..=1024)?;
    NonZeroUsize::new(number).ok_or_else(|| "expected 1 or more".into())
}

/// Known pieces, which are kept for every game; as in run files.
pub fn known(text: &str) -> Result<usize, String> {
    within(text, 0..=10_000)
}

/// Entries of a list to print.
pub fn listed(text: &str) -> Result<usize, String> {
    within(text, 0..=100_000)
}

fn within(text: &str, range: RangeInclusive<usize>) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_within_their_bounds() {
        assert_eq!(known("10000"), Ok(10_000));
        assert_eq!(known("10001").unwrap_err(), "expected a number from 0 to 10000");
        assert_eq!(threads("1024").map(NonZeroUsize::get), Ok(1024));
        for text in ["0", "1025", "-1", "many", "99999999999999999999999"] {
            assert!(threads(text).is_err(), "{text}");
        }
    }
}
