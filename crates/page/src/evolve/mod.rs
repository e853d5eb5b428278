//! Evolving weights in the page: what is chosen, the file of a population, where its points lie.
//!
//! The run itself is [`minolab_train::Run`], the same as on the command line.

mod order;

pub use order::{EvolveOrder, OBJECTIVES, OPTIMIZERS};
