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
    /// The same choice as the first of [`Player::rank`] for the same limits.
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

    /// Positions evaluated since the player was made.
    fn nodes(&self) -> u64;
}
