//! The objective of training.

use minolab_arena::{GameResult, Goal, Metric};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What to optimise: a number for every game, higher is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// The metric.
    pub kind: Metric,
    /// Pieces that end a game; by default 360 for the score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<u64>,
    /// Lines that end a game; by default 40 for a sprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u64>,
    /// Whether drop points count.
    #[serde(default)]
    pub drop_points: bool,
    /// Whether to take the logarithm, so that one long game does not outweigh all others.
    #[serde(default)]
    pub log: bool,
}

/// An invalid objective.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ObjectiveError {
    /// A limit of zero.
    #[error("objective {what} is 0, expected at least 1")]
    Nothing {
        /// Which limit.
        what: &'static str,
    },
    /// The logarithm of a metric that may be negative.
    #[error("the logarithm is for lines and score, found {found:?}")]
    Log {
        /// The metric.
        found: &'static str,
    },
}

impl Objective {
    /// An objective with its default limits.
    pub fn new(kind: Metric) -> Objective {
        Objective { kind, pieces: None, lines: None, drop_points: false, log: false }
    }

    /// Checks it.
    pub fn check(&self) -> Result<(), ObjectiveError> {
        for (what, limit) in [("pieces", self.pieces), ("lines", self.lines)] {
            if limit == Some(0) {
                return Err(ObjectiveError::Nothing { what });
            }
        }
        if self.log && !matches!(self.kind, Metric::Lines | Metric::Score) {
            return Err(ObjectiveError::Log { found: self.kind.name() });
        }
        Ok(())
    }

    /// What ends a game.
    pub fn goal(&self) -> Goal {
        let Goal { pieces, lines, .. } = self.kind.usual_goal();
        let (pieces, lines) = (self.pieces.unwrap_or(pieces), self.lines.unwrap_or(lines));
        Goal { pieces, lines, ..Goal::NONE }
    }

    /// Whether key presses must be counted.
    pub fn counts_keys(&self) -> bool {
        self.kind.counts_keys()
    }

    /// The fitness of a game.
    pub fn fitness(&self, game: &GameResult, nodes: u64) -> f64 {
        let is_won = !game.lost && game.lines >= self.goal().lines;
        let score = if self.drop_points { game.score } else { game.clear_score };
        let value = self.kind.value(&GameResult { score, ..*game }, is_won, nodes);
        // Not the platform's logarithm, which differs in the last bit between machines.
        if self.log { libm::log(1.0 + value) } else { value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(pieces: u64, lines: u64, lost: bool) -> GameResult {
        let (score, clear_score) = (900, 700);
        GameResult { index: 0, pieces, lines, score, clear_score, keys: Some(300), lost }
    }

    #[test]
    fn a_sprint_is_rewarded_as_the_capstone_does() {
        let sprint = Objective::new(Metric::Sprint);
        assert_eq!(sprint.fitness(&game(103, 40, false), 1), -103.0);
        assert_eq!(sprint.fitness(&game(60, 12, true), 1), 60.0 + 60.0 - 550.0);
        // Stopped by a limit on pieces: not reached.
        assert_eq!(sprint.fitness(&game(60, 12, false), 1), -430.0);
        assert_eq!(sprint.goal().lines, 40);
    }

    #[test]
    fn every_kind_has_its_number() {
        let value = |kind| Objective::new(kind).fitness(&game(103, 40, false), 1400);
        assert_eq!(value(Metric::Lines), 40.0);
        assert_eq!(value(Metric::Score), 700.0);
        assert_eq!(value(Metric::ScorePerCpu), 500.0);
        assert_eq!(value(Metric::Keys), -300.0);
        let drops = Objective { drop_points: true, ..Objective::new(Metric::Score) };
        assert_eq!(drops.fitness(&game(103, 40, false), 1), 900.0);
        let log = Objective { log: true, ..Objective::new(Metric::Lines) };
        assert!((log.fitness(&game(103, 40, true), 1) - 41f64.ln()).abs() < 1e-12);
        assert!(Objective { log: true, ..Objective::new(Metric::Keys) }.check().is_err());
    }
}
