//! A game placement by placement.

use minolab_arena::replay::{Replay, ReplayResult, VerifyError};
use minolab_rules::{Choice, Clear, Game, State, Totals};

/// One placement of a game, with the positions around it.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Counted from 1.
    pub index: u32,
    /// The position in which it was chosen.
    pub before: &'a State,
    /// What was chosen.
    pub choice: Choice,
    /// What it did.
    pub clear: Clear,
    /// The position after it.
    pub after: &'a State,
    /// The totals before it.
    pub totals: Totals,
    /// Points it brought in all, drops included.
    pub points: u64,
}

/// Rebuilds a game whose placements are legal, as [`crate::Games`] hands it out.
///
/// What it came to is compared with what the replay says; the error is that of
/// [`Replay::verify`].
pub fn walk(replay: &Replay, mut each: impl FnMut(&Step)) -> Result<Game, VerifyError> {
    let mut game = Game::new(replay.rules.clone(), replay.seed);
    for (&choice, index) in replay.choices.iter().zip(1..) {
        let (before, totals) = (*game.state(), game.totals());
        let clear = game.play_unchecked(choice);
        let points = game.totals().score - totals.score;
        let after = game.state();
        each(&Step { index, before: &before, choice, clear, after, totals, points });
    }
    if ReplayResult::of(&game, replay.mode) != replay.result {
        replay.verify()?;
    }
    Ok(game)
}
