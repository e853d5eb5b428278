//! The generator compiled for AVX-512, used where the processor has it.
//!
//! The same code as everywhere else, with one register to a plane and the kicks of SRS and
//! SRS+ as constants.

use super::{
    flood::{self, Known, Landings, Query},
    plane::{Plane, Wide},
};
use crate::{Board, Piece, RotationSystem};

/// Whether this processor and these rules are served here.
#[inline]
pub fn is_available(query: &Query) -> bool {
    matches!(query.system, RotationSystem::Srs | RotationSystem::SrsPlus)
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("bmi2")
}

/// Calls a function with the constants of the piece and the system.
macro_rules! dispatch {
    ($function:ident, $board:expr, $query:expr) => {
        match ($query.system, $query.piece) {
            (RotationSystem::SrsPlus, Piece::I) => $function($board, $query, Known::<0, 1>),
            (RotationSystem::SrsPlus, Piece::T) => $function($board, $query, Known::<2, 1>),
            (RotationSystem::SrsPlus, Piece::L) => $function($board, $query, Known::<3, 1>),
            (RotationSystem::SrsPlus, Piece::J) => $function($board, $query, Known::<4, 1>),
            (RotationSystem::SrsPlus, Piece::S) => $function($board, $query, Known::<5, 1>),
            (RotationSystem::SrsPlus, Piece::Z) => $function($board, $query, Known::<6, 1>),
            (_, Piece::I) => $function($board, $query, Known::<0, 0>),
            (_, Piece::O) => $function($board, $query, Known::<1, 0>),
            (_, Piece::T) => $function($board, $query, Known::<2, 0>),
            (_, Piece::L) => $function($board, $query, Known::<3, 0>),
            (_, Piece::J) => $function($board, $query, Known::<4, 0>),
            (_, Piece::S) => $function($board, $query, Known::<5, 0>),
            (_, Piece::Z) => $function($board, $query, Known::<6, 0>),
        }
    };
}

/// The resting places; call only if [`is_available`] says so.
#[inline]
pub fn landings(board: &Board, query: &Query) -> Landings<Wide> {
    // SAFETY: `is_available` found the features.
    unsafe { landings_wide(board, query) }
}

/// How many there are; call only if [`is_available`] says so.
#[inline]
pub fn count(board: &Board, query: &Query) -> u32 {
    // SAFETY: `is_available` found the features.
    unsafe { count_wide(board, query) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt")]
fn landings_wide(board: &Board, query: &Query) -> Landings<Wide> {
    use flood::landings;
    dispatch!(landings, board, query)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt")]
fn count_wide(board: &Board, query: &Query) -> u32 {
    #[inline(always)]
    fn rests<T: flood::Table>(board: &Board, query: &Query, table: T) -> u32 {
        let rest = flood::rest::<Wide, T>(board, query, table);
        rest[0].count() + rest[1].count() + rest[2].count() + rest[3].count()
    }
    if query.counts_spins() {
        super::total(&landings_wide(board, query))
    } else {
        dispatch!(rests, board, query)
    }
}
