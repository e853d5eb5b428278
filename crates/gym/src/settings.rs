//! Settings of an environment: the game, actions, observations and rewards.

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
    /// A successor of the position, by its index in their list, which has room for this many.
    Afterstate {
        /// The most successors a position may have.
        most: usize,
    },
}

/// What happens to a game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// The next step starts the next game, ignoring its action.
    NextStep,
    /// The step that ends it starts the next, and writes the last observation separately.
    SameStep,
    /// Nothing: the caller must reset it.
    Disabled,
}

/// Settings of an environment: the game, actions, observations and rewards.
#[derive(Clone, Debug)]
pub struct Settings {
    /// By which rules.
    pub rules: Arc<Ruleset>,
    /// How a game ends other than by topping out.
    pub mode: Mode,
    /// What an action is.
    pub task: ActionKind,
    /// The handling of keys.
    pub handling: Handling,
    /// The layout of observations.
    pub layout: Layout,
    /// The features that are measured.
    pub measures: Measures,
    /// The rewards.
    pub rewards: Rewards,
    /// Steps after which a game is truncated; 0 for never.
    pub max_steps: u64,
    /// What happens to a game that has ended.
    pub autoreset: Autoreset,
    pub(crate) placements: Actions,
}

impl Settings {
    /// The default settings for these rules and actions.
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

    /// Enough room for the successors that positions have in practice: all hard drops, or 256 where
    /// pieces also slide and spin, which is more than occurs.
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
