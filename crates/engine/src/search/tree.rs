//! The lookahead's tree: maximum over the placements of a known piece, average over unknown ones.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use minolab_rules::{Choice, Clear, Piece, PieceSet, Placement, Ruleset, State};

use super::{LookaheadSettings, OnePly, one_ply::Spot};
use crate::{Outcome, Remaining};

/// More pieces than any search uses: the current one and fifty known ones, with room to spare.
const MOST: usize = 64;

/// The pieces in the order in which they will be placed, as far as they are known.
#[derive(Clone, Copy)]
pub struct Known {
    pieces: [Piece; MOST],
    len: usize,
}

impl Known {
    /// The current piece, the queue and what else is known; after a hold, those that then
    /// come. Empty if the hold is not possible.
    pub fn new(rules: &Ruleset, state: &State, known: &[Piece], hold: bool) -> Known {
        let mut list = Known { pieces: [Piece::I; MOST], len: 0 };
        let first = if hold { state.after_hold(rules) } else { state.current };
        if first.is_some() {
            let taken = (hold && state.hold.is_none()) as usize;
            let later = state.queue.iter().skip(taken).chain(known.iter().copied());
            for piece in first.into_iter().chain(later).take(MOST) {
                list.pieces[list.len] = piece;
                list.len += 1;
            }
        }
        list
    }

    pub fn get(&self, index: usize) -> Option<Piece> {
        self.pieces[..self.len].get(index).copied()
    }

    pub fn len(&self) -> usize {
        self.len
    }
}

/// What is constant throughout a tree.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    pub rules: &'a Ruleset,
    /// The pieces without and with a hold first.
    pub known: [Known; 2],
    /// Pieces that may come after the known ones.
    pub bag: PieceSet,
    pub width: &'a [u32],
}

impl<'a> Sight<'a> {
    pub fn new(rules: &'a Ruleset, state: &State, known: &[Piece], width: &'a [u32]) -> Sight<'a> {
        let bag = Sight::bag(rules, state, known);
        let known = [false, true].map(|hold| Known::new(rules, state, known, hold));
        Sight { rules, known, bag, width }
    }

    /// The pieces that may come after the known ones.
    pub fn bag(rules: &Ruleset, state: &State, known: &[Piece]) -> PieceSet {
        let bag =
            known.iter().fold(state.bag, |bag, &piece| rules.randomizer.bag_after(bag, piece));
        if bag.is_empty() { PieceSet::ALL } else { bag }
    }
}

/// A placement with the results for it so far.
#[derive(Clone, Copy)]
pub struct Entry {
    pub choice: Choice,
    pub after: State,
    pub clear: Clear,
    pub keys: u32,
    /// How much of the game remains after it.
    pub remaining: Remaining,
    /// The reward of the placement.
    pub reward: f64,
    /// Its one-ply score.
    pub score: f64,
    /// Its value at depth `level`.
    pub value: f64,
    pub level: u32,
}

/// Where in the tree a list of placements is.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// Whether this is the root.
    pub root: Option<&'a Spot>,
    /// Pieces placed before.
    pub ply: usize,
    /// Whether the hold came first.
    pub hold: bool,
    pub bag: PieceSet,
}

/// Walks the tree; reuses its lists, so that after the first pieces nothing is allocated.
#[derive(Clone, Debug)]
pub struct Tree {
    pub one: OnePly,
    plies: Vec<Vec<Entry>>,
    /// Set from outside to end the search with the last completed level.
    pub stop: Option<Arc<AtomicBool>>,
    // Whether that was noticed: later results do not count.
    is_stopped: bool,
}

impl Tree {
    pub fn new(one: OnePly) -> Tree {
        Tree { one, plies: Vec::new(), stop: None, is_stopped: false }
    }

    /// Adds the placements of one piece to a list.
    pub fn list(
        &mut self,
        sight: &Sight,
        spot: &Spot,
        piece: Piece,
        hold: bool,
        list: &mut Vec<Entry>,
    ) {
        self.one.each(sight.rules, spot, piece, &mut |outcome, reward, score| {
            list.push(Entry {
                choice: Choice { hold, placement: outcome.placement },
                after: outcome.after,
                clear: outcome.clear,
                keys: outcome.keys,
                remaining: outcome.remaining,
                reward,
                score,
                value: score,
                level: 1,
            });
        });
    }

    /// The best of a few placements, none of which tops out, at depth two.
    pub fn settle(
        &mut self,
        settings: &LookaheadSettings,
        rules: &Ruleset,
        spot: &Spot,
        next: Piece,
        few: &[(Placement, f64)],
    ) -> Option<Choice> {
        let mut best: Option<(f64, Choice)> = None;
        for &(placement, _) in few {
            let outcome = Outcome::new(rules, &spot.state, spot.remaining, placement);
            let after = Spot { state: outcome.after, remaining: outcome.remaining };
            let ahead = self.one.best(rules, &after, next);
            let ahead = ahead.map_or_else(|| self.one.lost(rules), |best| best.score);
            let value = self.one.at_root(&outcome, self.one.verdict(&outcome).0 + ahead);
            let choice = Choice { hold: false, placement };
            let is_better = best.is_none_or(|(least, first)| {
                value > least
                    || value == least
                        && settings.ties.compare(&spot.state.board, choice, first).is_lt()
            });
            if is_better {
                best = Some((value, choice));
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// Searches a list up to depth `level`, leaving behind what falls below the thresholds on the
    /// way; returns the best value at the last level.
    ///
    /// `each` is called after every completed level.
    pub fn deepen(
        &mut self,
        settings: &LookaheadSettings,
        sight: &Sight,
        at: At,
        level: u32,
        list: &mut [Entry],
        each: &mut dyn FnMut(u32, &[Entry]),
    ) -> f64 {
        let known = sight.known[at.hold as usize].len() as u32;
        let (thresholds, from) = match known {
            0 | 1 => (&settings.thresholds, 1),
            _ => (&settings.thresholds_next, known),
        };
        let mut reached = if thresholds.is_empty() { level } else { level.min(from) };
        // A search that can be stopped needs an answer before it goes deeper.
        let can_stop = at.root.is_some() && self.stop.is_some();
        if can_stop {
            self.is_stopped = false;
            if reached > 1 {
                self.pass(settings, sight, at, 1, list, |_| true);
                each(1, list);
            }
        }
        let before = can_stop.then(|| list.to_vec());
        let mut best = self.pass(settings, sight, at, reached, list, |_| true);
        if self.is_stopped {
            before.iter().for_each(|before| list.copy_from_slice(before));
            return best;
        }
        each(reached, list);
        while reached < level {
            let threshold = thresholds.get((reached - from) as usize).copied().unwrap_or(0.0);
            let within = |e: &Entry| e.level == reached && e.value >= best - threshold;
            // At the root, with a single placement, there is nothing left to decide.
            if at.root.is_some() && list.iter().filter(|&e| within(e)).count() <= 1 {
                break;
            }
            let before = can_stop.then(|| list.to_vec());
            let next = self.pass(settings, sight, at, reached + 1, list, within);
            if self.is_stopped {
                before.iter().for_each(|before| list.copy_from_slice(before));
                return best;
            }
            (best, reached) = (next, reached + 1);
            each(reached, list);
        }
        best
    }

    /// Searches some of a list at depth `level`; returns the best value found.
    #[inline]
    fn pass(
        &mut self,
        settings: &LookaheadSettings,
        sight: &Sight,
        at: At,
        level: u32,
        list: &mut [Entry],
        is_searched: impl Fn(&Entry) -> bool,
    ) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for entry in list.iter_mut().filter(|entry| is_searched(entry)) {
            entry.value = self.value(settings, sight, at, level, entry);
            entry.level = level;
            best = best.max(entry.value);
            if self.is_stopped {
                break;
            }
        }
        best
    }

    /// Whether the search should end here. Checked only where enough work lies below that checking
    /// costs nothing.
    fn stops(&mut self, level: u32) -> bool {
        if level > 2
            && let Some(stop) = &self.stop
        {
            self.is_stopped |= stop.load(Ordering::Relaxed);
        }
        self.is_stopped
    }

    /// The value of one placement at depth `level`.
    fn value(
        &mut self,
        settings: &LookaheadSettings,
        sight: &Sight,
        at: At,
        level: u32,
        entry: &Entry,
    ) -> f64 {
        let value = if entry.is_lost() || level == 1 {
            entry.score
        } else {
            let hold = entry.choice.hold;
            let below = At { root: None, ply: at.ply + 1, hold, ..at };
            let ahead = self.spot_value(settings, sight, below, level - 1, &entry.spot());
            entry.reward + ahead
        };
        match at.root {
            Some(root) => self.one.at_root(&entry.outcome(sight.rules, &root.state), value),
            None => value,
        }
    }

    /// The value of a position with `level` pieces to come.
    fn spot_value(
        &mut self,
        settings: &LookaheadSettings,
        sight: &Sight,
        at: At,
        level: u32,
        spot: &Spot,
    ) -> f64 {
        if let Some(piece) = sight.known[at.hold as usize].get(at.ply) {
            return self.piece_value(settings, sight, at, level, spot, piece);
        }
        let mut sum = 0.0;
        for piece in at.bag.iter() {
            let at = At { bag: sight.rules.randomizer.bag_after(at.bag, piece), ..at };
            sum += self.piece_value(settings, sight, at, level, spot, piece);
        }
        self.one.evaluator().average(sum, at.bag.len())
    }

    fn piece_value(
        &mut self,
        settings: &LookaheadSettings,
        sight: &Sight,
        at: At,
        level: u32,
        spot: &Spot,
        piece: Piece,
    ) -> f64 {
        if level == 1 {
            let best = self.one.best(sight.rules, spot, piece);
            return best.map_or_else(|| self.one.lost(sight.rules), |best| best.score);
        }
        if self.stops(level) {
            return self.one.lost(sight.rules);
        }
        let mut list = self.take(at.ply);
        self.list(sight, spot, piece, at.hold, &mut list);
        narrow(&mut list, sight.width.get(at.ply));
        let value = if list.is_empty() {
            self.one.lost(sight.rules)
        } else {
            self.deepen(settings, sight, at, level, &mut list, &mut |_, _| {})
        };
        self.give_back(at.ply, list);
        value
    }

    /// The best placement of a known piece with `level` pieces to come.
    pub fn best_reply(
        &mut self,
        settings: &LookaheadSettings,
        sight: &Sight,
        at: At,
        level: u32,
        spot: &Spot,
        piece: Piece,
    ) -> Option<Entry> {
        let mut list = self.take(at.ply);
        self.list(sight, spot, piece, at.hold, &mut list);
        if level > 1 {
            narrow(&mut list, sight.width.get(at.ply));
        }
        self.deepen(settings, sight, at, level, &mut list, &mut |_, _| {});
        let best = list.iter().copied().reduce(|a, b| {
            let by_value = a.value.partial_cmp(&b.value).unwrap_or(std::cmp::Ordering::Equal);
            if a.level.cmp(&b.level).then(by_value).is_ge() { a } else { b }
        });
        self.give_back(at.ply, list);
        best
    }

    /// Takes the empty list of a ply, to be returned.
    pub fn take(&mut self, ply: usize) -> Vec<Entry> {
        if self.plies.len() <= ply {
            self.plies.resize_with(ply + 1, Vec::new);
        }
        let mut list = std::mem::take(&mut self.plies[ply]);
        list.clear();
        list
    }

    pub fn give_back(&mut self, ply: usize, list: Vec<Entry>) {
        self.plies[ply] = list;
    }
}

/// Keeps the best by one-ply score; of equals the smaller choice.
pub fn narrow(list: &mut Vec<Entry>, width: Option<&u32>) {
    let Some(&width) = width else { return };
    let width = width as usize;
    if list.len() <= width {
        return;
    }
    // A few of a few dozen: selecting beats sorting, and stays in order among equals.
    for kept in 0..width {
        let mut best = kept;
        for i in kept + 1..list.len() {
            let (new, old) = (&list[i], &list[best]);
            if new.score > old.score || new.score == old.score && new.choice < old.choice {
                best = i;
            }
        }
        list[kept..=best].rotate_right(1);
    }
    list.truncate(width);
}

impl Entry {
    /// The outcome of the placement in this position.
    pub fn outcome<'a>(&self, rules: &'a Ruleset, before: &'a State) -> Outcome<'a> {
        let Entry { choice, after, clear, keys, remaining, .. } = *self;
        Outcome { rules, before, placement: choice.placement, after, clear, keys, remaining }
    }

    /// The position it leads to.
    pub fn spot(&self) -> Spot {
        Spot { state: self.after, remaining: self.remaining }
    }

    /// Whether it tops out.
    pub fn is_lost(&self) -> bool {
        self.after.over.is_some()
    }
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {}@{}", self.choice, self.value, self.level)
    }
}
