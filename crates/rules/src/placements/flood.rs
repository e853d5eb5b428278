//! The fast generator: all placements of a piece at once.
//!
//! **How.** For each rotation a [`Plane`] says where the piece's centre can be. Where it can *get*
//! is another plane, grown from the sky or the spawn by moving the whole frontier one step at a
//! time: left, right and down are shifts, a rotation is one shift for each kick, and each kick
//! removes the places it served before the next one is tried. A placement is a place with no free
//! place below it.
//!
//! **Why.** A handful of vector instructions handle every centre of a rotation together, where a
//! search over single positions handles one.
//!
//! **When it stops.** Once every placement of every rotation is reached nothing is left to find,
//! which on an open board is true right after the fall from the sky.
//!
//! **How it is tested.** `tests/generator.rs` compares it with a search that walks [`crate::step`]
//! on hundreds of thousands of positions for every rotation system.

use super::plane::Plane;
use super::spins::Spins;
use crate::{
    Board, Entry, Falling, Kick, Piece, Rotation, RotationSystem, Ruleset, SpinRule, Turn, Turns,
    shape,
};

/// The placements of one piece, by rotation and spin.
pub struct Landings<P> {
    /// Reached by a shift, a drop or a rotation that is not a spin.
    pub none: [P; 4],
    /// Reached as a mini spin.
    pub mini: [P; 4],
    /// Reached as a full spin.
    pub full: [P; 4],
}

/// What the flood needs to know about the rules, gathered once.
#[derive(Clone, Copy)]
pub struct Query {
    pub piece: Piece,
    pub system: RotationSystem,
    pub turns: Turns,
    pub entry: Entry,
    pub slide: bool,
    pub spins: SpinRule,
    pub spawn: Falling,
}

impl Query {
    #[inline]
    pub fn new(rules: &Ruleset, piece: Piece) -> Query {
        Query {
            piece,
            system: rules.rotation,
            turns: rules.turns,
            entry: rules.entry,
            slide: rules.slide,
            spins: rules.spins,
            spawn: rules.spawn(piece),
        }
    }

    /// Whether placements of this piece can be spins.
    #[inline(always)]
    pub fn counts_spins(&self) -> bool {
        self.slide
            && match self.spins {
                SpinRule::None => false,
                SpinRule::T => self.piece == Piece::T,
                SpinRule::All => self.piece != Piece::O,
            }
    }
}

/// The most a cell is below or above its centre.
const REACH: usize = 2;

/// Whether the spawn row is open from wall to wall in every rotation.
#[inline(always)]
fn is_open(board: &Board, query: &Query) -> bool {
    // Rotated about the upper corner, an upright piece hangs one row lower.
    let reach = REACH + (query.system == RotationSystem::Corner) as usize;
    query.entry == Entry::Above || board.top() + reach <= query.spawn.y as usize
}

/// Whether the sixteen lowest rows are all that matters: everything above is open sky.
#[inline(always)]
pub fn is_low(board: &Board, query: &Query) -> bool {
    board.top() + REACH < 16 && query.spawn.y >= 15 && is_open(board, query)
}

/// Whether the lowest 32 rows are all that matters: if any place in the last of them is reached,
/// all are.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn is_medium(board: &Board, query: &Query) -> bool {
    board.top() + REACH < 32 && query.spawn.y < 32
}

/// Which piece is flooded, and its kicks.
///
/// `Known` makes them constants, so that every shift is one instruction with a fixed operand;
/// [`Looked`] is for what is too rare to be worth the code.
pub trait Table: Copy {
    fn piece(self) -> Piece;
    fn kicks(self, from: Rotation, turn: Turn) -> &'static [Kick];
}

#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Known<const PIECE: usize, const SYSTEM: usize>;

#[cfg(target_arch = "x86_64")]
impl<const PIECE: usize, const SYSTEM: usize> Table for Known<PIECE, SYSTEM> {
    #[inline(always)]
    fn piece(self) -> Piece {
        Piece::ALL[PIECE]
    }

    #[inline(always)]
    fn kicks(self, from: Rotation, turn: Turn) -> &'static [Kick] {
        RotationSystem::ALL[SYSTEM].kicks(Piece::ALL[PIECE], from, turn)
    }
}

#[derive(Clone, Copy)]
pub struct Looked {
    pub piece: Piece,
    pub system: RotationSystem,
}

impl Table for Looked {
    #[inline(always)]
    fn piece(self) -> Piece {
        self.piece
    }

    #[inline(always)]
    fn kicks(self, from: Rotation, turn: Turn) -> &'static [Kick] {
        self.system.kicks(self.piece, from, turn)
    }
}

/// Runs a block for each rotation, with the rotation as a constant.
macro_rules! each_rotation {
    ($r:ident => $body:block) => {{
        {
            const $r: usize = 0;
            $body
        }
        {
            const $r: usize = 1;
            $body
        }
        {
            const $r: usize = 2;
            $body
        }
        {
            const $r: usize = 3;
            $body
        }
    }};
}

/// The free cells, and what lies above the last row of the plane.
#[inline(always)]
pub fn free<P: Plane>(board: &Board) -> (P, u16) {
    let sky = if P::ROWS < crate::ROWS { board.field() } else { 0 };
    (P::splat(u16::MAX).minus(P::load(board.rows())), sky)
}

/// The cells with nothing filled above them.
#[inline(always)]
fn open<P: Plane>(free: P) -> P {
    let mut open = free;
    open = open.and(open.look(0, 1, u16::MAX));
    open = open.and(open.look(0, 2, u16::MAX));
    open = open.and(open.look(0, 4, u16::MAX));
    open = open.and(open.look(0, 8, u16::MAX));
    if P::ROWS > 16 {
        open = open.and(open.look(0, 16, u16::MAX));
        open = open.and(open.look(0, 32, u16::MAX));
    }
    open
}

/// Where all of a piece's cells are among these, by rotation.
///
/// Among the free cells that is where centres can be; among the open ones, where a drop from above
/// can take them. O's four rotations cover the same cells about different centres; only north is
/// filled.
#[inline(always)]
fn fitting<P: Plane, T: Table>(cells: P, sky: u16, table: T) -> [P; 4] {
    let mut fitting = [P::splat(0); 4];
    each_rotation!(R => {
        if table.piece() != Piece::O || R == 0 {
            let shape = &shape::shape(table.piece(), Rotation::ALL[R]).cells;
            let mut all = cells.look(shape[0].0, shape[0].1, sky);
            for &(dx, dy) in &shape[1..] {
                all = all.and(cells.look(dx, dy, sky));
            }
            fitting[R] = all;
        }
    });
    fitting
}

/// Places whose place below is not free.
#[inline(always)]
fn resting<P: Plane>(legal: P) -> P {
    legal.minus(legal.look(0, -1, 0))
}

/// Everything that dropping from any of `from` passes.
#[inline(always)]
fn fallen<P: Plane>(from: P, legal: P) -> P {
    let mut grid = from;
    loop {
        let next = grid.moved(0, -1).and(legal).minus(grid);
        if next.is_empty() {
            return grid;
        }
        grid = grid.or(next);
    }
}

/// Where turns lead, by the rotation arrived at: those by kick 5 of a CW or CCW rotation, which
/// matters for spins, and all others.
struct Turned<P> {
    other: [P; 4],
    fifth: [P; 4],
}

// No closures below: a plane must never leave the functions that are inlined into code
// compiled for it, and a closure is a function of its own.

/// Rotates places of every rotation in every way the rules allow into the rotations that `into`
/// names.
#[inline(always)]
fn turn_all<P: Plane, T: Table>(
    from: &[P; 4],
    legal: &[P; 4],
    table: T,
    turns: Turns,
    into: [bool; 4],
) -> Turned<P> {
    let mut all = Turned { other: [P::splat(0); 4], fifth: [P::splat(0); 4] };
    each_rotation!(R => {
        if into[R] {
            macro_rules! turn {
                ($turn:expr, $back:expr) => {
                    let source = Rotation::ALL[R].turned($back);
                    let kicks = table.kicks(source, $turn);
                    let (other, fifth) = from[source.index()].turned(kicks, legal[R]);
                    all.other[R] = all.other[R].or(other);
                    if matches!($turn, Turn::Flip) {
                        all.other[R] = all.other[R].or(fifth);
                    } else {
                        all.fifth[R] = all.fifth[R].or(fifth);
                    }
                };
            }
            if turns != Turns::Ccw {
                turn!(Turn::Cw, Turn::Ccw);
            }
            if turns != Turns::Cw {
                turn!(Turn::Ccw, Turn::Cw);
            }
            if turns == Turns::All {
                turn!(Turn::Flip, Turn::Flip);
            }
        }
    });
    all
}

/// Grows `reached` by everything the inputs can do; stops once all of `wanted` is reached.
#[inline(always)]
fn grow<P: Plane, T: Table>(
    legal: &[P; 4],
    reached: &mut [P; 4],
    wanted: &[P; 4],
    query: &Query,
    table: T,
) {
    let mut todo = *reached;
    loop {
        let mut frontier = todo;
        loop {
            let mut any = P::splat(0);
            for r in 0..4 {
                let mut next = frontier[r].moved(1, 0).or(frontier[r].moved(-1, 0));
                if query.slide {
                    next = next.or(frontier[r].moved(0, -1));
                }
                frontier[r] = next.and(legal[r]).minus(reached[r]);
                reached[r] = reached[r].or(frontier[r]);
                todo[r] = todo[r].or(frontier[r]);
                any = any.or(frontier[r]);
            }
            if covers(reached, wanted) {
                return;
            }
            if any.is_empty() {
                break;
            }
        }
        if table.piece() == Piece::O {
            return;
        }
        // Once all of a rotation's placements are reached, nothing is left to find in it.
        let mut into = [false; 4];
        for r in 0..4 {
            into[r] = !legal[r].minus(reached[r]).is_empty();
        }
        let turned = turn_all(&todo, legal, table, query.turns, into);
        let mut any = P::splat(0);
        for r in 0..4 {
            todo[r] = turned.other[r].or(turned.fifth[r]).minus(reached[r]);
            reached[r] = reached[r].or(todo[r]);
            any = any.or(todo[r]);
        }
        if any.is_empty() {
            return;
        }
    }
}

#[inline(always)]
fn covers<P: Plane>(reached: &[P; 4], wanted: &[P; 4]) -> bool {
    let mut missing = wanted[0].minus(reached[0]);
    for r in 1..4 {
        missing = missing.or(wanted[r].minus(reached[r]));
    }
    missing.is_empty()
}

/// Everywhere the inputs can take the piece: at least all of `wanted` that they can.
#[inline(always)]
fn reach<P: Plane, T: Table>(
    legal: &[P; 4],
    wanted: &[P; 4],
    board: &Board,
    query: &Query,
    table: T,
) -> [P; 4] {
    let mut reached = [P::splat(0); 4];
    if P::ROWS == 16 || is_open(board, query) {
        let (free, sky) = free::<P>(board);
        reached = fitting(open(free), sky, table);
        if !query.slide || covers(&reached, wanted) {
            return reached;
        }
    } else {
        let Falling { rotation, x, y, .. } = query.spawn;
        let r = rotation.index();
        reached[r] = P::place(x, y).and(legal[r]);
    }
    grow(legal, &mut reached, wanted, query, table);
    if !query.slide {
        for r in 0..4 {
            reached[r] = fallen(reached[r], legal[r]);
        }
    }
    reached
}

/// All placements of a piece, by rotation; spins are not told apart.
#[inline(always)]
pub fn rest<P: Plane, T: Table>(board: &Board, query: &Query, table: T) -> [P; 4] {
    let (free, sky) = free::<P>(board);
    let legal = fitting(free, sky, table);
    let resting = [resting(legal[0]), resting(legal[1]), resting(legal[2]), resting(legal[3])];
    let mut rest = reach(&legal, &resting, board, query, table);
    for r in 0..4 {
        rest[r] = rest[r].and(resting[r]);
    }
    merged(rest, table)
}

/// Moves the places of non-canonical rotations over to the canonical ones with the same cells.
#[inline(always)]
fn merged<P: Plane, T: Table>(mut places: [P; 4], table: T) -> [P; 4] {
    each_rotation!(R => {
        let (to, dx, dy) = shape::canonical(table.piece(), Rotation::ALL[R]);
        if to.index() != R && table.piece() != Piece::O {
            places[to.index()] = places[to.index()].or(places[R].moved(dx, dy));
            places[R] = P::splat(0);
        }
    });
    places
}

/// The placements of a piece with the spins the rules count.
#[inline(always)]
pub fn landings<P: Plane, T: Table>(board: &Board, query: &Query, table: T) -> Landings<P> {
    let nothing = [P::splat(0); 4];
    if !query.counts_spins() {
        return Landings { none: rest(board, query, table), mini: nothing, full: nothing };
    }
    let (free, sky) = free::<P>(board);
    let legal = fitting(free, sky, table);
    let reached = reach(&legal, &[P::splat(u16::MAX); 4], board, query, table);
    let fallen = fitting(open(free), sky, table);
    let spins = Spins::new(board, &legal, table.piece());
    let turned = turn_all(&reached, &legal, table, query.turns, [true; 4]);
    let (by_turn, by_fifth) = (turned.other, turned.fifth);
    let mut landings = Landings { none: nothing, mini: nothing, full: nothing };
    for r in 0..4 {
        let here = reached[r];
        let moved = here.moved(1, 0).or(here.moved(-1, 0)).or(here.moved(0, -1));
        let mut plain = moved.and(legal[r]);
        if query.entry == Entry::Above {
            plain = plain.or(fallen[r]);
        } else if r == query.spawn.rotation.index() && (query.spawn.y as usize) < P::ROWS {
            // A piece that cannot even move has not rotated either.
            plain = plain.or(P::place(query.spawn.x, query.spawn.y).and(here));
        }
        plain = plain.or(by_turn[r].or(by_fifth[r]).minus(spins.any[r]));
        let rest = resting(legal[r]);
        let full = by_turn[r].and(spins.full[r]).or(by_fifth[r].and(spins.fifth[r]));
        let mini = by_turn[r].minus(spins.full[r]).or(by_fifth[r].minus(spins.fifth[r]));
        let mini = mini.and(spins.any[r]);
        landings.none[r] = plain.and(rest);
        landings.mini[r] = mini.and(rest);
        landings.full[r] = full.and(rest);
    }
    landings.none = merged(landings.none, table);
    landings.mini = merged(landings.mini, table);
    landings.full = merged(landings.full, table);
    landings
}
