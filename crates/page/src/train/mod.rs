//! What is practised: exercises with a goal, and placements with the fewest presses.

mod exercise;
mod finesse;
mod maker;
mod still;

pub use exercise::{Attempt, Drill, Exercise, ExerciseState};
pub use finesse::{FinesseAnswer, FinesseDrill, said_keys};
pub use maker::{make, rules};
pub use still::still;
