//! Many shares of the same wholes.

use minolab_arena::stats::Ratio;

/// Several parts of the same whole, game by game: a [`Ratio`] for each at the cost of one.
#[derive(Clone, Debug, Default)]
pub struct GroupShares {
    games: u64,
    whole: f64,
    wholes: f64,
    // Sum, sum of squares and sum of products with the whole.
    parts: Vec<[f64; 3]>,
}

impl GroupShares {
    /// So many parts.
    pub fn new(parts: usize) -> GroupShares {
        GroupShares { parts: vec![[0.0; 3]; parts], ..GroupShares::default() }
    }

    /// Counts a game.
    pub fn add(&mut self, parts: &[u32], whole: u64) {
        let whole = whole as f64;
        self.games += 1;
        self.whole += whole;
        self.wholes += whole * whole;
        for (sums, &part) in self.parts.iter_mut().zip(parts) {
            if part > 0 {
                let part = part as f64;
                sums[0] += part;
                sums[1] += part * part;
                sums[2] += part * whole;
            }
        }
    }

    /// One of them.
    pub fn get(&self, index: usize) -> Ratio {
        let [part, parts, products] = self.parts[index];
        Ratio::from_sums(self.games, [part, self.whole, parts, products, self.wholes])
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The sum of the wholes.
    pub fn whole(&self) -> f64 {
        self.whole
    }

    /// The indices of parts that occurred.
    pub fn seen(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&index| self.parts[index][0] > 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_ratios() {
        let mut shares = GroupShares::new(2);
        let mut ratio = Ratio::share();
        for (part, whole) in [(3, 10), (0, 4), (7, 9)] {
            shares.add(&[1, part], whole);
            ratio.add(part as f64, whole as f64);
        }
        assert_eq!(shares.get(1), ratio);
        assert_eq!(shares.get(0).value(), Some(3.0 / 23.0));
        assert_eq!(shares.seen().collect::<Vec<_>>(), [0, 1]);
    }
}
