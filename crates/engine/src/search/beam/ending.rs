//! The end of a race: filling exactly the rows still to be cleared.
//!
//! A game that ends with its lines needs the fewest pieces if nothing is left on the board: a
//! perfect clear of the remaining rows. The solver checks whether the known pieces allow one; if a
//! few pieces are missing, every choice is rated over the orders in which they may come.

use minolab_rules::{Choice, Ruleset, State};

use super::growth::{Growth, choices};
use crate::{
    Evaluator,
    perfect::{Solver, Target, Verdict},
};

/// A position whose game may end without leftovers.
#[derive(Clone, Copy, Debug)]
pub struct Ending<'a> {
    /// By which rules.
    pub rules: &'a Ruleset,
    /// The position.
    pub state: &'a State,
    /// Lines that end it.
    pub lines: u64,
    /// Decides between choices that lead to the end equally often.
    pub evaluator: &'a dyn Evaluator,
    /// Roughly how many positions to search.
    pub limit: u64,
}

/// The most pieces that may be missing.
const MISSING: usize = 2;

/// The most orders of missing pieces that are tried.
const ORDERS: usize = 8;

/// The most choices that are tried if more than one piece is missing.
const MOST_PROMISING: usize = 12;

/// Memory for dead ends, in bytes.
const MEMORY: usize = 16 << 20;

impl Ending<'_> {
    /// The choice most likely to end the game with an empty board, if one can, and the positions
    /// searched.
    pub fn choose(&self) -> (Option<Choice>, u64) {
        let Some((target, known)) = self.target() else { return (None, 0) };
        let missing = target.pieces().saturating_sub(known);
        // Dead ends are forgotten with the solver: under a node limit they affect what is found, and a choice must not depend on earlier ones.
        let mut solver = Solver::with_memory(self.rules, MEMORY);
        let choice = if missing > 0 {
            self.vote(&mut solver, target, missing)
        } else if let Verdict::Solved(line) = solver.first(self.state, target, self.limit) {
            line.first().copied()
        } else if self.rules.hold && known == target.pieces() {
            // The next piece may replace one that then stays on hold.
            self.vote(&mut solver, target, 1)
        } else {
            None
        };
        (choice, solver.nodes())
    }

    /// The rows to fill and how many pieces are known, if those are nearly enough.
    fn target(&self) -> Option<(Target, usize)> {
        let Ending { rules, state, .. } = self;
        let rows = usize::try_from(self.lines).ok()?;
        let target = Target::at(&state.board, rows).ok()?;
        let known = state.current.is_some() as usize
            + state.queue.len()
            + (rules.hold && state.hold.is_some()) as usize;
        (target.pieces() <= known + MISSING).then_some((target, known))
    }

    /// The choice that leads to the end in most of the orders the missing pieces may come in.
    fn vote(&self, solver: &mut Solver, target: Target, missing: usize) -> Option<Choice> {
        let Ending { rules, state, evaluator, limit, .. } = *self;
        let growth = Growth { rules, evaluator, keys: None };
        let mut candidates: Vec<Candidate> = Vec::new();
        for choice in choices(rules, state) {
            let mut after = *state;
            let clear = after.play_unchecked(rules, choice);
            let rows = target.height() - (clear.lines as usize).min(target.height());
            if after.over.is_none() && Target::at(&after.board, rows).is_ok() {
                let promise = growth.value(&after, rows as u32);
                candidates.push(Candidate { choice, rows, votes: 0, promise });
            }
        }
        if missing > 1 {
            candidates.sort_by(|a, b| b.promise.total_cmp(&a.promise));
            candidates.truncate(MOST_PROMISING);
        }
        for order in orders(rules, state, missing) {
            for candidate in &mut candidates {
                let mut after = order;
                after.play_unchecked(rules, candidate.choice);
                let left = limit.saturating_sub(solver.nodes());
                if let Ok(target) = Target::at(&after.board, candidate.rows)
                    && let Verdict::Solved(_) = solver.first(&after, target, left)
                {
                    candidate.votes += 1;
                }
            }
            // An incomplete search would count against the later candidates.
            if solver.nodes() >= limit {
                break;
            }
        }
        let best = candidates
            .iter()
            .max_by(|a, b| a.votes.cmp(&b.votes).then(a.promise.total_cmp(&b.promise)))?;
        (best.votes > 0).then_some(best.choice)
    }
}

/// A choice and the orders in which it leads to the end.
struct Candidate {
    choice: Choice,
    rows: usize,
    votes: u32,
    promise: f64,
}

/// The position with the missing pieces in their possible orders, evenly sampled if there are many.
fn orders(rules: &Ruleset, state: &State, missing: usize) -> Vec<State> {
    let mut all = vec![*state];
    for _ in 0..missing {
        let next = |state: State| {
            state.bag.iter().map(move |piece| {
                let mut state = state;
                state.reveal(rules, piece);
                state
            })
        };
        all = all.into_iter().flat_map(next).collect();
    }
    let count = all.len();
    (0..count.min(ORDERS)).map(|index| all[index * count / count.min(ORDERS)]).collect()
}
