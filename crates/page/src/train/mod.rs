//! What is practised: exercises with a goal, and placements with the fewest presses.

mod exercise;
mod finesse;
mod maker;

pub use exercise::{Attempt, Drill, Exercise, ExerciseState};
pub use finesse::{FinesseAnswer, FinesseDrill, said_keys};
pub use maker::{make, rules};
