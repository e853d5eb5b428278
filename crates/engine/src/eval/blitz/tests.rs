//! Every term of the blitz evaluator on drawn boards.

use minolab_rules::{Choice, Rotation, shipped};

use super::*;
use crate::{Remaining, eval::on_board};

/// Every weight is different, so that mixing up two is noticed.
fn odd() -> Blitz {
    let mut odd = Blitz { tslot: [3, 50, 700, 9000], ..Blitz::default() };
    let mut prime = 101;
    odd.numbers(&mut |name, mut number| {
        if !name.starts_with("tslot") {
            number.set(prime as f64);
            prime += 2;
        }
    });
    odd
}

fn state(picture: &str, pieces: &[Piece]) -> State {
    let rules = shipped::get("capstone").unwrap();
    let board = picture.parse().unwrap();
    let state = State::new(rules, pieces.iter().copied());
    State { board, ..state }
}

fn standing(state: &State) -> Vec<(&'static str, i64)> {
    let mut terms = Vec::new();
    odd().standing(state, &mut |name, share| terms.push((name, share)));
    terms.retain(|term| term.1 != 0);
    terms
}

fn term(terms: &[(&'static str, i64)], name: &str) -> i64 {
    terms.iter().filter(|term| term.0 == name).map(|term| term.1).sum()
}

#[test]
fn heights_and_bumpiness() {
    let odd = odd();
    // Heights 17 0 1 1 1 1 1 1 1 1: the well is column 2, and the rest differ by 16 once.
    let mut rows = vec!["X........."; 16];
    rows.push("X.XXXXXXXX");
    let terms = standing(&state(&rows.join(" "), &[]));
    assert_eq!(term(&terms, "height"), 17 * odd.height as i64);
    assert_eq!(term(&terms, "top_half"), 7 * odd.top_half as i64);
    assert_eq!(term(&terms, "top_quarter"), 2 * odd.top_quarter as i64);
    assert_eq!(term(&terms, "jeopardy"), 7 * odd.jeopardy as i64);
    assert_eq!(term(&terms, "bumpiness"), (15 + 255) * odd.bumpiness as i64);
    // Both sums begin at -1: an empty board counts two.
    let terms = standing(&on_board(shipped::get("capstone").unwrap(), &Board::EMPTY));
    assert_eq!(terms, [("bumpiness", 2 * odd.bumpiness as i64)]);
    // Of equally low columns the rightmost is the well.
    let terms = standing(&state("X........X", &[]));
    assert_eq!(term(&terms, "bumpiness"), (1 + 1) * odd.bumpiness as i64);
}

#[test]
fn holes_by_the_columns_beside_them() {
    // The upper one is open from the right; beside the lower one there is a cell less room.
    let overhang = state("XX........ X......... X......... XXX.......", &[]);
    let holes = Holes::of(&overhang.board);
    assert_eq!((holes.cavities, holes.overhangs), (1, 1));
    assert_eq!((holes.covered, holes.covered_squared), (1 + 2, 1 + 4));
    let odd = odd();
    let terms = standing(&overhang);
    assert_eq!(term(&terms, "cavity_cells"), odd.cavity_cells as i64 + 1);
    assert_eq!(term(&terms, "cavity_cells_sq"), odd.cavity_cells_sq as i64);
    assert_eq!(term(&terms, "overhang_cells_sq"), odd.overhang_cells_sq as i64);
    assert_eq!(term(&terms, "covered_cells"), 3 * odd.covered_cells as i64);
    assert_eq!(term(&terms, "covered_cells_sq"), 5 * odd.covered_cells_sq as i64);
    // At the wall there are no two columns to look at.
    let mut rows = vec!["X.X......."];
    rows.extend(vec!["..X......."; 9]);
    let deep = Holes::of(&rows.join(" ").parse().unwrap());
    assert_eq!((deep.cavities, deep.overhangs), (9, 0));
    assert_eq!(deep.covered, 1 + 2 + 3 + 4 + 5 + 4 * 6);
}

#[test]
fn slots_count_as_often_as_ts_are_near() {
    let odd = odd();
    let double = "XX........ X...XXXXXX XX.XXXXXXX";
    // The whole bag is to come: a T in it.
    assert_eq!(term(&standing(&state(double, &[])), "tslot"), odd.tslot[2] as i64);
    // None of the bag's last four is a T.
    let rules = shipped::get("capstone").unwrap();
    let mut late = State { board: double.parse().unwrap(), ..State::new(rules, []) };
    late.bag = [Piece::I, Piece::O, Piece::L, Piece::S].into_iter().collect();
    assert_eq!((ts(&late), term(&standing(&late), "tslot")), (0, 0));
    // A T on hold, and one of the next bag where this one is near its end.
    late.hold = Some(Piece::T);
    assert_eq!(term(&standing(&late), "tslot"), odd.tslot[2] as i64);
    late.bag = [Piece::I, Piece::O].into_iter().collect();
    assert_eq!(ts(&late), 2);
    // A slot that clears one line or none is the last, though there is another after it.
    let single = "XX........ X.......XX XX.XXX...X XXXXXXX.XX";
    late.board = single.parse().unwrap();
    assert_eq!(term(&standing(&late), "tslot"), odd.tslot[1] as i64);
    let mut after = late.board;
    assert_eq!(slots::first(&after).map(|slot| slots::fill(&mut after, slot)), Some(1));
    assert!(slots::first(&after).is_some());
}

#[test]
fn the_bag_is_the_one_that_the_queue_came_from() {
    let rules = shipped::get("capstone").unwrap();
    let pieces = [Piece::T, Piece::I, Piece::O, Piece::L, Piece::J, Piece::S];
    // Six dealt, Z left: before them the bag was full, which the program takes for an empty one.
    let whole = State::new(rules, pieces);
    assert_eq!(whole.bag.len(), 1);
    assert_eq!(bag_before(&whole), PieceSet::ALL);
    let mut later = whole;
    later.current = None;
    assert_eq!(bag_before(&later), PieceSet::ALL.without(Piece::T));
    // The seventh fills the bag again; put back, it is alone.
    later.reveal(rules, Piece::Z);
    assert_eq!(later.bag, PieceSet::ALL);
    assert_eq!(bag_before(&later), PieceSet::ALL.without(Piece::T));
}

#[test]
fn clears_earn_what_their_kind_does() {
    let odd = odd();
    let earned = |picture: &str, placement: Placement, combo: u8, back_to_back: bool| {
        let rules = shipped::get("capstone").unwrap();
        let mut before = state(picture, &[placement.piece]);
        (before.combo, before.back_to_back) = (combo, back_to_back);
        let choice = Choice { hold: false, placement };
        let outcome = Outcome::of_choice(rules, &before, Remaining::ENDLESS, choice);
        let mut terms = Vec::new();
        odd.earned(placement, &outcome.clear, &mut |name, share| terms.push((name, share)));
        terms.retain(|term: &(&str, i64)| term.1 != 0);
        terms
    };
    let at = |piece, rotation, x, y, spin| Placement { piece, rotation, x, y, spin };
    let time = ("move_time", 40 * odd.move_time as i64);
    let double = "XX........ X...XXXXXX XX.XXXXXXX";
    let t = |spin| at(Piece::T, Rotation::South, 2, 1, spin);
    let expected = [time, ("tspin2", odd.tspin2.into())];
    assert_eq!(earned(double, t(Spin::Full), 0, false), expected);
    let wasted = ("wasted_t", odd.wasted_t as i64);
    let expected = [wasted, time, ("mini_tspin2", odd.mini_tspin2.into())];
    assert_eq!(earned(double, t(Spin::Mini), 0, false), expected);
    let combo = ("combo_garbage", 2 * odd.combo_garbage as i64);
    let expected =
        [time, ("b2b_clear", odd.b2b_clear.into()), combo, ("tspin2", odd.tspin2.into())];
    assert_eq!(earned(double, t(Spin::Full), 4, true), expected);
    // An empty board earns nothing else but the time it takes.
    let bar = at(Piece::I, Rotation::North, 7, 0, Spin::None);
    let expected = [time, ("perfect_clear", odd.perfect_clear.into())];
    assert_eq!(earned("XXXXXX....", bar, 4, false), expected);
    let expected = [time, ("clear1", odd.clear1.into())];
    assert_eq!(earned("X......... XXXXXX....", bar, 0, false), expected);
    // A T without a line is wasted, whatever spin it is.
    assert_eq!(
        earned("..........", at(Piece::T, Rotation::North, 4, 0, Spin::Full), 0, false),
        [wasted]
    );
}
