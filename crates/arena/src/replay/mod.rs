//! Replays: a ruleset, a seed, the choices and the garbage between them, enough to rebuild
//! everything.
//!
//! ```
//! use minolab_arena::replay::Replay;
//! use minolab_rules::{Choice, Game, Mode, placements, shipped};
//!
//! let mut game = Game::new(shipped::get("guideline").unwrap().clone(), 7);
//! let mut replay = Replay::new(&game, "a sketch", Mode::Marathon);
//! let piece = game.state().current.unwrap();
//! let placement = placements::all(&game.state().board, game.rules(), piece)[0];
//! let choice = Choice { hold: false, placement };
//! game.play(choice).unwrap();
//! replay.push(choice);
//! replay.set_result(&game);
//!
//! let read = Replay::from_bytes(&replay.to_bytes().unwrap()).unwrap();
//! assert_eq!(read, replay);
//! assert!(read.verify().is_ok());
//! assert_eq!(Replay::from_text(&replay.to_text()).unwrap(), replay);
//! ```
//!
//! The forms are described in docs/FORMATS.md; [`read`] reads all of them. Reading gives back what
//! a file says; only [`Replay::verify`] says whether it is valid.

pub(crate) mod binary;
mod end;
mod error;
mod event;
mod fumen;
mod header;
mod packed;
mod read;
mod tetrais;
mod text;
mod verify;

pub use end::GameEnd;
pub use error::{ReplayError, VerifyError};
pub use event::GameEvent;
pub use fumen::ReplayFumenError;
pub(crate) use header::Header;
use minolab_rules::{Choice, End, Game, GarbageRow, Mode, Ruleset, Totals};
pub use packed::{pack, unpack};
pub use read::{ReadError, read};

use crate::{
    Goal,
    typed::{KeyReplay, Typed},
};

/// One player's game: rules, seed, events and result.
///
/// Boards, clears and scores along the way are left out: they are rebuilt. A match is two of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// By which rules.
    pub rules: Ruleset,
    /// The seed of the pieces.
    pub seed: u64,
    /// Who chose.
    pub agent: String,
    /// The mode, which says how the game ends.
    pub mode: Mode,
    /// What happened, in order.
    pub events: Vec<GameEvent>,
    /// What a person did for each placement, in order; empty unless a person played.
    ///
    /// Only a [`KeyReplay`] can be written with it. The points of such a game come from the keys,
    /// which include soft drops.
    pub typed: Vec<Typed>,
    /// Its result.
    pub result: ReplayResult,
}

/// The result that a replay claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayResult {
    /// The totals.
    pub totals: Totals,
    /// How the game ended.
    pub end: GameEnd,
    /// The position it was left in, as one line.
    pub position: String,
}

impl Replay {
    /// A replay of a game that is about to begin.
    pub fn new(game: &Game, agent: &str, mode: Mode) -> Replay {
        Replay {
            rules: game.rules().clone(),
            seed: game.seed(),
            agent: agent.into(),
            mode,
            events: Vec::new(),
            typed: Vec::new(),
            result: ReplayResult::default(),
        }
    }

    /// Records a placement.
    pub fn push(&mut self, choice: Choice) {
        self.events.push(choice.into());
    }

    /// Records garbage that came in.
    pub fn push_garbage(&mut self, rows: &[GarbageRow]) {
        if !rows.is_empty() {
            self.events.push(GameEvent::Garbage(rows.into()));
        }
    }

    /// The choices, in order.
    pub fn choices(&self) -> impl Iterator<Item = Choice> + '_ {
        self.events.iter().filter_map(GameEvent::choice)
    }

    /// How many pieces were placed.
    pub fn placements(&self) -> usize {
        self.choices().count()
    }

    /// Whether garbage came in.
    pub fn has_garbage(&self) -> bool {
        self.events.iter().any(|event| matches!(event, GameEvent::Garbage(_)))
    }

    /// Records the game's result.
    pub fn set_result(&mut self, game: &Game) {
        self.result = ReplayResult::of(game, self.mode);
    }
}

impl From<&KeyReplay> for Replay {
    fn from(keys: &KeyReplay) -> Replay {
        let mut replay = Replay::new(keys.start().game(), "person", keys.mode);
        let mut typed = Vec::new();
        let played = keys.play_each(|choice, done| {
            replay.push(choice);
            typed.push(done);
        });
        replay.typed = typed;
        // Some modes have a clock for people and a number of pieces for agents.
        let end = match played.end() {
            Some(End::Goal) => GameEnd::Finished,
            Some(End::TopOut(_)) => GameEnd::ToppedOut,
            None => GameEnd::Interrupted,
        };
        replay.result = ReplayResult { end, ..ReplayResult::of(played.game(), keys.mode) };
        replay
    }
}

impl ReplayResult {
    /// A game's result; see [`GameEnd::of`] for games with a clock.
    pub fn of(game: &Game, mode: Mode) -> ReplayResult {
        let end = GameEnd::of(game, mode);
        ReplayResult { totals: game.totals(), end, position: game.state().to_string() }
    }

    /// The same for a game that the clock has ended, unless it had ended before.
    pub fn at_time_up(game: &Game, mode: Mode) -> ReplayResult {
        let mut result = ReplayResult::of(game, mode);
        if !result.end.is_end() && Goal::from(mode).seconds.is_some() {
            result.end = GameEnd::Finished;
        }
        result
    }

    /// Whether the game topped out.
    pub fn is_lost(&self) -> bool {
        self.end == GameEnd::ToppedOut
    }
}

#[cfg(test)]
mod tests;
