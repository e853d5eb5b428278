//! The generator compiled for AVX-512, used where the processor has it.
//!
//! The same code as everywhere else, with one register per plane and the kicks of SRS and SRS+ as
//! constants.

use super::{
    flood::{self, Known, Landings, Looked, Query},
    plane::{Plane, Wide, Wider},
};
use crate::{Board, Piece, Placement, RotationSystem, Spin, shape};

/// Whether the constants of this rotation system are compiled in.
#[inline]
pub fn is_known(query: &Query) -> bool {
    matches!(query.system, RotationSystem::Srs | RotationSystem::SrsPlus)
}

/// Visits the placements; call only at level V4 or above.
#[inline]
pub fn visit(board: &Board, query: &Query, each: &mut impl FnMut(Placement)) {
    // SAFETY: the level has every feature it is compiled for.
    unsafe { visit_wide(board, query, each) }
}

/// How many there are; call only at level V4Late.
#[inline]
pub fn count(board: &Board, query: &Query) -> u32 {
    // SAFETY: the level has every feature it is compiled for.
    unsafe { count_wide(board, query) }
}

/// As [`visit`], for stacks too high for sixteen rows and for any rotation system.
#[inline]
pub fn visit_medium(board: &Board, query: &Query, each: &mut impl FnMut(Placement)) {
    // SAFETY: the level has every feature it is compiled for.
    unsafe { visit_wider(board, query, each) }
}

/// As [`count`], for stacks too high for sixteen rows and for any rotation system.
#[inline]
pub fn count_medium(board: &Board, query: &Query) -> u32 {
    // SAFETY: the level has every feature it is compiled for.
    unsafe { count_wider(board, query) }
}

#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,popcnt,lzcnt")]
fn landings_wider(board: &Board, query: &Query) -> Landings<Wider> {
    flood::landings(board, query, Looked { piece: query.piece, system: query.system })
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,popcnt,lzcnt")]
fn visit_wider(board: &Board, query: &Query, each: &mut impl FnMut(Placement)) {
    super::emit(&landings_wider(board, query), query.piece, each);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt")]
fn count_wider(board: &Board, query: &Query) -> u32 {
    super::total(&landings_wider(board, query))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,popcnt,lzcnt")]
fn visit_wide(board: &Board, query: &Query, each: &mut impl FnMut(Placement)) {
    if query.counts_spins() {
        return super::emit(&landings_wide(board, query), query.piece, each);
    }
    let rest = rest_wide(board, query);
    for &rotation in shape::distinct(query.piece) {
        rest[rotation.index()].for_each(|x, y| {
            each(Placement { piece: query.piece, rotation, x, y, spin: Spin::None });
        });
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,popcnt,lzcnt")]
fn landings_wide(board: &Board, query: &Query) -> Landings<Wide> {
    // Spins of other pieces than the T are rare enough that their kicks can be looked up.
    match (query.piece, query.system) {
        (Piece::T, RotationSystem::Srs) => landings_known::<0>(board, query),
        (Piece::T, RotationSystem::SrsPlus) => landings_known::<1>(board, query),
        _ => landings_looked(board, query),
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,popcnt,lzcnt")]
fn rest_wide(board: &Board, query: &Query) -> [Wide; 4] {
    macro_rules! with_constants {
        ($system:literal) => {
            match query.piece {
                Piece::I => rest_known::<0, $system>(board, query),
                Piece::O => rest_known::<1, $system>(board, query),
                Piece::T => rest_known::<2, $system>(board, query),
                Piece::L => rest_known::<3, $system>(board, query),
                Piece::J => rest_known::<4, $system>(board, query),
                Piece::S => rest_known::<5, $system>(board, query),
                Piece::Z => rest_known::<6, $system>(board, query),
            }
        };
    }
    if query.system == RotationSystem::Srs { with_constants!(0) } else { with_constants!(1) }
}

/// A function of its own for each piece: one with all of them takes minutes to compile.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,popcnt,lzcnt")]
fn rest_known<const PIECE: usize, const SYSTEM: usize>(board: &Board, query: &Query) -> [Wide; 4] {
    flood::rest(board, query, Known::<PIECE, SYSTEM>)
}

#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,popcnt,lzcnt")]
fn landings_known<const SYSTEM: usize>(board: &Board, query: &Query) -> Landings<Wide> {
    flood::landings(board, query, Known::<2, SYSTEM>)
}

#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,popcnt,lzcnt")]
fn landings_looked(board: &Board, query: &Query) -> Landings<Wide> {
    flood::landings(board, query, Looked { piece: query.piece, system: query.system })
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt")]
fn count_wide(board: &Board, query: &Query) -> u32 {
    if query.counts_spins() {
        return super::total(&landings_wide(board, query));
    }
    Wide::count(&rest_wide(board, query))
}
