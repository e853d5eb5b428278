//! See `minolab_fuzz::fuzz_progress`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| minolab_fuzz::fuzz_progress(data));
