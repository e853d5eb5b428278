//! Many lines of play at once, with hold and all the pieces that are seen.

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
