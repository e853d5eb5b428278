//! Modern play: hold, previews, spins, back-to-back and the empty board.

mod beam;
mod clock;
mod crew;
mod ending;
mod growth;
mod judge;
mod layer;
mod player;
mod slots;
mod stack;
#[cfg(test)]
mod tests;

pub use judge::Modern;
pub use player::BeamPlayer;
