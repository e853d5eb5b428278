//! A game placement by placement.

use minolab_arena::{
    replay::{GameEvent, Replay, ReplayResult, VerifyError},
    typed::Typed,
};
use minolab_rules::{Choice, Clear, Game, GarbageRow, State, Totals};

/// One placement of a game, with the positions around it.
#[derive(Clone, Copy, Debug)]
pub struct ReplayStep<'a> {
    /// Counted from 1.
    pub index: u32,
    /// Rows that were pushed in from below since the placement before.
    pub garbage: &'a [GarbageRow],
    /// The position in which it was chosen.
    pub before: &'a State,
    /// What was chosen.
    pub choice: Choice,
    pub clear: Clear,
    /// The position after it.
    pub after: &'a State,
    /// The totals before it.
    pub totals: Totals,
    /// Points it brought in all, drops included.
    pub points: u64,
    /// What a person did for it.
    pub typed: Option<Typed>,
}

/// Rebuilds a game whose placements are legal, as [`crate::Games`] hands it out. Garbage is in
/// the position before the placement that follows it.
///
/// What it came to is compared with what the replay says; the error is that of
/// [`Replay::verify`]. Of a person's game that was done when it was read.
pub fn walk(replay: &Replay, mut each: impl FnMut(&ReplayStep)) -> Result<Game, VerifyError> {
    let mut game = Game::new(replay.rules.clone(), replay.seed);
    let mut index = 1;
    let mut garbage = Vec::new();
    for event in &replay.events {
        let choice = match event {
            GameEvent::Placement(choice) => *choice,
            GameEvent::Garbage(rows) => {
                let failed = |error| VerifyError::Garbage { index: index as u64, error };
                game.receive(rows).map_err(failed)?;
                garbage.extend_from_slice(rows);
                continue;
            }
        };
        let typed = replay.typed.get(index as usize - 1).copied();
        let (before, totals) = (*game.state(), game.totals());
        let clear = game.play_unchecked(choice);
        let dropped = game.totals().score - totals.score;
        let points = typed.map_or(dropped, |typed| typed.points);
        let after = game.state();
        each(&ReplayStep {
            index,
            garbage: &garbage,
            before: &before,
            choice,
            clear,
            after,
            totals,
            points,
            typed,
        });
        garbage.clear();
        index += 1;
    }
    if replay.typed.is_empty() && ReplayResult::of(&game, replay.mode) != replay.result {
        replay.verify()?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests;
