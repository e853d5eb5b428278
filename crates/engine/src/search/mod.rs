//! Ways to find the best choice: one ply, lookahead over known and unknown pieces, and a beam.

pub mod beam;
mod greedy;
mod lookahead;
mod one_ply;
mod settings;
mod ties;
mod tree;

pub use beam::BeamPlayer;
pub use greedy::Greedy;
pub use lookahead::Lookahead;
pub(crate) use one_ply::OnePly;
pub use settings::{
    BeamSettings, DEEPEST, Deepen, LineValue, LookaheadSettings, SearchError, check_depth,
};
pub use ties::Ties;
