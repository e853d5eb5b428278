//! The keys a person plays with.

use serde::{Deserialize, Serialize};

/// One key of a person's game; which button that is, the screen decides.
///
/// Unlike an [`crate::Input`] it is pressed and released, and what it does in between
/// depends on [`crate::Handling`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Key {
    /// Left, repeating while held.
    Left,
    /// Right, repeating while held.
    Right,
    /// Soft drop while held.
    SoftDrop,
    /// Hard drop.
    HardDrop,
    /// Sonic drop: to the floor at once, not locked.
    SonicDrop,
    /// Rotate clockwise (CW).
    Cw,
    /// Rotate counter-clockwise (CCW).
    Ccw,
    /// Rotate by 180 degrees.
    Flip,
    /// Swap with the hold.
    Hold,
}

/// A key going down or up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct KeyEvent {
    /// Which key.
    pub key: Key,
    /// Whether it was pressed; otherwise it was released.
    pub pressed: bool,
}

/// A key going down or up at the start of a tick.
///
/// A ruleset, a seed, a [`crate::Handling`] and a list of these make a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TimedKey {
    /// Ticks since the start of the game.
    pub tick: u64,
    /// What happened.
    pub event: KeyEvent,
}

impl Key {
    /// Every key, in index order.
    pub const ALL: [Key; 9] = [
        Key::Left,
        Key::Right,
        Key::SoftDrop,
        Key::HardDrop,
        Key::SonicDrop,
        Key::Cw,
        Key::Ccw,
        Key::Flip,
        Key::Hold,
    ];

    /// The position in [`Key::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether it moves the active piece sideways or rotates it.
    pub const fn steers(self) -> bool {
        matches!(self, Key::Left | Key::Right | Key::Cw | Key::Ccw | Key::Flip)
    }

    /// The name in files and on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Key::Left => "left",
            Key::Right => "right",
            Key::SoftDrop => "soft-drop",
            Key::HardDrop => "hard-drop",
            Key::SonicDrop => "sonic-drop",
            Key::Cw => "cw",
            Key::Ccw => "ccw",
            Key::Flip => "flip",
            Key::Hold => "hold",
        }
    }

    /// Reads the name.
    pub fn from_name(name: &str) -> Option<Key> {
        Key::ALL.into_iter().find(|key| key.name() == name)
    }

    /// The key going down.
    pub const fn press(self) -> KeyEvent {
        KeyEvent { key: self, pressed: true }
    }

    /// The key going up.
    pub const fn release(self) -> KeyEvent {
        KeyEvent { key: self, pressed: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for (index, key) in Key::ALL.into_iter().enumerate() {
            assert_eq!(key.index(), index);
            assert_eq!(Key::from_name(key.name()), Some(key));
        }
    }
}
