//! The keys of the terminal.

use minolab_arena::person::Action;
use minolab_rules::Key;
use ratatui::crossterm::event::KeyCode;

/// One of the two sets of keys. They are the page's, except for Shift, which few terminals report
/// on its own: hold has a letter in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum TerminalKeys {
    /// The arrows move, Z and X rotate.
    #[default]
    Community,
    /// A and D move, the arrows rotate.
    Capstone,
}

impl TerminalKeys {
    /// The action of a key; capitals act like lower case.
    pub fn action(self, code: KeyCode) -> Option<Action> {
        use Action::Game;
        let code = match code {
            KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
            other => other,
        };
        let action = match (self, code) {
            (_, KeyCode::Esc | KeyCode::Char('p')) => Action::Pause,
            (_, KeyCode::Char('r')) => Action::Retry,
            (_, KeyCode::Char('u')) => Action::Undo,
            (_, KeyCode::Char('i')) => Action::Redo,
            (_, KeyCode::Char('c')) => Game(Key::Hold),
            (TerminalKeys::Community, code) => match code {
                KeyCode::Left => Game(Key::Left),
                KeyCode::Right => Game(Key::Right),
                KeyCode::Down => Game(Key::SoftDrop),
                KeyCode::Char(' ') => Game(Key::HardDrop),
                KeyCode::Up | KeyCode::Char('x') => Game(Key::Cw),
                KeyCode::Char('z') => Game(Key::Ccw),
                KeyCode::Char('a') => Game(Key::Flip),
                KeyCode::Char('s') => Game(Key::SonicDrop),
                _ => return None,
            },
            (TerminalKeys::Capstone, code) => match code {
                KeyCode::Char('a') => Game(Key::Left),
                KeyCode::Char('d') => Game(Key::Right),
                KeyCode::Char('s') => Game(Key::SoftDrop),
                KeyCode::Char('w') => Game(Key::HardDrop),
                KeyCode::Left => Game(Key::Ccw),
                KeyCode::Right => Game(Key::Cw),
                KeyCode::Up => Game(Key::Flip),
                KeyCode::Down => Game(Key::SonicDrop),
                _ => return None,
            },
        };
        Some(action)
    }

    /// The keys and what they do, for people.
    pub fn list(self) -> Vec<(&'static str, &'static str)> {
        let game: [(&str, Key); 8] = match self {
            TerminalKeys::Community => [
                ("Left Right", Key::Left),
                ("Down", Key::SoftDrop),
                ("Space", Key::HardDrop),
                ("S", Key::SonicDrop),
                ("Up X", Key::Cw),
                ("Z", Key::Ccw),
                ("A", Key::Flip),
                ("C", Key::Hold),
            ],
            TerminalKeys::Capstone => [
                ("A D", Key::Left),
                ("S", Key::SoftDrop),
                ("W", Key::HardDrop),
                ("Down", Key::SonicDrop),
                ("Right", Key::Cw),
                ("Left", Key::Ccw),
                ("Up", Key::Flip),
                ("C", Key::Hold),
            ],
        };
        let label = |key| match key {
            Key::Left => "Move",
            key => Action::Game(key).label(),
        };
        let mut list: Vec<_> = game.into_iter().map(|(keys, key)| (keys, label(key))).collect();
        list.extend([
            ("R", "Retry"),
            ("Esc P", "Pause"),
            ("U I", "Undo, redo in practice"),
            ("?", "Keys"),
            ("Ctrl-C", "Quit"),
        ]);
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sets_reach_every_key_of_the_game() {
        let codes: Vec<KeyCode> = [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down]
            .into_iter()
            .chain((' '..='z').map(KeyCode::Char))
            .collect();
        for set in [TerminalKeys::Community, TerminalKeys::Capstone] {
            for key in Key::ALL {
                let action = Some(Action::Game(key));
                assert!(codes.iter().any(|&code| set.action(code) == action), "{set:?} {key:?}");
            }
            assert_eq!(set.action(KeyCode::Char('C')), Some(Action::Game(Key::Hold)));
            assert_eq!(set.action(KeyCode::Char('q')), None);
        }
    }
}
