//! Agents play games: runs, replays and the statistics of play.
//!
//! A [`Run`] says what to play; [`Run::play`] plays it on threads and says how it went. Without
//! threads or a clock, as on the page, a [`Lane`] plays the same games one after the other.
//! The figures are a function of the settings alone: the number of threads, the order in which
//! games end and whether a run was interrupted and resumed change nothing.

mod goal;
mod lane;
mod plan;
#[cfg(not(target_arch = "wasm32"))]
mod run;
#[cfg(not(target_arch = "wasm32"))]
pub mod splitting;
pub mod stats;
mod tally;

pub use goal::Goal;
pub use lane::{Lane, LaneSnapshot};
pub use plan::{Extent, Plan};
#[cfg(not(target_arch = "wasm32"))]
pub use run::{Checkpoint, CheckpointError, Played, Progress, Run, RunError, RunReport, peak_rss};
pub use tally::{ClearKind, GameResult, Tally};
