//! What a coach says: grades by what a move costs, and reasons that can be pointed at.

mod advice;
mod difficulty;
mod effect;
mod fact;
mod grade;
pub mod name;
mod summary;
mod words;

pub use advice::advice;
pub use difficulty::{Difficulty, Glances, Sight, is_tuck};
pub use effect::{PlacementEffect, Spot, slot};
pub use fact::{Fact, FactKind, all_facts, facts, line_clears, missed_finish};
pub use grade::{Grade, Scale};
pub use summary::{amount, summary};
pub use words::{in_words, in_words_at};

#[cfg(test)]
mod tests;
