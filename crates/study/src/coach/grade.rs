//! How good a placement is, by what it costs.

use serde::Serialize;

/// How good a placement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// The only placement there was.
    Forced,
    /// It costs nothing that the search can tell.
    Best,
    Excellent,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

/// Where grades end, in what results are counted in: a loss beyond the last is a blunder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The greatest loss of excellent, good, inaccuracy and mistake.
    ends: [f64; 4],
}

impl Scale {
    /// Of a result's unit: `pieces`, `points` or `lines`.
    pub fn of(unit: &str) -> Scale {
        let ends = match unit {
            // Of a sprint of 100 to 110 pieces.
            "pieces" => [0.6, 1.0, 2.0, 5.0],
            // A single is 100, a T-spin double 1200; some 40 000 to a game of 360 pieces.
            "points" => [350.0, 550.0, 850.0, 1500.0],
            // Of some 600 that the player lasts who plays on.
            _ => [10.0, 20.0, 35.0, 60.0],
        };
        Scale { ends }
    }

    /// The grade of a loss; a greater loss never has a milder one.
    pub fn grade(&self, loss: f64) -> Grade {
        const GRADES: [Grade; 4] =
            [Grade::Excellent, Grade::Good, Grade::Inaccuracy, Grade::Mistake];
        if loss <= 0.0 {
            return Grade::Best;
        }
        let place = self.ends.iter().position(|&end| loss <= end);
        place.map_or(Grade::Blunder, |place| GRADES[place])
    }

    /// The greatest loss of an excellent placement: as good as the best, for all a person can tell.
    pub fn excellent(&self) -> f64 {
        self.ends[0]
    }

    /// Where one choice falls behind another by more than this, that one is clearly better: what
    /// is worse than good.
    pub fn clear(&self) -> f64 {
        self.ends[1]
    }

    /// From 1 for no loss towards 0: a game's accuracy is the mean of it.
    pub fn accuracy(&self, loss: f64) -> f64 {
        // An inaccuracy at its worst is worth half.
        (-loss.max(0.0) / self.ends[2] * std::f64::consts::LN_2).exp()
    }
}

impl Grade {
    /// All, the best first.
    pub const ALL: [Grade; 7] = [
        Grade::Forced,
        Grade::Best,
        Grade::Excellent,
        Grade::Good,
        Grade::Inaccuracy,
        Grade::Mistake,
        Grade::Blunder,
    ];

    /// The name in results.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Forced => "forced",
            Grade::Best => "best",
            Grade::Excellent => "excellent",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::random::SplitMix64;

    use super::*;

    #[test]
    fn a_greater_loss_never_has_a_milder_grade() {
        let mut random = SplitMix64(3);
        // From a hundredth to thousands, and often the same.
        let mut loss = move || {
            let number = random.next();
            (10f64.powf((number % 60) as f64 / 10.0 - 2.0) * 100.0).round() / 100.0
        };
        for _ in 0..100_000 {
            let (a, b) = (loss(), loss());
            for unit in ["pieces", "points", "lines"] {
                let scale = Scale::of(unit);
                assert!(scale.grade(a.min(b)) <= scale.grade(a.max(b)), "{a} {b} {unit}");
                assert!(scale.accuracy(a.min(b)) >= scale.accuracy(a.max(b)), "{a} {b} {unit}");
                assert!(a != b || scale.grade(a) == scale.grade(b));
            }
        }
    }

    #[test]
    fn nothing_lost_is_best_and_much_lost_a_blunder() {
        for unit in ["pieces", "points", "lines"] {
            assert_eq!(Scale::of(unit).grade(0.0), Grade::Best);
            assert_eq!(Scale::of(unit).grade(1e6), Grade::Blunder);
            assert_eq!(Scale::of(unit).accuracy(0.0), 1.0);
        }
    }
}
