//! See `minolab_fuzz::fuzz_training_checkpoint`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| minolab_fuzz::fuzz_training_checkpoint(data));
