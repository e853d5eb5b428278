//! The page: play, watch, analyse and evolve in a browser.
//!
//! What is here falls in two halves. The modules without a browser in them (what the keys mean,
//! a person's game, its file, the settings) compile anywhere and are tested like any other
//! crate. Everything that touches the browser is in `web`, which only exists in WebAssembly.
//!
//! No rule is here: a person's game is [`minolab_rules::Realtime`], tick by tick, and what is
//! drawn is what it says. A frame only draws; keys act on the tick in which they were pressed.

mod bindings;
mod coach;
mod editor;
mod effects;
mod evolve;
mod gesture;
mod ghosts;
mod handling;
mod history;
mod layout;
mod message;
mod pace;
mod query;
mod route;
mod run_form;
mod scan;
mod settings;
mod train;
mod tree;
#[cfg(target_arch = "wasm32")]
pub mod web;

pub use bindings::{Bindings, KeySet};
pub use coach::{Figures, HabitFigure, HabitLine, HabitSums, MoveVerdict, OpenerWay};
pub use editor::{Push, Sheet};
pub use effects::{Effect, Effects};
pub use evolve::{
    Evolution, EvolveOrder, Individual, Population, PopulationError, PopulationMark, Projection,
    objectives, optimizers,
};
pub use gesture::Gesture;
pub use ghosts::{GhostPiece, ghosts};
pub use handling::tetrio_handling;
pub use history::{History, Order as HistoryOrder, PastGame};
pub use layout::{ABOVE, Room};
pub use message::{
    Analysis, Answer, Asked, GARBAGE, GameView, PerfectClears, PlayedTask, RankedLine, Request,
    StandingValue, Table,
};
pub use minolab_arena::{
    person::{
        Action, Best, BestStanding, Bests, Counters, Landed, Session, Sound, Summary, countdown,
        is_better, mode_title, rules_title, stopwatch,
    },
    typed::{KeyReplay, KeyReplayError},
};
pub use minolab_study::Palette;
pub use minolab_study::coach::{in_words, in_words_at};
pub use pace::{Lead, Pace, Split};
pub use route::{AnalyseOrder, Order, Route, WatchOrder};
pub use run_form::{Budget, RunForm};
pub use scan::{Frame, Pixels};
pub use settings::{PageSettings, Theme};
pub use train::{
    Attempt, Drill, Exercise, ExerciseState, FinesseAnswer, FinesseDrill, make as make_exercise,
    rules as exercise_rules, said_keys, still,
};
pub use tree::{Desk, Node, Tree};
