//! The Python package's native half: see `python/minolab`.
//!
//! Thin on purpose: it turns arguments into what the crates take and results into plain Python
//! values. Games of environments are `minolab_gym`'s.

mod agent;
mod board;
mod buffers;
mod dataset;
mod environment;
mod error;
mod features;
mod game;
mod json;
mod perfect;
mod placement;
mod replay;
mod rules;
mod state;
mod stop;
mod training;
mod work;

use pyo3::prelude::*;

/// Python allocates its objects aligned to this many bytes, and what is in them with them.
const ALIGNMENT: usize = 16;

macro_rules! assert_aligned {
    ($($class:ty),+ $(,)?) => {
        $(const _: () = assert!(align_of::<$class>() <= ALIGNMENT);)+
    };
}

assert_aligned!(
    agent::Agent,
    board::Board,
    dataset::Dataset,
    environment::Environment,
    game::Game,
    placement::Clear,
    placement::Placement,
    replay::Replay,
    rules::Ruleset,
    state::State,
);

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::{
        agent::Agent,
        board::Board,
        dataset::Dataset,
        dataset::dataset,
        environment::Environment,
        features::{feature_names, features},
        game::Game,
        perfect::perfect_clears,
        placement::{Clear, Placement},
        replay::Replay,
        rules::Ruleset,
        state::State,
        training::{play_tasks, train},
        work::{compare, merge, play_games, review, run},
    };
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
