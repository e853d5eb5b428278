//! The rules of falling-block games: what is legal and what happens.
//!
//! ```
//! use minolab_rules::{Choice, Game, placements, shipped};
//!
//! let rules = shipped::get("guideline").unwrap();
//! let mut game = Game::new(rules.clone(), 7);
//! let piece = game.state().current.unwrap();
//! let list = placements::reachable(&game.state().board, rules, piece);
//! let clear = game.play(Choice { hold: false, placement: list[0] }).unwrap();
//! assert_eq!((clear.lines, game.totals().pieces), (0, 1));
//! ```
//!
//! Nothing here reads a file, a clock or a socket, starts a thread or invents a seed. One
//! function moves pieces ([`step`]), one clears lines ([`Board::place`]) and one decides what
//! a placement does ([`State::play`]); everything else asks them or is tested against them.

#![warn(missing_docs)]

mod board;
mod board_size;
mod clear_kind;
pub mod cpu;
mod falling;
mod flight;
mod game;
mod garbage;
mod handling;
mod key;
mod kicks;
mod landing;
mod mode;
pub mod notation;
mod painted;
mod path;
pub mod perft;
mod piece;
mod pieces;
mod placement;
pub mod placements;
pub mod random;
mod randomizer;
mod realtime;
mod repeat;
mod ruleset;
mod scoring;
mod serial;
mod setup;
pub mod shape;
mod snapshot;
mod spin;
mod state;
mod text;
mod timing;

pub use board::{Board, ROWS};
pub use board_size::{BoardSize, ParseBoardSizeError};
pub use clear_kind::ClearKind;
pub use falling::{Falling, Input, Step, step};
pub use game::{Game, Totals};
pub use garbage::GarbageRow;
pub use handling::{Handling, SoftDrop};
pub use key::{Key, KeyEvent, TimedKey};
pub use kicks::{Kick, RotationSystem};
pub use landing::Landing;
pub use mode::{Mode, ParseModeError};
pub use notation::NotationError;
pub use painted::{Cell, Painted};
pub use path::{Path, path};
pub use piece::{Piece, Rotation, Turn};
pub use pieces::{PieceSet, Queue};
pub use placement::{Choice, Placement, Spin};
pub use randomizer::{PieceSource, Randomizer};
pub use realtime::{End, Event, Realtime};
pub use ruleset::{
    Above, Anchor, Entry, Ruleset, RulesetError, Spawn, SpawnRotation, SpinRule, TopOut,
    TopOutRule, Turns, shipped,
};
pub use scoring::{Clear, Scoring};
pub use setup::{Setup, SetupError};
pub use snapshot::{GameSnapshot, SnapshotError};
pub use state::{PlayError, State};
pub use text::ParseBoardError;
pub use timing::Timing;

/// The examples of the documentation, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/FORMATS.md")]
struct Formats;
