//! The shortest inputs that lead to a placement.

use std::fmt;

use crate::{
    Board, Entry, Falling, Input, Piece, Placement, ROWS, Rotation, Ruleset, Spin, SpinRule, Step,
    shape, step,
};

/// The inputs that reach a placement; the last is always [`Input::HardDrop`].
///
/// They start at [`Ruleset::entry_place`]. Timing is left out: how long to hold a key is the
/// player's affair. So is hold, which is pressed before the piece is in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Path {
    len: u8,
    inputs: [Input; Path::CAPACITY],
}

impl Path {
    /// The most inputs a path can have.
    pub const CAPACITY: usize = 255;

    /// The inputs in order.
    #[inline]
    pub fn as_slice(&self) -> &[Input] {
        &self.inputs[..self.len as usize]
    }
}

impl std::ops::Deref for Path {
    type Target = [Input];

    fn deref(&self) -> &[Input] {
        self.as_slice()
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// The names of the inputs with spaces between them.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, input) in self.as_slice().iter().enumerate() {
            write!(f, "{}{}", if index > 0 { " " } else { "" }, input.name())?;
        }
        Ok(())
    }
}

/// The fewest inputs that lead to exactly this placement, spin included.
///
/// A held key ([`Input::FarLeft`]) counts as one. Of several shortest paths it is always the same
/// one: at each step the input that comes first in [`Input::ALL`]. Rules without sliding allow only
/// shifts and rotations before the drop. `None` if no path leads there, or none of at most
/// [`Path::CAPACITY`] inputs.
pub fn path(board: &Board, rules: &Ruleset, placement: Placement) -> Option<Path> {
    let resting = placement.falling();
    if !resting.fits(board) || !resting.rests(board) || resting != resting.canonical() {
        return None;
    }
    // Hard drops from above: up there the piece moves freely.
    let above = rules.entry == Entry::Above && !rules.slide;
    let air = Board::empty(board.width());
    let room = if above { &air } else { board };
    let start = rules.entry_place(board, placement.piece);
    if !start.fits(room) || above && !falls_to(board, resting) {
        return None;
    }
    let spins = if rules.slide { rules.spins } else { SpinRule::None };
    // Whether a hard drop right after this input ends at the placement.
    let ends = |step: Step, input: Input| {
        let here = step.falling.canonical();
        if (here.rotation, here.x) != (resting.rotation, resting.x) {
            false
        } else if here == resting && !above {
            spins.judge(board, step, input) == placement.spin
        } else {
            placement.spin == Spin::None
                && (above || here.y > resting.y && here.dropped(board) == resting)
        }
    };
    if ends(Step { falling: start, kick: None }, Input::Down) {
        return Some(Walk::only_drop());
    }
    let mut walk = Walk::from(start);
    while let Some(from) = walk.next() {
        for input in INPUTS {
            if !is_allowed(rules, placement.piece, input) {
                continue;
            }
            let Some(step) = step(room, rules.rotation, from.falling(placement.piece), input)
            else {
                continue;
            };
            if ends(step, input) {
                return walk.path(from, input);
            }
            walk.visit(Place::of(step.falling), from, input);
        }
    }
    None
}

/// Whether a fall from the highest row ends here.
fn falls_to(board: &Board, resting: Falling) -> bool {
    let shape = shape::shape(resting.piece, resting.rotation);
    let highest = Falling { y: ROWS as i8 - shape.bottom - shape.height, ..resting };
    highest.fits(board) && highest.dropped(board) == resting
}

/// The inputs of a path, besides the drop at its end.
const INPUTS: [Input; 9] = [
    Input::Left,
    Input::Right,
    Input::FarLeft,
    Input::FarRight,
    Input::Cw,
    Input::Ccw,
    Input::Flip,
    Input::Down,
    Input::Sonic,
];

fn is_allowed(rules: &Ruleset, piece: Piece, input: Input) -> bool {
    match (input, input.turn()) {
        // Rotating the O moves nothing.
        (_, Some(turn)) => piece != Piece::O && rules.turns.allows(turn),
        (Input::Down | Input::Sonic, _) => rules.slide,
        _ => true,
    }
}

/// A rotation, row and column in twelve bits; the centre of a piece is one of its cells, so
/// it is always on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place(u16);

impl Place {
    const COUNT: usize = 4 * ROWS * Board::MAX_WIDTH;

    fn of(falling: Falling) -> Place {
        let row = falling.rotation.index() * ROWS + falling.y as usize;
        Place((row * Board::MAX_WIDTH + falling.x as usize) as u16)
    }

    fn falling(self, piece: Piece) -> Falling {
        let (row, x) = (self.0 as usize / Board::MAX_WIDTH, self.0 as usize % Board::MAX_WIDTH);
        let rotation = Rotation::ALL[row / ROWS];
        Falling { piece, rotation, x: x as i8, y: (row % ROWS) as i8 }
    }
}

/// A breadth-first walk over places: the queue, and how each place was first reached.
struct Walk {
    queue: [Place; Place::COUNT],
    head: usize,
    tail: usize,
    // The previous place in the upper bits and the input in the lower four.
    came: [u16; Place::COUNT],
}

/// In [`Walk::came`] for a place not yet reached; no input has index 15.
const NEVER: u16 = u16::MAX;

impl Walk {
    fn from(start: Falling) -> Walk {
        let mut walk =
            Walk { queue: [Place(0); Place::COUNT], head: 0, tail: 0, came: [NEVER; Place::COUNT] };
        // The start is the place that comes from itself.
        walk.visit(Place::of(start), Place::of(start), Input::HardDrop);
        walk
    }

    fn next(&mut self) -> Option<Place> {
        let place = (self.head < self.tail).then(|| self.queue[self.head])?;
        self.head += 1;
        Some(place)
    }

    fn visit(&mut self, place: Place, from: Place, input: Input) {
        let came = &mut self.came[place.0 as usize];
        if *came == NEVER {
            *came = from.0 << 4 | input as u16;
            self.queue[self.tail] = place;
            self.tail += 1;
        }
    }

    fn only_drop() -> Path {
        Path { len: 1, inputs: [Input::HardDrop; Path::CAPACITY] }
    }

    /// The inputs that led to a place, then this one, then the drop.
    fn path(&self, mut place: Place, last: Input) -> Option<Path> {
        // Backwards from the end, then moved to the front.
        let mut inputs = [Input::HardDrop; Path::CAPACITY];
        let mut at = Path::CAPACITY - 2;
        inputs[at] = last;
        loop {
            let came = self.came[place.0 as usize];
            let from = Place(came >> 4);
            if from == place {
                break;
            }
            at = at.checked_sub(1)?;
            inputs[at] = Input::ALL[(came & 15) as usize];
            place = from;
        }
        let len = Path::CAPACITY - at;
        inputs.copy_within(at.., 0);
        inputs[len..].fill(Input::HardDrop);
        Some(Path { len: len as u8, inputs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{placements, shipped};

    #[test]
    fn a_tuck_and_a_triple_are_found_by_hand() {
        let rules = shipped::get("guideline").unwrap();
        let board: Board = "
            .X........
            ..........
            X.XXXXXXXX
            X..XXXXXXX
            X.XXXXXXXX
        "
        .parse()
        .unwrap();
        let slot = Falling { piece: Piece::T, rotation: Rotation::East, x: 1, y: 1 };
        let triple = path(&board, rules, Placement::new(slot, Spin::Full)).unwrap();
        assert_eq!(triple.to_string(), "sonic far-left cw hard-drop");
        let tuck = Falling { piece: Piece::I, rotation: Rotation::North, x: 1, y: 3 };
        let tuck = path(&board, rules, Placement::new(tuck, Spin::None)).unwrap();
        assert_eq!(tuck.to_string(), "sonic far-left hard-drop");
    }

    #[test]
    fn a_path_may_be_nothing_but_a_drop() {
        for rules in shipped::all() {
            let board = rules.empty_board();
            let dropped = rules.spawn(Piece::T).dropped(&board);
            let only = path(&board, rules, Placement::new(dropped, Spin::None)).unwrap();
            assert_eq!(only.as_slice(), [Input::HardDrop], "{}", rules.name);
        }
    }

    #[test]
    fn nowhere_has_no_path() {
        let rules = shipped::get("guideline").unwrap();
        let board = Board::EMPTY;
        for placement in &placements::all(&board, rules, Piece::T) {
            let spun = Placement { spin: Spin::Full, ..*placement };
            assert_eq!(path(&board, rules, spun), None);
            let floating = Placement { y: placement.y + 1, ..*placement };
            assert_eq!(path(&board, rules, floating), None);
        }
    }
}
