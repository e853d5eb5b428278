//! The terminal while a screen is shown.

use std::{io, time::Duration};

use anyhow::Result;
use ratatui::{
    DefaultTerminal, Frame,
    crossterm::{
        event::{
            self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, KeyboardEnhancementFlags,
            PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
        },
        execute, terminal,
    },
};

/// The terminal in full-screen mode; it is restored when this is dropped, even by a panic.
pub struct Terminal {
    screen: DefaultTerminal,
    has_releases: bool,
}

/// A key press, release or repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalKey {
    /// The key.
    pub code: KeyCode,
    /// What it did.
    pub kind: KeyEventKind,
    is_interrupt: bool,
}

impl TerminalKey {
    /// Whether it is Ctrl-C, which a raw terminal reports like any other key.
    pub fn is_interrupt(&self) -> bool {
        self.is_interrupt
    }
}

impl Terminal {
    /// Takes the terminal over.
    pub fn open() -> io::Result<Terminal> {
        Ok(Terminal { screen: ratatui::try_init()?, has_releases: false })
    }

    /// Requests key releases as well; returns whether the terminal supports that.
    pub fn report_releases(&mut self) -> io::Result<bool> {
        if !self.has_releases && terminal::supports_keyboard_enhancement().unwrap_or(false) {
            let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
                | KeyboardEnhancementFlags::REPORT_EVENT_TYPES;
            execute!(io::stdout(), PushKeyboardEnhancementFlags(flags))?;
            self.has_releases = true;
        }
        Ok(self.has_releases)
    }

    /// Draws a picture.
    pub fn draw(&mut self, picture: impl FnOnce(&mut Frame)) -> io::Result<()> {
        self.screen.draw(picture).map(drop)
    }

    /// The next key event within this time; `None` if there is none.
    pub fn event(&self, wait: Duration) -> Result<Option<TerminalKey>> {
        if !event::poll(wait)? {
            return Ok(None);
        }
        Ok(match event::read()? {
            Event::Key(KeyEvent { code, modifiers, kind, .. }) => {
                let is_interrupt = code == KeyCode::Char('c')
                    && modifiers.contains(KeyModifiers::CONTROL)
                    && kind != KeyEventKind::Release;
                Some(TerminalKey { code, kind, is_interrupt })
            }
            _ => None,
        })
    }

    /// The next key press within this time; `None` if there is none. Ctrl-C comes as `q`.
    pub fn key(&self, wait: Duration) -> Result<Option<KeyCode>> {
        let pressed = self.event(wait)?.filter(|key| key.kind != KeyEventKind::Release);
        Ok(pressed.map(|key| if key.is_interrupt { KeyCode::Char('q') } else { key.code }))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if self.has_releases {
            // Nothing can be done about a terminal that is gone.
            let _ = execute!(io::stdout(), PopKeyboardEnhancementFlags);
        }
        ratatui::restore();
    }
}
