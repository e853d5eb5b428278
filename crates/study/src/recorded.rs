//! Games as they are recorded: placements of agents, or what a person pressed and when.

use std::ops::Deref;

use minolab_arena::{
    replay::{Replay, ReplayResult},
    typed::{KeyReplay, KeyReplayError, Typed},
};

/// A game, and what a person did for each placement if a person played it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The game by its placements. Of a person's game its points are those by the keys.
    pub replay: Replay,
    /// One for each placement, or none at all.
    pub typed: Vec<Typed>,
}

impl Recorded {
    /// Reads a person's game and plays it again, to verify it.
    pub fn from_keys(text: &str) -> Result<Recorded, KeyReplayError> {
        KeyReplay::from_json(text).map(|keys| Recorded::from(&keys))
    }
}

impl From<&KeyReplay> for Recorded {
    fn from(keys: &KeyReplay) -> Recorded {
        let mut replay = Replay::new(keys.start().game(), "person", keys.mode);
        let mut typed = Vec::new();
        let played = keys.play_each(|choice, done| {
            replay.choices.push(choice);
            typed.push(done);
        });
        replay.result = ReplayResult::of(played.game(), keys.mode);
        Recorded { replay, typed }
    }
}

impl From<Replay> for Recorded {
    fn from(replay: Replay) -> Recorded {
        Recorded { replay, typed: Vec::new() }
    }
}

impl Deref for Recorded {
    type Target = Replay;

    fn deref(&self) -> &Replay {
        &self.replay
    }
}

#[cfg(test)]
mod tests;
