//! An agent at play in a worker.

use std::{collections::VecDeque, sync::Arc};

use minolab_arena::Goal;
use minolab_engine::{
    Agent, Limits, Player, Position, Ranked,
    catalog::{CatalogItem, Reference, Source},
};
use minolab_rules::{Choice, Game, Mode, Painted, Piece, Ruleset};

use crate::{Line, Table, View};

/// A game, its player, and enough of the past to take pieces back.
pub struct Lane {
    agent: Agent,
    player: Player,
    rules: Arc<Ruleset>,
    goal: Goal,
    game: Game,
    painted: Painted,
    // Where the game stood now and then, each with the choices made from there.
    past: VecDeque<Station>,
}

struct Station {
    game: Game,
    painted: Painted,
    choices: Vec<Choice>,
}

/// Choices from one station to the next.
const STRIDE: usize = 256;
/// Stations kept.
const STATIONS: usize = 64;
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
        let game = Game::new(Arc::clone(&rules), table.seed);
        let painted = Painted::new(rules.width as usize);
        let player = agent.player(&rules);
        Ok(Lane { agent, player, rules, goal: mode.into(), game, painted, past: VecDeque::new() })
    }

    /// Plays on, for so many pieces or so long.
    pub fn play(&mut self, most: u32, mut has_time: impl FnMut() -> bool) {
        let (mut played, mut look) = (0, 1);
        while played < most as u64 && self.over().is_none() {
            let Some(choice) = self.choice() else { break };
            self.put(choice);
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

    fn choice(&mut self) -> Option<Choice> {
        let remaining = self.goal.remaining(&self.game.totals());
        self.player.choose(&Position::new(self.game.state()).with_remaining(remaining))
    }

    fn put(&mut self, choice: Choice) {
        if self.past.back().is_none_or(|station| station.choices.len() >= STRIDE) {
            let (game, painted) = (self.game.clone(), self.painted.clone());
            self.past.push_back(Station { game, painted, choices: Vec::new() });
            if self.past.len() > STATIONS {
                self.past.pop_front();
            }
        }
        if let Some(station) = self.past.back_mut() {
            station.choices.push(choice);
        }
        self.game.play_unchecked(choice);
        self.painted.place(&self.rules, choice.placement);
    }

    /// Plays somebody else's choice, if it is one.
    pub fn choose(&mut self, choice: Choice) -> Result<(), String> {
        let mut after = self.game.clone();
        after.play(choice).map_err(|error| error.to_string())?;
        self.put(choice);
        Ok(())
    }

    /// Takes pieces back, as far as the past is known.
    pub fn back(&mut self, pieces: u64) {
        let mut pieces = pieces.min(self.known()) as usize;
        while let Some(mut station) = self.past.pop_back() {
            let count = station.choices.len();
            if pieces >= count {
                // All of them, and perhaps more.
                pieces -= count;
                (self.game, self.painted) = (station.game, station.painted);
                if pieces == 0 {
                    return;
                }
                continue;
            }
            station.choices.truncate(count - pieces);
            (self.game, self.painted) = (station.game.clone(), station.painted.clone());
            for &choice in &station.choices {
                self.game.play_unchecked(choice);
                self.painted.place(&self.rules, choice.placement);
            }
            self.past.push_back(station);
            return;
        }
    }

    /// Pieces that can be taken back.
    fn known(&self) -> u64 {
        self.past.iter().map(|station| station.choices.len() as u64).sum()
    }

    fn over(&self) -> Option<String> {
        if let Some(reason) = self.game.state().over {
            return Some(reason.name().into());
        }
        let is_over = self.goal.is_reached(&self.game.totals());
        is_over.then(|| "the goal is reached".into())
    }

    /// The choices, best first.
    pub fn rank(&mut self) -> Vec<Line> {
        if self.over().is_some() {
            return Vec::new();
        }
        let remaining = self.goal.remaining(&self.game.totals());
        let position = Position::new(self.game.state()).with_remaining(remaining);
        let decision = self.player.rank(&position, Limits::default(), &mut |_| ());
        decision.map_or(Vec::new(), |decision| decision.ranked.iter().map(line).collect())
    }

    /// The game as it is seen.
    pub fn view(&self) -> View {
        let (state, totals) = (self.game.state(), self.game.totals());
        let (width, height) = (self.rules.width as usize, self.rules.height as usize);
        let mut cells = String::with_capacity(width * (height + 4));
        for y in 0..height + 4 {
            for x in 0..width {
                cells.push(self.painted.get(x, y).map_or('.', Piece::letter));
            }
        }
        View {
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
            back: self.known(),
            ranked: Vec::new(),
            position: state.into(),
        }
    }
}

/// What is shipped, or came with the message.
pub fn found<T: CatalogItem>(reference: &Reference<T>) -> Result<T, String> {
    Source::Shipped.resolve(reference).map_err(|error| error.to_string())
}

/// A verdict in words.
pub fn line(ranked: &Ranked) -> Line {
    Line {
        choice: ranked.choice,
        score: ranked.score,
        line: ranked.line.to_vec(),
        reasons: ranked.reasons.iter().map(|&(name, share)| (name.to_string(), share)).collect(),
    }
}
