//! Evolving weights in the page: what is chosen, the file of a population, where its points lie.
//!
//! The run itself is [`minolab_train::TrainingRun`], the same as on the command line.

mod evolution;
mod order;
mod population;
mod projection;

pub use evolution::Evolution;
pub use order::{EvolveOrder, objectives, optimizers};
pub use population::{Individual, Population, PopulationError, PopulationMark};
pub use projection::Projection;
