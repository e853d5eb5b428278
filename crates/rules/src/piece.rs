//! The seven pieces and the four ways they face.

use std::fmt;

/// One of the seven tetrominoes, named by its letter.
///
/// Says nothing about where the piece is or which way it faces: see [`crate::Falling`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Piece {
    /// Four in a line.
    I,
    /// The square.
    O,
    /// The T.
    T,
    /// The L: facing north, its arm is up on the right.
    L,
    /// The J: facing north, its arm is up on the left.
    J,
    /// The S: facing north, it rises to the right.
    S,
    /// The Z: facing north, it falls to the right.
    Z,
}

impl Piece {
    /// Every piece, in index order.
    pub const ALL: [Piece; 7] =
        [Piece::I, Piece::O, Piece::T, Piece::L, Piece::J, Piece::S, Piece::Z];

    /// The piece with this index in [`Piece::ALL`].
    #[inline]
    pub const fn from_index(index: usize) -> Piece {
        Piece::ALL[index]
    }

    /// The position in [`Piece::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Reads the piece's letter; lower case is not accepted.
    pub fn from_char(letter: char) -> Option<Piece> {
        "IOTLJSZ".find(letter).map(Piece::from_index)
    }

    /// The piece's letter.
    pub const fn letter(self) -> char {
        match self {
            Piece::I => 'I',
            Piece::O => 'O',
            Piece::T => 'T',
            Piece::L => 'L',
            Piece::J => 'J',
            Piece::S => 'S',
            Piece::Z => 'Z',
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The direction a piece faces; most rulesets spawn pieces facing `North`.
///
/// The act of rotating is a [`Turn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rotation {
    /// As the guideline spawns it.
    North,
    /// Rotated clockwise from north.
    East,
    /// Rotated by 180 degrees from north.
    South,
    /// Rotated counter-clockwise from north.
    West,
}

impl Rotation {
    /// Every rotation, clockwise from north.
    pub const ALL: [Rotation; 4] =
        [Rotation::North, Rotation::East, Rotation::South, Rotation::West];

    /// The position in [`Rotation::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Which way the piece faces after a turn.
    #[inline]
    pub const fn turned(self, turn: Turn) -> Rotation {
        Rotation::ALL[(self as usize + turn.quarters()) % 4]
    }

    /// The first letter: `N`, `E`, `S` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Rotation::North => 'N',
            Rotation::East => 'E',
            Rotation::South => 'S',
            Rotation::West => 'W',
        }
    }

    /// Reads the first letter; lower case is not accepted.
    pub fn from_char(letter: char) -> Option<Rotation> {
        "NESW".find(letter).map(|index| Rotation::ALL[index])
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The act of rotating a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Turn {
    /// Clockwise (CW).
    Cw,
    /// Counter-clockwise (CCW).
    Ccw,
    /// A 180, where the ruleset has it.
    Flip,
}

impl Turn {
    /// Every turn, in index order.
    pub const ALL: [Turn; 3] = [Turn::Cw, Turn::Ccw, Turn::Flip];

    /// The position in [`Turn::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many clockwise quarter turns it amounts to.
    #[inline]
    pub const fn quarters(self) -> usize {
        match self {
            Turn::Cw => 1,
            Turn::Flip => 2,
            Turn::Ccw => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip() {
        for (index, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece.index(), index);
            assert_eq!(Piece::from_char(piece.letter()), Some(piece));
        }
        for (index, rotation) in Rotation::ALL.into_iter().enumerate() {
            assert_eq!(rotation.index(), index);
            assert_eq!(Rotation::from_char(rotation.letter()), Some(rotation));
        }
        assert_eq!(Piece::from_char('x'), None);
        assert_eq!(Rotation::from_char('n'), None);
    }

    #[test]
    fn turns_undo_each_other() {
        for rotation in Rotation::ALL {
            assert_eq!(rotation.turned(Turn::Cw).turned(Turn::Ccw), rotation);
            assert_eq!(rotation.turned(Turn::Flip).turned(Turn::Flip), rotation);
        }
        assert_eq!(Rotation::North.turned(Turn::Cw), Rotation::East);
    }
}
