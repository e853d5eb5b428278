//! Set-ups that players have names for, recognised in games.
//!
//! `data/setups.toml` has the drawings, docs/FORMATS.md says how they are matched. A [`SetupSpotter`]
//! follows one game; studies count what it found and reviews name it.

mod appearance;
mod chain;
mod drawing;
mod field;
mod opener;
mod plan;
mod slot;
mod spotter;
mod stack;
mod table;

pub use appearance::{Appearance, SetupEnd};
pub use plan::{OpenerPlan, opener_plans};
pub use spotter::SetupSpotter;
pub use table::{NamedSetup, SetupKind, all};

/// Columns of the boards for which set-ups are defined.
pub const WIDTH: usize = 10;

#[cfg(test)]
mod tests;
