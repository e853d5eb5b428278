//! One ply, all placements of a piece at once.
//!
//! **How.** The columns of the board are side by side in the lanes of a vector, and so are the
//! placements of a piece that faces one way: the lane is that of its leftmost column. The changes
//! to the board are then counted for all placements together: where it lands is the maximum of a
//! few heights, gaps under it are holes, and cells that its sides touch end transitions. Only
//! placements that clear lines, less than one per piece, are measured from scratch.
//!
//! **Same answers.** Scores here are whole numbers. With whole-number weights they are the exact
//! scores; otherwise they select the placements that could be best, and the plain evaluation
//! decides among those. So the choice is always that of the plain player, on every machine;
//! `tests.rs` compares them.

/// Calls a function for the lanes that a [`Which`] names.
macro_rules! with_lanes {
    ($which:expr, $lanes:ident => $call:expr) => {{
        match $which {
            #[cfg(target_arch = "x86_64")]
            Which::Wide => {
                type $lanes = wide::Wide;
                $call
            }
            #[cfg(target_arch = "x86_64")]
            Which::Tall => {
                type $lanes = wide::Tall;
                $call
            }
            Which::Pair => {
                type $lanes = pair::Pair;
                $call
            }
        }
    }};
}

mod ahead;
mod change;
mod closed;
mod ground;
mod lanes;
mod orientations;
mod pair;
mod request;
mod scale;
#[cfg(target_arch = "wasm32")]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(target_arch = "x86_64")]
mod wide;

use minolab_rules::{
    Above, Board, Entry, Piece, Placement, Ruleset, Spin,
    cpu::{self, Level},
    shape,
};

use crate::Linear;
use change::{NOWHERE, Places};
use ground::Ground;
use lanes::Lanes;
use orientations::{ORIENTATIONS, Orientation, WIDTH};
pub use request::Ahead;
use scale::{BOTH, Frame, NINE, STRONG, Scale};

/// All placements of a piece with their scores.
#[derive(Clone, Debug)]
pub struct Scores {
    facing: [Places; 4],
    /// The places that could be best: sixteen bits for each facing.
    near: u64,
    piece: Piece,
    is_exact: bool,
}

impl Default for Scores {
    fn default() -> Scores {
        Scores { facing: [Places::NONE; 4], near: 0, piece: Piece::I, is_exact: false }
    }
}

impl Scores {
    /// The placements that could be best, those within the rounding error: by rotation, then
    /// from left to right.
    #[inline]
    pub fn candidates(&self) -> impl Iterator<Item = Placement> + '_ {
        let mut near = self.near;
        std::iter::from_fn(move || {
            let bit = near.trailing_zeros() as usize;
            near &= near.wrapping_sub(1);
            let (facing, lane) = (bit / 16, bit % 16);
            (bit < 64).then(|| {
                let o = &ORIENTATIONS[self.piece.index()][facing];
                placement(self.piece, o, lane, self.facing[facing].rows[lane])
            })
        })
    }

    /// Whether those that could be best have equal scores, to the last bit.
    #[inline]
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// How many placements were scored.
    #[inline]
    pub fn count(&self) -> u64 {
        COUNTS[self.piece.index()]
    }
}

/// How many placements each piece has.
const COUNTS: [u64; 7] = {
    let mut counts = [0; 7];
    let mut p = 0;
    while p < 7 {
        let mut r = 0;
        while r < shape::distinct(Piece::ALL[p]).len() {
            counts[p] += ORIENTATIONS[p][r].places().count_ones() as u64;
            r += 1;
        }
        p += 1;
    }
    counts
};

/// A weighted sum prepared for vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kernel {
    scale: Scale,
    vectors: bool,
}

impl Kernel {
    /// The kernel of this sum; `None` if it is not supported.
    pub fn new(linear: &Linear) -> Option<Kernel> {
        let vectors = cpu::has(Level::V4Late);
        Some(Kernel { scale: Scale::new(linear)?, vectors })
    }

    /// The same without the vector instructions that only some processors have.
    #[doc(hidden)]
    pub fn portable(self) -> Kernel {
        Kernel { vectors: false, ..self }
    }

    /// Scores every placement; `false` where the plain evaluation must be used: for unsupported
    /// rules and stacks, and if every placement tops out.
    #[inline]
    pub fn score(&self, rules: &Ruleset, board: &Board, piece: Piece, scores: &mut Scores) -> bool {
        let Some(lanes) = self.lanes(rules, board, 1) else { return false };
        (scores.piece, scores.is_exact) = (piece, self.scale.tolerance == 0);
        let best = self
            .score_by(lanes, rules, board, scores)
            .or_else(|| lanes.wider().and_then(|lanes| self.score_by(lanes, rules, board, scores)));
        best.is_some_and(|best| best != NOWHERE)
    }

    /// The best score; `None` if the lanes are too narrow.
    #[inline]
    fn score_by(
        &self,
        lanes: Which,
        rules: &Ruleset,
        board: &Board,
        scores: &mut Scores,
    ) -> Option<i32> {
        let (scale, frame) = (&self.scale, Frame::of(rules));
        macro_rules! by {
            ($lanes:ty, $set:expr) => {{
                let ground = <$lanes>::ground_of::<{ $set }>(scale, frame, board);
                if !ground.fits() {
                    return None;
                }
                let (piece, all) = (scores.piece, &mut scores.facing);
                let best = all_places(scale, frame, &ground, piece, all);
                let count = shape::distinct(piece).len();
                scores.near = <$lanes>::near(&all[..count], best.saturating_sub(scale.tolerance));
                Some(best)
            }};
        }
        with_lanes!(lanes, L => match scale.set {
            NINE => by!(L, NINE),
            STRONG => by!(L, STRONG),
            _ => by!(L, BOTH),
        })
    }

    /// The lanes that can hold this board with this many more pieces; `None` if it is not
    /// supported.
    #[inline]
    fn lanes(&self, rules: &Ruleset, board: &Board, pieces: u32) -> Option<Which> {
        let served = rules.width as usize == WIDTH
            && rules.entry == Entry::Above
            && !rules.slide
            && !rules.hold
            && rules.top_out.above == Above::BeforeClear
            && board.top() <= rules.height as usize;
        let rows = board.top() as u32 + 4 * pieces;
        if served { Which::of(rows, self.vectors) } else { None }
    }
}

/// The lanes available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    #[cfg(target_arch = "x86_64")]
    Wide,
    #[cfg(target_arch = "x86_64")]
    Tall,
    Pair,
}

impl Which {
    /// Those for a stack of this many rows.
    #[inline]
    fn of(rows: u32, vectors: bool) -> Option<Which> {
        match vectors {
            #[cfg(target_arch = "x86_64")]
            true if rows <= 15 => Some(Which::Wide),
            #[cfg(target_arch = "x86_64")]
            true if rows <= 31 => Some(Which::Tall),
            false if rows <= 15 => Some(Which::Pair),
            _ => None,
        }
    }

    /// The lanes to try when these are too narrow.
    #[inline]
    fn wider(self) -> Option<Which> {
        match self {
            #[cfg(target_arch = "x86_64")]
            Which::Wide => Some(Which::Tall),
            _ => None,
        }
    }
}

/// Scores the placements of a piece, by rotation; returns the best score.
#[inline]
fn all_places<L: Lanes, const SET: u8>(
    scale: &Scale,
    frame: Frame,
    ground: &Ground<L, SET>,
    piece: Piece,
    all: &mut [Places; 4],
) -> i32 {
    // Decided at compile time, so that other feature sets do not pay for it. Left out for the tallest lanes: stacks that need them are rare, and it would add a third to this crate's code.
    if const { SET == NINE && L::ROWS <= 15 } && ground.is_closed {
        return match piece {
            Piece::I => L::closed::<SET, 0>(scale, frame, ground, all),
            Piece::O => L::closed::<SET, 1>(scale, frame, ground, all),
            Piece::T => L::closed::<SET, 2>(scale, frame, ground, all),
            Piece::L => L::closed::<SET, 3>(scale, frame, ground, all),
            Piece::J => L::closed::<SET, 4>(scale, frame, ground, all),
            Piece::S => L::closed::<SET, 5>(scale, frame, ground, all),
            Piece::Z => L::closed::<SET, 6>(scale, frame, ground, all),
        };
    }
    let o = &ORIENTATIONS[piece.index()];
    let facing = &scale.facing[piece.index()];
    macro_rules! places {
        ($($r:literal $width:literal),*) => {
            {
                $(L::places::<SET, $width>(scale, frame, ground, &o[$r], facing[$r], &mut all[$r]);)*
            }
        };
    }
    match piece {
        Piece::I => places!(0 4, 1 1),
        Piece::O => places!(0 2),
        Piece::S | Piece::Z => places!(0 3, 1 2),
        Piece::T | Piece::L | Piece::J => places!(0 3, 1 2, 2 3, 3 2),
    }
    let count = shape::distinct(piece).len();
    all[..count].iter().fold(NOWHERE, |best, places| best.max(places.best))
}

fn placement(piece: Piece, o: &Orientation, lane: usize, row: i16) -> Placement {
    let (right, above) = o.centre;
    let (x, y) = (lane as i8 - 1 + right, row as i8 + above);
    Placement { piece, rotation: o.rotation, x, y, spin: Spin::None }
}

#[cfg(test)]
mod tests;
