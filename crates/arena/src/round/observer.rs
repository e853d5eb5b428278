//! Observers of games.

use minolab_rules::{Choice, Clear, Game, GarbageRow};

use crate::{GameResult, replay::Replay};

/// Sees games being played, to count or record them.
///
/// The loop is compiled for each, so that it costs nothing without an observer.
pub trait Observer {
    /// A choice that is about to be played.
    #[inline(always)]
    fn choice(&mut self, _: &Game, _: Choice) {}
    /// What it did; `game` is the game after it.
    #[inline(always)]
    fn clear(&mut self, _: &Game, _: &Clear) {}
    /// Garbage that came in; `game` is the game after it.
    #[inline(always)]
    fn garbage(&mut self, _: &Game, _: &[GarbageRow]) {}
    /// A game of a [`crate::Lane`] ended; `game` is the game after it.
    #[inline(always)]
    fn end(&mut self, _: &Game, _: &GameResult) {}
}

/// No observer.
impl Observer for () {}

/// Records one game.
impl Observer for Replay {
    fn choice(&mut self, _: &Game, choice: Choice) {
        self.push(choice);
    }

    fn garbage(&mut self, _: &Game, rows: &[GarbageRow]) {
        self.push_garbage(rows);
    }
}
