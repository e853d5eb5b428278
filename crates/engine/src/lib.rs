//! Features, evaluators and search: which placement is best.
//!
//! Nothing here prints or reads a file, and a search has no thread but the caller's unless it is
//! given more.

mod agent;
pub mod catalog;
pub mod contour;
mod evaluator;
mod feature;
mod features;
mod finesse;
mod greedy;
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod kernel;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
#[path = "kernel/absent.rs"]
mod kernel;
mod keys;
mod linear;
pub mod modern;
mod near;
mod outcome;
pub mod perfect;
mod player;
pub mod quirks;
pub mod search;
mod weights;

pub use agent::{Agent, AgentError, EvaluatorSettings, shipped};
pub use evaluator::{Evaluate, Evaluator};
pub use feature::{Feature, Subject};
pub use features::{Heights, Survey, Values, WellCosts};
pub use finesse::Finesse;
pub use greedy::{Greedy, Ties};
pub use keys::KeyCounter;
pub use linear::{Linear, LinearSettings, Measured, Rounding};
pub use near::near;
pub use outcome::Outcome;
pub use player::{Decision, Limits, Player, Position, Ranked, Remaining, Report, Search};
pub use search::{SearchKind, SearchSettings};
pub use weights::Weights;
