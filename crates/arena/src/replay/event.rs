//! The events of a game.

use minolab_rules::{Choice, Clear, Game, GarbageRow, PlayError};

/// What a game is made of: placements, and garbage between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// A piece was placed.
    Placement(Choice),
    /// Rows were pushed in from below, the first of them first; all at once, after the placement
    /// before and ahead of the next.
    Garbage(Box<[GarbageRow]>),
}

impl GameEvent {
    /// The choice, if it is a placement.
    pub fn choice(&self) -> Option<Choice> {
        match self {
            GameEvent::Placement(choice) => Some(*choice),
            GameEvent::Garbage(_) => None,
        }
    }

    /// Applies the event, if the rules allow it; a placement returns its clear.
    pub fn apply(&self, game: &mut Game) -> Result<Option<Clear>, PlayError> {
        match self {
            GameEvent::Placement(choice) => game.play(*choice).map(Some),
            GameEvent::Garbage(rows) => game.receive(rows).map(|()| None),
        }
    }

    /// The same for a placement that is known to be legal.
    pub fn apply_unchecked(&self, game: &mut Game) -> Result<Option<Clear>, PlayError> {
        match self {
            GameEvent::Placement(choice) => Ok(Some(game.play_unchecked(*choice))),
            GameEvent::Garbage(rows) => game.receive(rows).map(|()| None),
        }
    }
}

impl From<Choice> for GameEvent {
    fn from(choice: Choice) -> GameEvent {
        GameEvent::Placement(choice)
    }
}
