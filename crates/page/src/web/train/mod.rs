//! Trainers: boards on which one thing is practised.

mod exercise;
mod finesse;
mod mat;

pub use exercise::Exercises;
pub use finesse::FinesseTrainer;
