//! One piece in one position: the building block of lookahead.

use std::sync::Arc;

use minolab_rules::{Choice, Piece, Placement, Ruleset, State, placements};

use super::{LineValue, Ties};
use crate::{
    Evaluator, Outcome, Position, Remaining,
    fast::{Kernel, Scores},
    keys::Keys,
};

/// A placement and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// Where the piece goes.
    pub placement: Placement,
    /// Higher is better.
    pub score: f64,
}

/// A position in the tree, with how much of the game remains.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The position; its queue is for the search to use.
    pub state: State,
    /// How much of the game remains.
    pub remaining: Remaining,
}

impl Spot {
    /// The root of a search.
    pub fn new(position: &Position) -> Spot {
        Spot { state: *position.state, remaining: position.remaining }
    }
}

/// Scores the placements of one piece in one position.
#[derive(Clone, Debug)]
pub struct OnePly {
    evaluator: Arc<dyn Evaluator>,
    line: LineValue,
    ties: Ties,
    kernel: Option<Kernel>,
    scores: Scores,
    keys: Keys,
    nodes: u64,
}

impl OnePly {
    /// Scores with this evaluator; with [`LineValue::Leaf`] by the position alone.
    pub fn new(evaluator: Arc<dyn Evaluator>, line: LineValue, ties: Ties) -> OnePly {
        let linear = evaluator.as_linear().filter(|_| line == LineValue::Sum);
        let kernel = linear.and_then(Kernel::new);
        let keys = Keys::new(evaluator.counts_keys());
        OnePly { evaluator, line, ties, kernel, scores: Scores::default(), keys, nodes: 0 }
    }

    /// The same with or without the kernel, to compare the two.
    #[cfg(test)]
    pub fn with_kernel(mut self, change: impl FnOnce(Kernel) -> Option<Kernel>) -> OnePly {
        self.kernel = self.kernel.and_then(change);
        self
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &dyn Evaluator {
        self.evaluator.as_ref()
    }

    /// The best placement; `None` if there is none.
    pub fn best(&mut self, rules: &Ruleset, spot: &Spot, piece: Piece) -> Option<Scored> {
        let board = &spot.state.board;
        if self.ties == Ties::Corner
            && let Some(drop) = self.evaluator.best_drop(rules, board, piece)
        {
            self.nodes += drop.count as u64;
            return Some(Scored { placement: drop.placement, score: drop.score });
        }
        let mut best = None::<Scored>;
        let (ties, mut scores) = (self.ties, std::mem::take(&mut self.scores));
        let mut consider = |placement, score| {
            let better = match best {
                None => true,
                Some(best) if score != best.score => score > best.score,
                Some(best) => {
                    let choice = |placement| Choice { hold: false, placement };
                    ties.compare(board, choice(placement), choice(best.placement)).is_lt()
                }
            };
            if better {
                best = Some(Scored { placement, score });
            }
        };
        // With the kernel, only those it cannot tell apart.
        if self.kernel.is_some_and(|kernel| kernel.score(rules, board, piece, &mut scores)) {
            for placement in scores.candidates() {
                let outcome = Outcome::new(rules, &spot.state, spot.remaining, placement);
                consider(placement, self.verdict(&outcome).1);
            }
            self.nodes += scores.count();
        } else {
            self.each(rules, spot, piece, &mut |outcome, _, score| {
                consider(outcome.placement, score);
            });
        }
        self.scores = scores;
        best
    }

    /// Calls `each` with every placement, its reward and its whole score.
    #[inline]
    pub fn each(
        &mut self,
        rules: &Ruleset,
        spot: &Spot,
        piece: Piece,
        visit: &mut impl FnMut(&Outcome, f64, f64),
    ) {
        if !rules.can_spawn(&spot.state.board, piece) {
            return;
        }
        let keys = self.keys.by(rules).cloned();
        let mut nodes = 0;
        placements::for_each(&spot.state.board, rules, piece, &mut |placement| {
            nodes += 1;
            let mut outcome = Outcome::still(rules, &spot.state, spot.remaining, placement);
            outcome.lock();
            if let Some(keys) = &keys {
                let choice = Choice { hold: false, placement };
                outcome.keys = keys.count(rules, &spot.state, choice) as u32;
            }
            let (reward, score) = self.verdict(&outcome);
            visit(&outcome, reward, score);
        });
        self.nodes += nodes;
    }

    /// The reward of a placement, and its whole score.
    #[inline]
    pub fn verdict(&self, outcome: &Outcome) -> (f64, f64) {
        if outcome.is_lost() {
            return (0.0, self.evaluator.lost(outcome.rules));
        }
        let value = self.evaluator.value(outcome.rules, &outcome.position());
        match self.line {
            LineValue::Leaf => (0.0, value),
            LineValue::Sum => {
                let reward = self.evaluator.reward(outcome);
                (reward, reward + value)
            }
        }
    }

    /// The value of topping out.
    pub fn lost(&self, rules: &Ruleset) -> f64 {
        self.evaluator.lost(rules)
    }

    /// See [`Evaluator::at_root`].
    pub fn at_root(&self, outcome: &Outcome, value: f64) -> f64 {
        match self.line {
            // What `at_root` adds counts for the placement, and is already in the sum.
            LineValue::Sum => value,
            LineValue::Leaf => self.evaluator.at_root(outcome, value),
        }
    }

    /// See [`Evaluator::changes_root`].
    pub fn changes_root(&self, rules: &Ruleset, state: &State) -> bool {
        self.line == LineValue::Leaf && self.evaluator.changes_root(&state.board, rules)
    }

    /// Placements scored since it was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The kernel, where it gives the same answers.
    pub fn kernel(&self) -> Option<&Kernel> {
        self.kernel.as_ref()
    }
}
