//! See `minolab_fuzz::fuzz_puzzles`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| minolab_fuzz::fuzz_puzzles(data));
