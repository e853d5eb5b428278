//! Positions with the same number of pieces placed, the most promising first.

use std::{cmp::Reverse, collections::BinaryHeap};

use minolab_rules::{Choice, State};

use super::growth::Child;

/// A position reached.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The position.
    pub state: State,
    /// The rewards so far plus the position's value.
    pub value: f64,
    /// The rewards so far.
    pub reward: f64,
    /// Lines that end the game.
    pub lines: u32,
    /// How it was reached.
    pub step: u32,
}

/// What is known about a position; see [`Node`].
#[derive(Clone, Copy, Debug)]
struct Known {
    value: f64,
    reward: f64,
    lines: u32,
    step: u32,
}

/// A value as a whole number with the same order, which sorts faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Score(i64);

impl Score {
    #[inline]
    fn new(value: f64) -> Score {
        let bits = value.to_bits() as i64;
        // Of negative numbers the greater has the smaller bits.
        Score(bits ^ ((bits >> 63) as u64 >> 1) as i64)
    }
}

/// How a position was reached: from where, and by what.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The step before, or [`Step::NONE`].
    pub before: u32,
    /// The choice played.
    pub choice: Choice,
}

impl Step {
    /// The root, before the first step.
    pub const NONE: u32 = u32::MAX;
}

/// The distinct positions with the same number of pieces placed.
///
/// It keeps a number of the most promising ones and forgets the rest, so its memory is bounded.
#[derive(Clone, Debug)]
pub struct Layer {
    // Separate from what is known about them, so that a position is copied only once.
    states: Vec<State>,
    known: Vec<Known>,
    // Best first, equal ones in order of arrival, so that the search is deterministic.
    open: BinaryHeap<(Score, Reverse<u32>)>,
    seen: Seen,
    best: Option<(f64, u32)>,
    // Nothing worse is worth keeping.
    floor: f64,
    keep: usize,
    // Kept to reuse its memory.
    ranking: Vec<(Score, Reverse<u32>)>,
}

impl Layer {
    /// An empty layer that keeps at least this many positions.
    pub fn new(keep: usize) -> Layer {
        let (states, known) = (Vec::new(), Vec::new());
        let (open, seen) = (BinaryHeap::new(), Seen::new());
        Layer {
            states,
            known,
            open,
            seen,
            best: None,
            floor: f64::NEG_INFINITY,
            keep,
            ranking: Vec::new(),
        }
    }

    /// Clears it, keeping its memory.
    pub fn clear(&mut self, keep: usize) {
        self.states.clear();
        self.known.clear();
        self.open.clear();
        self.seen.clear();
        (self.best, self.floor, self.keep) = (None, f64::NEG_INFINITY, keep);
    }

    /// Every position it has, including those taken, unless forgotten since.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        (0..self.states.len()).map(|index| self.node(index))
    }

    #[inline]
    fn node(&self, index: usize) -> Node {
        let Known { value, reward, lines, step } = self.known[index];
        Node { state: self.states[index], value, reward, lines, step }
    }

    #[inline]
    fn push(&mut self, state: &State, known: Known) {
        self.states.extend_from_slice(std::slice::from_ref(state));
        self.known.push(known);
    }

    /// No position of this value or less is added.
    pub fn floor(&self) -> f64 {
        self.floor
    }

    /// Keeps the positions that `each` returns, as it returns them; it also says which of them may
    /// be taken again.
    pub fn carry(&mut self, keep: usize, mut each: impl FnMut(&Node) -> Option<(Node, bool)>) {
        let nodes: Vec<Node> = self.nodes().collect();
        let mut is_open = vec![false; nodes.len()];
        self.open.iter().for_each(|(_, Reverse(index))| is_open[*index as usize] = true);
        self.clear(keep);
        for (node, is_open) in nodes.iter().zip(is_open) {
            let Some((node, again)) = each(node) else { continue };
            if !self.seen.improves(key(&node.state), node.reward) {
                continue;
            }
            if self.best.is_none_or(|best| node.value > best.0) {
                self.best = Some((node.value, node.step));
            }
            if is_open || again {
                self.open.push((Score::new(node.value), Reverse(self.states.len() as u32)));
            }
            let Node { ref state, value, reward, lines, step } = node;
            self.push(state, Known { value, reward, lines, step });
        }
    }

    /// The best value so far and the step that led to it.
    pub fn best(&self) -> Option<(f64, u32)> {
        self.best
    }

    /// Takes the most promising position that was not taken before.
    #[inline]
    pub fn take(&mut self) -> Option<Node> {
        let (_, Reverse(index)) = self.open.pop()?;
        Some(self.node(index as usize))
    }

    /// Adds a position unless it is already known at least as good, or too bad to keep; `step`
    /// makes the step that leads to it.
    #[inline]
    pub fn add(&mut self, child: &Child, step: impl FnOnce() -> u32) {
        let Child { state, value, reward, lines, .. } = *child;
        if value <= self.floor || !self.seen.improves(key(state), reward) {
            return;
        }
        let step = step();
        if self.best.is_none_or(|best| value > best.0) {
            self.best = Some((value, step));
        }
        self.open.push((Score::new(value), Reverse(self.states.len() as u32)));
        self.push(state, Known { value, reward, lines, step });
        if self.states.len() >= 2 * self.keep {
            self.narrow();
        }
    }

    /// The most promising positions not taken, best first, in place of what is in `leaders`.
    pub fn leaders(&mut self, count: usize, leaders: &mut Vec<Node>) {
        let open = &mut self.ranking;
        open.clear();
        open.extend(&self.open);
        if count < open.len() {
            open.select_nth_unstable_by(count, |a, b| b.cmp(a));
            open.truncate(count);
        }
        open.sort_unstable_by(|a, b| b.cmp(a));
        leaders.clear();
        let places = self.ranking.iter().map(|&(_, Reverse(index))| index as usize);
        leaders.extend(places.map(|index| self.node(index)));
    }

    /// Keeps the most promising of those not taken.
    #[cold]
    fn narrow(&mut self) {
        let mut open = std::mem::take(&mut self.open).into_vec();
        open.sort_unstable_by(|a, b| b.cmp(a));
        if let Some(&(_, Reverse(index))) = open.get(self.keep) {
            self.floor = self.known[index as usize].value;
            open.truncate(self.keep);
        }
        let mut states = Vec::with_capacity(2 * self.keep);
        let mut known = Vec::with_capacity(2 * self.keep);
        for (_, Reverse(index)) in &mut open {
            states.extend_from_slice(&self.states[*index as usize..=*index as usize]);
            known.push(self.known[*index as usize]);
            *index = states.len() as u32 - 1;
        }
        (self.states, self.known, self.open) = (states, known, open.into());
    }
}

/// Positions seen and the best rewards on the way to each.
///
/// An open-addressed table of hashes: a standard map would hash again and store more.
#[derive(Clone, Debug)]
struct Seen {
    slots: Vec<(u64, f64)>,
    len: usize,
    // The slots before they grew, kept to reuse their memory.
    spare: Vec<(u64, f64)>,
}

impl Seen {
    const FIRST: usize = 1 << 10;

    fn new() -> Seen {
        Seen { slots: vec![(0, 0.0); Seen::FIRST], len: 0, spare: Vec::new() }
    }

    fn clear(&mut self) {
        self.slots.clear();
        self.slots.resize(Seen::FIRST, (0, 0.0));
        self.len = 0;
    }

    /// Whether the position is new, or was reached with lower rewards before.
    #[inline]
    fn improves(&mut self, key: u64, reward: f64) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = (key >> 32) as usize & mask;
        loop {
            let slot = &mut self.slots[at];
            if slot.0 == key {
                let improves = reward > slot.1;
                if improves {
                    slot.1 = reward;
                }
                return improves;
            }
            if slot.0 == 0 {
                *slot = (key, reward);
                self.len += 1;
                if 2 * self.len > self.slots.len() {
                    self.grow();
                }
                return true;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.spare.clear();
        self.spare.resize(2 * self.slots.len(), (0, 0.0));
        std::mem::swap(&mut self.slots, &mut self.spare);
        let mask = self.slots.len() - 1;
        for &slot in self.spare.iter().filter(|slot| slot.0 != 0) {
            let mut at = (slot.0 >> 32) as usize & mask;
            while self.slots[at].0 != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = slot;
        }
    }
}

/// A hash of everything that distinguishes two positions of one layer; never 0.
#[inline]
fn key(state: &State) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = state.hold.map_or(7, |piece| piece as u64)
        | (state.combo as u64) << 8
        | (state.back_to_back as u64) << 16
        | (state.queue.len() as u64) << 24;
    for rows in state.board.rows()[..state.board.top().next_multiple_of(4)].chunks_exact(4) {
        let word = rows.iter().rev().fold(0, |word, &row| word << 16 | row as u64);
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(FACTOR);
    }
    (hash ^ hash >> 29).wrapping_mul(FACTOR) | 1
}
