//! See `minolab_fuzz::fuzz_fumen`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| minolab_fuzz::fuzz_fumen(data));
