//! A position with something to be made of it.

use minolab_rules::{Choice, Painted, Piece, Ruleset, Setup, Spin, State, shipped};
use serde::{Deserialize, Serialize};

use crate::Sheet;

/// What an exercise is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drill {
    /// A T-spin that clears two lines or three.
    TSpins,
    /// A board left empty.
    PerfectClears,
    /// Garbage dug away.
    Downstacking,
}

impl Drill {
    /// All of them.
    pub const ALL: [Drill; 3] = [Drill::TSpins, Drill::PerfectClears, Drill::Downstacking];

    /// The name in addresses and in kept progress.
    pub const fn name(self) -> &'static str {
        match self {
            Drill::TSpins => "t-spins",
            Drill::PerfectClears => "perfect-clears",
            Drill::Downstacking => "downstacking",
        }
    }

    /// The skill of this name.
    pub fn from_name(name: &str) -> Option<Drill> {
        Drill::ALL.into_iter().find(|skill| skill.name() == name)
    }

    /// What it is called.
    pub const fn title(self) -> &'static str {
        match self {
            Drill::TSpins => "T-spins",
            Drill::PerfectClears => "Perfect clears",
            Drill::Downstacking => "Downstacking",
        }
    }

    /// What it is, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Drill::TSpins => "set one up and spin the T in, within a few pieces",
            Drill::PerfectClears => {
                "empty the board; after each piece you see the chance that is left"
            }
            Drill::Downstacking => "dig through garbage with as few pieces as the engine",
        }
    }

    /// The levels, easiest first, each with what it is called.
    pub const fn levels(self) -> &'static [(u64, &'static str)] {
        match self {
            Drill::TSpins => &[(1, "1 piece"), (2, "2 pieces"), (3, "3 pieces"), (4, "4 pieces")],
            Drill::PerfectClears => &[(4, "4 pieces"), (6, "6 pieces"), (10, "10 pieces")],
            Drill::Downstacking => &[(4, "4 rows"), (8, "8 rows"), (12, "12 rows")],
        }
    }
}

/// A position, what is to be made of it, and how the engine did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exercise {
    /// What it is for.
    pub skill: Drill,
    /// The ruleset's name.
    pub rules: String,
    /// Where it begins.
    pub position: Setup,
    /// The seed of the pieces after those in sight.
    pub seed: u64,
    /// One way, and the same in words.
    pub line: Vec<Choice>,
    pub names: Vec<String>,
}

impl Exercise {
    /// The game as it begins, its stack in grey.
    pub fn start(&self) -> Option<(Ruleset, State, Painted)> {
        let rules = shipped::get(&self.rules)?;
        let state = State::from_setup(rules, self.position.clone()).ok()?;
        Some((rules.clone(), state, Sheet::new(self.position.clone()).painted().clone()))
    }

    /// What is asked, in a sentence.
    pub fn task(&self) -> String {
        let pieces = match self.line.len() {
            1 => "one piece; you may hold".to_string(),
            count => format!("the next {count} pieces"),
        };
        match self.skill {
            Drill::TSpins => format!("Make a T-spin double or triple with {pieces}."),
            Drill::PerfectClears => format!("Empty the board with {pieces}."),
            Drill::Downstacking => {
                format!("Dig all garbage away. The engine took {} pieces.", self.line.len())
            }
        }
    }
}

/// How far a person is with an exercise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// Pieces placed.
    pub pieces: u64,
    /// Whether it is over, and how.
    pub outcome: ExerciseState,
}

/// Whether an exercise is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExerciseState {
    /// Not yet.
    #[default]
    Going,
    /// It is.
    Done,
    /// It is not, and can no longer be.
    Missed,
}

impl Attempt {
    /// A piece came to rest: how many lines it cleared and by which spin, whether it left nothing, and
    /// how the board looks after it.
    pub fn land(
        &mut self,
        exercise: &Exercise,
        (piece, spin, lines, is_empty): (Piece, Spin, u8, bool),
        painted: &Painted,
    ) {
        if self.outcome != ExerciseState::Going {
            return;
        }
        self.pieces += 1;
        let is_done = match exercise.skill {
            Drill::TSpins => piece == Piece::T && spin == Spin::Full && lines >= 2,
            Drill::PerfectClears => is_empty,
            Drill::Downstacking => garbage_rows(painted) == 0,
        };
        let is_spent = self.pieces >= exercise.line.len() as u64;
        self.outcome = match (is_done, exercise.skill) {
            (true, _) => ExerciseState::Done,
            // Garbage waits.
            (false, Drill::TSpins | Drill::PerfectClears) if is_spent => ExerciseState::Missed,
            _ => ExerciseState::Going,
        };
    }
}

/// Rows with a cell that came from no piece.
pub fn garbage_rows(painted: &Painted) -> usize {
    let is_garbage = |x, y| painted.is_filled(x, y) && painted.get(x, y).is_none();
    let rows = 0..minolab_rules::ROWS;
    rows.filter(|&y| (0..painted.width()).any(|x| is_garbage(x, y))).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exercise(skill: Drill, pieces: usize) -> Exercise {
        Exercise {
            skill,
            rules: "guideline".into(),
            position: "xxx1xxxxxx/xxxxx1xxxx T - IO".parse().unwrap(),
            seed: 1,
            line: vec!["T@4,0N".parse().unwrap(); pieces],
            names: Vec::new(),
        }
    }

    #[test]
    fn an_exercise_is_done_missed_or_going() {
        let empty = Painted::new(10);
        let landed = |skill, pieces, effect, painted: &Painted| {
            let mut attempt = Attempt::default();
            attempt.land(&exercise(skill, pieces), effect, painted);
            attempt.outcome
        };
        let full = (Piece::T, Spin::Full, 2, false);
        assert_eq!(landed(Drill::TSpins, 1, full, &empty), ExerciseState::Done);
        assert_eq!(
            landed(Drill::TSpins, 1, (Piece::T, Spin::Full, 1, false), &empty),
            ExerciseState::Missed
        );
        assert_eq!(
            landed(Drill::TSpins, 1, (Piece::T, Spin::Mini, 2, false), &empty),
            ExerciseState::Missed
        );
        assert_eq!(
            landed(Drill::TSpins, 2, (Piece::S, Spin::Full, 2, false), &empty),
            ExerciseState::Going
        );
        let none = (Piece::I, Spin::None, 0, false);
        assert_eq!(landed(Drill::PerfectClears, 1, none, &empty), ExerciseState::Missed);
        assert_eq!(landed(Drill::PerfectClears, 2, none, &empty), ExerciseState::Going);
        assert_eq!(
            landed(Drill::PerfectClears, 2, (Piece::I, Spin::None, 4, true), &empty),
            ExerciseState::Done
        );
        let (.., garbage) = exercise(Drill::Downstacking, 1).start().unwrap();
        assert_eq!(garbage_rows(&garbage), 2);
        assert_eq!(landed(Drill::Downstacking, 1, none, &garbage), ExerciseState::Going);
        assert_eq!(landed(Drill::Downstacking, 1, none, &empty), ExerciseState::Done);
    }

    #[test]
    fn names_are_read_back() {
        for skill in Drill::ALL {
            assert_eq!(Drill::from_name(skill.name()), Some(skill));
        }
        assert_eq!(Drill::from_name("chess"), None);
    }
}
