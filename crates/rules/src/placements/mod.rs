//! Every distinct placement of a piece.
//!
//! [`drops`] are the hard drops, [`reachable`] are all that the inputs reach (tucks, slides and
//! spins included), and [`all`] is whichever of the two the ruleset allows. None of them allocates.

mod flood;
mod list;
mod plane;
mod spins;
#[cfg(target_arch = "x86_64")]
mod wide;

use flood::{Landings, Query};
pub use list::PlacementList;
use plane::Plane;

#[cfg(target_arch = "x86_64")]
use crate::cpu;
use crate::{Board, Choice, Falling, Piece, Placement, Ruleset, Spin, State, shape};

/// Every placement the ruleset allows.
pub fn all(board: &Board, rules: &Ruleset, piece: Piece) -> PlacementList {
    let mut list = PlacementList::new();
    visit(board, &Query::new(rules, piece), &mut |placement| list.push(placement));
    list
}

/// The hard drops: rotated and shifted at the spawn, then dropped, which is never a spin.
pub fn drops(board: &Board, rules: &Ruleset, piece: Piece) -> PlacementList {
    let mut list = PlacementList::new();
    let query = Query { slide: false, ..Query::new(rules, piece) };
    visit(board, &query, &mut |placement| list.push(placement));
    list
}

/// Everything the inputs can reach, with the spins the ruleset counts.
pub fn reachable(board: &Board, rules: &Ruleset, piece: Piece) -> PlacementList {
    let mut list = PlacementList::new();
    let query = Query { slide: true, ..Query::new(rules, piece) };
    visit(board, &query, &mut |placement| list.push(placement));
    list
}

/// Calls `each` with every placement the ruleset allows, without building a list.
#[inline]
pub fn for_each(board: &Board, rules: &Ruleset, piece: Piece, each: &mut impl FnMut(Placement)) {
    visit(board, &Query::new(rules, piece), each);
}

/// Calls `each` with every choice: the placements of the current piece, then those of the piece
/// that a hold brings.
#[inline]
pub fn for_each_choice(rules: &Ruleset, state: &State, each: &mut impl FnMut(Choice)) {
    let held = state.after_hold(rules).filter(|&piece| rules.can_spawn(&state.board, piece));
    for (hold, piece) in [(false, state.current), (true, held)] {
        if let Some(piece) = piece {
            for_each(&state.board, rules, piece, &mut |placement| each(Choice { hold, placement }));
        }
    }
}

/// Whether the ruleset allows exactly this placement, spin included.
pub fn contains(board: &Board, rules: &Ruleset, placement: Placement) -> bool {
    let mut found = false;
    for_each(board, rules, placement.piece, &mut |other| found |= other == placement);
    found
}

/// How many distinct placements there are; spin kinds count separately if the ruleset has spins.
#[inline]
pub fn count(board: &Board, rules: &Ruleset, piece: Piece) -> u32 {
    count_query(board, &Query::new(rules, piece))
}

/// Whether nothing is above the piece: a hard drop from the sky ends here.
pub fn is_drop(board: &Board, resting: Falling) -> bool {
    resting.cells().iter().all(|&(x, y)| y as usize + 1 > board.column_height(x as usize))
}

#[inline]
fn visit(board: &Board, query: &Query, each: &mut impl FnMut(Placement)) {
    #[cfg(target_arch = "x86_64")]
    if cpu::has(cpu::Level::V4) {
        if flood::is_low(board, query) && wide::is_known(query) {
            return wide::visit(board, query, each);
        } else if flood::is_medium(board, query) {
            return wide::visit_medium(board, query, each);
        }
    }
    portable::visit(board, query, each);
}

#[inline]
fn count_query(board: &Board, query: &Query) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if cpu::has(cpu::Level::V4Late) {
        if flood::is_low(board, query) && wide::is_known(query) {
            return wide::count(board, query);
        } else if flood::is_medium(board, query) {
            return wide::count_medium(board, query);
        }
    }
    portable::count_query(board, query)
}

#[inline(always)]
fn emit(landings: &Landings<impl Plane>, piece: Piece, each: &mut impl FnMut(Placement)) {
    let kinds = [&landings.none, &landings.mini, &landings.full];
    for &rotation in shape::distinct(piece) {
        for (spin, places) in Spin::ALL.into_iter().zip(kinds) {
            places[rotation.index()]
                .for_each(|x, y| each(Placement { piece, rotation, x, y, spin }));
        }
    }
}

#[inline(always)]
fn total(landings: &Landings<impl Plane>) -> u32 {
    Plane::count(&landings.none) + Plane::count(&landings.mini) + Plane::count(&landings.full)
}

/// The generator for every machine, without vector instructions; public so that tests can compare
/// the two.
#[doc(hidden)]
pub mod portable {
    use super::{
        PlacementList,
        flood::{self, Landings, Looked, Query},
        plane::Words,
    };
    use crate::{Board, Piece, Placement, ROWS, Ruleset};

    pub fn all(board: &Board, rules: &Ruleset, piece: Piece) -> PlacementList {
        list(board, &Query::new(rules, piece))
    }

    pub fn drops(board: &Board, rules: &Ruleset, piece: Piece) -> PlacementList {
        list(board, &Query { slide: false, ..Query::new(rules, piece) })
    }

    pub fn reachable(board: &Board, rules: &Ruleset, piece: Piece) -> PlacementList {
        list(board, &Query { slide: true, ..Query::new(rules, piece) })
    }

    pub fn count(board: &Board, rules: &Ruleset, piece: Piece) -> u32 {
        count_query(board, &Query::new(rules, piece))
    }

    fn list(board: &Board, query: &Query) -> PlacementList {
        let mut list = PlacementList::new();
        visit(board, query, &mut |placement| list.push(placement));
        list
    }

    #[inline]
    pub(super) fn visit(board: &Board, query: &Query, each: &mut impl FnMut(Placement)) {
        if flood::is_low(board, query) {
            super::emit(&low(board, query), query.piece, each);
        } else {
            super::emit(&tall(board, query), query.piece, each);
        }
    }

    pub(super) fn count_query(board: &Board, query: &Query) -> u32 {
        if flood::is_low(board, query) {
            super::total(&low(board, query))
        } else {
            super::total(&tall(board, query))
        }
    }

    // The flood is a lot of code: compiled once here, not for every closure that visits its placements, in every crate.

    #[inline(never)]
    fn low(board: &Board, query: &Query) -> Landings<Words<4>> {
        flood::landings(board, query, Looked { piece: query.piece, system: query.system })
    }

    #[inline(never)]
    fn tall(board: &Board, query: &Query) -> Landings<Words<{ ROWS / 4 }>> {
        flood::landings(board, query, Looked { piece: query.piece, system: query.system })
    }
}
