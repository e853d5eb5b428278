//! How many pieces find a landing without a hole on the contour.

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

/// The same with each profile's mirror image from below, as the strongest public player
/// counts them.
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
