//! Where locking after a rotation counts as a spin.

use super::{flood::free, plane::Plane};
use crate::{Board, Piece, ROWS};

/// For each rotation, the centres at which a rotation is a spin, at which it is a full one, and at
/// which it is a full one if kick 5 led there.
pub struct Spins<P> {
    pub any: [P; 4],
    pub full: [P; 4],
    pub fifth: [P; 4],
}

impl<P: Plane> Spins<P> {
    #[inline(always)]
    pub fn new(board: &Board, legal: &[P; 4], piece: Piece) -> Spins<P> {
        if piece == Piece::T { Spins::corners(board) } else { Spins::stuck(legal) }
    }

    /// The three-corner rule: walls, floor and ceiling count as filled.
    #[inline(always)]
    fn corners(board: &Board) -> Spins<P> {
        let (free, sky) = free::<P>(board);
        // Clockwise from the upper left, so that a T facing `r` points at corners r and r + 1.
        let mut corner = [P::splat(0); 4];
        for (corner, (dx, dy)) in corner.iter_mut().zip([(-1, 1), (1, 1), (1, -1), (-1, -1)]) {
            *corner = P::splat(u16::MAX).minus(free.look(dx, dy, sky));
        }
        let (upper, lower) = (corner[0].and(corner[1]), corner[2].and(corner[3]));
        let any = upper.and(corner[2].or(corner[3])).or(lower.and(corner[0].or(corner[1])));
        let mut full = [any; 4];
        for (r, full) in full.iter_mut().enumerate() {
            *full = full.and(corner[r]).and(corner[(r + 1) % 4]);
        }
        Spins { any: [any; 4], full, fifth: [any; 4] }
    }

    /// Immobile pieces, which can move neither left, right nor up; never a full spin.
    #[inline(always)]
    fn stuck(legal: &[P; 4]) -> Spins<P> {
        // Above the window the sky is open.
        let sky = if P::ROWS < ROWS { u16::MAX } else { 0 };
        let mut any = *legal;
        for (stuck, &here) in any.iter_mut().zip(legal) {
            let beside = here.look(1, 0, 0).or(here.look(-1, 0, 0));
            *stuck = here.minus(beside.or(here.look(0, 1, sky)));
        }
        let never = [P::splat(0); 4];
        Spins { any, full: never, fifth: never }
    }
}
