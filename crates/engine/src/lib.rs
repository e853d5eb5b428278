//! Features, evaluators and search: which placement is best.
//!
//! Nothing here prints or reads a file, and a search has no thread but the caller's unless it is
//! given more.

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
