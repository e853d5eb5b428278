//! Trainers: boards on which one thing is practised, and what all games have in common.

mod exercise;
mod finesse;
mod habits;
mod mat;
mod openers;
mod puzzles;

pub use exercise::Exercises;
pub use finesse::FinesseTrainer;
pub use habits::HabitsScreen;
pub use openers::Openers;
pub use puzzles::Puzzles;
