//! Rotation systems: which shifts a rotation tries, as tables.
//!
//! A rotation first turns the piece about its centre and then tries each shift of the list in
//! order; the first that fits is taken. All tables share one coordinate system (x right, y up, the
//! centre of [`crate::shape`]), so a system that anchors its pieces elsewhere is just a table with
//! a single non-zero entry.

use crate::{Piece, Rotation, Turn, shape};

/// A shift of the piece's centre.
pub type Kick = (i8, i8);

/// How pieces rotate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RotationSystem {
    /// The guideline's Super Rotation System.
    Srs,
    /// SRS with symmetric I kicks and kicks for 180s.
    SrsPlus,
    /// No kicks: rotation about the SRS centre, if the cells are free.
    Plain,
    /// Rotation that keeps the top left corner of the bounding box, with the I shifted by one
    /// column (Tetris Analyzer).
    Corner,
}

impl RotationSystem {
    /// Every system.
    pub const ALL: [RotationSystem; 4] = [
        RotationSystem::Srs,
        RotationSystem::SrsPlus,
        RotationSystem::Plain,
        RotationSystem::Corner,
    ];

    /// The name in ruleset files.
    pub const fn name(self) -> &'static str {
        match self {
            RotationSystem::Srs => "srs",
            RotationSystem::SrsPlus => "srs+",
            RotationSystem::Plain => "plain",
            RotationSystem::Corner => "corner",
        }
    }

    /// Reads the name used in ruleset files.
    pub fn from_name(name: &str) -> Option<RotationSystem> {
        RotationSystem::ALL.into_iter().find(|system| system.name() == name)
    }

    /// The shifts to try, in order; empty if the piece cannot rotate this way at all.
    #[inline]
    pub const fn kicks(self, piece: Piece, from: Rotation, turn: Turn) -> &'static [Kick] {
        let table = match self {
            RotationSystem::Srs => &SRS,
            RotationSystem::SrsPlus => &SRS_PLUS,
            RotationSystem::Plain => &PLAIN,
            RotationSystem::Corner => &CORNER,
        };
        table[piece as usize][from as usize][turn as usize].as_slice()
    }
}

/// A short list of kicks, stored inline.
#[derive(Clone, Copy)]
struct Kicks {
    len: usize,
    list: [Kick; 6],
}

impl Kicks {
    const NONE: Kicks = Kicks { len: 0, list: [(0, 0); 6] };

    const fn push(mut self, kick: Kick) -> Kicks {
        self.list[self.len] = kick;
        self.len += 1;
        self
    }

    const fn as_slice(&self) -> &[Kick] {
        self.list.split_at(self.len).0
    }
}

/// Kicks by piece, by the rotation it starts from, by turn.
type Table = [[[Kicks; 3]; 4]; 7];

/// SRS in its offset form: the kick from a to b is `offset[a][i] - offset[b][i]`.
const JLSTZ_OFFSETS: [[Kick; 5]; 4] = [
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
];
const I_OFFSETS: [[Kick; 5]; 4] = [
    [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
    [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
    [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
    [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
];
const O_OFFSETS: [Kick; 4] = [(0, 0), (0, -1), (-1, -1), (-1, 0)];

/// SRS+ gives the I symmetric kicks; here clockwise and counter-clockwise from each rotation,
/// relative to the rotation that keeps the I's bounding box.
const I_PLUS: [[[Kick; 5]; 2]; 4] = [
    [[(0, 0), (1, 0), (-2, 0), (-2, -1), (1, 2)], [(0, 0), (-1, 0), (2, 0), (2, -1), (-1, 2)]],
    [[(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)], [(0, 0), (-1, 0), (2, 0), (-1, -2), (2, 1)]],
    [[(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)], [(0, 0), (-2, 0), (1, 0), (-2, 1), (1, -2)]],
    [[(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)], [(0, 0), (1, 0), (-2, 0), (1, 2), (-2, -1)]],
];

/// SRS+ 180s, by the rotation they start from, relative to the bounding box.
const FLIPS: [[Kick; 6]; 4] = [
    [(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
    [(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
    [(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
    [(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],
];

const SRS: Table = build(RotationSystem::Srs);
const SRS_PLUS: Table = build(RotationSystem::SrsPlus);
const PLAIN: Table = build(RotationSystem::Plain);
const CORNER: Table = build(RotationSystem::Corner);

const fn build(system: RotationSystem) -> Table {
    let mut table = [[[Kicks::NONE; 3]; 4]; 7];
    let mut p = 0;
    while p < 7 {
        let mut r = 0;
        while r < 4 {
            let mut t = 0;
            while t < 3 {
                table[p][r][t] = list(system, Piece::ALL[p], Rotation::ALL[r], Turn::ALL[t]);
                t += 1;
            }
            r += 1;
        }
        p += 1;
    }
    table
}

const fn list(system: RotationSystem, piece: Piece, from: Rotation, turn: Turn) -> Kicks {
    let to = from.turned(turn);
    match (system, piece, turn) {
        // Under SRS, rotating the O keeps its cells.
        (RotationSystem::Srs | RotationSystem::SrsPlus, Piece::O, _) => {
            Kicks::NONE.push(minus(O_OFFSETS[from as usize], O_OFFSETS[to as usize]))
        }
        (RotationSystem::SrsPlus, _, Turn::Flip) => {
            shifted(&FLIPS[from as usize], base(piece, from, to))
        }
        (RotationSystem::SrsPlus, Piece::I, _) => {
            shifted(&I_PLUS[from as usize][turn as usize], base(piece, from, to))
        }
        // Plain SRS has no kicks for 180s: it tries the rotation in place.
        (RotationSystem::Srs, _, Turn::Flip) => Kicks::NONE.push(base(piece, from, to)),
        (RotationSystem::Srs | RotationSystem::SrsPlus, _, _) => {
            let offsets = if matches!(piece, Piece::I) { &I_OFFSETS } else { &JLSTZ_OFFSETS };
            let mut kicks = Kicks::NONE;
            let mut i = 0;
            while i < 5 {
                kicks = kicks.push(minus(offsets[from as usize][i], offsets[to as usize][i]));
                i += 1;
            }
            kicks
        }
        (RotationSystem::Plain, _, _) => Kicks::NONE.push(base(piece, from, to)),
        (RotationSystem::Corner, _, _) => {
            let (a, b) = (shape::shape(piece, from), shape::shape(piece, to));
            let (top_a, top_b) = (a.bottom + a.height, b.bottom + b.height);
            // The upright I stands one column right of the flat one's corner.
            let i_shift = match (piece, a.width, b.width) {
                (Piece::I, 4, 1) => 1,
                (Piece::I, 1, 4) => -1,
                _ => 0,
            };
            Kicks::NONE.push((a.left - b.left + i_shift, top_a - top_b))
        }
    }
}

/// The shift that makes a rotation about the centre one within the bounding box.
const fn base(piece: Piece, from: Rotation, to: Rotation) -> Kick {
    match piece {
        Piece::I => minus(I_OFFSETS[from as usize][0], I_OFFSETS[to as usize][0]),
        Piece::O => minus(O_OFFSETS[from as usize], O_OFFSETS[to as usize]),
        _ => (0, 0),
    }
}

const fn shifted(list: &[Kick], by: Kick) -> Kicks {
    let mut kicks = Kicks::NONE;
    let mut i = 0;
    while i < list.len() {
        kicks = kicks.push((list[i].0 + by.0, list[i].1 + by.1));
        i += 1;
    }
    kicks
}

const fn minus(a: Kick, b: Kick) -> Kick {
    (a.0 - b.0, a.1 - b.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published clockwise and counter-clockwise SRS kicks of the T from north.
    #[test]
    fn srs_is_the_published_table() {
        let kicks = |from, turn| RotationSystem::Srs.kicks(Piece::T, from, turn);
        assert_eq!(kicks(Rotation::North, Turn::Cw), [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)]);
        assert_eq!(
            kicks(Rotation::South, Turn::Ccw),
            [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)]
        );
        // The I is given about its true centre: the in-place turn from north moves it right.
        assert_eq!(
            RotationSystem::Srs.kicks(Piece::I, Rotation::North, Turn::Cw),
            [(1, 0), (-1, 0), (2, 0), (-1, -1), (2, 2)]
        );
    }

    #[test]
    fn quarter_turns_back_and_forth_keep_the_first_shift() {
        for system in RotationSystem::ALL {
            for piece in Piece::ALL {
                for from in Rotation::ALL {
                    let there = system.kicks(piece, from, Turn::Cw)[0];
                    let back = system.kicks(piece, from.turned(Turn::Cw), Turn::Ccw)[0];
                    assert_eq!((there.0 + back.0, there.1 + back.1), (0, 0), "{piece} {from}");
                }
            }
        }
    }

    #[test]
    fn names_round_trip() {
        for system in RotationSystem::ALL {
            assert_eq!(RotationSystem::from_name(system.name()), Some(system));
        }
    }
}
