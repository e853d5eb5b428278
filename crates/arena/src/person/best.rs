//! Personal bests.

use minolab_rules::{End, Mode};
use serde::{Deserialize, Serialize};

use super::{Session, rules_title, stopwatch};
use crate::figures::grouped;

/// The best game of a mode and its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Best {
    /// The mode, as it is written in files.
    pub mode: String,
    /// The rules' name and board.
    pub rules: String,
    /// How long it took.
    pub ticks: u64,
    /// Points.
    pub score: u64,
    /// Lines.
    pub lines: u64,
    /// Pieces.
    pub pieces: u64,
    /// When, in milliseconds since 1970.
    pub played_ms: u64,
}

/// Every personal best.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bests(pub Vec<Best>);

/// How a game that reached its goal compares with the best so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BestStanding {
    /// The first of its mode and rules.
    First,
    /// Better than this one, the best until now.
    Better(Best),
    /// No better than this one.
    Behind(Best),
}

impl Best {
    /// A game as a possible personal best, if it reached its goal.
    pub fn of(session: &Session, played_ms: u64) -> Option<Best> {
        let (realtime, game) = (session.realtime(), session.realtime().game());
        let totals = game.totals();
        (realtime.end() == Some(End::Goal)).then(|| Best {
            mode: realtime.mode().to_string(),
            rules: rules_title(game.rules()),
            ticks: realtime.ticks(),
            score: totals.score,
            lines: totals.lines,
            pieces: totals.pieces,
            played_ms,
        })
    }

    /// Whether it is compared by time rather than points.
    fn is_timed(&self) -> bool {
        matches!(self.mode.parse(), Ok(Mode::Sprint | Mode::Lines(_)))
    }

    /// What it is compared by: a time or points.
    pub fn value(&self) -> String {
        match self.is_timed() {
            true => stopwatch(self.ticks),
            false => format!("{} points", grouped(self.score as f64, ' ')),
        }
    }

    /// The difference between two games of a mode.
    fn gap(&self, other: &Best) -> String {
        match self.is_timed() {
            true => format!("{:.2} s", self.ticks.abs_diff(other.ticks) as f64 / 1000.0),
            false => format!("{} points", grouped(self.score.abs_diff(other.score) as f64, ' ')),
        }
    }
}

impl Bests {
    /// The best of a mode and rules.
    pub fn get(&self, mode: &str, rules: &str) -> Option<&Best> {
        self.0.iter().find(|best| best.mode == mode && best.rules == rules)
    }

    /// Records a game that reached its goal.
    pub fn note(&mut self, game: Best) -> BestStanding {
        let place = self.0.iter_mut().find(|b| b.mode == game.mode && b.rules == game.rules);
        match place {
            None => {
                self.0.push(game);
                BestStanding::First
            }
            Some(best) if is_better(&game, best) => {
                BestStanding::Better(std::mem::replace(best, game))
            }
            Some(best) => BestStanding::Behind(best.clone()),
        }
    }
}

impl BestStanding {
    /// Whether the game is now the best.
    pub fn is_best(&self) -> bool {
        !matches!(self, BestStanding::Behind(_))
    }

    /// One line about it, for this game.
    pub fn sentence(&self, game: &Best) -> String {
        match self {
            BestStanding::First => "First result: your personal best".into(),
            BestStanding::Better(old) => {
                format!("Personal best: {} better than {}", game.gap(old), old.value())
            }
            BestStanding::Behind(best) => {
                format!("{} behind your best, {}", game.gap(best), best.value())
            }
        }
    }
}

/// Whether one game is better than another of the same mode: the faster one where lines or
/// pieces end it, the one with more points otherwise.
pub fn is_better(new: &Best, old: &Best) -> bool {
    if new.is_timed() { new.ticks < old.ticks } else { new.score > old.score }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(mode: &str, ticks: u64, score: u64) -> Best {
        let (mode, rules) = (mode.into(), "capstone 10x20".into());
        Best { mode, rules, ticks, score, lines: 40, pieces: 100, played_ms: 0 }
    }

    #[test]
    fn a_sprint_is_judged_by_time_and_a_blitz_by_points() {
        let mut bests = Bests::default();
        assert_eq!(bests.note(game("sprint", 60_000, 9000)), BestStanding::First);
        assert!(!bests.note(game("sprint", 61_000, 9900)).is_best());
        assert!(bests.note(game("sprint", 59_000, 10)).is_best());
        assert!(bests.note(game("blitz", 180_000, 9000)).is_best());
        assert!(bests.note(game("blitz", 180_000, 9001)).is_best());
        assert_eq!(bests.get("sprint", "capstone 10x20").unwrap().ticks, 59_000);
        assert_eq!(bests.get("sprint", "tetrio 10x20"), None);
    }

    #[test]
    fn the_difference_to_the_best_is_said() {
        let mut bests = Bests(vec![game("sprint", 62_100, 0), game("blitz", 180_000, 12_000)]);
        let mut said = |game: Best| bests.note(game.clone()).sentence(&game);
        assert_eq!(said(game("sprint", 63_000, 0)), "0.90 s behind your best, 1:02.10");
        let better = "Personal best: 1.79 s better than 1:02.10";
        assert_eq!(said(game("sprint", 60_310, 0)), better);
        let points = "Personal best: 1 500 points better than 12 000 points";
        assert_eq!(said(game("blitz", 180_000, 13_500)), points);
        assert_eq!(said(game("lines=10", 9000, 0)), "First result: your personal best");
    }
}
