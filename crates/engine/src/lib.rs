//! Features, evaluators and search: which placement is best.
//!
//! Nothing here prints, reads a file or starts a thread.

mod player;

pub use player::{Decision, Limits, Player, Ranked, Report};
