//! Greedy search: one ply.

use std::{cmp::Ordering, sync::Arc};

use minolab_rules::{Choice, Ruleset, placements};

use super::Ties;
use crate::{
    Decision, Evaluator, Limits, Outcome, Position, Ranked, Report, Search,
    eval::Shares,
    fast::{Kernel, Scores},
    keys::Keys,
};

/// Takes the placement with the best score among all that the ruleset allows, held piece included.
///
/// It ignores the queue. Choosing allocates nothing.
#[derive(Clone, Debug)]
pub struct Greedy {
    evaluator: Arc<dyn Evaluator>,
    ties: Ties,
    kernel: Option<Kernel>,
    scores: Scores,
    keys: Keys,
    nodes: u64,
}

impl Greedy {
    /// A player with this evaluator.
    pub fn new(evaluator: Arc<dyn Evaluator>, ties: Ties) -> Greedy {
        let kernel = evaluator.as_linear().and_then(Kernel::new);
        Greedy { kernel, ..Greedy::plain(evaluator, ties) }
    }

    /// The same player without vectors, to compare the two.
    #[doc(hidden)]
    pub fn plain(evaluator: Arc<dyn Evaluator>, ties: Ties) -> Greedy {
        let keys = Keys::new(evaluator.counts_keys());
        Greedy { evaluator, ties, kernel: None, scores: Scores::default(), keys, nodes: 0 }
    }

    /// The same player with or without the vector instructions that only some processors have.
    #[doc(hidden)]
    pub fn portable(mut self, portable: bool) -> Greedy {
        if portable {
            self.kernel = self.kernel.map(Kernel::portable);
        }
        self
    }

    /// Calls `each` with every choice and its outcome.
    #[inline]
    fn each(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        visit: &mut impl FnMut(Choice, &Outcome),
    ) {
        let keys = self.keys.by(rules);
        let Position { state, remaining, .. } = *position;
        let mut nodes = 0;
        placements::for_each_choice(rules, state, &mut |choice| {
            nodes += 1;
            let mut outcome = Outcome::of_choice(rules, state, remaining, choice);
            outcome.keys = keys.map_or(0, |keys| keys.count(rules, state, choice) as u32);
            visit(choice, &outcome);
        });
        self.nodes += nodes;
    }
}

impl Search for Greedy {
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        let Position { state, remaining, .. } = *position;
        if let (Some(kernel), Some(piece)) = (&self.kernel, state.current)
            && kernel.score(rules, &state.board, piece, &mut self.scores)
        {
            self.nodes += self.scores.count();
            let evaluator = self.evaluator.as_ref();
            return self.ties.decide(&self.scores, evaluator, rules, state, remaining);
        }
        let (evaluator, ties) = (Arc::clone(&self.evaluator), self.ties);
        let mut best: Option<(f64, Choice)> = None;
        self.each(rules, position, &mut |choice, outcome| {
            let score = evaluator.verdict(outcome);
            if best.is_none_or(|best| ties.is_better(&state.board, (score, choice), best)) {
                best = Some((score, choice));
            }
        });
        best.map(|(_, choice)| choice)
    }

    fn rank(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        _limits: Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        let (evaluator, ties) = (Arc::clone(&self.evaluator), self.ties);
        let mut ranked = Vec::new();
        self.each(rules, position, &mut |choice, outcome| {
            let score = evaluator.verdict(outcome);
            let reasons = Shares::of(evaluator.as_ref(), outcome).into_reasons();
            ranked.push(Ranked { choice, score, line: vec![choice], reasons });
        });
        ranked.sort_by(|a, b| {
            // Not a total order over the bits: 0 and -0 are equal here as they are in `choose`.
            let by_score = b.score.partial_cmp(&a.score).unwrap_or(Ordering::Equal);
            by_score.then_with(|| ties.compare(&position.state.board, a.choice, b.choice))
        });
        let nodes = ranked.len() as u64;
        let best = ranked.first()?;
        report(&Report { depth: 1, nodes, score: best.score, line: best.line.clone() });
        Some(Decision { ranked, nodes, depth: 1 })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
