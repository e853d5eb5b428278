//! Looking ahead: over pieces that are known, over those that may come, and only where the
//! stack is in danger.

mod lookahead;
mod one_ply;
mod settings;
#[cfg(test)]
mod tests;
mod tree;

pub use lookahead::{Leveled, Lookahead};
pub use one_ply::{OnePly, Plain, Scored};
pub use settings::{Deepen, Line, SearchError, SearchKind, SearchSettings};
