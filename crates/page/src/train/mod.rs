//! What is practised: exercises with a goal, and placements with the fewest presses.

mod exercise;
mod finesse;
mod maker;
mod record;

pub use exercise::{Attempt, Exercise, Outcome, Skill};
pub use finesse::{FinesseAnswer, FinesseDrill, said_keys};
pub use maker::{make, rules};
pub use record::{Practice, SkillRecord};
