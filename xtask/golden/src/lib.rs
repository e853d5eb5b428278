//! Games whose digests must be the same on every machine, native or WebAssembly.
//!
//! A digest covers every possible placement, in order, and everything the chosen one did, so equal
//! digests mean equal behaviour. The page's tests (`cargo xtask test page`) compare those made here
//! with those of the same code in the browser.

mod digest;
mod player;
mod typist;

pub use digest::Digest;
use minolab_rules::{perft::perft, shipped};
pub use player::{best, play};
pub use typist::type_keys;

/// How many shipped rulesets there are.
#[unsafe(no_mangle)]
pub extern "C" fn rulesets() -> u32 {
    shipped::NAMES.len() as u32
}

/// The digest of a game by the shipped ruleset with this index, up to this many pieces.
#[unsafe(no_mangle)]
pub extern "C" fn game(ruleset: u32, seed: u32, pieces: u32) -> u64 {
    play(&shipped::all()[ruleset as usize], seed as u64, pieces)
}

/// The digest of this many ticks in real time by the shipped ruleset with this index.
#[unsafe(no_mangle)]
pub extern "C" fn realtime(ruleset: u32, seed: u32, ticks: u32) -> u64 {
    type_keys(&shipped::all()[ruleset as usize], seed as u64, ticks)
}

/// How many placement sequences the shipped ruleset with this index has for this many pieces of
/// IOLJSZT.
#[unsafe(no_mangle)]
pub extern "C" fn count(ruleset: u32, depth: u32) -> u64 {
    use minolab_rules::Piece::*;
    let rules = &shipped::all()[ruleset as usize];
    perft(&rules.empty_board(), rules, &[I, O, L, J, S, Z, T][..depth as usize])
}
