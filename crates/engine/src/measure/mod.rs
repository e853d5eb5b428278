//! Features: each by its definition, and many at once.
//!
//! [`Feature`] is the catalogue and the specification; [`Survey`] and [`Rows`] measure many
//! features together, which is what agents run on.

pub(crate) mod adaptability;
mod catalogue;
mod heights;
mod holes;
mod placement;
mod slots;
mod stack;
mod survey;
#[cfg(test)]
mod tests;
mod transitions;
mod view;
mod wells;

pub use catalogue::{Feature, Subject};
pub use heights::Heights;
pub use placement::combo_garbage;
#[cfg(test)]
pub use slots::Slot;
pub use stack::{Rows, Stack};
pub use survey::{Survey, Values};
pub use view::View;
pub use wells::WellCosts;
