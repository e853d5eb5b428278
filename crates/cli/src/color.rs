//! `--color`: whether output has colours.

use std::{
    env,
    io::{IsTerminal, stdout},
    sync::OnceLock,
};

/// When to print colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Also into files and pipes
    Always,
    /// Never; watch and replay then print letters instead of drawing a screen
    Never,
}

static CHOSEN: OnceLock<Color> = OnceLock::new();

impl Color {
    /// Sets it for all commands.
    pub fn choose(self) {
        let _ = CHOSEN.set(self);
    }

    /// The current setting.
    pub fn chosen() -> Color {
        CHOSEN.get().copied().unwrap_or_default()
    }

    /// Whether to colour standard output.
    pub fn is_on(self) -> bool {
        let is_forbidden = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        match self {
            Color::Auto => !is_forbidden && stdout().is_terminal(),
            Color::Always => true,
            Color::Never => false,
        }
    }
}
