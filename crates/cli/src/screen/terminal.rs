//! The terminal while a screen is shown.

use std::{io, time::Duration};

use anyhow::Result;
use ratatui::{
    DefaultTerminal, Frame,
    crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
};

/// The terminal in full-screen mode; it is put back when this is dropped, panics included.
pub struct Terminal(DefaultTerminal);

impl Terminal {
    /// Takes the terminal over.
    pub fn open() -> io::Result<Terminal> {
        ratatui::try_init().map(Terminal)
    }

    /// Draws a picture.
    pub fn draw(&mut self, picture: impl FnOnce(&mut Frame)) -> io::Result<()> {
        self.0.draw(picture).map(drop)
    }

    /// The next key press within this time; `None` if there is none. Ctrl-C comes as `q`.
    pub fn key(&self, wait: Duration) -> Result<Option<KeyCode>> {
        if !event::poll(wait)? {
            return Ok(None);
        }
        match event::read()? {
            Event::Key(KeyEvent { code, modifiers, kind, .. }) if kind != KeyEventKind::Release => {
                let interrupt =
                    code == KeyCode::Char('c') && modifiers.contains(KeyModifiers::CONTROL);
                Ok(Some(if interrupt { KeyCode::Char('q') } else { code }))
            }
            _ => Ok(None),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        ratatui::restore();
    }
}
