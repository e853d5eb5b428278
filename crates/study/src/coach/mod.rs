//! What a coach says: grades by what a move costs, and reasons that can be pointed at.

mod advice;
mod difficulty;
mod effect;
mod fact;
mod grade;
pub mod name;
mod outlook;
mod summary;
mod words;

pub use advice::advice;
pub use difficulty::{Difficulty, Glances, Sight, is_tuck};
pub use effect::{PlacementEffect, Spot, slot};
pub use fact::{Fact, FactKind, all_facts, facts, missed_finish};
pub use grade::{Grade, Scale};
pub use outlook::line_facts;
pub use summary::{amount, summary};
pub use words::{in_words, in_words_at};

#[cfg(test)]
pub(crate) mod tests;
