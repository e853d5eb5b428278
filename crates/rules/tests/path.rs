//! Paths lead to their placements, spin included, and none is shorter.

mod boards;
mod oracle;

use boards::{Random, RandomPlay};
use minolab_rules::{
    Board, Entry, Input, Path, Piece, Placement, Ruleset, Spin, path, placements, shipped, step,
};

/// Positions checked for each ruleset, with all their placements.
const POSITIONS: usize = 400;

#[test]
fn paths_replay_and_are_shortest() {
    let mut longest = 0;
    for (seed, rules) in shipped::all().iter().enumerate() {
        let mut random = Random(seed as u64);
        let mut play = RandomPlay::new(rules, &mut random);
        for index in 0..POSITIONS {
            let (width, height) = (rules.width as usize, rules.height as usize);
            let board = match index % 4 {
                0 => boards::noise(width, height, &mut random),
                1 => boards::hills(width, height, &mut random),
                _ => play.next(&mut random).state().board,
            };
            longest = longest.max(check(&board, rules, random.piece()));
        }
    }
    assert!(longest >= 12, "no position was hard: the longest path has {longest} inputs");
}

#[test]
fn paths_on_other_sizes() {
    let mut random = Random(99);
    for _ in 0..1000 {
        let name = random.pick(shipped::NAMES);
        let rules = shipped::get(name).unwrap().clone();
        let size = (random.between(4, 16), random.between(4, 40));
        let Ok(rules) = rules.with_size(size.0, size.1) else { continue };
        let board = boards::hills(size.0, size.1, &mut random);
        check(&board, &rules, random.piece());
    }
}

/// Checks every placement of a piece and returns the length of the longest path.
fn check(board: &Board, rules: &Ruleset, piece: Piece) -> usize {
    let distances = oracle::distances(board, rules, piece);
    let all = placements::all(board, rules, piece);
    let mut longest = 0;
    for &placement in &all {
        let context = || format!("{placement:?} by {}\n{board}", rules.name);
        let path = path(board, rules, placement).unwrap_or_else(|| panic!("no {}", context()));
        assert_eq!(replay(board, rules, piece, &path), Some(placement), "{path} to {}", context());
        assert_eq!(Some(&path.len()), distances.get(&placement), "{path} to {}", context());
        longest = longest.max(path.len());
        // The same cells with a spin that no inputs give.
        for spin in Spin::ALL {
            let other = Placement { spin, ..placement };
            if !all.contains(other) {
                assert_eq!(minolab_rules::path(board, rules, other), None, "{}", context());
            }
        }
    }
    assert_eq!(distances.len(), all.len(), "{piece} by {}\n{board}", rules.name);
    longest
}

/// Where the inputs lead; `None` if one of them moves nothing or is not allowed.
fn replay(board: &Board, rules: &Ruleset, piece: Piece, path: &Path) -> Option<Placement> {
    let (last, inputs) = path.split_last()?;
    assert_eq!(*last, Input::HardDrop);
    let above = rules.entry == Entry::Above && !rules.slide;
    let room = if above { rules.empty_board() } else { *board };
    let mut falling = rules.entry_place(board, piece);
    let mut spin = Spin::None;
    for &input in inputs {
        let allowed = match input {
            Input::Left | Input::Right | Input::FarLeft | Input::FarRight => true,
            Input::Cw | Input::Ccw | Input::Flip => oracle::turns(rules).contains(&input),
            Input::Down | Input::Sonic => rules.slide,
            Input::HardDrop | Input::Hold => false,
        };
        let next = allowed.then(|| step(&room, rules.rotation, falling, input))??;
        spin = oracle::spin(board, rules.spins, next.falling, input, next.kick);
        falling = next.falling;
    }
    oracle::locked(board, rules, falling, spin)
}
