//! Which button of the keyboard is which action.

use minolab_rules::Key;
use serde::{Deserialize, Serialize};

use crate::Action;

/// One of the two sets of keys; both can be changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeySet {
    /// A and D move, the arrows turn.
    Capstone,
    /// The arrows move, Z and X turn.
    #[default]
    Community,
}

impl KeySet {
    /// Both.
    pub const ALL: [KeySet; 2] = [KeySet::Community, KeySet::Capstone];

    /// What it is called on the screen.
    pub const fn label(self) -> &'static str {
        match self {
            KeySet::Capstone => "Capstone: A D S W, arrows turn",
            KeySet::Community => "Community: arrows move, Z X turn",
        }
    }

    /// As it is before anybody changed it.
    pub fn bindings(self) -> Bindings {
        use Action::Game;
        let pairs: &[(&str, Action)] = match self {
            KeySet::Capstone => &[
                ("KeyA", Game(Key::Left)),
                ("KeyD", Game(Key::Right)),
                ("KeyS", Game(Key::SoftDrop)),
                ("KeyW", Game(Key::HardDrop)),
                ("ArrowLeft", Game(Key::Ccw)),
                ("ArrowRight", Game(Key::Cw)),
                ("ArrowUp", Game(Key::Flip)),
                ("ShiftLeft", Game(Key::Hold)),
                ("KeyR", Action::Retry),
                ("Escape", Action::Pause),
                ("KeyU", Action::Undo),
                ("KeyI", Action::Redo),
                ("KeyH", Action::Hint),
            ],
            KeySet::Community => &[
                ("ArrowLeft", Game(Key::Left)),
                ("ArrowRight", Game(Key::Right)),
                ("ArrowDown", Game(Key::SoftDrop)),
                ("Space", Game(Key::HardDrop)),
                ("ArrowUp", Game(Key::Cw)),
                ("KeyX", Game(Key::Cw)),
                ("KeyZ", Game(Key::Ccw)),
                ("KeyA", Game(Key::Flip)),
                ("KeyC", Game(Key::Hold)),
                ("ShiftLeft", Game(Key::Hold)),
                ("KeyR", Action::Retry),
                ("Escape", Action::Pause),
                ("KeyU", Action::Undo),
                ("KeyI", Action::Redo),
                ("KeyH", Action::Hint),
            ],
        };
        Bindings(pairs.iter().map(|&(code, action)| (code.to_string(), action)).collect())
    }
}

/// Buttons, by the browser's code of their place on the keyboard, and what each does.
///
/// A button does one thing; a thing may have several buttons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bindings(Vec<(String, Action)>);

impl Bindings {
    /// What a button does.
    pub fn action(&self, code: &str) -> Option<Action> {
        self.0.iter().find(|(other, _)| other == code).map(|&(_, action)| action)
    }

    /// The buttons of an action.
    pub fn codes(&self, action: Action) -> Vec<&str> {
        self.0.iter().filter(|(_, other)| *other == action).map(|(code, _)| &code[..]).collect()
    }

    /// Gives an action one more button, which then does nothing else.
    pub fn add(&mut self, action: Action, code: &str) {
        self.0.retain(|(other, _)| other != code);
        self.0.push((code.into(), action));
    }

    /// Gives an action this button alone.
    pub fn set(&mut self, action: Action, code: &str) {
        self.0.retain(|(_, other)| *other != action);
        self.add(action, code);
    }

    /// Gives actions that were not there when these were stored their first button, where that
    /// is free.
    pub fn fill_up(&mut self, first: &Bindings) {
        for (code, action) in &first.0 {
            if self.codes(*action).is_empty() && self.action(code).is_none() {
                self.add(*action, code);
            }
        }
    }

    /// A button as people call it.
    pub fn label(code: &str) -> String {
        let short = code.strip_prefix("Key").or(code.strip_prefix("Digit"));
        match (short, code) {
            (Some(letter), _) => letter.into(),
            (_, "ArrowLeft") => "←".into(),
            (_, "ArrowRight") => "→".into(),
            (_, "ArrowUp") => "↑".into(),
            (_, "ArrowDown") => "↓".into(),
            (_, "ShiftLeft") => "Left Shift".into(),
            (_, "ShiftRight") => "Right Shift".into(),
            (_, "ControlLeft") => "Left Ctrl".into(),
            (_, "Escape") => "Esc".into(),
            _ => code.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_does_one_thing() {
        for set in KeySet::ALL {
            let mut bindings = set.bindings();
            for action in Action::ALL {
                bindings.add(action, "KeyQ");
                assert_eq!(bindings.action("KeyQ"), Some(action));
                assert_eq!(bindings.0.iter().filter(|(code, _)| code == "KeyQ").count(), 1);
            }
        }
    }

    #[test]
    fn setting_replaces_every_button() {
        let mut bindings = KeySet::Community.bindings();
        let cw = Action::Game(Key::Cw);
        assert_eq!(bindings.codes(cw), ["ArrowUp", "KeyX"]);
        bindings.set(cw, "Space");
        assert_eq!(bindings.codes(cw), ["Space"]);
        assert_eq!(bindings.codes(Action::Game(Key::HardDrop)), Vec::<&str>::new());
        assert_eq!(bindings.action("KeyX"), None);
    }

    #[test]
    fn new_actions_get_their_button_if_it_is_free() {
        let first = KeySet::Community.bindings();
        let mut old = first.clone();
        old.0.retain(|(_, action)| *action != Action::Hint);
        let mut other = old.clone();
        old.fill_up(&first);
        assert_eq!(old.codes(Action::Hint), ["KeyH"]);
        other.add(Action::Game(Key::Flip), "KeyH");
        other.fill_up(&first);
        assert_eq!(other.codes(Action::Hint), Vec::<&str>::new());
    }

    #[test]
    fn the_capstone_has_its_own_keys() {
        let bindings = KeySet::Capstone.bindings();
        let game = |code| match bindings.action(code) {
            Some(Action::Game(key)) => key.name(),
            _ => "",
        };
        let found = ["KeyA", "KeyD", "KeyS", "KeyW", "ArrowLeft", "ArrowRight", "ShiftLeft"];
        let expected = ["left", "right", "soft-drop", "hard-drop", "ccw", "cw", "hold"];
        assert_eq!(found.map(game), expected);
    }
}
