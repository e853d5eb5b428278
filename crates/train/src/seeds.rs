//! Seeds of games, by purpose.

use minolab_rules::random::mix;

/// A purpose of games; no two share any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Training in this generation: all candidates of it face the same pieces.
    Training(u64),
    /// To decide whether a challenger becomes champion.
    Validation,
    /// To measure the champion.
    HeldOut,
}

impl Purpose {
    /// The seed of the first game; further games count up from it.
    ///
    /// The same for a given seed and purpose on every machine. Purposes are spread over all 64-bit
    /// numbers, so that the games of two of them practically never coincide.
    pub fn first_seed(self, seed: u64) -> u64 {
        let stream = match self {
            Purpose::Validation => 0,
            Purpose::HeldOut => 1,
            Purpose::Training(generation) => generation.wrapping_add(2),
        };
        mix(mix(seed) ^ mix(stream.wrapping_mul(0xD134_2543_DE82_EF95)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purposes_do_not_share_games() {
        let purposes = [Purpose::Validation, Purpose::HeldOut]
            .into_iter()
            .chain((0..1000).map(Purpose::Training));
        let mut firsts: Vec<u64> =
            purposes.flat_map(|purpose| [1, 2, 3].map(|seed| purpose.first_seed(seed))).collect();
        firsts.sort_unstable();
        assert!(firsts.windows(2).all(|pair| pair[1] - pair[0] > 1_000_000));
    }
}
