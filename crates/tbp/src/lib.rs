//! The Tetris Bot Protocol, both sides.
//!
//! A bot is a program that reads messages on its standard input and writes messages on its
//! standard output, each one JSON object on one line with a `type`:
//!
//! | from the frontend | says | from the bot | says |
//! |---|---|---|---|
//! | `rules` | the rules of the next games | `info` | name, version, author, features; at once |
//! | `start` | a position | `ready`, `error` | whether it can play by the rules |
//! | `suggest` | asks for a move | `suggestion` | moves, best first |
//! | `play` | the move that was played | | |
//! | `new_piece` | one more piece for the queue | | |
//! | `stop`, `quit` | the game is over; exit | | |
//!
//! Unknown types and attributes are ignored. Two extensions are supported: `randomizer` (what is
//! left in the bag) and `move_info` (how much was searched).
//!
//! [`serve`] is the bot's side with one of our players: a [`Follower`] tracks the position, and a
//! separate thread ponders it before being asked. A [`BotContest`] is the frontend's side: it lets
//! other programs play by our rules, checks every placement and keeps statistics. Neither trusts
//! the other: lines are read up to [`LINE_LIMIT`] bytes, and what cannot be read is skipped.
//!
//! ```
//! use minolab_rules::{Piece, Placement, Rotation};
//! use minolab_tbp::{Resting, ToBot};
//!
//! let message: ToBot = serde_json::from_str(r#"{"type": "new_piece", "piece": "T"}"#)?;
//! assert!(matches!(message, ToBot::NewPiece { piece: Piece::T }));
//!
//! let placement: Placement = "T@4,0N".parse().unwrap();
//! let said = serde_json::to_value(Resting::from(placement))?;
//! assert_eq!(said["location"]["orientation"], "north");
//! # Ok::<(), serde_json::Error>(())
//! ```

mod bot;
mod command;
mod contest;
mod follower;
mod forfeit;
mod lines;
mod message;
mod offspring;
mod process;
mod resting;
mod seat;
mod thinker;

pub use bot::{BotSettings, serve};
pub use command::{CommandError, words};
pub use contest::{BotContest, BotReport, FirstForfeit, Response};
pub use follower::{FollowError, Follower, SearchTask};
pub use forfeit::{Forfeit, Refused};
pub use lines::{BotLine, BotLines, LINE_LIMIT};
pub use message::{FromBot, Info, Offered, RulesMessage, StartMessage, Suggestion, ToBot};
pub use offspring::Household;
pub use resting::{Location, Orientation, Resting, RestingError, SpinName};
pub use seat::{ContestTerms, GameRecord, Seat};
pub use thinker::{MakePlayer, Minds};
