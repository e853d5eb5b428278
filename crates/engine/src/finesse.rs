//! Finesse: how many extra presses a placement took.

use minolab_rules::{Board, Input, Placement, Ruleset, path};

/// Finesse faults of a person's game: placements that took more presses than they need.
///
/// *A press* is a key going down that moves or rotates the active piece
/// ([`minolab_rules::Key::steers`]), whether or not there was room for it; held down, it is still
/// one. Drops and hold are not, and presses for a piece that was then held do not count. Keys per
/// piece ([`crate::KeyCounter`]) count all of these.
///
/// The presses *needed* are those of the shortest path. A placement whose shortest path goes down
/// before the drop (a tuck or a spin) is never a fault, however many it took: how far a piece has
/// fallen when it is moved depends on gravity and the soft drop, not on finesse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finesse {
    /// Placements with extra presses.
    pub faults: u64,
    /// The total of their extra presses.
    pub extra_presses: u64,
}

impl Finesse {
    /// Counts a placement on this board that took this many presses.
    pub fn add(&mut self, rules: &Ruleset, board: &Board, placement: Placement, presses: u64) {
        let extra = presses.saturating_sub(needed(rules, board, placement).unwrap_or(u64::MAX));
        self.faults += (extra > 0) as u64;
        self.extra_presses += extra;
    }
}

/// The presses a placement needs; `None` if finesse does not count it.
fn needed(rules: &Ruleset, board: &Board, placement: Placement) -> Option<u64> {
    let path = path(board, rules, placement)?;
    let (_drop, steering) = path.split_last()?;
    let goes_down = steering.iter().any(|input| matches!(input, Input::Down | Input::Sonic));
    (!goes_down).then_some(steering.len() as u64)
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Falling, Piece, Rotation, Spin, shipped};

    use super::*;

    fn extra(board: &Board, resting: Falling, spin: Spin, presses: u64) -> u64 {
        let rules = shipped::get("guideline").unwrap();
        let mut finesse = Finesse::default();
        finesse.add(rules, board, Placement::new(resting, spin), presses);
        assert_eq!(finesse.faults, (finesse.extra_presses > 0) as u64);
        finesse.extra_presses
    }

    #[test]
    fn a_hard_drop_needs_its_shifts_and_rotations() {
        let at = |x| Falling { piece: Piece::T, rotation: Rotation::North, x, y: 0 };
        let extra = |x, presses| extra(&Board::EMPTY, at(x), Spin::None, presses);
        // Below the spawn; one to the left; at the wall, by a held key.
        assert_eq!((extra(4, 0), extra(4, 2)), (0, 2));
        assert_eq!((extra(3, 1), extra(3, 3)), (0, 2));
        assert_eq!((extra(1, 1), extra(1, 3)), (0, 2));
        // A key still held from the previous piece may save a press.
        assert_eq!(extra(1, 0), 0);
    }

    #[test]
    fn tucks_and_spins_are_never_faults() {
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
        let tuck = Falling { piece: Piece::I, rotation: Rotation::North, x: 1, y: 3 };
        assert_eq!(extra(&board, slot, Spin::Full, 9), 0);
        assert_eq!(extra(&board, tuck, Spin::None, 9), 0);
    }
}
