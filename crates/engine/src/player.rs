//! A player: a search bound to the ruleset it plays by.

use std::sync::{Arc, atomic::AtomicBool};

use minolab_rules::{Choice, Ruleset};

use crate::Position;

/// How far to search. Use nodes, not time, wherever a result must be reproducible.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Nodes: positions evaluated.
    pub nodes: Option<u64>,
    /// CPU milliseconds per decision.
    pub ms: Option<u64>,
    /// Depth in pieces, including the current one.
    pub depth: Option<u32>,
}

/// Progress; sent whenever the best line changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Depth reached, in pieces.
    pub depth: u32,
    /// Positions evaluated.
    pub nodes: u64,
    /// The best placement's score.
    pub score: f64,
    /// The best line.
    pub line: Vec<Choice>,
}

/// One choice with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The choice.
    pub choice: Choice,
    /// Higher is better, in the evaluator's own units.
    pub score: f64,
    /// The expected line, this choice first.
    pub line: Vec<Choice>,
    /// Each feature's share of the score: the shares add up to it where the evaluator is a
    /// sum.
    pub reasons: Vec<(&'static str, f64)>,
}

/// The answer: every choice considered, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The choices, best first; equal scores in the generator's order.
    pub ranked: Vec<Ranked>,
    /// Positions evaluated.
    pub nodes: u64,
    /// Depth reached, in pieces.
    pub depth: u32,
}

/// A choice with its value at every level at which it was searched, lowest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Leveled {
    /// The choice.
    pub choice: Choice,
    /// Pairs of depth in pieces and the value found.
    pub values: Vec<(u32, f64)>,
}

/// A way to find the best choice.
///
/// It may keep what it learned for the next call, as long as no answer depends on it. All calls to one search are about
/// the same ruleset: [`Player`] ensures that.
pub trait Search: Send {
    /// The best choice, as fast as possible; `None` if nothing can be placed.
    ///
    /// The first of [`Search::rank`] with the same limits, unless the search prunes: ranking searches every choice by
    /// itself and may find a better one.
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice>;

    /// All choices ranked, with reasons. The limits are for the whole answer, but every choice is evaluated at least
    /// once.
    fn rank(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        limits: Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Decision>;

    /// Every choice with its value at every level, best first, for searches that go level by level; `each` gets the
    /// results so far whenever a level is done.
    fn levels(
        &mut self,
        _rules: &Ruleset,
        _position: &Position,
        _each: &mut dyn FnMut(&[Leveled]),
    ) -> Option<Vec<Leveled>> {
        None
    }

    /// Sets a flag that stops a search that goes level by level: it then answers with the completed levels. The first
    /// is always completed.
    fn set_stop(&mut self, _stop: Arc<AtomicBool>) {}

    /// Lets a single search use this many threads, where supported; the default is one. Results limited by nodes do not
    /// depend on it.
    fn set_threads(&mut self, _threads: usize) {}

    /// Positions evaluated since it was made.
    fn nodes(&self) -> u64;
}

/// Plays by one ruleset, to which it is bound when made.
pub struct Player {
    rules: Ruleset,
    search: Box<dyn Search>,
}

impl Player {
    /// Binds a search to these rules.
    pub fn new(rules: &Ruleset, search: impl Search + 'static) -> Player {
        Player { rules: rules.clone(), search: Box::new(search) }
    }

    /// The best choice, as fast as possible; `None` if nothing can be placed.
    #[inline]
    pub fn choose(&mut self, position: &Position) -> Option<Choice> {
        self.search.choose(&self.rules, position)
    }

    /// All choices ranked, with reasons.
    pub fn rank(
        &mut self,
        position: &Position,
        limits: Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        self.search.rank(&self.rules, position, limits, report)
    }

    /// Every choice with its value at every level; see [`Search::levels`].
    pub fn levels(
        &mut self,
        position: &Position,
        each: &mut dyn FnMut(&[Leveled]),
    ) -> Option<Vec<Leveled>> {
        self.search.levels(&self.rules, position, each)
    }

    /// Sets a flag that stops a search; see [`Search::set_stop`].
    pub fn set_stop(&mut self, stop: Arc<AtomicBool>) {
        self.search.set_stop(stop);
    }

    /// Lets a single search use this many threads, where supported; see [`Search::set_threads`].
    pub fn set_threads(&mut self, threads: usize) {
        self.search.set_threads(threads);
    }

    /// Positions evaluated since it was made.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}
