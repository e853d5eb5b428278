//! What is played, and what of it is seen.

use std::sync::Arc;

use minolab_arena::Goal;
use minolab_rules::{Handling, Key, Mode, Ruleset};

use crate::{Actions, Layout, Measures, Rewards};

/// What an action is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// A placement, by its number in [`Actions`].
    Placement,
    /// A key pressed and released, and then this many milliseconds until the next. Action 0 is no
    /// key; the others are [`Key::ALL`] in order.
    Keys {
        /// At least one.
        ticks: u32,
    },
    /// One of the successors of the position, by its number in their list, of which there is room
    /// for this many.
    Afterstate {
        /// The most successors a position may have.
        most: usize,
    },
}

/// What happens to a game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// The next step begins the next game, whatever its action.
    NextStep,
    /// The step that ends it begins the next, and writes the last observation apart.
    SameStep,
    /// Nothing: the caller resets it.
    Disabled,
}

/// What is played, and what of it is seen.
#[derive(Clone, Debug)]
pub struct Settings {
    /// By which rules.
    pub rules: Arc<Ruleset>,
    /// How a game ends that is not lost.
    pub mode: Mode,
    /// What an action is.
    pub task: ActionKind,
    /// How keys feel.
    pub handling: Handling,
    /// What of the position is written.
    pub layout: Layout,
    /// The features that are measured.
    pub measures: Measures,
    /// What a step is worth.
    pub rewards: Rewards,
    /// Steps after which a game is cut off; 0 for never.
    pub max_steps: u64,
    /// What happens to a game that has ended.
    pub autoreset: Autoreset,
    pub(crate) placements: Actions,
}

impl Settings {
    /// The usual settings for these rules and this task.
    pub fn new(rules: Ruleset, task: ActionKind) -> Settings {
        Settings {
            placements: Actions::new(&rules),
            layout: Layout::new(&rules, task),
            rules: Arc::new(rules),
            mode: Mode::Marathon,
            task,
            handling: Handling::TETRIO,
            measures: Measures::new(&[]),
            rewards: Rewards::lines(),
            max_steps: 0,
            autoreset: Autoreset::NextStep,
        }
    }

    /// How many actions there are.
    pub fn actions(&self) -> usize {
        match self.task {
            ActionKind::Placement => self.placements.len(),
            ActionKind::Keys { .. } => 1 + Key::ALL.len(),
            ActionKind::Afterstate { most } => most,
        }
    }

    /// Room for as many successors as positions have in practice: all that hard drops reach, or
    /// 256, which leaves room above what is met where pieces also slide and spin.
    pub fn usual_most(rules: &Ruleset) -> usize {
        match rules.slide {
            false => 4 * rules.width as usize * (1 + rules.hold as usize),
            true => 256,
        }
    }

    /// The numbering of placements.
    pub fn placements(&self) -> &Actions {
        &self.placements
    }

    pub(crate) fn goal(&self) -> Goal {
        Goal::from(self.mode)
    }
}
