//! A person's game, whatever the screen: the session with its record, the counters beside the
//! board, the summary at the end, and personal bests.

mod action;
mod best;
mod clear;
mod clock;
mod session;
mod summary;

pub use action::Action;
pub use best::{Best, BestStanding, Bests, is_better};
pub use clear::{ShownClear, clear_name};
pub use clock::{countdown, stopwatch};
pub use session::{Counters, Landed, Session, Sound};
pub use summary::{Summary, mode_title, rules_title};

#[cfg(test)]
mod tests;
