//! An agent at play in a worker.

use std::sync::Arc;

use minolab_agents::{
    Agent,
    catalog::{CatalogItem, Reference, Source},
};
use minolab_arena::{Round, Scene, Timeline};
use minolab_engine::{Evaluation, Evaluator, Limits, Player, Ranked};
use minolab_rules::{Choice, End, Game, Mode, Painted, Ruleset, State};

use crate::{GARBAGE, GameView, RankedLine, Table, in_words_at};

/// A game, its player, and enough of the past to undo pieces.
pub struct Lane {
    agent: Agent,
    evaluator: Arc<dyn Evaluator>,
    player: Player,
    rules: Arc<Ruleset>,
    timeline: Timeline<Stand>,
}

/// Where a game stands, with the colours of its cells.
#[derive(Clone)]
struct Stand {
    round: Round,
    painted: Painted,
}

impl Scene for Stand {
    type Step = Choice;

    fn advance(&mut self, &choice: &Choice) {
        self.round.play(choice, &mut ());
        self.painted.place(self.round.game().rules(), choice.placement);
    }
}

/// Choices between two positions that are kept.
const APART: usize = 256;
/// Positions kept.
const POSITIONS: usize = 64;
/// Choices that are handed over.
const MOST_RANKED: usize = 20;
/// Pieces between two looks at the clock.
const MOST_UNTIMED: u64 = 1024;

impl Lane {
    /// The start of a game.
    pub fn open(table: &Table) -> Result<Lane, String> {
        let agent: Agent = found(&table.agent)?;
        let mut rules: Ruleset = match &table.rules {
            Some(rules) => found(rules)?,
            None => found(&Reference::Name(agent.rules.clone()))?,
        };
        if let Some(size) = table.board {
            rules = size.of(rules).map_err(|error| error.to_string())?;
        }
        if let Some(next) = table.next {
            rules.previews = if next { rules.previews.max(1) } else { 0 };
        }
        rules.slide = table.slide.unwrap_or(rules.slide);
        let mode: Mode = agent.mode.parse().map_err(|error| format!("{error}"))?;
        let rules = Arc::new(rules);
        let mut painted = Painted::new(rules.width as usize);
        let game = match &table.position {
            None => Game::new(Arc::clone(&rules), table.seed),
            Some(setup) => {
                let (board, state) = (setup.board, State::from_setup(&rules, setup.clone()));
                for y in 0..board.top() {
                    for x in (0..board.width()).filter(|&x| board.is_filled(x as i8, y as i8)) {
                        painted.fill(x, y, None);
                    }
                }
                let state = state.map_err(|error| error.to_string())?;
                Game::from_state(Arc::clone(&rules), state, table.seed)
            }
        };
        let round = Round::new(game, mode);
        let player = agent.player(&rules);
        let timeline = Timeline::new(Stand { round, painted }, APART).with_memory(POSITIONS);
        let evaluator = agent.evaluator();
        Ok(Lane { agent, evaluator, player, rules, timeline })
    }

    /// Plays on, for so many pieces or so long.
    pub fn play(&mut self, most: u32, mut has_time: impl FnMut() -> bool) {
        let (mut played, mut look) = (0, 1);
        while played < most as u64 && self.round().end().is_none() {
            let position = self.timeline.present().round.position();
            let Some(choice) = self.player.choose(&position) else { break };
            self.timeline.push(choice);
            played += 1;
            // Looking at the clock takes longer than a piece of a simple agent.
            if played == look {
                if !has_time() {
                    break;
                }
                look += played.min(MOST_UNTIMED);
            }
        }
    }

    fn round(&self) -> &Round {
        &self.timeline.present().round
    }

    /// Plays somebody else's choice, if it is one.
    pub fn choose(&mut self, choice: Choice) -> Result<(), String> {
        let mut after = self.round().game().clone();
        after.play(choice).map_err(|error| error.to_string())?;
        self.timeline.push(choice);
        Ok(())
    }

    /// Undoes pieces, as far as the past is known.
    pub fn back(&mut self, pieces: u64) {
        self.timeline.undo(usize::try_from(pieces).unwrap_or(usize::MAX));
    }

    fn over(&self) -> Option<String> {
        Some(match self.round().end()? {
            End::TopOut(reason) => reason.name().into(),
            End::Goal => "Finished".into(),
        })
    }

    /// The choices, best first.
    pub fn rank(&mut self) -> Vec<RankedLine> {
        if self.round().end().is_some() {
            return Vec::new();
        }
        let position = self.timeline.present().round.position();
        let decision = self.player.rank(&position, Limits::default(), &mut |_| ());
        let Some(decision) = decision else { return Vec::new() };
        let ranked = decision.ranked.iter().take(MOST_RANKED);
        ranked.map(|ranked| line(ranked, position.state, &self.rules)).collect()
    }

    fn standing(&self) -> f64 {
        let position = self.timeline.present().round.position();
        let found = Evaluation::new(self.evaluator.as_ref(), &self.rules, &position);
        if found.is_cost { -found.value } else { found.value }
    }

    /// The game as it is seen.
    pub fn view(&self) -> GameView {
        let Stand { round, painted } = self.timeline.present();
        let (state, totals) = (round.game().state(), round.game().totals());
        let (width, height) = (self.rules.width as usize, self.rules.height as usize);
        let mut cells = String::with_capacity(width * (height + 4));
        for y in 0..height + 4 {
            for x in 0..width {
                cells.push(match painted.get(x, y) {
                    Some(piece) => piece.letter(),
                    None if painted.is_filled(x, y) => GARBAGE,
                    None => '.',
                });
            }
        }
        GameView {
            agent: self.agent.name.clone(),
            rules: self.rules.name.clone(),
            width,
            height,
            cells,
            has_hold: self.rules.hold,
            pieces: totals.pieces,
            lines: totals.lines,
            score: totals.score,
            over: self.over(),
            back: self.timeline.undoable() as u64,
            standing: self.standing(),
            ranked: Vec::new(),
            position: state.into(),
        }
    }
}

/// What is shipped, or came with the message.
pub fn found<T: CatalogItem>(reference: &Reference<T>) -> Result<T, String> {
    Source::Shipped.resolve(reference).map_err(|error| error.to_string())
}

/// A ranked choice with its line, in words too.
pub fn line(ranked: &Ranked, state: &State, rules: &Ruleset) -> RankedLine {
    let mut now = *state;
    let line = if ranked.line.is_empty() { vec![ranked.choice] } else { ranked.line.to_vec() };
    let names = line
        .iter()
        .map(|&choice| {
            let name = in_words_at(choice, &now, rules);
            // What follows an unknown piece is said without what it clears.
            let _ = now.play(rules, choice);
            name
        })
        .collect();
    RankedLine {
        choice: ranked.choice,
        score: ranked.score,
        line,
        names,
        reasons: ranked.reasons.iter().map(|&(name, share)| (name.to_string(), share)).collect(),
    }
}
