//! Placements, as the protocol writes them.

use minolab_rules::{Falling, Piece, Placement, ROWS, Rotation, Spin};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The protocol's "move": a location and a spin.
///
/// Our centres are the protocol's. One placement may have several names there (an I facing north or
/// south); a [`Placement`] is always the canonical one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resting {
    /// Where the piece locks.
    pub location: Location,
    /// Whether it counts as a spin.
    #[serde(default)]
    pub spin: SpinName,
}

/// Which piece, which way it faces, and its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    #[serde(rename = "type")]
    pub piece: Piece,
    pub orientation: Orientation,
    /// The centre's column, 0 on the left.
    pub x: i64,
    /// The centre's row, 0 at the bottom.
    pub y: i64,
}

/// The protocol's names of the rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// As it spawns.
    North,
    /// Rotated clockwise from north.
    East,
    /// Rotated by 180 from north.
    South,
    /// Rotated counter-clockwise from north.
    West,
}

/// The protocol's names of the spins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpinName {
    /// No spin.
    #[default]
    None,
    /// A mini spin.
    Mini,
    /// A full spin.
    Full,
}

/// A location off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{piece} at {x},{y}, expected a centre on the board")]
pub struct RestingError {
    pub piece: Piece,
    /// The centre's column.
    pub x: i64,
    /// The centre's row.
    pub y: i64,
}

impl Resting {
    /// The placement it names, legal or not.
    pub fn placement(self) -> Result<Placement, RestingError> {
        let Location { piece, orientation, x, y } = self.location;
        // No shape covers a cell of the board with a centre further away.
        let near = |value: i64, cells: i64| (-2..cells + 2).contains(&value);
        if !near(x, 16) || !near(y, ROWS as i64) {
            return Err(RestingError { piece, x, y });
        }
        let rotation = Rotation::ALL[orientation as usize];
        let falling = Falling { piece, rotation, x: x as i8, y: y as i8 };
        Ok(Placement::new(falling, Spin::ALL[self.spin as usize]))
    }
}

impl From<Placement> for Resting {
    fn from(placement: Placement) -> Resting {
        const ORIENTATIONS: [Orientation; 4] =
            [Orientation::North, Orientation::East, Orientation::South, Orientation::West];
        const SPINS: [SpinName; 3] = [SpinName::None, SpinName::Mini, SpinName::Full];
        let Placement { piece, rotation, x, y, spin } = placement;
        let orientation = ORIENTATIONS[rotation.index()];
        Resting {
            location: Location { piece, orientation, x: x.into(), y: y.into() },
            spin: SPINS[spin as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use minolab_rules::{placements, shipped};

    use super::*;

    fn cells(text: &str) -> BTreeSet<(i8, i8)> {
        let resting: Resting = serde_json::from_str(text).unwrap();
        resting.placement().unwrap().falling().cells().into_iter().collect()
    }

    fn resting(piece: char, orientation: &str, x: i64, y: i64) -> String {
        format!(
            r#"{{"location":{{"type":"{piece}","orientation":"{orientation}","x":{x},"y":{y}}},"spin":"none"}}"#
        )
    }

    #[test]
    fn centres_are_the_protocols() {
        // North cells around the centre, as the specification has them.
        let north: [(char, [(i8, i8); 4]); 7] = [
            ('I', [(-1, 0), (0, 0), (1, 0), (2, 0)]),
            ('O', [(0, 0), (1, 0), (0, 1), (1, 1)]),
            ('T', [(-1, 0), (0, 0), (1, 0), (0, 1)]),
            ('L', [(-1, 0), (0, 0), (1, 0), (1, 1)]),
            ('J', [(-1, 0), (0, 0), (1, 0), (-1, 1)]),
            ('S', [(-1, 0), (0, 0), (0, 1), (1, 1)]),
            ('Z', [(-1, 1), (0, 1), (0, 0), (1, 0)]),
        ];
        for (piece, mut shape) in north {
            for orientation in ["north", "east", "south", "west"] {
                let expected: BTreeSet<_> = shape.iter().map(|&(x, y)| (x + 4, y + 5)).collect();
                assert_eq!(cells(&resting(piece, orientation, 4, 5)), expected);
                shape = shape.map(|(x, y)| (y, -x));
            }
        }
    }

    #[test]
    fn several_names_are_one_placement() {
        let place =
            |text: String| serde_json::from_str::<Resting>(&text).unwrap().placement().unwrap();
        assert_eq!(place(resting('I', "north", 4, 0)), place(resting('I', "south", 5, 0)));
        assert_eq!(place(resting('I', "east", 4, 2)), place(resting('I', "west", 4, 1)));
        for (orientation, x, y) in [("east", 3, 1), ("south", 4, 1), ("west", 4, 0)] {
            assert_eq!(place(resting('O', "north", 3, 0)), place(resting('O', orientation, x, y)));
        }
    }

    #[test]
    fn every_placement_comes_back() {
        let rules = shipped::get("guideline").unwrap();
        for piece in Piece::ALL {
            for &placement in placements::all(&rules.empty_board(), rules, piece).iter() {
                let text = serde_json::to_string(&Resting::from(placement)).unwrap();
                let read: Resting = serde_json::from_str(&text).unwrap();
                assert_eq!(read.placement(), Ok(placement));
            }
        }
    }

    #[test]
    fn centres_off_the_board_are_refused() {
        for (x, y) in [(127, 0), (i64::MAX, 0), (4, -3), (4, i64::MIN), (-128, 5), (4, 127)] {
            let resting: Resting = serde_json::from_str(&resting('I', "south", x, y)).unwrap();
            let error = resting.placement().unwrap_err().to_string();
            assert_eq!(error, format!("I at {x},{y}, expected a centre on the board"));
        }
    }
}
