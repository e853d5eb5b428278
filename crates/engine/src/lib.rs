//! Features, evaluators and search: which placement is best.
//!
//! Nothing here prints or reads a file, and a search uses only the caller's thread unless it is
//! given more.
//!
//! ```
//! use std::sync::Arc;
//!
//! use minolab_engine::{Feature, Greedy, Linear, Player, Position, Ties, Weights};
//! use minolab_rules::{Game, shipped};
//!
//! let weights: Weights =
//!     [(Feature::AggregateHeight, -0.51), (Feature::Holes, -0.36), (Feature::Bumpiness, -0.18)]
//!         .into_iter()
//!         .collect();
//! let evaluator = Linear::new(weights, &[], Default::default());
//! let rules = shipped::get("classic").unwrap();
//! let mut player = Player::new(rules, Greedy::new(Arc::new(evaluator), Ties::First));
//! let mut game = Game::new(rules.clone(), 7);
//! for _ in 0..20 {
//!     let choice = player.choose(&Position::new(game.state())).unwrap();
//!     game.play(choice).unwrap();
//! }
//! assert!((0..10).all(|column| game.state().board.column_height(column) < 8));
//! ```

#![warn(missing_docs)]

pub mod eval;
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod fast;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
#[path = "fast/absent.rs"]
mod fast;
mod finesse;
mod keys;
pub mod measure;
mod outcome;
pub mod perfect;
mod player;
mod position;
pub mod search;
#[cfg(test)]
mod testing;

pub use eval::{
    Evaluation, Evaluator, EvaluatorSettings, Linear, LinearSettings, Measured, Points, Rounding,
    Weights, contour,
};
pub use finesse::Finesse;
pub use keys::KeyCounter;
pub use measure::{Feature, Heights, Subject, Survey, Values, View, WellCosts};
pub use outcome::Outcome;
pub use player::{Decision, Leveled, Limits, Player, Ranked, Report, Search};
pub use position::{Position, Remaining};
pub use search::{BeamPlayer, BeamSettings, Greedy, Lookahead, LookaheadSettings, Ties};
