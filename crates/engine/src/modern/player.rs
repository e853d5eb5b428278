//! The player that searches with hold and all the pieces it sees.

use minolab_rules::{Choice, Ruleset, State};

use super::{
    beam::{Beam, Bounds, Line, Round},
    clock::Clock,
    ending::Ending,
    growth::choices,
    judge::Modern,
    layer::Node,
};
use crate::{Decision, Limits, Position, Ranked, Remaining, Report, Search, SearchSettings};

/// Plays the first choice of the best line that its search finds.
///
/// With a limit in nodes the same position always gets the same choice.
#[derive(Clone, Debug)]
pub struct BeamPlayer {
    beam: Beam,
    limits: Limits,
    bounds: Bounds,
    // How much of the game remains, of the question at hand.
    remaining: Remaining,
    // Whether the end is to be filled without leftovers, and positions looked at for it.
    fills_the_end: bool,
    ending_nodes: u64,
}

/// Nodes a choice if neither these nor milliseconds are set.
const NODES: u64 = 20_000;

/// Layers a search has with as many pieces as are usually known.
const LAYERS: usize = 8;

/// The most positions a layer keeps: more do not fit the processor's caches and were not
/// better.
const KEEP: usize = 1 << 12;

impl BeamPlayer {
    /// A player that judges like this and searches as the settings say.
    pub fn new(judge: Modern, settings: &SearchSettings) -> BeamPlayer {
        let limits = Limits { nodes: settings.nodes, ms: settings.ms, depth: None };
        // A layer holds up to twice what it keeps; hashes and steps take as much again.
        let bytes = (settings.memory_mb as usize) << 20;
        let keep = (bytes / LAYERS / (4 * size_of::<Node>())).clamp(64, KEEP);
        let hopes = if settings.unknown { settings.hopes as usize } else { 0 };
        let bounds =
            Bounds { depth: settings.depth as usize, keep, hopes, carries: settings.carry };
        BeamPlayer {
            beam: Beam::new(judge),
            limits,
            bounds,
            remaining: Remaining::ENDLESS,
            fills_the_end: settings.ending,
            ending_nodes: 0,
        }
    }

    fn search(
        &mut self,
        rules: &Ruleset,
        state: &State,
        remaining: Remaining,
        limits: Limits,
        each: &mut dyn FnMut(&Beam, Round),
    ) -> Option<Line> {
        let mut bounds = self.bounds;
        if let Some(depth) = limits.depth {
            bounds.depth = bounds.depth.min(depth as usize);
        }
        let nodes = match (limits.nodes, limits.ms) {
            (None, None) => NODES,
            (nodes, _) => nodes.unwrap_or(u64::MAX),
        };
        // A choice by nodes depends on the position alone, not on what was looked at before it.
        bounds.carries &= nodes == u64::MAX;
        let clock = Clock::start();
        self.beam.search(rules, state, remaining, bounds, &mut |beam, round| {
            each(beam, round);
            let is_late = limits.ms.is_some_and(|ms| clock.is_past(ms, round.nodes));
            round.nodes < nodes && !is_late
        })
    }

    /// How to end the game without leftovers, if there is a way.
    fn ending_choice(&mut self, rules: &Ruleset, state: &State, limits: Limits) -> Option<Choice> {
        if !self.fills_the_end {
            return None;
        }
        let limit = match limits.ms {
            // Three solver positions to the microsecond are more than it manages.
            Some(ms) => ms.saturating_mul(3000),
            None => limits.nodes.unwrap_or(NODES).saturating_mul(10),
        };
        let (lines, judge) = (self.remaining.lines, self.beam.judge());
        let (choice, nodes) = Ending { rules, state, lines, judge, limit }.choose();
        self.ending_nodes += nodes;
        choice
    }

    /// The value of a line, and the shares that make it up.
    fn reasons(&self, rules: &Ruleset, state: &State, line: &[Choice]) -> Vec<(&'static str, f64)> {
        let mut shares: Vec<(&'static str, f64)> = Vec::new();
        let mut add = |name: &'static str, share: i32| match shares
            .iter_mut()
            .find(|(known, _)| *known == name)
        {
            Some(known) => known.1 += share as f64,
            None => shares.push((name, share as f64)),
        };
        let judge = self.beam.judge();
        let (mut state, mut lines) = (*state, self.remaining.lines);
        for &choice in line {
            let keys = self.beam.keys(rules, &state, choice);
            // Past the known pieces, the held one is played when the next comes.
            let swaps = choice.hold && state.current.is_some();
            if state.current.is_none() {
                state.current = state.hold.take();
            }
            let clear = state.play_unchecked(rules, Choice { hold: swaps, ..choice });
            lines = lines.saturating_sub(clear.lines as u64);
            judge.reward_terms(choice.placement, &clear, keys, &mut add);
        }
        if lines > 0 && (line.len() as u64) < self.remaining.pieces {
            judge.potential_terms(&state, lines.min(u32::MAX as u64) as u32, &mut add);
        }
        shares.retain(|share| share.1 != 0.0);
        shares
    }

    /// One choice looked into on its own.
    fn look_into(
        &mut self,
        rules: &Ruleset,
        state: &State,
        choice: Choice,
        limits: Limits,
    ) -> (f64, Vec<Choice>) {
        let keys = self.beam.keys(rules, state, choice);
        let mut after = *state;
        let clear = after.play_unchecked(rules, choice);
        let reward = self.beam.judge().reward(choice.placement, &clear, keys);
        let remaining = Remaining {
            pieces: self.remaining.pieces.saturating_sub(1),
            lines: self.remaining.lines.saturating_sub(clear.lines as u64),
        };
        if remaining.lines == 0 || remaining.pieces == 0 {
            return (reward as f64, vec![choice]);
        }
        if after.over.is_some() {
            return (f64::from(LOST), vec![choice]);
        }
        let mut line = vec![choice];
        let Some(found) = self.search(rules, &after, remaining, limits, &mut |_, _| ()) else {
            let promise = self.beam.judge().potential(&after, remaining.lines.min(1 << 20) as u32);
            return ((reward + promise) as f64, line);
        };
        line.extend(self.beam.choices(found));
        let value = if found.finishes { found.value - 1 } else { reward + found.value };
        (value as f64, line)
    }
}

/// What a choice that loses is worth.
const LOST: i32 = -1_000_000_000;

impl Search for BeamPlayer {
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        self.remaining = position.remaining;
        let state = with_known(rules, position);
        if let Some(choice) = self.ending_choice(rules, &state, self.limits) {
            return Some(choice);
        }
        let line = self.search(rules, &state, self.remaining, self.limits, &mut |_, _| ());
        match line {
            Some(line) => Some(self.beam.first(line)),
            // Every choice loses at once: play one all the same.
            None => choices(rules, &state).first().copied(),
        }
    }

    fn rank(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        limits: Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        self.remaining = position.remaining;
        let state = with_known(rules, position);
        let limits = match limits {
            Limits { nodes: None, ms: None, depth } => Limits { depth, ..self.limits },
            limits => limits,
        };
        // After one choice there is a piece less to look at.
        let depth = limits.depth.unwrap_or(u32::MAX).min(self.bounds.depth as u32);
        let one_less = Limits { depth: Some(depth.saturating_sub(1)), ..Limits::default() };
        let before = self.beam.nodes();
        let mut best_value = None;
        let best = self.search(rules, &state, self.remaining, limits, &mut |beam, round| {
            if let Some(line) = round.best.filter(|line| best_value != Some(line.value)) {
                best_value = Some(line.value);
                let (depth, score) = (line.depth, line.value as f64);
                let line = beam.choices(line);
                report(&Report { depth, nodes: round.nodes, score, line });
            }
        });
        let (nodes, depth) = (self.beam.nodes() - before, best.map_or(1, |line| line.depth));
        let mut best = best.map(|line| (line.value as f64, self.beam.choices(line)));
        if let Some(choice) = self.ending_choice(rules, &state, limits)
            && best.as_ref().is_none_or(|best| best.1.first() != Some(&choice))
        {
            let (score, line) =
                self.look_into(rules, &state, choice, Limits { nodes: Some(nodes), ..one_less });
            best = Some((best.map_or(score, |best| best.0.max(score)), line));
        }
        let choices = choices(rules, &state);
        let share =
            Limits { nodes: Some((nodes / choices.len().max(1) as u64).max(1000)), ..one_less };
        let mut ranked: Vec<Ranked> = Vec::with_capacity(choices.len());
        for choice in choices {
            let (score, line) = match &best {
                Some((score, line)) if line.first() == Some(&choice) => (*score, line.clone()),
                Some(_) => self.look_into(rules, &state, choice, share),
                None => (f64::from(LOST), vec![choice]),
            };
            let reasons = self.reasons(rules, &state, &line);
            ranked.push(Ranked { choice, score, line, reasons });
        }
        let is_best = |ranked: &Ranked| best.as_ref().is_some_and(|best| best.1 == ranked.line);
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(is_best(b).cmp(&is_best(a))));
        let nodes = self.beam.nodes() - before;
        (!ranked.is_empty()).then_some(Decision { ranked, nodes, depth })
    }

    fn set_threads(&mut self, threads: usize) {
        self.beam.set_threads(threads);
    }

    fn nodes(&self) -> u64 {
        self.beam.nodes() + self.ending_nodes
    }
}

/// The position with further pieces that are known, as many as it has room for.
fn with_known(rules: &Ruleset, position: &Position) -> State {
    let mut state = *position.state;
    for &piece in position.known {
        state.reveal(rules, piece);
    }
    state
}
