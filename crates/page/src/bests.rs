//! Personal bests.

use minolab_rules::Mode;
use serde::{Deserialize, Serialize};

/// The best game of a mode and its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Best {
    pub mode: String,
    /// The rules' name and board.
    pub rules: String,
    /// How long it took.
    pub ticks: u64,
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

impl Bests {
    /// The best of a mode and rules.
    pub fn get(&self, mode: &str, rules: &str) -> Option<&Best> {
        self.0.iter().find(|best| best.mode == mode && best.rules == rules)
    }

    /// Notes a game that reached its goal; whether it is the best so far.
    pub fn note(&mut self, game: Best) -> bool {
        let place = self.0.iter().position(|b| b.mode == game.mode && b.rules == game.rules);
        match place {
            None => {
                self.0.push(game);
                true
            }
            Some(index) if is_better(&game, &self.0[index]) => {
                self.0[index] = game;
                true
            }
            Some(_) => false,
        }
    }
}

/// Whether one game is better than another of the same mode: the faster one where lines or
/// pieces end it, the one with more points otherwise.
pub fn is_better(new: &Best, old: &Best) -> bool {
    match new.mode.parse::<Mode>() {
        Ok(Mode::Sprint | Mode::Lines(_)) => new.ticks < old.ticks,
        _ => new.score > old.score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sprint_is_judged_by_time_and_a_blitz_by_points() {
        let game = |mode: &str, ticks, score| Best {
            mode: mode.into(),
            rules: "capstone 10x20".into(),
            ticks,
            score,
            lines: 40,
            pieces: 100,
            played_ms: 0,
        };
        let mut bests = Bests::default();
        assert!(bests.note(game("sprint", 60_000, 9000)));
        assert!(!bests.note(game("sprint", 61_000, 9900)));
        assert!(bests.note(game("sprint", 59_000, 10)));
        assert!(bests.note(game("blitz", 180_000, 9000)));
        assert!(bests.note(game("blitz", 180_000, 9001)));
        assert_eq!(bests.get("sprint", "capstone 10x20").unwrap().ticks, 59_000);
        assert_eq!(bests.get("sprint", "tetrio 10x20"), None);
    }
}
