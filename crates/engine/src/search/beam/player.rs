//! The player that runs a beam search with hold and all known pieces.

use std::sync::Arc;

use minolab_rules::{Choice, Ruleset, State};

use super::{
    clock::Clock,
    ending::Ending,
    growth::{Growth, choices},
    layer::Node,
    ranking::{self, Ranking, affordable, hope},
    tree::{Beam, Bounds, LineValue, ROUND, Round},
};
use crate::{
    Decision, Evaluator, Limits, Outcome, Position, Ranked, Remaining, Report, Search,
    eval::Shares, search::BeamSettings,
};

/// Plays the first choice of the best line that its search finds.
///
/// With a limit in nodes the same position always gets the same choice.
#[derive(Clone, Debug)]
pub struct BeamPlayer {
    beam: Beam,
    limits: Limits,
    bounds: Bounds,
    // How much of the game remains in the current position.
    remaining: Remaining,
    // Whether to finish without leftovers, and positions searched for that.
    fills_the_end: bool,
    ending_nodes: u64,
}

/// Nodes per choice if neither nodes nor milliseconds are set.
const NODES: u64 = 20_000;

/// Layers of a search with the usual number of known pieces.
const LAYERS: usize = 8;

/// The most positions a layer keeps: more do not fit the processor's caches and were not stronger.
const KEEP: usize = 1 << 12;

impl BeamPlayer {
    /// A player with this evaluator and these settings.
    pub fn new(evaluator: Arc<dyn Evaluator>, settings: &BeamSettings) -> BeamPlayer {
        // A layer holds up to twice what it keeps; hashes and steps take as much again.
        let bytes = (settings.memory_mb as usize) << 20;
        let keep = (bytes / LAYERS / (4 * size_of::<Node>())).clamp(64, KEEP);
        let hopes = if settings.unknown { settings.hopes as usize } else { 0 };
        let bounds = Bounds {
            depth: settings.depth as usize,
            keep,
            round: ROUND,
            hopes,
            carries: settings.carry,
        };
        BeamPlayer {
            beam: Beam::new(evaluator),
            limits: settings.limits(),
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
        mut bounds: Bounds,
        each: &mut dyn FnMut(&Beam, Round),
    ) -> Option<LineValue> {
        if let Some(depth) = limits.depth {
            bounds.depth = bounds.depth.min(depth as usize);
        }
        let nodes = match (limits.nodes, limits.ms) {
            (None, None) => NODES,
            (nodes, _) => nodes.unwrap_or(u64::MAX),
        };
        // A choice by nodes depends on the position alone, not on earlier searches.
        bounds.carries &= nodes == u64::MAX;
        let clock = Clock::start();
        self.beam.search(rules, state, remaining, bounds, &mut |beam, round| {
            each(beam, round);
            let is_late = limits.ms.is_some_and(|ms| clock.is_past(ms, round.nodes));
            round.nodes < nodes && !is_late
        })
    }

    /// The choice that ends the game without leftovers, if there is one.
    fn ending_choice(&mut self, rules: &Ruleset, state: &State, limits: Limits) -> Option<Choice> {
        if !self.fills_the_end {
            return None;
        }
        let limit = match limits.ms {
            // Three positions per microsecond are more than the solver manages.
            Some(ms) => ms.saturating_mul(3000),
            None => limits.nodes.unwrap_or(NODES).saturating_mul(10),
        };
        let (lines, evaluator) = (self.remaining.lines, self.beam.evaluator());
        let (choice, nodes) = Ending { rules, state, lines, evaluator, limit }.choose();
        self.ending_nodes += nodes;
        choice
    }

    /// The shares that make up the value of a line.
    fn reasons(
        &mut self,
        rules: &Ruleset,
        state: &State,
        line: &[Choice],
    ) -> Vec<(&'static str, f64)> {
        let mut shares = Shares::default();
        let keys = self.beam.keys(rules);
        let evaluator = self.beam.evaluator();
        let (mut state, mut remaining) = (*state, self.remaining);
        for &choice in line {
            let presses = keys.as_ref().map_or(0, |keys| keys.count(rules, &state, choice) as u32);
            // After the known pieces, the held one is played when the next comes.
            let swaps = choice.hold && state.current.is_some();
            if state.current.is_none() {
                state.current = state.hold.take();
            }
            let mut outcome = Outcome::still(rules, &state, Remaining::ENDLESS, choice.placement);
            outcome.play(swaps);
            outcome.keys = presses;
            remaining = remaining.after(&outcome.clear);
            evaluator.reward_terms(&outcome, &mut |name, share| shares.add(name, share));
            state = outcome.after;
        }
        if remaining.lines > 0 && remaining.pieces > 0 {
            let position = Position::new(&state).with_remaining(remaining);
            evaluator.value_terms(rules, &position, &mut |name, share| shares.add(name, share));
        }
        let mut reasons = shares.into_reasons();
        reasons.retain(|share| share.1 != 0.0);
        reasons
    }

    /// One choice searched on its own.
    fn look_into(
        &mut self,
        rules: &Ruleset,
        state: &State,
        choice: Choice,
        ranking: Ranking,
    ) -> (f64, Vec<Choice>) {
        let keys = self.beam.keys(rules);
        let growth = Growth { rules, evaluator: self.beam.evaluator(), keys: keys.as_deref() };
        let mut outcome = Outcome::still(rules, state, Remaining::ENDLESS, choice.placement);
        outcome.play(choice.hold);
        outcome.keys = keys.as_ref().map_or(0, |keys| keys.count(rules, state, choice) as u32);
        let reward = growth.evaluator.reward(&outcome);
        let remaining = self.remaining.after(&outcome.clear);
        if remaining.lines == 0 || remaining.pieces == 0 {
            return (reward, vec![choice]);
        }
        if outcome.is_lost() {
            return (LOST, vec![choice]);
        }
        let (after, mut line) = (outcome.after, vec![choice]);
        let promise = growth.value(&after, remaining.lines.min(u32::MAX as u64) as u32);
        let Ranking { further, round, hopes, nodes } = ranking;
        if further == 0 && hopes == 0 {
            return (reward + promise, line);
        }
        let bounds = Bounds { depth: further, round, hopes, carries: false, ..self.bounds };
        let (before, mut rounds) = (self.beam.nodes(), 0);
        let found = self.beam.search(rules, &after, remaining, bounds, &mut |beam, _| {
            rounds += 1;
            let spent = beam.nodes() - before;
            spent + spent / rounds <= nodes
        });
        let Some(found) = found else { return (reward + promise, line) };
        line.extend(self.beam.choices(found));
        let value = if found.finishes { found.value - 1.0 } else { reward + found.value };
        (value, line)
    }

    /// The best line of the first half of a ranking's budget, which the second half compares all
    /// choices with.
    fn best_line(
        &mut self,
        rules: &Ruleset,
        state: &State,
        limits: Limits,
        bounds: Bounds,
        report: &mut dyn FnMut(&Report),
    ) -> Option<LineValue> {
        let mut best_value = None;
        self.search(rules, state, self.remaining, limits, bounds, &mut |beam, round| {
            if let Some(line) = round.best.filter(|line| best_value != Some(line.value)) {
                best_value = Some(line.value);
                let (depth, score) = (line.depth, line.value);
                let line = beam.choices(line);
                report(&Report { depth, nodes: round.nodes, score, line });
            }
        })
    }
}

/// The value of a choice that tops out.
const LOST: f64 = -1e9;

impl Search for BeamPlayer {
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        self.remaining = position.remaining;
        let state = with_known(rules, position);
        if let Some(choice) = self.ending_choice(rules, &state, self.limits) {
            return Some(choice);
        }
        let (limits, bounds) = (self.limits, self.bounds);
        let line = self.search(rules, &state, self.remaining, limits, bounds, &mut |_, _| ());
        match line {
            Some(line) => Some(self.beam.first(line)),
            // Every choice tops out at once: play one anyway.
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
        let choices = choices(rules, &state);
        let width = ranking::width(rules, &state);
        let depth = limits.depth.unwrap_or(u32::MAX).min(self.bounds.depth as u32) as usize;
        let known = state.queue.len() + (rules.hold && state.hold.is_some()) as usize;
        let reach = known.min(depth.saturating_sub(1));
        // Unknown pieces matter only after all known ones.
        let hopes = if depth > known + 1 { self.bounds.hopes } else { 0 };
        let before = self.beam.nodes();
        let total = match (limits.nodes, limits.ms) {
            (None, None) => Some(2 * NODES),
            (nodes, _) => nodes,
        };
        let plan = |nodes: u64| Ranking::new(nodes, choices.len(), width, reach, hopes);
        let half = total.map(|nodes| nodes / 2);
        let is_small = half.is_some_and(|nodes| !plan(nodes).is_full(reach));
        let hopes = half.map_or(hopes, |nodes| match plan(nodes).hopes {
            0 => 0,
            _ => affordable(nodes, width, hopes),
        });
        let line = (reach as u64 + 1) * width;
        let round = half.map_or(ROUND as u64, |nodes| nodes / line).clamp(1, ROUND as u64);
        let bounds = Bounds { hopes, round: round as usize, ..self.bounds };
        let mut best = None;
        // A line that ends the game is worth searching for even if nothing else remains to be searched.
        if half.is_none_or(|nodes| nodes >= line) {
            let spare = line + hopes as u64 * hope(width);
            let nodes = half.map(|nodes| nodes.saturating_sub(spare).max(1));
            let ms = limits.ms.map(|ms| ms.div_ceil(2));
            best = self.best_line(rules, &state, Limits { nodes, ms, ..limits }, bounds, report);
        }
        let spent = self.beam.nodes() - before;
        let ranking = plan(match (total, limits.ms) {
            // By the clock: the same number of nodes again takes the same time again.
            (None, _) => spent,
            (Some(total), None) => total.saturating_sub(spent),
            (Some(total), Some(_)) => total.saturating_sub(spent).min(spent),
        });
        let depth = match best {
            Some(line) if !is_small && ranking.is_full(reach) => line.depth,
            _ => 1 + ranking.further as u32,
        };
        // A line that was searched further than the others is comparable with them only if it ends
        // the game.
        let is_comparable = ranking.is_full(reach) && (ranking.hopes > 0) == (hopes > 0);
        let best = best.filter(|line: &LineValue| is_comparable || line.finishes);
        let mut best = best.map(|line| (line.value, self.beam.choices(line)));
        if let Some(choice) = self.ending_choice(rules, &state, limits)
            && best.as_ref().is_none_or(|best| best.1.first() != Some(&choice))
        {
            let (score, line) = self.look_into(rules, &state, choice, ranking);
            best = Some((best.map_or(score, |best| best.0.max(score)), line));
        }
        let mut ranked: Vec<Ranked> = Vec::with_capacity(choices.len());
        for choice in choices {
            let (score, line) = match &best {
                Some((score, line)) if line.first() == Some(&choice) => (*score, line.clone()),
                _ => self.look_into(rules, &state, choice, ranking),
            };
            let reasons = self.reasons(rules, &state, &line);
            ranked.push(Ranked { choice, score, line, reasons });
        }
        let is_best = |ranked: &Ranked| best.as_ref().is_some_and(|best| best.1 == ranked.line);
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(is_best(b).cmp(&is_best(a))));
        // Every choice is evaluated once, besides what was searched.
        let nodes = self.beam.nodes() - before + ranked.len() as u64;
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
