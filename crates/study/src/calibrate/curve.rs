//! From a difference in evaluation to a difference in results.

use serde::{Deserialize, Serialize};

use super::Gap;

/// What a gap costs on average, in the result of the game. Never less for a greater gap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// Below this difference in score the search cannot tell two choices apart: they are equal. Less than
    /// nothing if even some that are ranked above its choice are worse: it is chosen with more care than ranked.
    pub resolution: f64,
    /// What it costs to let go of an end of the game that was one piece away, two, and so on; the last
    /// for all that were further.
    pub missed_end: Vec<f64>,
    /// What it costs to lose the game.
    pub lost: f64,
    /// Differences in score, rising, and what they cost; straight lines in between, level outside.
    pub knots: Vec<[f64; 2]>,
}

impl Curve {
    /// What another choice costs that falls so far behind the best.
    pub fn cost(&self, gap: Gap) -> f64 {
        match gap {
            Gap::Score(score) if score < self.resolution => 0.0,
            Gap::Score(score) => self.at(score),
            Gap::Pieces(pieces) => pieces,
            Gap::MissesEnd(pieces) => {
                let place = (pieces.max(1) as usize).min(self.missed_end.len());
                place.checked_sub(1).map_or(0.0, |place| self.missed_end[place])
            }
            Gap::Loses => self.lost,
        }
    }

    fn at(&self, score: f64) -> f64 {
        let behind = self.knots.partition_point(|knot| knot[0] <= score);
        match (behind.checked_sub(1).map(|before| self.knots[before]), self.knots.get(behind)) {
            (Some([x0, y0]), Some(&[x1, y1])) => y0 + (y1 - y0) * (score - x0) / (x1 - x0),
            (Some([_, level]), None) | (None, Some(&[_, level])) => level,
            (None, None) => 0.0,
        }
    }

    /// Says what is wrong with it.
    pub fn check(&self) -> Result<(), String> {
        let rises = |side: usize| {
            let pairs = self.knots.windows(2);
            pairs.into_iter().all(|pair| pair[0][side] <= pair[1][side])
        };
        let costs =
            self.knots.iter().map(|knot| &knot[1]).chain([&self.lost]).chain(&self.missed_end);
        if let Some(bad) = costs.into_iter().find(|cost| !(0.0..1e12).contains(*cost)) {
            return Err(format!("a cost of {bad} in a curve, expected numbers from 0"));
        }
        let gaps = self.knots.iter().map(|knot| &knot[0]).chain([&self.resolution]);
        if let Some(bad) = gaps.into_iter().find(|gap| !(-1e12..1e12).contains(*gap)) {
            return Err(format!("a difference of {bad} in a curve, expected a number"));
        }
        if self.knots.is_empty() || !rises(0) || !rises(1) {
            return Err("the knots of a curve do not rise".into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve() -> Curve {
        let knots = vec![[10.0, 0.0], [20.0, 1.0], [40.0, 2.0]];
        Curve { resolution: 12.0, missed_end: vec![1.5, 2.0], lost: 30.0, knots }
    }

    #[test]
    fn costs_lie_between_the_knots() {
        let cost = |score| curve().cost(Gap::Score(score));
        assert_eq!([5.0, 11.0, 15.0, 20.0, 30.0, 99.0].map(cost), [0.0, 0.0, 0.5, 1.0, 1.5, 2.0]);
        assert_eq!(curve().cost(Gap::Pieces(3.0)), 3.0);
        assert_eq!(curve().cost(Gap::Loses), 30.0);
        let missed = [0, 1, 2, 9].map(|pieces| curve().cost(Gap::MissesEnd(pieces)));
        assert_eq!(missed, [1.5, 1.5, 2.0, 2.0]);
        assert_eq!(curve().check(), Ok(()));
        // Where the search can tell everything apart, even equal scores cost something.
        let sharp = Curve { resolution: 0.0, knots: vec![[10.0, 0.5], [20.0, 1.5]], ..curve() };
        assert_eq!([0.0, 10.0, 15.0].map(|score| sharp.cost(Gap::Score(score))), [0.5, 0.5, 1.0]);
        let falls = Curve { knots: vec![[1.0, 2.0], [2.0, 1.0]], ..curve() };
        assert!(falls.check().is_err());
    }
}
