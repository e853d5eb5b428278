//! Beam search: many lines of play at once, with hold and all known pieces.

mod clock;
mod crew;
mod ending;
mod growth;
mod layer;
mod player;
mod ranking;
#[cfg(test)]
mod tests;
mod tree;

pub use player::BeamPlayer;
