//! Agents as files: an evaluator, its weights, a search, and their origin.
//!
//! ```
//! use minolab_agents::shipped;
//! use minolab_engine::Position;
//! use minolab_rules::Game;
//!
//! let agent = shipped::get("bcts").unwrap();
//! let rules = minolab_rules::shipped::get(&agent.rules).unwrap();
//! let game = Game::new(rules.clone(), 7);
//! let choice = agent.player(rules).choose(&Position::new(game.state()));
//! assert!(choice.is_some());
//! ```

#![warn(missing_docs)]

mod agent;
pub mod catalog;
mod depth;
mod error;
mod exceptions;
mod near;
mod search;
pub mod shipped;
mod unread;

pub use agent::Agent;
pub use error::AgentError;
pub use near::near;
pub use search::{SearchKind, SearchSettings};
