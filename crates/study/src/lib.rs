//! Games in, evidence out: datasets, comparisons, reviews and reports.
//!
//! [`Games`] reads replays one after the other, [`walk`] rebuilds a game and hands out each
//! placement with what it did, and everything else looks at those: [`dataset`] writes them down
//! as tables, [`evidence`] sums them up and [`report`] makes a page of that, [`review`] gives a
//! verdict on each placement of one game. A [`Study`] goes the whole way from folders to a report.
//! [`compare`] plays games of its own. Memory does not
//! grow with the number of games, save for their names.
//!
//! ```
//! use minolab_arena::replay::Replay;
//! use minolab_rules::{Choice, Game, Mode, placements, shipped};
//! use minolab_study::walk;
//!
//! // A game of three pieces, each wherever the list of placements begins.
//! let mut game = Game::new(shipped::get("guideline").unwrap().clone(), 7);
//! let mut replay = Replay::new(&game, "first", Mode::Pieces(3));
//! for _ in 0..3 {
//!     let state = game.state();
//!     let list = placements::all(&state.board, game.rules(), state.current.unwrap());
//!     let choice = Choice { hold: false, placement: list[0] };
//!     game.play(choice).unwrap();
//!     replay.push(choice);
//! }
//! replay.set_result(&game);
//!
//! let mut pieces = Vec::new();
//! walk(&replay, |step| pieces.push(step.choice.placement.piece)).unwrap();
//! assert_eq!(pieces.len(), 3);
//! ```

pub mod calibrate;
pub mod chart;
pub mod coach;
#[cfg(not(target_arch = "wasm32"))]
pub mod compare;
#[cfg(not(target_arch = "wasm32"))]
pub mod dataset;
pub mod drill;
pub mod evidence;
mod figure;
pub mod film;
pub mod habits;
pub mod html;
mod palette;
mod presses;
pub mod puzzle;
pub mod ranked;
pub mod reasons;
pub mod report;
pub mod review;
pub mod setups;
mod source;
mod stack;
#[cfg(not(target_arch = "wasm32"))]
mod study;
mod walk;

pub use figure::Figure;
pub use palette::Palette;
pub use presses::Presses;
pub use source::{Games, SourceError, read};
pub use stack::{Well, pattern};
#[cfg(not(target_arch = "wasm32"))]
pub use study::{Studied, Study, StudyError, StudySubject};
pub use walk::{ReplayStep, walk};
