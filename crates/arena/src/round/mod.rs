//! A game in play.

mod ahead;
mod observer;

use ahead::Ahead;
pub(crate) use ahead::SHOWN;
use minolab_engine::{Player, Position};
use minolab_rules::{Choice, Clear, End, Game, GarbageRow, Piece, PlayError, TopOut, placements};
pub use observer::Observer;

use crate::Goal;

/// One player's game with its goal, played one placement at a time.
///
/// The one loop in which agents play: it asks with everything a player may know, plays the choice
/// and returns why the game ended. Garbage may come in between placements, so two rounds stepped in
/// turn are a match. A caller with a clock reads it between steps.
#[derive(Clone, Debug)]
pub struct Round {
    game: Game,
    goal: Goal,
    // Whether lines or pieces end it: endless games need not check.
    has_end: bool,
    ahead: Option<Ahead>,
}

impl Round {
    /// A round from this game's position on.
    pub fn new(game: Game, goal: impl Into<Goal>) -> Round {
        let goal = goal.into();
        let has_end = goal.pieces != u64::MAX || goal.lines != u64::MAX;
        Round { game, goal, has_end, ahead: None }
    }

    /// The same, with this many pieces known to the player beyond the queue.
    pub fn with_hidden(mut self, pieces: usize) -> Round {
        self.ahead = (pieces > 0).then(|| Ahead::new(&self.game, pieces));
        self
    }

    /// Restarts the game with another seed, by the same rules.
    pub fn restart(&mut self, seed: u64) {
        self.game.restart(seed);
        if let Some(ahead) = &mut self.ahead {
            *ahead = Ahead::new(&self.game, ahead.count);
        }
    }

    /// The game so far.
    #[inline]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What ends it.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// What a player is asked about.
    #[inline]
    pub fn position(&self) -> Position<'_> {
        let mut position = Position::new(self.game.state());
        if self.has_end {
            position.remaining = self.goal.remaining(&self.game.totals());
        }
        if let Some(ahead) = &self.ahead {
            position.known = ahead.pieces();
        }
        position
    }

    /// Asks a player and plays its choice; returns why the game ended, if it did.
    ///
    /// It must not have ended before. A player without a choice tops out.
    #[inline]
    pub fn step<O: Observer>(&mut self, player: &mut Player, observer: &mut O) -> Option<End> {
        let Some(choice) = player.choose(&self.position()) else {
            return Some(End::TopOut(TopOut::NoMove));
        };
        self.play(choice, observer);
        self.end()
    }

    /// The same for an untrusted player; an error has its choice and why the rules forbid it.
    #[cold]
    pub fn step_checked<O: Observer>(
        &mut self,
        player: &mut Player,
        observer: &mut O,
    ) -> Result<Option<End>, (Choice, PlayError)> {
        let Some(choice) = player.choose(&self.position()) else {
            return Ok(Some(End::TopOut(TopOut::NoMove)));
        };
        self.try_play(choice, observer).map_err(|error| (choice, error))?;
        Ok(self.end())
    }

    /// Plays a choice that a player just made for this position.
    #[inline]
    pub fn play<O: Observer>(&mut self, choice: Choice, observer: &mut O) -> Clear {
        observer.choice(&self.game, choice);
        let clear = self.game.play_unchecked(choice);
        self.follow();
        observer.clear(&self.game, &clear);
        clear
    }

    /// Plays a choice from an untrusted source, if the rules allow it.
    pub fn try_play<O: Observer>(
        &mut self,
        choice: Choice,
        observer: &mut O,
    ) -> Result<Clear, PlayError> {
        let before = self.game.clone();
        let clear = self.game.play(choice)?;
        self.follow();
        observer.choice(&before, choice);
        observer.clear(&self.game, &clear);
        Ok(clear)
    }

    /// Inserts garbage before the next placement; [`Round::end`] tells whether that ended the game.
    pub fn receive<O: Observer>(
        &mut self,
        rows: &[GarbageRow],
        observer: &mut O,
    ) -> Result<(), PlayError> {
        self.game.receive(rows)?;
        observer.garbage(&self.game, rows);
        Ok(())
    }

    #[inline]
    fn follow(&mut self) {
        if let Some(ahead) = &mut self.ahead {
            ahead.follow(&self.game);
        }
    }

    /// Why the game has ended, if it has. Reaching the goal counts even if that piece tops out.
    #[inline]
    pub fn end(&self) -> Option<End> {
        if self.goal.is_reached(&self.game.totals()) {
            return Some(End::Goal);
        }
        self.game.state().over.map(End::TopOut)
    }

    /// The same, but a game without any legal placement has ended too, although no rule says so and
    /// one would otherwise have to ask a player.
    pub fn end_or_stuck(&self) -> Option<End> {
        self.end().or_else(|| is_lost(&self.game).then_some(End::TopOut(TopOut::NoMove)))
    }
}

/// Whether a game has topped out, by the rules or because no piece can be placed.
pub(crate) fn is_lost(game: &Game) -> bool {
    let (state, rules) = (game.state(), game.rules());
    let pieces = [state.current, state.after_hold(rules)];
    let can_place = |piece: &Piece| !placements::all(&state.board, rules, *piece).is_empty();
    state.over.is_some() || !pieces.iter().flatten().any(can_place)
}

#[cfg(test)]
mod tests;
