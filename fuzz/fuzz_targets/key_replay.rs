//! See `minolab_fuzz::fuzz_key_replay`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| minolab_fuzz::fuzz_key_replay(data));
