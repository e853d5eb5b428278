//! The fast generator finds exactly what the plain one finds.
//!
//! Seventy thousand positions for every shipped ruleset: boards grown by random play, hills and
//! noise up to the ceiling, in the ruleset's own size and in others.

mod boards;
mod oracle;

use std::collections::BTreeSet;

use boards::{Random, RandomPlay};
use minolab_rules::{
    Board, Entry, Piece, Placement, Ruleset, SpinRule, Turns, placements, shipped,
};

const POSITIONS: usize = 70_000;

/// A test for each shipped ruleset, and the list of those that have one.
macro_rules! rulesets {
    ($($test:ident: $name:literal,)*) => {
        const TESTED: &[&str] = &[$($name),*];

        $(#[test]
        fn $test() {
            compare($name);
        })*
    };
}

rulesets! {
    capstone: "capstone",
    classic: "classic",
    classic_next: "classic-next",
    guideline: "guideline",
    hidamari: "hidamari",
    mzmousa: "mzmousa",
    tengstrand: "tengstrand",
    tengstrand_sliding: "tengstrand-sliding",
    tetrais: "tetrais",
    tetrio: "tetrio",
}

#[test]
fn every_shipped_ruleset_is_compared() {
    let shipped: BTreeSet<&str> = shipped::all().iter().map(|rules| rules.name.as_str()).collect();
    assert_eq!(BTreeSet::from_iter(TESTED.iter().copied()), shipped);
}

/// Rulesets that are not shipped, so that no part of a ruleset depends on another.
#[test]
fn mixtures() {
    let mut random = Random(8);
    for _ in 0..400 {
        let base = random.pick(&["guideline", "tetrio", "hidamari", "tengstrand-sliding"]);
        let mut rules = shipped::get(base).unwrap().clone();
        rules.turns = random.pick(&[Turns::Quarter, Turns::All, Turns::Cw, Turns::Ccw]);
        rules.entry = random.pick(&[Entry::Spawn, Entry::Spawn, Entry::Above]);
        rules.spins = random.pick(&[SpinRule::None, SpinRule::T, SpinRule::All]);
        rules.spawn.row = random.between(0, 6) as i8 - 3;
        rules.slide = random.chance(50);
        let height = random.between(8, 40);
        let Ok(rules) = rules.with_size(random.between(4, 16), height) else { continue };
        for _ in 0..25 {
            let board = random_board(&rules, &mut random);
            let piece = random.piece();
            check(&board, &rules, piece, true);
        }
    }
}

fn compare(name: &str) {
    let rules = shipped::get(name).unwrap();
    // A separate seed, independent of other tests.
    let mut random = Random(name.bytes().fold(1, |seed, byte| seed * 31 % 1_000_003 + byte as u64));
    let mut played = 0;
    // Half of all positions on the ruleset's own board, most of these by random play.
    let mut play = RandomPlay::new(rules, &mut random);
    for index in 0..POSITIONS / 2 {
        let board = if index % 4 == 0 {
            random_board(rules, &mut random)
        } else {
            played += 1;
            play.next(&mut random).state().board
        };
        check(&board, rules, random.piece(), index.is_multiple_of(8));
    }
    // The other half on other sizes, a few hundred positions each.
    let mut index = POSITIONS / 2;
    while index < POSITIONS {
        let height = if random.chance(60) { random.between(4, 20) } else { random.between(21, 40) };
        let Ok(rules) = rules.clone().with_size(random.between(4, 16), height) else { continue };
        let mut play = RandomPlay::new(&rules, &mut random);
        for _ in 0..250 {
            let board = match random.chance(60) {
                true => play.next(&mut random).state().board,
                false => random_board(&rules, &mut random),
            };
            check(&board, &rules, random.piece(), index.is_multiple_of(8));
            index += 1;
        }
    }
    assert!(played >= POSITIONS / 3);
}

fn random_board(rules: &Ruleset, random: &mut Random) -> Board {
    let (width, height) = (rules.width as usize, rules.height as usize);
    match random.chance(50) {
        true => boards::noise(width, height, random),
        false => boards::hills(width, height, random),
    }
}

/// Compares every function; the generator that the ruleset does not use only if `both` is set, to
/// save time.
fn check(board: &Board, rules: &Ruleset, piece: Piece, both: bool) {
    let expect = |what: &str, list: &[Placement], expected: &BTreeSet<Placement>| {
        let found: BTreeSet<Placement> = list.iter().copied().collect();
        assert!(
            found == *expected && list.len() == expected.len(),
            "{what} of {piece} by {}, spawn {:?}\n{board}\nmissing {:#?}\ntoo many {:#?}\n{} listed, {} distinct",
            rules.name,
            rules.spawn(piece),
            expected.difference(&found).collect::<Vec<_>>(),
            found.difference(expected).collect::<Vec<_>>(),
            list.len(),
            found.len(),
        );
    };
    if rules.slide || both {
        let expected = oracle::reachable(board, rules, piece);
        expect("reachable", &placements::reachable(board, rules, piece), &expected);
        let portable = placements::portable::reachable(board, rules, piece);
        expect("portable reachable", &portable, &expected);
    }
    if !rules.slide || both {
        let expected = oracle::drops(board, rules, piece);
        expect("drops", &placements::drops(board, rules, piece), &expected);
        expect("portable drops", &placements::portable::drops(board, rules, piece), &expected);
    }
    let all = placements::all(board, rules, piece);
    let by = if rules.slide { placements::reachable } else { placements::drops };
    assert_eq!(all.as_slice(), by(board, rules, piece).as_slice());
    assert_eq!(placements::portable::all(board, rules, piece).as_slice(), all.as_slice());
    let mut visited = Vec::new();
    placements::for_each(board, rules, piece, &mut |placement| visited.push(placement));
    assert_eq!(visited, all.as_slice());
    let count = placements::count(board, rules, piece);
    assert_eq!(count as usize, all.len(), "count of {piece} by {}\n{board}", rules.name);
    assert_eq!(placements::portable::count(board, rules, piece), count);
}
