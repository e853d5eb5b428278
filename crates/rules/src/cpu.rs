//! What this processor can run, detected once for all vector code.

use std::sync::atomic::{AtomicU8, Ordering};

/// Instruction sets that code here is compiled for, each with all of those before it.
///
/// A function compiled for a level (`#[target_feature]`) may use the features named with it and no
/// others, so having detected the level is all its callers must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Level {
    /// What every processor of the architecture has.
    Portable = 1,
    /// AVX2 and counting bits: `avx2, bmi1, bmi2, lzcnt, popcnt`.
    V3,
    /// AVX-512: `avx512f, avx512bw, avx512cd, avx512dq, avx512vl`.
    V4,
    /// Later additions to AVX-512: `avx512bitalg, avx512vnni, avx512vpopcntdq, gfni`.
    V4Late,
}

/// Not detected yet, or a [`Level`]. A fact about the machine, not state: only [`limit`] changes
/// it, before its first use.
static FOUND: AtomicU8 = AtomicU8::new(0);

/// Whether this processor has all of a level.
#[inline]
pub fn has(level: Level) -> bool {
    match FOUND.load(Ordering::Relaxed) {
        0 => find() >= level as u8,
        found => found >= level as u8,
    }
}

/// Rules out everything above a level from now on, to see what an older processor would do.
///
/// Call it when the program starts: games already in progress may keep the old level.
pub fn limit(most: Level) {
    FOUND.store(detect().min(most) as u8, Ordering::Relaxed);
}

#[cold]
fn find() -> u8 {
    let found = detect() as u8;
    FOUND.store(found, Ordering::Relaxed);
    found
}

#[cfg(target_arch = "x86_64")]
fn detect() -> Level {
    macro_rules! has {
        ($($feature:tt),+) => {
            $(is_x86_feature_detected!($feature))&&+
        };
    }
    if !has!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt") {
        Level::Portable
    } else if !has!("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl") {
        Level::V3
    } else if !has!("avx512bitalg", "avx512vnni", "avx512vpopcntdq", "gfni") {
        Level::V4
    } else {
        Level::V4Late
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn detect() -> Level {
    Level::Portable
}
