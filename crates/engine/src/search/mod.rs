//! Ways to find the best choice: one ply, lookahead over known and unknown pieces, and a beam.

pub mod beam;
mod greedy;
mod lookahead;
mod one_ply;
mod settings;
#[cfg(test)]
mod tests;
mod ties;
mod tree;

pub use beam::BeamPlayer;
pub use greedy::Greedy;
pub use lookahead::{Leveled, Lookahead};
pub use one_ply::{OnePly, Scored, Spot};
pub use settings::{Deepen, Line, SearchError, SearchKind, SearchSettings};
pub use ties::Ties;
