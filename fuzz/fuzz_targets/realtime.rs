//! See `minolab_fuzz::fuzz_realtime`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| minolab_fuzz::fuzz_realtime(data));
