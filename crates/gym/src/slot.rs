//! One game of a batch.

use std::sync::Arc;

use minolab_engine::{Outcome, Remaining};
use minolab_rules::{Choice, Falling, Game, Key, Realtime, Ruleset, State, Totals, placements};

use crate::{ActionKind, Output, Settings, StepError, actions::Numbered, output::write_board};

/// A game, its seeds and its legal actions.
pub struct Slot {
    core: Core,
    seed: u64,
    episode: u64,
    steps: u64,
    /// Whether it has ended and not been restarted.
    pub is_over: bool,
    choices: Vec<Numbered>,
    luck: u64,
}

enum Core {
    /// Placement by placement.
    Turns(Box<Game>),
    /// Key by key.
    Keys(Box<Realtime>),
}

/// The result of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    pub reward: f64,
    pub terminated: bool,
    pub truncated: bool,
}

impl Slot {
    pub fn new(settings: &Settings) -> Slot {
        let game = Game::new(Arc::clone(&settings.rules), 0);
        let core = match settings.task {
            ActionKind::Keys { .. } => {
                Core::Keys(Box::new(Realtime::new(game, settings.mode, settings.handling)))
            }
            ActionKind::Placement | ActionKind::Afterstate { .. } => Core::Turns(Box::new(game)),
        };
        let choices = Vec::with_capacity(512);
        Slot { core, seed: 0, episode: 0, steps: 0, is_over: false, choices, luck: 0 }
    }

    /// Starts the first game of a seed, which has that seed itself, or the next game.
    pub fn begin(&mut self, settings: &Settings, seed: Option<u64>) -> Result<(), StepError> {
        match seed {
            Some(seed) => {
                (self.seed, self.episode) = (seed, 0);
                self.luck = mixed(seed ^ 0x5EED);
            }
            None => self.episode += 1,
        }
        let seed = match self.episode {
            0 => self.seed,
            episode => mixed(self.seed.wrapping_add(mixed(episode))),
        };
        match &mut self.core {
            Core::Turns(game) => game.restart(seed),
            Core::Keys(realtime) => realtime.restart(seed),
        }
        (self.steps, self.is_over) = (0, false);
        self.list(settings)
    }

    fn game(&self) -> &Game {
        match &self.core {
            Core::Turns(game) => game,
            Core::Keys(realtime) => realtime.game(),
        }
    }

    /// The position.
    pub fn state(&self) -> &State {
        self.game().state()
    }

    /// The totals so far.
    pub fn totals(&self) -> Totals {
        self.game().totals()
    }

    /// Steps since the start of the game.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    fn falling(&self) -> Option<Falling> {
        match &self.core {
            Core::Turns(_) => None,
            Core::Keys(realtime) => realtime.falling(),
        }
    }

    /// Lists the legal actions.
    fn list(&mut self, settings: &Settings) -> Result<(), StepError> {
        self.choices.clear();
        let Core::Turns(game) = &self.core else { return Ok(()) };
        if self.is_over {
            return Ok(());
        }
        let (rules, choices) = (game.rules(), &mut self.choices);
        match settings.task {
            ActionKind::Afterstate { most } => {
                let mut number = 0;
                placements::for_each_choice(rules, game.state(), &mut |choice| {
                    choices.push(Numbered { number, choice });
                    number += 1;
                });
                if choices.len() > most {
                    return Err(StepError::Successors { found: choices.len(), most });
                }
            }
            _ => {
                let actions = settings.placements();
                placements::for_each_choice(rules, game.state(), &mut |choice| {
                    Numbered::add(choices, actions, choice);
                });
            }
        }
        Ok(())
    }

    /// Takes an action, and lists the next legal ones.
    pub fn step(&mut self, settings: &Settings, action: i64) -> Result<Step, StepError> {
        let (rewards, before) = (&settings.rewards, self.totals());
        let mut reward = rewards.step;
        self.steps += 1;
        let is_lost = match &mut self.core {
            Core::Turns(game) => match usize::try_from(action).ok().and_then(|action| {
                let found = self.choices.get(action).filter(|found| found.number == action as u32);
                let by_number = |found: &&Numbered| found.number as usize == action;
                found.or_else(|| self.choices.iter().find(by_number))
            }) {
                Some(&Numbered { choice, .. }) => {
                    game.play_unchecked(choice);
                    game.state().over.is_some()
                }
                None => {
                    reward += rewards.illegal;
                    false
                }
            },
            Core::Keys(realtime) => {
                let ActionKind::Keys { ticks } = settings.task else {
                    unreachable!("keys have a game")
                };
                let key = usize::try_from(action)
                    .ok()
                    .and_then(|action| action.checked_sub(1).and_then(|index| Key::ALL.get(index)));
                if action != 0 && key.is_none() {
                    reward += rewards.illegal;
                }
                match key {
                    Some(key) => _ = realtime.tick(&[key.press(), key.release()]),
                    None => realtime.wait(1),
                }
                realtime.wait(ticks as u64 - 1);
                matches!(realtime.end(), Some(minolab_rules::End::TopOut(_)))
            }
        };
        let totals = self.totals();
        let lines = (totals.lines - before.lines) as usize;
        reward += rewards.lines[lines.min(4)];
        reward += rewards.points * (totals.score - before.score) as f64;
        reward += rewards.piece * (totals.pieces - before.pieces) as f64;
        let is_done = match &self.core {
            Core::Turns(_) => settings.goal().is_reached(&totals),
            Core::Keys(realtime) => realtime.end() == Some(minolab_rules::End::Goal),
        };
        self.is_over = is_lost || is_done;
        self.list(settings)?;
        // A position without a legal action is a top-out, whatever else the rules call it.
        let is_stuck = matches!(self.core, Core::Turns(_)) && self.choices.is_empty();
        let is_lost = !is_done && (is_lost || is_stuck);
        if is_lost {
            reward += rewards.top_out;
        } else if is_done {
            reward += rewards.goal;
        }
        let terminated = is_lost || is_done;
        let truncated = !terminated && settings.max_steps > 0 && self.steps >= settings.max_steps;
        self.is_over = terminated || truncated;
        Ok(Step { reward, terminated, truncated })
    }

    /// A random legal action; 0 if there is none.
    pub fn sample(&mut self, settings: &Settings) -> i64 {
        // A separate generator, so that sampling does not affect the pieces.
        self.luck = self.luck.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let below = |count: usize| (((self.luck >> 32) * count as u64) >> 32) as usize;
        match settings.task {
            ActionKind::Keys { .. } => below(settings.actions()) as i64,
            _ => self.choices.get(below(self.choices.len())).map_or(0, |found| found.number as i64),
        }
    }

    /// Writes the observation, but not the result of the last step.
    pub fn write(&self, settings: &Settings, out: &mut Output) {
        let (state, layout) = (self.state(), &settings.layout);
        out.position(layout, state, self.falling());
        let totals = self.totals();
        if let Some(to) = out.totals.first_chunk_mut() {
            *to =
                [totals.pieces as i64, totals.lines as i64, totals.score as i64, self.steps as i64];
        }
        match settings.task {
            ActionKind::Placement => {
                out.mask.fill(0);
                if !out.mask.is_empty() {
                    self.choices.iter().for_each(|found| out.mask[found.number as usize] = 1);
                }
            }
            ActionKind::Keys { .. } => {
                out.mask.fill(1);
                if let Some(mask) = out.mask.last_mut() {
                    // Hold is the last key.
                    *mask = state.after_hold(&settings.rules).is_some() as u8;
                }
            }
            ActionKind::Afterstate { .. } => return self.successors(settings, out),
        }
        if !out.features.is_empty() {
            settings.measures.position(&settings.rules, state, out.features);
        }
    }

    fn successors(&self, settings: &Settings, out: &mut Output) {
        let count = self.choices.len();
        if !out.mask.is_empty() {
            out.mask[..count].fill(1);
            out.mask[count..].fill(0);
        }
        let (each, cells) = (settings.measures.len(), settings.layout.cells());
        let (has_features, has_boards) = (!out.features.is_empty(), !out.boards.is_empty());
        if !has_features && !has_boards {
            return;
        }
        let (rules, before): (&Ruleset, _) = (&settings.rules, self.state());
        let remaining = settings.goal().remaining(&self.totals());
        for (index, &Numbered { choice, .. }) in self.choices.iter().enumerate() {
            let outcome = outcome(rules, before, remaining, choice);
            if has_features {
                let row = &mut out.features[each * index..each * (index + 1)];
                settings.measures.outcome(&outcome, row);
            }
            if has_boards {
                let board = &mut out.boards[cells * index..cells * (index + 1)];
                write_board(board, &settings.layout, &outcome.after.board);
            }
        }
        if has_features {
            out.features[each * count..].fill(0.0);
        }
        if has_boards {
            out.boards[cells * count..].fill(0);
        }
    }
}

fn outcome<'a>(
    rules: &'a Ruleset,
    before: &'a State,
    remaining: Remaining,
    choice: Choice,
) -> Outcome<'a> {
    match choice.hold {
        true => Outcome::of_choice(rules, before, remaining, choice),
        false => Outcome::new(rules, before, remaining, choice.placement),
    }
}

/// SplitMix64's mixing of a number.
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
