//! What must hold for any input to our parsers, one function per parser.
//!
//! `tests/smoke.rs` feeds them mutated good inputs for a moment on any toolchain. For
//! longer runs guided by coverage:
//!
//! ```text
//! cargo +nightly fuzz run --features libfuzzer board_text
//! ```

mod board_text;
mod mutator;
mod notation;
mod realtime;
mod ruleset;
mod setup;

pub use board_text::fuzz_board_text;
pub use mutator::Mutator;
pub use notation::{fuzz_mode, fuzz_notation, fuzz_placement};
pub use realtime::fuzz_realtime;
pub use ruleset::fuzz_ruleset;
pub use setup::fuzz_setup;

/// A parser under test.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name: `fuzz_NAME` is the body, `fuzz_targets/NAME.rs` the program.
    pub name: &'static str,
    /// Panics if the parser does something wrong with this input.
    pub body: fn(&[u8]),
    /// Good inputs to start from.
    pub seeds: fn() -> Vec<String>,
}

/// Every parser under test.
pub const TARGETS: &[Target] = &[
    Target { name: "board_text", body: fuzz_board_text, seeds: board_text::seeds },
    Target { name: "ruleset", body: fuzz_ruleset, seeds: ruleset::seeds },
    Target { name: "notation", body: fuzz_notation, seeds: notation::position_seeds },
    Target { name: "placement", body: fuzz_placement, seeds: notation::placement_seeds },
    Target { name: "mode", body: fuzz_mode, seeds: notation::mode_seeds },
    Target { name: "setup", body: fuzz_setup, seeds: setup::seeds },
    Target { name: "realtime", body: fuzz_realtime, seeds: realtime::seeds },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_inputs_hold() {
        for target in TARGETS {
            let seeds = (target.seeds)();
            assert!(!seeds.is_empty(), "{}", target.name);
            seeds.iter().for_each(|seed| (target.body)(seed.as_bytes()));
        }
    }
}
