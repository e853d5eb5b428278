//! Whether a replay is valid.

use minolab_rules::{Clear, Game, Mode};

use super::{GameEnd, GameEvent, Replay, ReplayResult, VerifyError};
use crate::Goal;

impl Replay {
    /// Rebuilds the game through the rules and compares the result.
    ///
    /// Returns the final game, or the first thing that is wrong.
    pub fn verify(&self) -> Result<Game, VerifyError> {
        let game = self.rebuild(|_, _, _| ())?;
        let (found, said) = (game.totals(), self.result.totals);
        let placements = self.placements() as u64;
        for (what, found, said) in [
            ("pieces", found.pieces, said.pieces),
            ("lines", found.lines, said.lines),
            ("score", found.score, said.score),
            ("clear_score", found.clear_score, said.clear_score),
        ] {
            if found != said {
                return Err(VerifyError::Total { what, found, said, placements });
            }
        }
        let ReplayResult { end, position, .. } = ReplayResult::of(&game, self.mode);
        let said = self.result.end;
        // Neither a clock nor a player that gives up leaves a trace, so the file is believed.
        let is_unseen = match said {
            GameEnd::Finished => Goal::from(self.mode).seconds.is_some(),
            GameEnd::ToppedOut => may_have_no_move(&game),
            GameEnd::Interrupted => false,
        };
        if end != said && !(end == GameEnd::Interrupted && is_unseen) {
            let mode = self.mode.to_string();
            return Err(VerifyError::End { found: end, said, mode, placements });
        }
        if position != self.result.position {
            let said = self.result.position.clone();
            return Err(VerifyError::Position { found: position, said, placements });
        }
        Ok(game)
    }

    /// Replays every event through the rules, calling `each` with the game before it, the event,
    /// and its clear if it is a placement.
    pub fn rebuild(
        &self,
        mut each: impl FnMut(&Game, &GameEvent, Option<&Clear>),
    ) -> Result<Game, VerifyError> {
        let mut game = Game::new(self.rules.clone(), self.seed);
        for event in &self.events {
            let before = game.clone();
            let clear = checked(&mut game, self.mode, event)?;
            each(&before, event, clear.as_ref());
        }
        Ok(game)
    }
}

/// Whether a player may have found no move although the rules allow one: TetrAIs cannot pass a
/// stack that reaches the spawn rows. With room for a piece on top every player has a move.
fn may_have_no_move(game: &Game) -> bool {
    game.state().board.top() + 4 >= game.rules().height as usize
}

/// Applies the next event, unless the game is over or the rules do not allow it.
pub(super) fn checked(
    game: &mut Game,
    mode: Mode,
    event: &GameEvent,
) -> Result<Option<Clear>, VerifyError> {
    let index = game.totals().pieces + 1;
    if is_at_goal(game, mode) {
        return Err(VerifyError::AfterGoal { index, mode: mode.to_string() });
    }
    event.apply(game).map_err(|error| match event {
        GameEvent::Placement(_) => VerifyError::Placement { index, error },
        GameEvent::Garbage(_) => VerifyError::Garbage { index, error },
    })
}

/// Whether lines or pieces reach the mode's goal; a clock leaves no trace in the choices.
pub(super) fn is_at_goal(game: &Game, mode: Mode) -> bool {
    Goal::from(mode).is_reached(&game.totals())
}
