//! What every searching player can do.

use minolab_rules::{Choice, Piece, Ruleset, State};

/// How far to look. Nodes, not time, wherever a result must repeat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Evaluated positions.
    pub nodes: Option<u64>,
    /// CPU milliseconds a decision.
    pub ms: Option<u64>,
    /// Pieces placed ahead, the current one included.
    pub depth: Option<u32>,
}

/// What is left of a game whose mode has an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// Pieces that end it.
    pub pieces: u64,
    /// Lines that end it.
    pub lines: u64,
}

impl Left {
    /// A game that only a top-out ends.
    pub const ENDLESS: Left = Left { pieces: u64::MAX, lines: u64::MAX };
}

/// Progress so far; sent whenever the best line changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Pieces looked ahead.
    pub depth: u32,
    /// Positions evaluated.
    pub nodes: u64,
    /// The best placement's score.
    pub score: f64,
    /// The best line.
    pub line: Vec<Choice>,
}

/// One choice with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// What to play.
    pub choice: Choice,
    /// Higher is better, in the evaluator's own units.
    pub score: f64,
    /// What is expected to follow, this choice first.
    pub line: Vec<Choice>,
    /// Each feature's share of the score: the shares add up to it where the evaluator is a
    /// sum.
    pub reasons: Vec<(&'static str, f64)>,
}

/// The answer: every choice looked at, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Best first; equal scores in the generator's order.
    pub ranked: Vec<Ranked>,
    /// Positions evaluated.
    pub nodes: u64,
    /// Pieces looked ahead.
    pub depth: u32,
}

/// Whoever chooses placements by thinking.
///
/// `state.queue` holds the pieces the ruleset shows; `known` holds further ones a player may
/// see because the run says so (`--known`), nearest first.
pub trait Player: Send {
    /// The best choice, as fast as possible; `None` if nothing can be placed.
    ///
    /// The first of [`Player::rank`] for the same limits, unless the player leaves lines out:
    /// ranking looks into every choice by itself and may find a better one.
    fn choose(&mut self, rules: &Ruleset, state: &State, known: &[Piece]) -> Option<Choice>;

    /// All choices ranked, with reasons.
    fn rank(
        &mut self,
        rules: &Ruleset,
        state: &State,
        known: &[Piece],
        limits: Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Decision>;

    /// Says how much of the game is left, before a choice; without it a game has no end.
    fn left(&mut self, _left: Left) {}

    /// Lets a single search use this many threads, where it can; one before the call. What it
    /// finds by nodes does not depend on them.
    fn threads(&mut self, _threads: usize) {}

    /// Positions evaluated since the player was made.
    fn nodes(&self) -> u64;
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn choose(&mut self, rules: &Ruleset, state: &State, known: &[Piece]) -> Option<Choice> {
        (**self).choose(rules, state, known)
    }

    fn rank(
        &mut self,
        rules: &Ruleset,
        state: &State,
        known: &[Piece],
        limits: Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        (**self).rank(rules, state, known, limits, report)
    }

    fn left(&mut self, left: Left) {
        (**self).left(left);
    }

    fn threads(&mut self, threads: usize) {
        (**self).threads(threads);
    }

    fn nodes(&self) -> u64 {
        (**self).nodes()
    }
}
