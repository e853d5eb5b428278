//! What the coach says of a game, of many games and of a bag, as the worker hands it over.

use minolab_rules::{Choice, Piece, Setup};
use minolab_study::puzzle::Puzzle;
use serde::{Deserialize, Serialize};

/// The verdict on one placement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveVerdict {
    /// Counted from 1.
    pub index: u32,
    /// Whether it stands: there is a short look before.
    pub is_final: bool,
    /// The position in which it was chosen; absent, like the choices, where the judge found nothing to say.
    pub position: Option<Setup>,
    /// What was played.
    pub choice: Option<Choice>,
    /// What the judge would have played.
    pub best: Option<Choice>,
    /// What is expected to follow that, itself first.
    pub line: Vec<Choice>,
    /// How good it is; `None` where the judge cannot say.
    pub grade: Option<String>,
    /// What it costs in the game's result.
    pub loss: Option<f64>,
    /// Whether every other placement would have been a mistake.
    pub is_only: bool,
    /// What makes the best one hard, in words; empty where nothing does.
    pub difficulty: String,
    /// Whether only the engine's whole search finds the best one.
    pub is_odd: bool,
    /// The position as a puzzle, if it makes one.
    pub puzzle: Option<Puzzle>,
    /// What speaks against it, in sentences, and the cells that they are about.
    pub facts: Vec<(String, Vec<(u8, u8)>)>,
    /// Choices that score more.
    pub rank: Option<usize>,
    /// Choices there are.
    pub choices: usize,
    /// What the played one has less than the best by feature, greatest first.
    pub reasons: Vec<(String, f64)>,
    /// Key presses it takes at least, and those it took.
    pub keys: (u64, Option<u64>),
}

/// What a review came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Whether they stand: there is a short look before.
    pub is_final: bool,
    /// How far the judge looked.
    pub budget: String,
    /// The game in a sentence or two.
    pub summary: String,
    /// What losses are counted in; `None` if it is not known what the judge's evaluation is worth.
    pub unit: Option<String>,
    /// The accuracy, and its 95 % interval.
    pub accuracy: Option<(f64, Option<[f64; 2]>)>,
    /// The mean loss.
    pub loss: f64,
    /// How many placements have each grade, the best first.
    pub grades: Vec<(String, usize)>,
    /// Finesse faults, and their presses too many.
    pub faults: Option<(u64, u64)>,
    /// The placements that lost most, the greatest first.
    pub turning_points: Vec<u32>,
}

/// How an opener is built from the pieces at hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenerWay {
    /// What players call it, and which of its forms it is.
    pub title: String,
    pub form: String,
    /// What it is, in a sentence or two.
    pub about: String,
    /// All of its pieces with their cells.
    pub pieces: Vec<(Piece, Vec<(i8, i8)>)>,
    /// What to play, as far as the pieces are in sight, and the same in words.
    pub choices: Vec<Choice>,
    pub names: Vec<String>,
    /// In which share of the orders of pieces out of sight it can be finished.
    pub chance: f64,
}

/// Where a person's games lose, so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HabitSums {
    /// Games that are looked at, and how many there are.
    pub done: usize,
    pub games: usize,
    pub is_complete: bool,
    /// Games that count, and what losses are counted in.
    pub counted: u64,
    pub unit: String,
    /// What the games came to.
    pub result: HabitFigure,
    /// Lost per move.
    pub loss: HabitFigure,
    /// From 0 to 1.
    pub accuracy: HabitFigure,
    /// Extra presses per game.
    pub extra_presses: Option<HabitFigure>,
    /// Ways to tell placements apart, each with its rows.
    pub groups: Vec<(String, Vec<HabitLine>)>,
    /// The accuracy in the earlier half of the games and in the later one, and whether the
    /// difference is more than chance.
    pub progress: Option<(HabitFigure, HabitFigure, bool)>,
}

/// Placements of one kind: how many there were, which share of all losses is theirs, and what each
/// of them lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HabitLine {
    pub name: String,
    pub placements: u64,
    pub share: HabitFigure,
    pub loss: HabitFigure,
}

/// A mean, and its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HabitFigure {
    pub mean: f64,
    pub ci95: Option<[f64; 2]>,
}
