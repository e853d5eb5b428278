//! Practice: how well a person solves puzzles, and which comes next.

use std::{collections::BTreeMap, ops::RangeInclusive};

use serde::{Deserialize, Serialize};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};

use crate::puzzle::Puzzle;

/// What a person has practised: kept from day to day, and carried from one device to another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Progress {
    pub skill: Skill,
    /// By the puzzle's id.
    pub cards: BTreeMap<String, Card>,
    /// Tries at anything else that is trained, by its name.
    pub trained: BTreeMap<String, Tries>,
}

/// A person's rating by Glicko-2.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    pub rating: f64,
    /// How uncertain it is: about two of these to either side hold the truth.
    pub deviation: f64,
    pub volatility: f64,
}

/// One puzzle's place in the practice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The day on which it comes again, counted from 1970.
    pub due: f64,
    /// Days from its last answer to that.
    pub interval: f64,
    #[serde(flatten)]
    pub tries: Tries,
}

/// How often something was tried, and how often it was right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tries {
    pub tries: u64,
    pub right: u64,
}

/// What a person's rating can be, and how uncertain and how restless.
const RATINGS: RangeInclusive<f64> = 0.0..=10_000.0;
const DEVIATIONS: RangeInclusive<f64> = 1.0..=1000.0;
const VOLATILITIES: RangeInclusive<f64> = 0.001..=1.0;
/// How certain a puzzle's own rating is: it is given by what makes the puzzle hard, not by people.
const PUZZLE_DEVIATION: f64 = 100.0;
/// What was wrong comes again after ten minutes.
const SOON: f64 = 10.0 / (24.0 * 60.0);
/// Each right answer makes the wait so many times longer.
const GROWTH: f64 = 2.2;
/// No wait is longer: ten years.
const LONGEST: f64 = 3650.0;
/// Days from 1970 that a calendar has.
const DAYS: f64 = 1e6;
/// Puzzles within this of the person's rating come in the order they are listed.
const NEAR: f64 = 150.0;

impl Default for Skill {
    fn default() -> Skill {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Skill { rating, deviation, volatility }
    }
}

impl Tries {
    /// Counts one more.
    pub fn add(&mut self, is_right: bool) {
        self.tries += 1;
        self.right += is_right as u64;
    }
}

impl Progress {
    /// Reads what [`Progress::to_json`] wrote.
    pub fn from_json(text: &str) -> Result<Progress, String> {
        let found: Progress = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let Skill { rating, deviation, volatility } = found.skill;
        if !RATINGS.contains(&rating)
            || !DEVIATIONS.contains(&deviation)
            || !VOLATILITIES.contains(&volatility)
        {
            return Err(format!("a rating of {rating} ± {deviation}, expected one of Glicko-2"));
        }
        let cards = found.cards.values();
        if let Some(bad) = cards.into_iter().find(|card| {
            !(0.0..DAYS).contains(&card.due) || !(0.0..=LONGEST).contains(&card.interval)
        }) {
            return Err(format!(
                "a puzzle due on day {} after a wait of {}, expected days from 1970 and a wait of {LONGEST} at most",
                bad.due, bad.interval
            ));
        }
        let mut tries = found.cards.values().map(|card| card.tries);
        if let Some(bad) = tries.find(|tries| tries.right > tries.tries) {
            return Err(format!("{} right answers in {} tries", bad.right, bad.tries));
        }
        Ok(found)
    }

    /// All of it, for a file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("it has only plain values")
    }

    /// Counts an answer on this day. Only the first answer to a puzzle that is due moves the
    /// rating: what one has just been shown is no proof of skill.
    pub fn answer(&mut self, puzzle: &Puzzle, is_right: bool, day: f64) {
        let card = self.cards.entry(puzzle.id()).or_default();
        if card.tries.tries == 0 || card.due <= day {
            self.skill = self.skill.after(puzzle.rating, is_right);
        }
        card.tries.add(is_right);
        // Doubling waits (as SM-2's) are all there is to it; no crate is kept that does just that.
        card.interval = match is_right {
            true => (card.interval * GROWTH).clamp(1.0, LONGEST),
            false => 0.0,
        };
        card.due = day + if is_right { card.interval } else { SOON };
    }

    /// Which of these comes next: what is due, the longest first; then a new one about as hard as
    /// the person is good. `None` if all are done for today.
    pub fn next<'a>(&self, puzzles: &[&'a Puzzle], day: f64) -> Option<&'a Puzzle> {
        let due = |puzzle: &&&Puzzle| self.cards.get(&puzzle.id()).map(|card| card.due);
        let waiting = puzzles.iter().filter(|puzzle| due(puzzle).is_some_and(|due| due <= day));
        let longest = waiting.min_by(|a, b| due(a).partial_cmp(&due(b)).expect("days are finite"));
        let distance =
            |puzzle: &&&Puzzle| ((puzzle.rating - self.skill.rating).abs() / NEAR) as u64;
        let new = || puzzles.iter().filter(|puzzle| due(puzzle).is_none()).min_by_key(distance);
        longest.or_else(new).copied()
    }

    /// How many of these are due on a day.
    pub fn due(&self, day: f64) -> usize {
        self.cards.values().filter(|card| card.due <= day).count()
    }

    /// Takes over what another device knows better: of each puzzle whichever was tried more often,
    /// and the rating that is more certain.
    pub fn join(&mut self, other: Progress) {
        if other.skill.deviation < self.skill.deviation {
            self.skill = other.skill;
        }
        for (id, card) in other.cards {
            let known = self.cards.entry(id).or_default();
            if card.tries.tries > known.tries.tries {
                *known = card;
            }
        }
        for (name, tries) in other.trained {
            let known = self.trained.entry(name).or_default();
            if tries.tries > known.tries {
                *known = tries;
            }
        }
    }
}

impl Skill {
    /// After one answer to a puzzle of this rating.
    fn after(self, puzzle: f64, is_right: bool) -> Skill {
        let Skill { rating, deviation, volatility } = self;
        let person = Glicko2Rating { rating, deviation, volatility };
        let against =
            Glicko2Rating { rating: puzzle, deviation: PUZZLE_DEVIATION, ..Glicko2Rating::new() };
        let outcome = if is_right { Outcomes::WIN } else { Outcomes::LOSS };
        let (person, _) = glicko2(&person, &against, &outcome, &Glicko2Config::new());
        let Glicko2Rating { rating, deviation, volatility } = person;
        let within =
            |value: f64, range: RangeInclusive<f64>| value.clamp(*range.start(), *range.end());
        Skill {
            rating: within(rating, RATINGS),
            deviation: within(deviation, DEVIATIONS),
            volatility: within(volatility, VOLATILITIES),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{coach::Sight, puzzle::PuzzleTheme};

    #[test]
    fn a_rating_at_the_edge_can_still_be_read_after_an_answer() {
        let puzzle = crate::puzzle::shipped()[0].rating;
        for skill in [
            Skill { rating: 105.0, deviation: 350.0, volatility: 0.9999999999999906 },
            Skill { rating: 10_000.0, deviation: 1000.0, volatility: 1.0 },
            Skill { rating: 0.0, deviation: 1.0, volatility: 0.001 },
        ] {
            for is_right in [false, true] {
                let progress =
                    Progress { skill: skill.after(puzzle, is_right), ..Progress::default() };
                assert_eq!(Progress::from_json(&progress.to_json()), Ok(progress));
            }
        }
    }

    fn puzzle(position: &str, rating: f64) -> Puzzle {
        Puzzle {
            rules: "capstone".into(),
            mode: "sprint".into(),
            lines_left: None,
            position: position.into(),
            key: "T@4,0N".into(),
            line: vec!["T@4,0N".into()],
            second: 1.0,
            unit: "pieces".into(),
            theme: PuzzleTheme::Stacking,
            sight: Sight::AtOnce,
            rating,
        }
    }

    #[test]
    fn answers_move_the_rating_and_what_was_wrong_comes_again() {
        let (easy, hard) = (puzzle("a", 1000.0), puzzle("b", 1700.0));
        let both = [&easy, &hard];
        let mut progress = Progress::default();
        // 1500 is nearer to 1700.
        assert_eq!(progress.next(&both, 100.0), Some(&hard));
        progress.answer(&hard, false, 100.0);
        let low = progress.skill.rating;
        assert!(low < 1500.0 && progress.skill.deviation < 350.0);
        // Ten minutes later it is due again; before that there is something new.
        assert_eq!(progress.next(&both, 100.001), Some(&easy));
        assert_eq!(progress.next(&both, 100.01), Some(&hard));
        // At once again it proves nothing.
        progress.answer(&hard, true, 100.001);
        assert_eq!(progress.skill.rating, low);
        progress.answer(&easy, true, 100.02);
        assert!(progress.skill.rating > low);
        assert_eq!((progress.next(&both, 100.03), progress.due(100.03)), (None, 0));
        // A day later, then more than two.
        assert_eq!(progress.next(&both, 101.5), Some(&hard));
        progress.answer(&hard, true, 101.5);
        assert_eq!(progress.cards[&hard.id()].interval, GROWTH);
        assert_eq!(progress.cards[&hard.id()].tries, Tries { tries: 3, right: 2 });
    }

    #[test]
    fn progress_is_kept_and_joined_and_nonsense_refused() {
        let mut here = Progress::default();
        here.answer(&puzzle("a", 1200.0), true, 3.0);
        here.trained.entry("finesse".into()).or_default().add(true);
        assert_eq!(Progress::from_json(&here.to_json()), Ok(here.clone()));
        let mut there = Progress::default();
        there.answer(&puzzle("b", 1200.0), false, 4.0);
        there.answer(&puzzle("b", 1200.0), true, 5.0);
        let skill = there.skill;
        there.join(here.clone());
        assert_eq!((there.cards.len(), there.trained["finesse"].right), (2, 1));
        assert_eq!(there.skill, skill);
        for bad in [
            "{",
            r#"{"skil": {}}"#,
            r#"{"skill": {"rating": -1.0, "deviation": 50.0, "volatility": 0.06}}"#,
            r#"{"cards": {"x": {"due": 1.0, "interval": -2.0, "tries": 1, "right": 1}}}"#,
            r#"{"cards": {"x": {"due": 1.0, "interval": 2.0, "tries": 1, "right": 2}}}"#,
        ] {
            assert!(Progress::from_json(bad).is_err(), "{bad}");
        }
    }
}
