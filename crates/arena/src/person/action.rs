//! What a person can do while playing.

use minolab_rules::Key;
use serde::{Deserialize, Serialize};

/// A key of the game, or something the screen does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Action {
    /// A key of the game.
    Game(Key),
    /// Restart.
    Retry,
    /// Pause, and resume.
    Pause,
    /// Undo a piece, in practice.
    Undo,
    /// Redo it.
    Redo,
    /// Show or hide what the engine would play, in practice.
    Hint,
}

impl Action {
    /// Every action, in the order in which they are listed.
    pub const ALL: [Action; 14] = [
        Action::Game(Key::Left),
        Action::Game(Key::Right),
        Action::Game(Key::SoftDrop),
        Action::Game(Key::HardDrop),
        Action::Game(Key::SonicDrop),
        Action::Game(Key::Cw),
        Action::Game(Key::Ccw),
        Action::Game(Key::Flip),
        Action::Game(Key::Hold),
        Action::Retry,
        Action::Pause,
        Action::Undo,
        Action::Redo,
        Action::Hint,
    ];

    /// The name in stored settings.
    pub const fn name(self) -> &'static str {
        match self {
            Action::Game(key) => key.name(),
            Action::Retry => "retry",
            Action::Pause => "pause",
            Action::Undo => "undo",
            Action::Redo => "redo",
            Action::Hint => "hint",
        }
    }

    /// Reads the name.
    pub fn from_name(name: &str) -> Option<Action> {
        Action::ALL.into_iter().find(|action| action.name() == name)
    }

    /// Its label on the screen.
    pub const fn label(self) -> &'static str {
        match self {
            Action::Game(Key::Left) => "Left",
            Action::Game(Key::Right) => "Right",
            Action::Game(Key::SoftDrop) => "Soft drop",
            Action::Game(Key::HardDrop) => "Hard drop",
            Action::Game(Key::SonicDrop) => "Sonic drop",
            Action::Game(Key::Cw) => "Rotate CW",
            Action::Game(Key::Ccw) => "Rotate CCW",
            Action::Game(Key::Flip) => "Rotate 180",
            Action::Game(Key::Hold) => "Hold",
            Action::Retry => "Retry",
            Action::Pause => "Pause",
            Action::Undo => "Undo",
            Action::Redo => "Redo",
            Action::Hint => "Hint in practice",
        }
    }
}

impl From<Action> for String {
    fn from(action: Action) -> String {
        action.name().into()
    }
}

impl TryFrom<String> for Action {
    type Error = String;

    fn try_from(name: String) -> Result<Action, String> {
        Action::from_name(&name).ok_or_else(|| format!("{name:?} is not an action"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for action in Action::ALL {
            assert_eq!(Action::from_name(action.name()), Some(action));
        }
        assert_eq!(Action::from_name("jump"), None);
    }
}
