//! How far a choice falls behind the best, as a search sees it.

use minolab_engine::Ranked;
use serde::{Deserialize, Serialize};

/// Scores beyond this are not of a position: a game that is won, or lost.
const DECIDED: f64 = 5e8;

/// How far a choice falls behind the best.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gap {
    /// Both are scores of positions, in the evaluator's units. Less than nothing where the ranking puts this one above
    /// the choice that the search takes for the best.
    Score(f64),
    /// The search sees the end of the game after both: the difference is in pieces.
    Pieces(f64),
    /// It sees a won end so many pieces ahead with the best choice, and none after this one.
    MissesEnd(u32),
    /// This choice loses the game, and the best does not.
    Loses,
}

impl Gap {
    /// Between the best choice and another.
    pub fn between(best: &Ranked, other: &Ranked) -> Gap {
        let behind = best.score - other.score;
        match (best.score, other.score) {
            (best, other) if other < -DECIDED && best > -DECIDED => Gap::Loses,
            (best, other) if best > DECIDED && other > DECIDED => Gap::Pieces(behind.max(0.0)),
            (score, _) if score > DECIDED => Gap::MissesEnd(best.line.len() as u32),
            // All is lost anyway.
            (best, other) if best < -DECIDED && other < -DECIDED => Gap::Score(0.0),
            _ => Gap::Score(behind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_decided_is_no_score() {
        let ranked = |score| Ranked {
            choice: "T@4,0N".parse().unwrap(),
            score,
            line: Vec::new(),
            reasons: Vec::new(),
        };
        let gap = |best, other| Gap::between(&ranked(best), &ranked(other));
        assert_eq!(gap(80.0, 30.0), Gap::Score(50.0));
        // The choice may come out above the one that a search takes for the best.
        assert_eq!(gap(30.0, 80.0), Gap::Score(-50.0));
        assert_eq!(gap(999_999_990.0, 999_999_988.0), Gap::Pieces(2.0));
        assert_eq!(gap(999_999_990.0, 70.0), Gap::MissesEnd(0));
        assert_eq!(gap(70.0, -1e9), Gap::Loses);
        assert_eq!(gap(999_999_990.0, -1e9), Gap::Loses);
        // All is lost anyway.
        assert_eq!(gap(-1e9, -1e9), Gap::Score(0.0));
    }
}
