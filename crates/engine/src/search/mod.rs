//! Looking ahead: over pieces that are known, over those that may come, and only where the
//! stack is in danger.

mod ahead;
mod lookahead;
mod one_ply;
mod settings;
#[cfg(test)]
mod tests;
pub(crate) mod tree;

pub(crate) use ahead::Ahead;

pub use lookahead::{Leveled, Lookahead};
pub use one_ply::{OnePly, Plain, Scored};
pub use settings::{Deepen, Line, SearchError, SearchKind, SearchSettings};
