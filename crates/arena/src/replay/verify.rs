//! Whether a replay is valid.

use minolab_rules::{Choice, Clear, Game, Mode};

use super::{Replay, ReplayResult, VerifyError};
use crate::Goal;

impl Replay {
    /// Rebuilds the game through the rules and compares what it came to.
    ///
    /// The game as it was left, or the first thing that is wrong.
    pub fn verify(&self) -> Result<Game, VerifyError> {
        let game = self.rebuild(|_, _, _| ())?;
        let (found, said) = (game.totals(), self.result.totals);
        let placements = self.choices.len() as u64;
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
        let ReplayResult { lost, position, .. } = ReplayResult::of(&game, self.mode);
        let word = |lost| if lost { "is lost" } else { "is not lost" };
        if lost != self.result.lost {
            let (found, said) = (word(lost), word(self.result.lost));
            return Err(VerifyError::Lost { found, said, placements });
        }
        if position != self.result.position {
            let said = self.result.position.clone();
            return Err(VerifyError::Position { found: position, said, placements });
        }
        Ok(game)
    }

    /// Plays the choices through the rules, handing each and what it did to `each` with the
    /// game before it.
    pub fn rebuild(
        &self,
        mut each: impl FnMut(&Game, Choice, &Clear),
    ) -> Result<Game, VerifyError> {
        let mut game = Game::new(self.rules.clone(), self.seed);
        for (&choice, index) in self.choices.iter().zip(1..) {
            if is_at_goal(&game, self.mode) {
                return Err(VerifyError::AfterGoal { index, mode: self.mode.to_string() });
            }
            let before = game.clone();
            let clear =
                game.play(choice).map_err(|error| VerifyError::Placement { index, error })?;
            each(&before, choice, &clear);
        }
        Ok(game)
    }
}

/// Whether lines or pieces suffice for the mode; a clock leaves no trace in the choices.
pub(super) fn is_at_goal(game: &Game, mode: Mode) -> bool {
    Goal::from(mode).is_reached(&game.totals())
}
