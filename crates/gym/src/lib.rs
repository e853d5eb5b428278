//! Many games stepped at once, into buffers that the caller owns.
//!
//! The core of the Python package's environments, without Python: [`Batch`] holds the games, [`Batch::step`] takes one
//! action per game and writes observations, rewards and ends into slices. After a few steps of every game, a step on
//! one thread allocates nothing.
//!
//! ```
//! use std::sync::Arc;
//! use minolab_gym::{Batch, Output, Settings, ActionKind};
//!
//! let rules = minolab_rules::shipped::get("classic").unwrap().clone();
//! let settings = Settings::new(rules, ActionKind::Placement);
//! let mut batch = Batch::new(Arc::new(settings), 2);
//! let mut mask = vec![0; 2 * batch.settings().actions()];
//! let mut reward = [0.0; 2];
//! batch.reset(&[Some(7), Some(8)], None, Output { mask: &mut mask, ..Output::default() }).unwrap();
//! let actions = [0, 1].map(|game| mask[game * 40..].iter().position(|&m| m == 1).unwrap() as i64);
//! let out = Output { mask: &mut mask, reward: &mut reward, ..Output::default() };
//! batch.step(&actions, 1, out, Output::default()).unwrap();
//! assert_eq!(reward, [0.0; 2]);
//! ```

#![warn(missing_docs)]

mod actions;
mod batch;
mod measure;
mod output;
mod reward;
mod settings;
mod slot;

pub use actions::Actions;
pub use batch::{Batch, StepError};
pub use measure::Measures;
pub use output::{Layout, Output};
pub use reward::Rewards;
pub use settings::{ActionKind, Autoreset, Settings};
