//! See `minolab_fuzz::fuzz_board_text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| minolab_fuzz::fuzz_board_text(data));
