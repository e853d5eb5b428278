//! Where a piece locks, and the choice a player makes.

use crate::{Falling, Piece, Rotation};

/// Whether a piece locked by a spin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Spin {
    /// No spin.
    #[default]
    None,
    /// A mini spin.
    Mini,
    /// A full spin.
    Full,
}

impl Spin {
    /// Every kind, in index order.
    pub const ALL: [Spin; 3] = [Spin::None, Spin::Mini, Spin::Full];

    /// The name in files and results.
    pub const fn name(self) -> &'static str {
        match self {
            Spin::None => "none",
            Spin::Mini => "mini",
            Spin::Full => "full",
        }
    }
}

/// Where a piece locks, and its spin; not how it got there.
///
/// The rotation is always the canonical one for the cells (see
/// [`crate::shape::canonical`]), so equal placements are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// Which piece.
    pub piece: Piece,
    /// Which way it faces.
    pub rotation: Rotation,
    /// The centre's column.
    pub x: i8,
    /// The centre's row.
    pub y: i8,
    /// Whether it counts as a spin.
    pub spin: Spin,
}

impl Placement {
    /// The placement of a piece that locks here.
    #[inline]
    pub fn new(falling: Falling, spin: Spin) -> Placement {
        let Falling { piece, rotation, x, y } = falling.canonical();
        Placement { piece, rotation, x, y, spin }
    }

    /// The piece where it locks.
    #[inline]
    pub const fn falling(self) -> Falling {
        Falling { piece: self.piece, rotation: self.rotation, x: self.x, y: self.y }
    }
}

/// What a player decides: a placement, of the current piece or after holding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice {
    /// Whether to press hold first.
    pub hold: bool,
    /// Where the current piece then goes.
    pub placement: Placement,
}
