//! The messages between the local server and its page, as JSON.
//!
//! Both sides use these types, so neither can send what the other does not understand. Keys are never renamed: a page
//! may be older than its server.
//!
//! ```
//! use minolab_api::{GamesOrder, Phase};
//!
//! let order: GamesOrder = serde_json::from_str(r#"{"agent": "bcts", "games": 20}"#)?;
//! assert_eq!((order.games, order.seed), (20, 1));
//! assert_eq!(serde_json::to_string(&Phase::Running)?, r#""running""#);
//! # Ok::<(), serde_json::Error>(())
//! ```

mod games;
mod list;
mod order;
mod phase;
mod run;
mod study;

pub use games::{GameCounts, GamesState};
pub use list::RunList;
pub use order::{Begun, GamesOrder, Refusal, StudyOrder};
pub use phase::Phase;
pub use run::RunState;
pub use study::StudyState;

#[cfg(test)]
mod tests;
