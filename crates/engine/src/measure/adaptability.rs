//! Shape adaptability: how many pieces can land on the contour without making a hole.
//!
//! The tables and [`points`] are the definition; [`Differences`] counts the same with bit
//! operations.

use super::Heights;

/// Points by how often a piece's profiles occur: the second landing counts half.
const POINTS: [u32; 3] = [0, 4, 6];

/// Where on the contour a piece can land: by one difference between neighbours, or by two.
struct Profiles {
    singles: &'static [i32],
    pairs: &'static [(i32, i32)],
}

/// J, L, O, S, T and Z with the undersides of their orientations.
const REAL: [Profiles; 6] = [
    Profiles { singles: &[0, 2], pairs: &[(0, 0), (0, -1)] },
    Profiles { singles: &[0, -2], pairs: &[(0, 0), (1, 0)] },
    Profiles { singles: &[0], pairs: &[] },
    Profiles { singles: &[-1], pairs: &[(0, 1)] },
    Profiles { singles: &[1, -1], pairs: &[(0, 0), (-1, 1)] },
    Profiles { singles: &[1], pairs: &[(-1, 0)] },
];

/// The same with each profile's mirror image from below, as misakamm's tetr-ai counts them.
const MIRRORED: [Profiles; 6] = [
    Profiles { singles: &[0, 2, -2], pairs: &[(0, 0), (0, 1), (0, -1)] },
    Profiles { singles: &[0, 2, -2], pairs: &[(0, 0), (1, 0), (-1, 0)] },
    Profiles { singles: &[0], pairs: &[] },
    Profiles { singles: &[1, -1], pairs: &[(0, 1), (0, -1)] },
    Profiles { singles: &[1, -1], pairs: &[(0, 0), (1, -1), (-1, 1)] },
    Profiles { singles: &[1, -1], pairs: &[(1, 0), (-1, 0)] },
];

/// Points for landings by the profiles and their mirror images.
pub fn mirrored(heights: &Heights) -> u32 {
    points(heights, &MIRRORED)
}

/// Points for real landings.
pub fn real(heights: &Heights) -> u32 {
    points(heights, &REAL)
}

fn points(heights: &Heights, pieces: &[Profiles; 6]) -> u32 {
    let mut differences = [0; 16];
    let mut len = 0;
    for difference in heights.differences() {
        differences[len] = difference;
        len += 1;
    }
    let differences = &differences[..len];
    let landings = |piece: &Profiles| {
        let singles = differences.iter().filter(|one| piece.singles.contains(one)).count();
        let pair = |two: &&[i32]| piece.pairs.contains(&(two[0], two[1]));
        singles + differences.windows(2).filter(pair).count()
    };
    pieces.iter().map(|piece| POINTS[landings(piece).min(2)]).sum()
}

/// Which columns are followed by one that is as high, or one or two higher or lower: a bit
/// for each column but the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    pub level: u16,
    pub up_one: u16,
    pub up_two: u16,
    pub down_one: u16,
    pub down_two: u16,
}

impl Differences {
    /// How many of the five occur.
    #[inline(always)]
    pub fn diversity(&self) -> u32 {
        let all = [self.level, self.up_one, self.up_two, self.down_one, self.down_two];
        all.into_iter().map(|columns| (columns != 0) as u32).sum()
    }

    /// Points for real landings.
    #[inline(always)]
    pub fn real(&self) -> u32 {
        let Differences { level, up_one, up_two, down_one, down_two } = *self;
        let flat = level & level >> 1;
        points_of(level | up_two, flat | level & down_one >> 1)
            + points_of(level | down_two, flat | up_one & level >> 1)
            + points_of(level, 0)
            + points_of(down_one, level & up_one >> 1)
            + points_of(up_one | down_one, flat | down_one & up_one >> 1)
            + points_of(up_one, down_one & level >> 1)
    }

    /// Points for landings by the profiles and their mirror images.
    #[inline(always)]
    pub fn mirrored(&self) -> u32 {
        let Differences { level, up_one, up_two, down_one, down_two } = *self;
        let (flat, one, two) = (level & level >> 1, up_one | down_one, up_two | down_two);
        let (then_one, one_then) = (level & one >> 1, one & level >> 1);
        points_of(level | two, flat | then_one)
            + points_of(level | two, flat | one_then)
            + points_of(level, 0)
            + points_of(one, then_one)
            + points_of(one, flat | up_one & down_one >> 1 | down_one & up_one >> 1)
            + points_of(one, one_then)
    }
}

/// A column starts at most one landing by a single difference and one by a pair, so the two
/// are counted side by side.
#[inline(always)]
fn points_of(singles: u16, pairs: u16) -> u32 {
    let both = (singles as u32) << 16 | pairs as u32;
    if both == 0 {
        0
    } else if both & (both - 1) == 0 {
        POINTS[1]
    } else {
        POINTS[2]
    }
}
