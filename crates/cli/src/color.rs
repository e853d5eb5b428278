//! `--color`: whether what is printed has colours.

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
    /// Nowhere; watch and replay then print letters instead of drawing a screen
    Never,
}

static CHOSEN: OnceLock<Color> = OnceLock::new();

impl Color {
    /// Lets this be what all commands go by.
    pub fn choose(self) {
        let _ = CHOSEN.set(self);
    }

    /// What was asked for.
    pub fn chosen() -> Color {
        CHOSEN.get().copied().unwrap_or_default()
    }

    /// Whether standard output is to be coloured.
    pub fn is_on(self) -> bool {
        let is_forbidden = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        match self {
            Color::Auto => !is_forbidden && stdout().is_terminal(),
            Color::Always => true,
            Color::Never => false,
        }
    }
}
