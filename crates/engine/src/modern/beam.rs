//! The search: many lines of play at once, the most promising first at every depth.

use minolab_rules::{Choice, Clear, Piece, Placement, Queue, Ruleset, State, placements};

use super::{
    judge::Modern,
    layer::{Layer, Node, Step},
};
use crate::{KeyCounter, Left};

/// Where a search stands after each round.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Positions evaluated in this search.
    pub nodes: u64,
    /// The best line so far.
    pub best: Option<Line>,
}

/// A line of play that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it earns and promises.
    pub value: i32,
    /// Pieces it places.
    pub depth: u32,
    /// Whether it ends the game by its last line.
    pub finishes: bool,
    step: u32,
}

/// Looks for the line of play that earns and promises most.
///
/// For every number of pieces placed there is a layer of positions. In each round the most
/// promising few of every layer are looked into, and what they lead to goes to the next: with
/// more rounds the search grows wider at all depths at once, and it may stop after any of
/// them. Positions reached in two ways are one.
#[derive(Clone, Debug)]
pub struct Beam {
    judge: Modern,
    layers: Vec<Layer>,
    steps: Vec<Step>,
    // The shortest line that ends the game by its lines.
    finish: Option<(usize, u32)>,
    nodes: u64,
    // For the rules of the last search, if the judge counts presses.
    keys: Option<(Ruleset, KeyCounter)>,
}

/// How a search is bounded.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Pieces placed at most.
    pub depth: usize,
    /// Positions kept in a layer.
    pub keep: usize,
    /// Of how many leaves the average over the first unknown piece is taken; 0 for none.
    pub hopes: usize,
}

/// Positions of a layer looked into in a round.
const ROUND: usize = 8;

/// What a finished game is worth, more than any position, less for every piece.
const FINISHED: i32 = 1_000_000_000;

impl Beam {
    /// A search that judges like this.
    pub fn new(judge: Modern) -> Beam {
        let (layers, steps) = (Vec::new(), Vec::new());
        Beam { judge, layers, steps, finish: None, nodes: 0, keys: None }
    }

    /// How it judges.
    pub fn judge(&self) -> &Modern {
        &self.judge
    }

    /// Positions evaluated since it was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Key presses of a choice, if the judge counts them.
    pub fn keys(&self, rules: &Ruleset, state: &State, choice: Choice) -> i32 {
        self.keys.as_ref().map_or(0, |(_, keys)| keys.count(rules, state, choice) as i32)
    }

    /// The best line from a position; `more` says after each round whether to go on.
    pub fn search(
        &mut self,
        rules: &Ruleset,
        state: &State,
        left: Left,
        bounds: Bounds,
        more: &mut dyn FnMut(&Beam, Round) -> bool,
    ) -> Option<Line> {
        let known = state.queue.len()
            + state.current.is_some() as usize
            + (rules.hold && state.hold.is_some()) as usize;
        let pieces = left.pieces.min(bounds.depth as u64) as usize;
        let depth = known.min(pieces);
        let lines = left.lines.min(u32::MAX as u64) as u32;
        self.reset(rules, depth, bounds.keep);
        let root = Node { state: *state, reward: 0, lines, step: Step::NONE };
        self.expand(rules, &root, 1, left.pieces == 1);
        // No line can be shorter than the cells it needs.
        let cells = (lines as u64).saturating_mul(rules.width as u64);
        let shortest = cells.saturating_sub(state.board.cells() as u64).div_ceil(4) as usize;
        let before = self.nodes;
        loop {
            let mut is_spent = true;
            for at in 1..depth {
                if self.finish.is_some_and(|(depth, _)| at + 1 >= depth) {
                    break;
                }
                let is_last = at as u64 + 1 == left.pieces;
                for _ in 0..ROUND {
                    let Some(node) = self.layers[at].take() else { break };
                    is_spent = false;
                    self.expand(rules, &node, at + 1, is_last);
                }
            }
            let round = Round { nodes: self.nodes - before, best: self.line() };
            let is_shortest = self.finish.is_some_and(|(depth, _)| depth <= shortest);
            if is_spent || is_shortest || !more(self, round) {
                break;
            }
        }
        let hoped = match self.finish.is_none() && (depth as u64) < left.pieces {
            true => self.hope(rules, depth, bounds.hopes),
            false => None,
        };
        hoped.or_else(|| self.line())
    }

    /// The choices of a line, the first one first.
    pub fn choices(&self, line: Line) -> Vec<Choice> {
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
    pub fn first(&self, line: Line) -> Choice {
        let mut step = self.steps[line.step as usize];
        while let Some(&before) = self.steps.get(step.before as usize) {
            step = before;
        }
        step.choice
    }

    fn reset(&mut self, rules: &Ruleset, depth: usize, keep: usize) {
        self.steps.clear();
        self.finish = None;
        // The first layer is the root alone.
        self.layers.resize_with(depth + 1, || Layer::new(keep));
        self.layers.iter_mut().for_each(|layer| layer.clear(keep));
        if self.judge.move_time != 0 && self.keys.as_ref().is_none_or(|(of, _)| of != rules) {
            self.keys = Some((rules.clone(), KeyCounter::new(rules)));
        }
    }

    /// The best line found so far: the shortest to the end, or the best of the deepest.
    fn line(&self) -> Option<Line> {
        if let Some((depth, step)) = self.finish {
            let value = FINISHED - depth as i32;
            return Some(Line { value, depth: depth as u32, finishes: true, step });
        }
        let layers = self.layers.iter().enumerate().rev();
        let (depth, (value, step)) =
            layers.filter_map(|(depth, layer)| Some((depth, layer.best()?))).next()?;
        Some(Line { value, depth: depth as u32, finishes: false, step })
    }

    /// Adds everything that one more piece leads to.
    fn expand(&mut self, rules: &Ruleset, node: &Node, depth: usize, is_last: bool) {
        if depth >= self.layers.len() {
            return;
        }
        let mut state = node.state;
        match state.current {
            Some(piece) => {
                self.place(rules, node, &state, piece, [false; 2], depth, is_last);
                if let Some(other) = state.after_hold(rules)
                    && other != piece
                    && fits(rules, &state, other)
                {
                    self.place(rules, node, &state, other, [true; 2], depth, is_last);
                }
            }
            // Whatever comes goes to the hold, and the held piece is played.
            None if rules.hold => {
                if let Some(piece) = state.hold.take()
                    && fits(rules, &state, piece)
                {
                    state.current = Some(piece);
                    self.place(rules, node, &state, piece, [true, false], depth, is_last);
                }
            }
            None => {}
        }
    }

    /// Adds every placement of a piece; `holds` says whether a player presses hold for it, and
    /// whether the state has still to swap.
    #[expect(clippy::too_many_arguments, reason = "one call for each way to get a piece")]
    #[inline]
    fn place(
        &mut self,
        rules: &Ruleset,
        node: &Node,
        state: &State,
        piece: Piece,
        holds: [bool; 2],
        depth: usize,
        is_last: bool,
    ) {
        let Beam { judge, layers, steps, finish, nodes, keys } = self;
        let layer = &mut layers[depth];
        let [hold, swaps] = holds;
        placements::for_each(&state.board, rules, piece, &mut |placement| {
            *nodes += 1;
            let mut after = *state;
            let clear = after.play_unchecked(rules, Choice { hold: swaps, placement });
            let mut step = || {
                steps.push(Step { before: node.step, choice: Choice { hold, placement } });
                steps.len() as u32 - 1
            };
            let lines = node.lines.saturating_sub(clear.lines as u32);
            if lines == 0 {
                if finish.is_none_or(|(shortest, _)| depth < shortest) {
                    *finish = Some((depth, step()));
                }
                return;
            }
            if after.over.is_some() {
                return;
            }
            let presses = match keys {
                Some((_, keys)) => keys.count(rules, state, Choice { hold, placement }) as i32,
                None => 0,
            };
            let reward = node.reward + judge.reward(placement, &clear, presses);
            let promise = if is_last { 0 } else { judge.potential(&after, lines) };
            layer.add(&after, reward + promise, reward, lines, step);
        });
    }

    /// The leaf that is best on average over the pieces that may come next.
    fn hope(&mut self, rules: &Ruleset, depth: usize, count: usize) -> Option<Line> {
        let leaves = match count {
            0 => return None,
            _ => self.layers.get(depth)?.leaders(count),
        };
        let mut best: Option<Line> = None;
        for node in leaves {
            let pieces = node.state.bag.len() as i64;
            let sum: i64 = node
                .state
                .bag
                .iter()
                .map(|piece| self.best_reply(rules, &node, piece) as i64)
                .sum();
            let value = node.reward + (sum / pieces.max(1)) as i32;
            if best.is_none_or(|best| value > best.value) {
                best = Some(Line { value, depth: depth as u32, finishes: false, step: node.step });
            }
        }
        best
    }

    /// The most a piece that comes next earns and promises.
    fn best_reply(&mut self, rules: &Ruleset, node: &Node, piece: Piece) -> i32 {
        // Losing is worse than anything but not so much that sums overflow.
        const LOST: i32 = -1_000_000;
        let mut state = node.state;
        state.queue = Queue::default();
        state.reveal(rules, piece);
        state.advance(rules);
        let mut best = LOST;
        if state.over.is_some() {
            return best;
        }
        placements::for_each(&state.board, rules, piece, &mut |placement: Placement| {
            self.nodes += 1;
            let mut after = state;
            let clear: Clear = after.play_unchecked(rules, Choice { hold: false, placement });
            if after.over.is_none() {
                let lines = node.lines.saturating_sub(clear.lines as u32).max(1);
                let promise = self.judge.potential(&after, lines);
                best = best.max(self.judge.reward(placement, &clear, 0) + promise);
            }
        });
        best
    }
}

#[inline]
fn fits(rules: &Ruleset, state: &State, piece: Piece) -> bool {
    !rules.top_out.block_out || rules.spawn(piece).fits(&state.board)
}
