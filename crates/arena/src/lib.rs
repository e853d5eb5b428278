//! Agents play games: runs, replays and the statistics of play.
//!
//! A [`Round`] is one game with its player and goal; a [`Lane`] plays games one after the other, without threads or a
//! clock. A [`GameRun`] says what to play; [`GameRun::play`] plays it on threads and returns the results. The figures
//! are a function of the settings alone: the number of threads, the order in which games end and whether a run was
//! interrupted and resumed change nothing.
//!
//! ```
//! use std::sync::Arc;
//!
//! use minolab_arena::Round;
//! use minolab_engine::{Feature, Greedy, Linear, Player, Ties, Weights};
//! use minolab_rules::{Game, Mode, shipped};
//!
//! let weights: Weights = [(Feature::Holes, -4.0), (Feature::RowTransitions, -1.0)].into_iter().collect();
//! let evaluator = Linear::new(weights, &[], Default::default());
//! let rules = shipped::get("classic").unwrap();
//! let mut player = Player::new(rules, Greedy::new(Arc::new(evaluator), Ties::First));
//! let mut round = Round::new(Game::new(rules.clone(), 7), Mode::Pieces(10));
//! while round.step(&mut player, &mut ()).is_none() {}
//! assert_eq!(round.game().totals().pieces, 10);
//! ```

#![warn(missing_docs)]

pub mod crew;
pub mod figures;
#[cfg(not(target_arch = "wasm32"))]
mod file;
mod goal;
mod lane;
mod metric;
pub mod person;
mod plan;
pub mod replay;
mod round;
#[cfg(not(target_arch = "wasm32"))]
mod run;
pub mod sealed;
mod shard;
#[cfg(not(target_arch = "wasm32"))]
pub mod splitting;
pub mod stats;
mod tally;
mod timeline;
pub mod typed;

#[cfg(not(target_arch = "wasm32"))]
pub use file::{FileLock, FileWriter, replace_file};
pub use goal::Goal;
pub use lane::{IllegalChoice, Lane, LaneSettings, LaneSnapshot};
pub use metric::Metric;
pub use plan::{Extent, Plan, Share};
pub use round::{Observer, Round};
#[cfg(not(target_arch = "wasm32"))]
pub use run::{
    Checkpoint, CheckpointError, ContentError, GameRun, JoinError, PlayedGames, RunError, RunLabel,
    RunProgress, RunReport, join, peak_rss,
};
pub use shard::{Shard, ShardError};
pub use tally::{CountedGames, GameResult, Tally};
pub use timeline::{Scene, Timeline};

/// FNV-1a: catches damage, not malice.
pub fn checksum(bytes: &[u8]) -> u64 {
    checksum_on(None, bytes)
}

/// Continues a checksum with these bytes.
pub fn checksum_on(before: Option<u64>, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before.unwrap_or(0xCBF2_9CE4_8422_2325), |hash, &byte| {
        (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
