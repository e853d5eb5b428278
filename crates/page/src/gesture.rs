//! A finger on the board: what its way means in keys.

use minolab_rules::{Key, KeyEvent};

/// A finger that is down: it drags the piece sideways cell by cell, pulls it down while it goes
/// down, drops it with a flick, holds it with a flick upwards, and turns it with a tap.
#[derive(Clone, Debug)]
pub struct Gesture {
    // Where and when it came down, and where the piece was last moved from.
    from: (f64, f64),
    at_ms: f64,
    anchor: f64,
    // A tap in the left half of the board turns the other way.
    is_left: bool,
    cell: f64,
    has_moved: bool,
    is_down: bool,
}

/// A flick is quicker than this, in milliseconds.
const FLICK_MS: f64 = 260.0;
/// Cells a flick goes at least.
const FLICK: f64 = 1.6;
/// Cells a finger goes down before it pulls the piece.
const PULL: f64 = 1.2;
/// Cells a tap may tremble.
const TREMBLE: f64 = 0.5;

impl Gesture {
    /// A finger that comes down at this place, on a board with cells of this size.
    pub fn new(place: (f64, f64), at_ms: f64, cell: f64, is_left: bool) -> Gesture {
        Gesture {
            from: place,
            at_ms,
            anchor: place.0,
            is_left,
            cell: cell.max(14.0),
            has_moved: false,
            is_down: false,
        }
    }

    /// It goes to this place.
    pub fn go(&mut self, (x, y): (f64, f64), at_ms: f64) -> Vec<KeyEvent> {
        let mut keys = Vec::new();
        let steps = ((x - self.anchor) / self.cell).trunc();
        let down = (y - self.from.1) / self.cell;
        // A flick may go aslant: what is mostly upright moves nothing sideways.
        let is_upright = (y - self.from.1).abs() > 1.6 * (x - self.from.0).abs();
        if steps != 0.0 && !is_upright {
            let key = if steps < 0.0 { Key::Left } else { Key::Right };
            for _ in 0..steps.abs() as u32 {
                keys.extend([key.press(), key.release()]);
            }
            self.anchor += steps * self.cell;
            self.has_moved = true;
        }
        if !self.is_down && down > PULL && is_upright && at_ms - self.at_ms > FLICK_MS {
            keys.push(Key::SoftDrop.press());
            (self.is_down, self.has_moved) = (true, true);
        }
        keys
    }

    /// It leaves the board at this place.
    pub fn end(&mut self, (x, y): (f64, f64), at_ms: f64) -> Vec<KeyEvent> {
        let (right, down) = ((x - self.from.0) / self.cell, (y - self.from.1) / self.cell);
        let is_quick = at_ms - self.at_ms < FLICK_MS;
        let tap = |key: Key| vec![key.press(), key.release()];
        if self.is_down {
            return vec![Key::SoftDrop.release()];
        }
        if is_quick && down.abs() > FLICK && down.abs() > right.abs() {
            return tap(if down > 0.0 { Key::HardDrop } else { Key::Hold });
        }
        if !self.has_moved && right.abs() < TREMBLE && down.abs() < TREMBLE {
            return tap(if self.is_left { Key::Ccw } else { Key::Cw });
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(keys: &[KeyEvent]) -> String {
        let word =
            |key: &KeyEvent| format!("{}{}", if key.pressed { "+" } else { "-" }, key.key.name());
        keys.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    fn finger(is_left: bool) -> Gesture {
        Gesture::new((100.0, 100.0), 0.0, 20.0, is_left)
    }

    #[test]
    fn a_tap_turns() {
        assert_eq!(names(&finger(false).end((103.0, 98.0), 80.0)), "+cw -cw");
        assert_eq!(names(&finger(true).end((103.0, 98.0), 80.0)), "+ccw -ccw");
    }

    #[test]
    fn a_drag_moves_cell_by_cell_and_back() {
        let mut finger = finger(false);
        assert_eq!(names(&finger.go((139.0, 104.0), 50.0)), "+right -right");
        assert_eq!(names(&finger.go((141.0, 104.0), 60.0)), "+right -right");
        assert_eq!(names(&finger.go((119.0, 104.0), 90.0)), "+left -left");
        assert_eq!(names(&finger.end((119.0, 104.0), 99.0)), "");
    }

    #[test]
    fn flicks_drop_and_hold_and_a_slow_pull_is_a_soft_drop() {
        assert_eq!(names(&finger(false).end((104.0, 150.0), 120.0)), "+hard-drop -hard-drop");
        assert_eq!(names(&finger(false).end((104.0, 50.0), 120.0)), "+hold -hold");
        let mut finger = finger(false);
        assert_eq!(names(&finger.go((101.0, 150.0), 100.0)), "");
        assert_eq!(names(&finger.go((101.0, 160.0), 300.0)), "+soft-drop");
        assert_eq!(names(&finger.end((101.0, 170.0), 400.0)), "-soft-drop");
    }
}
