//! Properties of our parsers for any input, one function per parser.
//!
//! `tests/smoke.rs` feeds them mutated valid inputs for a moment. `cargo xtask campaign fuzz` runs them for longer,
//! guided by coverage, as does, with a nightly toolchain,
//!
//! ```text
//! cargo +nightly fuzz run --features libfuzzer board_text
//! ```

mod agent;
mod board_text;
mod bot;
mod calibration;
mod fumen;
mod mutator;
mod notation;
mod page;
mod practice;
mod realtime;
mod replay;
mod ruleset;
mod run;
mod setup;
mod tetrais;
mod training;

pub use agent::{fuzz_agent, fuzz_setting};
pub use board_text::fuzz_board_text;
pub use bot::fuzz_bot;
pub use calibration::fuzz_calibration;
pub use fumen::fuzz_fumen;
pub use mutator::Mutator;
pub use notation::{fuzz_mode, fuzz_notation, fuzz_placement};
pub use page::{fuzz_address, fuzz_population};
pub use practice::{fuzz_progress, fuzz_puzzles};
pub use realtime::fuzz_realtime;
pub use replay::{fuzz_key_replay, fuzz_replay, fuzz_replay_text};
pub use ruleset::fuzz_ruleset;
pub use run::fuzz_run_checkpoint;
pub use setup::fuzz_setup;
pub use tetrais::fuzz_tetrais_log;
pub use training::{fuzz_training, fuzz_training_checkpoint};

/// A parser under test.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name: `fuzz_NAME` is the body, `fuzz_targets/NAME.rs` the program.
    pub name: &'static str,
    /// Panics if the parser mishandles this input.
    pub body: fn(&[u8]),
    /// Valid inputs to start from.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// The number of mutated inputs of the smoke test: fewer where each takes longer.
    pub inputs: u64,
}

impl Target {
    const fn new(
        name: &'static str,
        body: fn(&[u8]),
        seeds: fn() -> Vec<Vec<u8>>,
        inputs: u64,
    ) -> Target {
        Target { name, body, seeds, inputs }
    }
}

/// Every parser under test.
pub const TARGETS: &[Target] = &[
    Target::new("board_text", fuzz_board_text, || bytes(board_text::seeds()), 20_000),
    Target::new("ruleset", fuzz_ruleset, || bytes(ruleset::seeds()), 20_000),
    Target::new("notation", fuzz_notation, || bytes(notation::position_seeds()), 20_000),
    Target::new("placement", fuzz_placement, || bytes(notation::placement_seeds()), 20_000),
    Target::new("fumen", fuzz_fumen, || bytes(fumen::seeds()), 20_000),
    Target::new("mode", fuzz_mode, || bytes(notation::mode_seeds()), 20_000),
    Target::new("setup", fuzz_setup, || bytes(setup::seeds()), 20_000),
    Target::new("realtime", fuzz_realtime, || bytes(realtime::seeds()), 20_000),
    Target::new("agent", fuzz_agent, || bytes(agent::seeds()), 1_000),
    Target::new("setting", fuzz_setting, || bytes(agent::setting_seeds()), 500),
    Target::new("training", fuzz_training, || bytes(training::seeds()), 500),
    Target::new("training_checkpoint", fuzz_training_checkpoint, training::checkpoint_seeds, 500),
    Target::new("run_checkpoint", fuzz_run_checkpoint, run::seeds, 2_000),
    Target::new("replay", fuzz_replay, replay::seeds, 20_000),
    Target::new("replay_text", fuzz_replay_text, || bytes(replay::text_seeds()), 1_000),
    Target::new("key_replay", fuzz_key_replay, || bytes(replay::key_seeds()), 500),
    Target::new("tetrais_log", fuzz_tetrais_log, || bytes(tetrais::seeds()), 300),
    Target::new("calibration", fuzz_calibration, calibration::seeds, 500),
    Target::new("puzzles", fuzz_puzzles, || bytes(practice::puzzle_seeds()), 1_000),
    Target::new("progress", fuzz_progress, || bytes(practice::progress_seeds()), 1_000),
    Target::new("population", fuzz_population, || bytes(page::population_seeds()), 300),
    Target::new("address", fuzz_address, || bytes(page::address_seeds()), 1_000),
    Target::new("bot", fuzz_bot, || bytes(bot::seeds()), 3_000),
];

fn bytes(seeds: Vec<String>) -> Vec<Vec<u8>> {
    seeds.into_iter().map(String::into_bytes).collect()
}

/// The bytes of a checkpoint with the checksum of what they hold: eight bytes that say what it is,
/// eight of the checksum, then the rest.
fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some((head, body)) = bytes.split_at_mut_checked(16) {
        head[8..].copy_from_slice(&minolab_arena::checksum(body).to_le_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_inputs_hold() {
        for target in TARGETS {
            let seeds = (target.seeds)();
            assert!(!seeds.is_empty(), "{}", target.name);
            seeds.iter().for_each(|seed| (target.body)(seed));
        }
    }
}
