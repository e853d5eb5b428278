//! The beam search: many lines of play at once, the most promising first at every depth.

use std::sync::Arc;

use minolab_rules::{Choice, Piece, Queue, Ruleset, State};

use super::{
    crew::Crew,
    growth::{Child, Growth},
    layer::{Layer, Node, Step},
};
use crate::{Evaluator, KeyCounter, Remaining, keys::Keys};

/// The progress of a search after each round.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Positions evaluated in this search.
    pub nodes: u64,
    /// The best line so far.
    pub best: Option<LineValue>,
}

/// A line of play that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineValue {
    /// Its rewards plus the value of the position at its end.
    pub value: f64,
    /// Pieces it places.
    pub depth: u32,
    /// Whether it ends the game by its last line.
    pub finishes: bool,
    step: u32,
}

/// Searches for the best line of play.
///
/// For every number of pieces placed there is a layer of positions. In each round the most
/// promising few of every layer are expanded into the next: with more rounds the search grows wider
/// at all depths at once, and it may stop after any of them. Transpositions are merged.
#[derive(Clone, Debug)]
pub struct Beam {
    evaluator: Arc<dyn Evaluator>,
    layers: Vec<Layer>,
    steps: Vec<Step>,
    // The shortest line that ends the game by its lines.
    finish: Option<(usize, u32)>,
    nodes: u64,
    // The position the layers were grown from.
    past: Option<Past>,
    keys: Keys,
    threads: usize,
    // Kept to reuse their memory: positions to expand, and leaves to compare.
    batch: Vec<Node>,
    leaves: Vec<Node>,
}

/// A position that one of the threads expands, and its results.
#[derive(Default)]
struct Desk {
    task: Option<(Node, Task)>,
    children: Vec<Kept>,
    nodes: u64,
    value: f64,
}

/// A [`Child`] by value.
#[derive(Clone, Copy)]
struct Kept {
    state: State,
    choice: Choice,
    value: f64,
    reward: f64,
    lines: u32,
}

impl Kept {
    fn new(child: &Child) -> Kept {
        let Child { state, choice, value, reward, lines } = *child;
        Kept { state: *state, choice, value, reward, lines }
    }

    fn child(&self) -> Child<'_> {
        let Kept { ref state, choice, value, reward, lines } = *self;
        Child { state, choice, value, reward, lines }
    }
}

/// What to compute.
enum Task {
    /// The children that are worth more than `floor`.
    Children { is_last: bool, floor: f64 },
    /// The average score over the next piece.
    Hope,
}

/// The search before this one.
#[derive(Clone, Debug)]
struct Past {
    remaining: Remaining,
    bounds: Bounds,
}

/// How a search is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Pieces placed at most.
    pub depth: usize,
    /// Positions kept in a layer.
    pub keep: usize,
    /// Positions of a layer expanded per round; [`ROUND`] but for the smallest searches.
    pub round: usize,
    /// For how many leaves to average over the first unknown piece; 0 for none.
    pub hopes: usize,
    /// Whether it continues the previous search, if that one reached this position.
    pub carries: bool,
}

/// Positions of a layer expanded per round.
pub const ROUND: usize = 8;

/// The value of a finished game: more than any position, minus something per piece.
const FINISHED: f64 = 1e9;

impl Beam {
    /// A search with this evaluator.
    pub fn new(evaluator: Arc<dyn Evaluator>) -> Beam {
        Beam {
            keys: Keys::new(evaluator.counts_keys()),
            evaluator,
            layers: Vec::new(),
            steps: Vec::new(),
            finish: None,
            nodes: 0,
            past: None,
            threads: 1,
            batch: Vec::new(),
            leaves: Vec::new(),
        }
    }

    /// Sets the number of threads; the lines it finds do not depend on it.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &dyn Evaluator {
        self.evaluator.as_ref()
    }

    /// Positions evaluated since it was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The counter of key presses, if the evaluator uses them.
    pub fn keys(&mut self, rules: &Ruleset) -> Option<Arc<KeyCounter>> {
        self.keys.by(rules).cloned()
    }

    /// The best line from a position; `more` says after each round whether to continue.
    pub fn search(
        &mut self,
        rules: &Ruleset,
        state: &State,
        remaining: Remaining,
        bounds: Bounds,
        more: &mut dyn FnMut(&Beam, Round) -> bool,
    ) -> Option<LineValue> {
        if !(bounds.carries && self.carry(rules, state, remaining, bounds)) {
            self.clear(bounds.keep);
        }
        self.past = Some(Past { remaining, bounds });
        let (evaluator, keys) = (Arc::clone(&self.evaluator), self.keys(rules));
        let growth = Growth { rules, evaluator: evaluator.as_ref(), keys: keys.as_deref() };
        let desks = if self.threads > 1 { ROUND.max(bounds.hopes) } else { 0 };
        let work = |desk: &mut Desk| desk.work(growth);
        Crew::with(self.threads, desks, work, |crew| {
            self.grow(growth, state, remaining, bounds, crew, more)
        })
    }

    /// The rounds of a search.
    fn grow(
        &mut self,
        growth: Growth,
        state: &State,
        remaining: Remaining,
        bounds: Bounds,
        crew: &Crew<impl Fn(&mut Desk) + Sync, Desk>,
        more: &mut dyn FnMut(&Beam, Round) -> bool,
    ) -> Option<LineValue> {
        let known = state.queue.len()
            + state.current.is_some() as usize
            + (growth.rules.hold && state.hold.is_some()) as usize;
        let pieces = remaining.pieces.min(bounds.depth as u64) as usize;
        let depth = known.min(pieces);
        if self.layers.len() <= depth {
            self.layers.resize_with(depth + 1, || Layer::new(bounds.keep));
        }
        // Kept to reuse their memory: the next search may be as deep again.
        self.layers[depth + 1..].iter_mut().for_each(|layer| layer.clear(bounds.keep));
        let lines = remaining.lines.min(u32::MAX as u64) as u32;
        self.batch.clear();
        self.batch.push(Node { state: *state, value: 0.0, reward: 0.0, lines, step: Step::NONE });
        if depth > 0 {
            self.expand(growth, crew, 1, remaining.pieces == 1);
        }
        // No line can be shorter than the cells it needs.
        let cells = (lines as u64).saturating_mul(growth.rules.width as u64);
        let shortest = cells.saturating_sub(state.board.cells() as u64).div_ceil(4) as usize;
        let before = self.nodes;
        loop {
            let mut is_spent = true;
            for at in 1..depth {
                if self.finish.is_some_and(|(depth, _)| at + 1 >= depth) {
                    break;
                }
                let is_last = at as u64 + 1 == remaining.pieces;
                self.batch.clear();
                while self.batch.len() < bounds.round
                    && let Some(node) = self.layers[at].take()
                {
                    self.batch.push(node);
                }
                is_spent &= self.batch.is_empty();
                self.expand(growth, crew, at + 1, is_last);
            }
            let round = Round { nodes: self.nodes - before, best: self.line() };
            let is_shortest = self.finish.is_some_and(|(depth, _)| depth <= shortest);
            if is_spent || is_shortest || !more(self, round) {
                break;
            }
        }
        let hoped = match self.finish.is_none() && (depth as u64) < remaining.pieces {
            true => self.hope(crew, growth, depth, bounds.hopes),
            false => None,
        };
        hoped.or_else(|| self.line())
    }

    /// The choices of a line, the first one first.
    pub fn choices(&self, line: LineValue) -> Vec<Choice> {
        let mut choices = Vec::new();
        let mut at = line.step;
        while let Some(step) = self.steps.get(at as usize) {
            choices.push(step.choice);
            at = step.before;
        }
        choices.reverse();
        choices
    }

    /// The first choice of a line.
    pub fn first(&self, line: LineValue) -> Choice {
        let mut step = self.steps[line.step as usize];
        while let Some(&before) = self.steps.get(step.before as usize) {
            step = before;
        }
        step.choice
    }

    fn clear(&mut self, keep: usize) {
        self.steps.clear();
        self.finish = None;
        self.layers.iter_mut().for_each(|layer| layer.clear(keep));
    }

    /// Keeps the part of the last search that follows from this position, if it reached it.
    fn carry(
        &mut self,
        rules: &Ruleset,
        state: &State,
        remaining: Remaining,
        bounds: Bounds,
    ) -> bool {
        let Some(past) = &self.past else { return false };
        let is_next = past.remaining.pieces == remaining.pieces && remaining.pieces == u64::MAX
            || past.remaining.pieces == remaining.pieces.saturating_add(1);
        if !is_next || past.bounds != bounds {
            return false;
        }
        // In an endless game the count just decreases from the maximum.
        let is_endless = remaining.lines >= u32::MAX as u64;
        let is_root = |node: &Node| {
            let has_lines = match is_endless {
                true => node.lines > u32::MAX / 2,
                false => node.lines as u64 == remaining.lines,
            };
            has_lines
                && news(&node.state, state).is_some_and(|news| {
                    let mut seen = node.state;
                    for piece in news {
                        seen.reveal(rules, piece);
                    }
                    seen.advance(rules);
                    seen == *state
                })
        };
        let Some(root) = self.layers.get(1).and_then(|layer| layer.nodes().find(is_root)) else {
            return false;
        };
        // Only descendants of that position are still reachable.
        let mut kept: Vec<Option<u32>> = Vec::with_capacity(self.steps.len());
        let mut steps = 0;
        for at in 0..self.steps.len() {
            let Step { before, choice } = self.steps[at];
            kept.push(match before {
                _ if at as u32 == root.step => Some(Step::NONE),
                Step::NONE => None,
                before => kept[before as usize].map(|before| {
                    self.steps[steps as usize] = Step { before, choice };
                    steps += 1;
                    steps - 1
                }),
            });
        }
        self.steps.truncate(steps as usize);
        self.finish = self.finish.and_then(|(depth, step)| {
            Some((depth - 1, kept[step as usize].filter(|&step| step != Step::NONE)?))
        });
        self.layers.remove(0);
        let growth = Growth { rules, evaluator: self.evaluator.as_ref(), keys: None };
        let steps = &self.steps;
        for layer in &mut self.layers {
            layer.carry(bounds.keep, |node| {
                let step = kept[node.step as usize].filter(|&step| step != Step::NONE)?;
                let mut node = Node {
                    step,
                    value: node.value - root.reward,
                    reward: node.reward - root.reward,
                    ..*node
                };
                let knew = node.state;
                let mut news = news(&root.state, state)?;
                if knew.current.is_none() && knew.hold.is_none() && steps[step as usize].choice.hold
                {
                    // The new piece was swapped with the held one.
                    node.state.hold = news.next();
                    node.value = node.reward + growth.value(&node.state, node.lines);
                }
                for piece in news {
                    node.state.reveal(rules, piece);
                }
                node.state.advance(rules);
                // If the current piece was unknown, or hold was empty, there were more choices.
                let is_open =
                    knew.current.is_none() || knew.queue.is_empty() && knew.hold.is_none();
                node.state.over.is_none().then_some((node, is_open))
            });
        }
        true
    }

    /// The best line so far: the shortest to the end of the game, or the best of the deepest.
    fn line(&self) -> Option<LineValue> {
        if let Some((depth, step)) = self.finish {
            let value = FINISHED - depth as f64;
            return Some(LineValue { value, depth: depth as u32, finishes: true, step });
        }
        let layers = self.layers.iter().enumerate().rev();
        let (depth, (value, step)) =
            layers.filter_map(|(depth, layer)| Some((depth, layer.best()?))).next()?;
        Some(LineValue { value, depth: depth as u32, finishes: false, step })
    }

    /// Expands every node of the batch.
    fn expand(
        &mut self,
        growth: Growth,
        crew: &Crew<impl Fn(&mut Desk) + Sync, Desk>,
        depth: usize,
        is_last: bool,
    ) {
        let Beam { layers, steps, finish, nodes, batch, .. } = self;
        let Some(layer) = layers.get_mut(depth) else { return };
        let floor = layer.floor();
        let mut add = |node: &Node, child: &Child| {
            let mut step = || {
                steps.push(Step { before: node.step, choice: child.choice });
                steps.len() as u32 - 1
            };
            if child.lines > 0 {
                layer.add(child, step);
            } else if finish.is_none_or(|(shortest, _)| depth < shortest) {
                *finish = Some((depth, step()));
            }
        };
        if !crew.is_several() || batch.len() < 2 {
            for node in batch.iter() {
                *nodes += growth.children(node, is_last, &mut |child| add(node, &child));
            }
            return;
        }
        // Expanded in parallel but added in order, so that the result is the same.
        let tasks = batch.iter().map(|&node| {
            move |desk: &mut Desk| desk.task = Some((node, Task::Children { is_last, floor }))
        });
        crew.share(tasks, |at, desk| {
            *nodes += desk.nodes;
            desk.children.iter().for_each(|kept| add(&batch[at], &kept.child()));
        });
    }

    /// The leaf that is best on average over the pieces that may come next.
    fn hope(
        &mut self,
        crew: &Crew<impl Fn(&mut Desk) + Sync, Desk>,
        growth: Growth,
        depth: usize,
        count: usize,
    ) -> Option<LineValue> {
        if count == 0 {
            return None;
        }
        let mut leaves = std::mem::take(&mut self.leaves);
        self.layers.get_mut(depth)?.leaders(count, &mut leaves);
        // A search that ends before the known pieces has nothing to average over.
        if leaves.iter().any(|node| node.state.current.is_some()) {
            self.leaves = leaves;
            return None;
        }
        let growth = Growth { keys: None, ..growth };
        let mut best: Option<LineValue> = None;
        let evaluator = growth.evaluator;
        let mut look = |node: &Node, sum: f64, nodes: u64| {
            self.nodes += nodes;
            let value = node.reward + evaluator.average(sum, node.state.bag.len().max(1));
            // The first of equals.
            if best.is_none_or(|best| value > best.value) {
                best = Some(LineValue {
                    value,
                    depth: depth as u32,
                    finishes: false,
                    step: node.step,
                });
            }
        };
        if !crew.is_several() {
            for node in &leaves {
                let (value, nodes) = growth.hope(node);
                look(node, value, nodes);
            }
            self.leaves = leaves;
            return best;
        }
        let tasks =
            leaves.iter().map(|&node| move |desk: &mut Desk| desk.task = Some((node, Task::Hope)));
        crew.share(tasks, |at, desk| look(&leaves[at], desk.value, desk.nodes));
        self.leaves = leaves;
        best
    }
}

impl Desk {
    fn work(&mut self, growth: Growth) {
        match self.task.take() {
            Some((node, Task::Children { is_last, floor })) => {
                let children = &mut self.children;
                children.clear();
                self.nodes = growth.children(&node, is_last, &mut |child| {
                    if child.value > floor || child.lines == 0 {
                        children.push(Kept::new(&child));
                    }
                });
            }
            Some((node, Task::Hope)) => {
                (self.value, self.nodes) = Growth { keys: None, ..growth }.hope(&node);
            }
            None => {}
        }
    }
}

/// The pieces that were not yet shown in an earlier position; `None` if it had different ones.
fn news(before: &State, now: &State) -> Option<impl Iterator<Item = Piece> + use<>> {
    let shown = |state: &State| {
        let queue: Queue = state.queue;
        state.current.into_iter().chain((0..queue.len()).filter_map(move |at| queue.get(at)))
    };
    let mut news = shown(now);
    shown(before).all(|piece| news.next() == Some(piece)).then_some(news)
}
