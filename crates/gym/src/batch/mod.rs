//! A batch of games, stepped together.

use std::{sync::Arc, thread};

use minolab_rules::{State, Totals};
use thiserror::Error;

use crate::{Autoreset, Output, Settings, output::Strides, slot::Slot};

/// Why a step failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StepError {
    /// Not one action per game.
    #[error("{found} actions, expected {expected}")]
    Actions {
        /// How many there were.
        found: usize,
        /// How many games there are.
        expected: usize,
    },
    /// A game that has ended and was not reset.
    #[error("game {game} has ended, expected a reset before the next step")]
    Ended {
        /// Counted from 0.
        game: usize,
    },
    /// More successors than there is room for.
    #[error("a position with {found} successors, expected at most {most}: give more room")]
    Successors {
        /// How many there were.
        found: usize,
        /// How many there is room for.
        most: usize,
    },
}

/// Many games by the same settings.
pub struct Batch {
    settings: Arc<Settings>,
    slots: Vec<Slot>,
}

impl Batch {
    /// This many games; each must be reset before the first step.
    pub fn new(settings: Arc<Settings>, games: usize) -> Batch {
        let slots = (0..games).map(|_| Slot::new(&settings)).collect();
        Batch { settings, slots }
    }

    /// Their settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// A game's position.
    pub fn state(&self, game: usize) -> Option<&State> {
        self.slots.get(game).map(Slot::state)
    }

    /// A game's totals.
    pub fn totals(&self, game: usize) -> Option<Totals> {
        self.slots.get(game).map(Slot::totals)
    }

    /// Starts games: with a seed, the game of that seed; without one, the next game derived from
    /// its seed. With a mask, only the games in it.
    pub fn reset(
        &mut self,
        seeds: &[Option<u64>],
        mask: Option<&[bool]>,
        mut out: Output,
    ) -> Result<(), StepError> {
        let strides = out.strides(self.slots.len());
        for (index, slot) in self.slots.iter_mut().enumerate() {
            let mut part = out.game(index, &strides);
            if mask.is_none_or(|mask| mask.get(index) == Some(&true)) {
                slot.begin(&self.settings, seeds.get(index).copied().flatten())?;
                part.terminated.fill(0);
                part.truncated.fill(0);
                part.reward.fill(0.0);
            }
            slot.write(&self.settings, &mut part);
        }
        Ok(())
    }

    /// One action for each game. Ended games are handled according to [`Autoreset`]; their last
    /// observation goes to `finals`.
    ///
    /// The result is the same for any number of threads; more than one pays off from thousands of
    /// games on.
    pub fn step(
        &mut self,
        actions: &[i64],
        threads: usize,
        mut out: Output,
        mut finals: Output,
    ) -> Result<(), StepError> {
        let expected = self.slots.len();
        if actions.len() != expected {
            return Err(StepError::Actions { found: actions.len(), expected });
        }
        let settings = &*self.settings;
        if settings.autoreset == Autoreset::Disabled
            && let Some(game) = self.slots.iter().position(|slot| slot.is_over)
        {
            return Err(StepError::Ended { game });
        }
        if threads < 2 || expected < 2 {
            return step_all(settings, &mut self.slots, actions, out, finals);
        }
        let each = expected.div_ceil(threads);
        let parts = self.slots.chunks_mut(each).zip(actions.chunks(each));
        thread::scope(|scope| {
            let strides = [out.strides(expected), finals.strides(expected)];
            let handles: Vec<_> = parts
                .map(|(slots, actions)| {
                    let mine = take_first(&mut out, slots.len(), &strides[0]);
                    let my_finals = take_first(&mut finals, slots.len(), &strides[1]);
                    scope.spawn(move || step_all(settings, slots, actions, mine, my_finals))
                })
                .collect();
            handles.into_iter().try_for_each(|handle| {
                handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
        })
    }

    /// Writes one random legal action per game.
    pub fn sample(&mut self, actions: &mut [i64]) {
        for (slot, action) in self.slots.iter_mut().zip(actions) {
            *action = slot.sample(&self.settings);
        }
    }
}

/// Splits off the part of the first games.
fn take_first<'a>(out: &mut Output<'a>, first: usize, strides: &Strides) -> Output<'a> {
    let (mine, rest) = std::mem::take(out).into_parts(first, strides);
    *out = rest;
    mine
}

fn step_all(
    settings: &Settings,
    slots: &mut [Slot],
    actions: &[i64],
    mut out: Output,
    mut finals: Output,
) -> Result<(), StepError> {
    let (strides, final_strides) = (out.strides(slots.len()), finals.strides(slots.len()));
    for (index, (slot, &action)) in slots.iter_mut().zip(actions).enumerate() {
        let mut part = out.game(index, &strides);
        let begins = settings.autoreset == Autoreset::NextStep && slot.is_over;
        let step = match begins {
            true => slot.begin(settings, None).map(|()| Default::default())?,
            false => slot.step(settings, action)?,
        };
        let ends = step.terminated || step.truncated;
        let totals = ends.then(|| (slot.totals(), slot.steps()));
        if ends && settings.autoreset == Autoreset::SameStep {
            slot.write(settings, &mut finals.game(index, &final_strides));
            slot.begin(settings, None)?;
        }
        slot.write(settings, &mut part);
        if let (Some((totals, steps)), Some(to)) = (totals, part.totals.first_chunk_mut()) {
            let Totals { pieces, lines, score, .. } = totals;
            *to = [pieces as i64, lines as i64, score as i64, steps as i64];
        }
        part.reward.fill(step.reward);
        part.terminated.fill(step.terminated as u8);
        part.truncated.fill(step.truncated as u8);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
