//! The plain generator: deliberately slow and obvious, the specification of the fast one.
//!
//! It walks [`step`] from wherever a piece enters and collects the placements. The spin of a
//! placement depends on the last input that moved the piece, so every way of arriving is
//! considered, even at places already visited.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use minolab_rules::{
    Board, Entry, Falling, Input, Piece, Placement, ROWS, Rotation, Ruleset, Spin, SpinRule, Turns,
    shape, step,
};

/// Everything the inputs can reach, with the spins the ruleset counts.
pub fn reachable(board: &Board, rules: &Ruleset, piece: Piece) -> BTreeSet<Placement> {
    let mut found = BTreeSet::new();
    let mut seen = Seen::nothing();
    let mut queue = VecDeque::new();
    let mut arrive = |falling: Falling, spin: Spin, queue: &mut VecDeque<Falling>| {
        if falling.rests(board) {
            found.insert(Placement::new(falling, spin));
        }
        if seen.insert(falling) {
            queue.push_back(falling);
        }
    };
    for falling in entries(board, rules, piece) {
        arrive(falling, Spin::None, &mut queue);
    }
    while let Some(falling) = queue.pop_front() {
        for &input in [Input::Left, Input::Right, Input::Down].iter().chain(turns(rules)) {
            if let Some(next) = step(board, rules.rotation, falling, input) {
                let spin = spin(board, rules.spins, next.falling, input, next.kick);
                arrive(next.falling, spin, &mut queue);
            }
        }
    }
    found
}

/// The hard drops: shifts and rotations where the piece enters, then only falling, which is not a
/// spin.
pub fn drops(board: &Board, rules: &Ruleset, piece: Piece) -> BTreeSet<Placement> {
    let mut seen = Seen::nothing();
    let mut todo = entries(board, rules, piece);
    let mut found = BTreeSet::new();
    while let Some(falling) = todo.pop() {
        if !seen.insert(falling) {
            continue;
        }
        let dropped = step(board, rules.rotation, falling, Input::HardDrop);
        let resting = dropped.map_or(falling, |step| step.falling);
        found.insert(Placement::new(resting, Spin::None));
        if rules.entry == Entry::Above {
            continue;
        }
        for &input in [Input::Left, Input::Right].iter().chain(turns(rules)) {
            todo.extend(step(board, rules.rotation, falling, input).map(|step| step.falling));
        }
    }
    found
}

/// Whichever of the two the ruleset uses.
pub fn all(board: &Board, rules: &Ruleset, piece: Piece) -> BTreeSet<Placement> {
    if rules.slide { reachable(board, rules, piece) } else { drops(board, rules, piece) }
}

/// The fewest inputs each placement takes, including the drop at the end.
///
/// A place is visited once for each spin it was reached with, nearest first.
pub fn distances(board: &Board, rules: &Ruleset, piece: Piece) -> BTreeMap<Placement, usize> {
    let mut inputs = vec![Input::Left, Input::Right, Input::FarLeft, Input::FarRight];
    inputs.extend(turns(rules));
    if rules.slide {
        inputs.extend([Input::Down, Input::Sonic]);
    }
    let mut found = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let start = rules.entry_place(board, piece);
    let above = rules.entry == Entry::Above && !rules.slide;
    let room = if above { rules.empty_board() } else { *board };
    let mut queue = VecDeque::new();
    if start.fits(&room) {
        queue.push_back((start, Spin::None, 0));
    }
    while let Some((falling, spin, inputs_so_far)) = queue.pop_front() {
        if !seen.insert((falling, spin)) {
            continue;
        }
        if let Some(placement) = locked(board, rules, falling, spin) {
            found.entry(placement).or_insert(inputs_so_far + 1);
        }
        for &input in &inputs {
            if let Some(next) = step(&room, rules.rotation, falling, input) {
                let spin = self::spin(board, rules.spins, next.falling, input, next.kick);
                queue.push_back((next.falling, spin, inputs_so_far + 1));
            }
        }
    }
    found
}

/// The placement of a hard drop from here, after an input that gave this spin.
pub fn locked(
    board: &Board,
    rules: &Ruleset,
    mut falling: Falling,
    mut spin: Spin,
) -> Option<Placement> {
    if !rules.slide {
        spin = Spin::None;
        if rules.entry == Entry::Above {
            falling = highest(falling.piece, falling.rotation, falling.x);
        }
    }
    if !falling.fits(board) {
        return None;
    }
    Some(match step(board, rules.rotation, falling, Input::HardDrop) {
        Some(dropped) => Placement::new(dropped.falling, Spin::None),
        None => Placement::new(falling, spin),
    })
}

/// Where a piece is before the first input: its spawn, or anywhere at the top.
pub fn entries(board: &Board, rules: &Ruleset, piece: Piece) -> Vec<Falling> {
    let places = match rules.entry {
        Entry::Spawn => vec![rules.spawn(piece)],
        Entry::Above => (0..board.width() as i8)
            .flat_map(|x| Rotation::ALL.map(|rotation| highest(piece, rotation, x)))
            .collect(),
    };
    places
        .into_iter()
        .filter(|falling| falling.fits(board))
        .filter(|falling| rules.entry == Entry::Spawn || comes_from_above(board, falling))
        .collect()
}

/// Whether the top rows are free for a piece to enter.
fn comes_from_above(board: &Board, falling: &Falling) -> bool {
    falling.cells().iter().all(|&(x, y)| (y..ROWS as i8).all(|y| !board.is_filled(x, y)))
}

/// The piece with its highest cell in the topmost row.
fn highest(piece: Piece, rotation: Rotation, x: i8) -> Falling {
    let shape = shape::shape(piece, rotation);
    Falling { piece, rotation, x, y: ROWS as i8 - shape.bottom - shape.height }
}

/// The rotations the ruleset allows.
pub fn turns(rules: &Ruleset) -> &'static [Input] {
    match rules.turns {
        Turns::Quarter => &[Input::Cw, Input::Ccw],
        Turns::All => &[Input::Cw, Input::Ccw, Input::Flip],
        Turns::Cw => &[Input::Cw],
        Turns::Ccw => &[Input::Ccw],
    }
}

/// Which spin it is to lock here after this input.
pub fn spin(
    board: &Board,
    rule: SpinRule,
    falling: Falling,
    input: Input,
    kick: Option<u8>,
) -> Spin {
    let Some(kick) = kick else { return Spin::None };
    let fifth = kick == 4 && input != Input::Flip;
    match (rule, falling.piece) {
        (SpinRule::None, _) => Spin::None,
        (SpinRule::T | SpinRule::All, Piece::T) => t_spin(board, falling, fifth),
        // Rotating the O changes nothing.
        (SpinRule::T, _) | (SpinRule::All, Piece::O) => Spin::None,
        (SpinRule::All, _) => {
            let stuck = [(-1, 0), (1, 0), (0, 1)].iter().all(|&(dx, dy)| {
                !Falling { x: falling.x + dx, y: falling.y + dy, ..falling }.fits(board)
            });
            if stuck { Spin::Mini } else { Spin::None }
        }
    }
}

fn t_spin(board: &Board, t: Falling, fifth: bool) -> Spin {
    let filled = |(dx, dy): (i8, i8)| board.is_filled(t.x + dx, t.y + dy);
    let (front, back) = match t.rotation {
        Rotation::North => ([(-1, 1), (1, 1)], [(-1, -1), (1, -1)]),
        Rotation::East => ([(1, 1), (1, -1)], [(-1, 1), (-1, -1)]),
        Rotation::South => ([(1, -1), (-1, -1)], [(1, 1), (-1, 1)]),
        Rotation::West => ([(-1, -1), (-1, 1)], [(1, -1), (1, 1)]),
    };
    if front.into_iter().chain(back).filter(|&corner| filled(corner)).count() < 3 {
        Spin::None
    } else if fifth || front.into_iter().all(filled) {
        Spin::Full
    } else {
        Spin::Mini
    }
}

/// The places visited: a centre is always one of the piece's own cells, so it is on the board.
struct Seen([[u16; ROWS]; 4]);

impl Seen {
    fn nothing() -> Seen {
        Seen([[0; ROWS]; 4])
    }

    /// Marks a place; returns whether it is new.
    fn insert(&mut self, falling: Falling) -> bool {
        let row = &mut self.0[falling.rotation.index()][falling.y as usize];
        let new = *row >> falling.x & 1 == 0;
        *row |= 1 << falling.x;
        new
    }
}
