//! Positions with one clear best move, to be found by a person.
//!
//! Each has a key, and every other choice costs something in the game's result. They are made from one's own
//! mistakes ([`Puzzle::of_mistake`]) or from games of agents ([`PuzzleMaker`]); those in
//! `data/puzzles.jsonl` come with the program.

mod maker;
mod theme;

use std::sync::LazyLock;

pub use maker::{PuzzleMaker, PuzzlePlayers};
use minolab_engine::Remaining;
use minolab_rules::{Choice, Mode, Ruleset, Setup, State};
use serde::{Deserialize, Serialize};
pub use theme::PuzzleTheme;

use crate::{
    coach::{Difficulty, Grade, Scale, Sight},
    review::Graded,
};

/// A position, and what to play in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// A shipped ruleset's name.
    pub rules: String,
    pub mode: String,
    /// Lines that are left, in a race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines_left: Option<u64>,
    /// The position in one line.
    pub position: String,
    /// What to play.
    pub key: String,
    /// What is expected to follow, the key first.
    pub line: Vec<String>,
    /// What the next best costs, in `unit`.
    pub second: f64,
    /// What costs are counted in.
    pub unit: String,
    pub theme: PuzzleTheme,
    pub sight: Sight,
    /// Where its rating begins.
    pub rating: f64,
}

/// A puzzle whose texts have been read.
#[derive(Clone, Debug)]
pub struct OpenPuzzle {
    pub rules: Ruleset,
    pub mode: Mode,
    pub state: State,
    pub key: Choice,
    pub line: Vec<Choice>,
    pub remaining: Remaining,
}

impl Puzzle {
    /// From a placement of one's own that cost much, where one other was clearly the best and a
    /// person could have found it.
    pub fn of_mistake(graded: &Graded, rules: &Ruleset, mode: Mode, unit: &str) -> Option<Puzzle> {
        let difficulty = graded.difficulty.filter(Difficulty::is_for_people)?;
        let is_clear = difficulty.margin? > Scale::of(unit).clear();
        if graded.grade < Some(Grade::Mistake) || !is_clear {
            return None;
        }
        let open = OpenPuzzle {
            rules: rules.clone(),
            mode,
            state: graded.before,
            key: graded.best,
            line: graded.line.clone(),
            remaining: graded.remaining,
        };
        Some(open.puzzle(&difficulty, unit))
    }

    /// Reads its texts.
    pub fn open(&self) -> Result<OpenPuzzle, String> {
        let rules = minolab_rules::shipped::get(&self.rules);
        let rules = rules.ok_or_else(|| format!("no ruleset {:?}", self.rules))?.clone();
        let mode: Mode = self.mode.parse().map_err(|error| format!("{error}"))?;
        let setup: Setup = self.position.parse().map_err(|error| format!("{error}"))?;
        let state = State::from_setup(&rules, setup).map_err(|error| error.to_string())?;
        let choice = |text: &String| text.parse::<Choice>().map_err(|error| format!("{error}"));
        let key = choice(&self.key)?;
        let line = self.line.iter().map(choice).collect::<Result<Vec<_>, _>>()?;
        let remaining =
            Remaining { lines: self.lines_left.unwrap_or(u64::MAX), ..Remaining::ENDLESS };
        let mut after = state;
        for &choice in &line {
            after.play(&rules, choice).map_err(|error| format!("{choice}: {error}"))?;
        }
        match line.first() {
            Some(first) if *first == key => {
                Ok(OpenPuzzle { rules, mode, state, key, line, remaining })
            }
            _ => Err(format!("its line does not begin with {key}")),
        }
    }

    /// A number that stays the same for the same position and key.
    pub fn id(&self) -> String {
        let text = format!("{}\n{}\n{}", self.rules, self.position, self.key);
        format!("{:016x}", minolab_arena::checksum(text.as_bytes()))
    }
}

impl OpenPuzzle {
    /// Whether a choice is the key, or comes to the same.
    pub fn is_solved_by(&self, choice: Choice) -> bool {
        let after = |choice: Choice| {
            let mut after = self.state;
            after.play(&self.rules, choice).ok().map(|clear| (after, clear.points))
        };
        choice == self.key || after(choice).is_some_and(|found| Some(found) == after(self.key))
    }

    /// The line as far as its pieces are shown: a search may place the one on hold after the last.
    fn shown_line(&self) -> &[Choice] {
        let mut state = self.state;
        let shown = self.line.iter().take_while(|&&choice| state.play(&self.rules, choice).is_ok());
        &self.line[..shown.count()]
    }

    /// The puzzle as it is written.
    fn puzzle(&self, difficulty: &Difficulty, unit: &str) -> Puzzle {
        let lines_left = Some(self.remaining.lines).filter(|&lines| lines != u64::MAX);
        let theme = PuzzleTheme::of(self);
        Puzzle {
            rules: self.rules.name.clone(),
            mode: self.mode.to_string(),
            lines_left,
            position: self.state.to_string(),
            key: self.key.to_string(),
            line: self.shown_line().iter().map(ToString::to_string).collect(),
            second: (difficulty.margin.unwrap_or(0.0) * 100.0).round() / 100.0,
            unit: unit.into(),
            theme,
            sight: difficulty.sight,
            rating: rating(difficulty, theme, self.line.len()),
        }
    }
}

/// Where a puzzle's rating begins: people who solve it or not move it from there.
fn rating(difficulty: &Difficulty, theme: PuzzleTheme, line: usize) -> f64 {
    let seen = match difficulty.sight {
        Sight::AtOnce => 1000.0,
        Sight::Ahead => 1350.0,
        Sight::Deep => 1700.0,
        Sight::EngineOnly => 2200.0,
    };
    let played = if difficulty.is_tuck { 150.0 } else { 0.0 };
    // One has to see the end of these, however early the engine does.
    let to_the_end = match theme {
        PuzzleTheme::Finish | PuzzleTheme::PerfectClear => 150.0 * line.saturating_sub(1) as f64,
        _ => 0.0,
    };
    seen + played + to_the_end
}

static SHIPPED: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let text = include_str!("../../../../data/puzzles.jsonl");
    read(text).expect("a test reads the shipped puzzles")
});

/// The puzzles that come with the program.
pub fn shipped() -> &'static [Puzzle] {
    &SHIPPED
}

/// Reads puzzles, one per line.
pub fn read(text: &str) -> Result<Vec<Puzzle>, String> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let puzzle = |(line, number): (&str, usize)| {
        serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))
    };
    lines.map(puzzle).collect()
}

#[cfg(test)]
mod tests;
