//! Every game that was finished, in a line each.

use minolab_rules::Mode;
use serde::{Deserialize, Serialize};

use crate::{Best, is_better};

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastGame {
    /// What it came to.
    #[serde(flatten)]
    pub result: Best,
    /// Whether it reached its goal.
    pub is_complete: bool,
    /// The number of its replay, as long as that is kept.
    pub replay: String,
}

/// The games that were finished, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History(pub Vec<PastGame>);

/// How a list of games is sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The newest first.
    #[default]
    Date,
    /// The best of its mode first.
    Result,
}

/// Games that are remembered; a line is a hundred bytes or two.
const MOST: usize = 1000;

impl History {
    /// Remembers one more.
    pub fn add(&mut self, game: PastGame) {
        self.0.insert(0, game);
        self.0.truncate(MOST);
    }

    /// The modes that were played, the last one first.
    pub fn modes(&self) -> Vec<(String, String)> {
        let mut modes: Vec<(String, String)> = Vec::new();
        for game in &self.0 {
            let mode = (game.result.mode.clone(), game.result.rules.clone());
            if !modes.contains(&mode) {
                modes.push(mode);
            }
        }
        modes
    }

    /// The games of a mode and rules.
    pub fn of(&self, mode: &str, rules: &str, order: Order) -> Vec<&PastGame> {
        let mut games: Vec<&PastGame> = self
            .0
            .iter()
            .filter(|game| game.result.mode == mode && game.result.rules == rules)
            .collect();
        if order == Order::Result {
            // Those that reached the goal before those that did not; each by what decides.
            games.sort_by(|a, b| {
                let is_before = |a: &PastGame, b: &PastGame| {
                    (a.is_complete, b.is_complete) == (true, false)
                        || a.is_complete == b.is_complete && is_better(&a.result, &b.result)
                };
                is_before(b, a).cmp(&is_before(a, b))
            });
        }
        games
    }

    /// What decided each complete game of a mode, oldest first: seconds or points.
    pub fn values(&self, mode: &str, rules: &str) -> Vec<f64> {
        let is_timed = matches!(mode.parse(), Ok(Mode::Sprint | Mode::Lines(_)));
        let games = self.of(mode, rules, Order::Date).into_iter().rev();
        games
            .filter(|game| game.is_complete)
            .map(|game| match is_timed {
                true => game.result.ticks as f64 / 1000.0,
                false => game.result.score as f64,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(mode: &str, ticks: u64, is_complete: bool) -> PastGame {
        let result = Best {
            mode: mode.into(),
            rules: "capstone 10x20".into(),
            ticks,
            score: ticks,
            lines: 40,
            pieces: 100,
            played_ms: 1,
        };
        PastGame { result, is_complete, replay: "1f".into() }
    }

    #[test]
    fn games_are_sorted_and_graphed_by_mode() {
        let mut history = History::default();
        for (mode, ticks, is_complete) in [
            ("sprint", 60_000, true),
            ("blitz", 5, true),
            ("sprint", 9000, false),
            ("sprint", 50_000, true),
        ] {
            history.add(game(mode, ticks, is_complete));
        }
        let ticks = |order| {
            let games = history.of("sprint", "capstone 10x20", order);
            games.iter().map(|game| game.result.ticks).collect::<Vec<_>>()
        };
        assert_eq!(ticks(Order::Date), [50_000, 9000, 60_000]);
        assert_eq!(ticks(Order::Result), [50_000, 60_000, 9000]);
        assert_eq!(history.values("sprint", "capstone 10x20"), [60.0, 50.0]);
        assert_eq!(history.modes().len(), 2);
        let text = serde_json::to_string(&history).unwrap();
        assert_eq!(serde_json::from_str::<History>(&text).unwrap(), history);
    }
}
