//! The last lines of a game: fill exactly what is still to be cleared.
//!
//! A game that ends with its lines needs the fewest pieces if nothing is left on the board,
//! which is a perfect clear of the rows that remain. The solver finds out whether the pieces
//! that are seen allow one; with a few pieces missing, every choice is rated by the orders
//! in which they may come.

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
    /// Where the game stands.
    pub state: &'a State,
    /// Lines that end it.
    pub lines: u64,
    /// Who decides between choices that lead to the end equally often.
    pub evaluator: &'a dyn Evaluator,
    /// About how many positions are looked at.
    pub limit: u64,
}

/// Pieces that may be missing.
const MISSING: usize = 2;

/// Orders of missing pieces that are looked at.
const ORDERS: usize = 8;

/// Choices that are looked at if more than one piece is missing.
const MOST_PROMISING: usize = 12;

/// Memory for dead ends, in bytes.
const MEMORY: usize = 16 << 20;

impl Ending<'_> {
    /// The choice that most probably ends the game with an empty board, if one can, and the
    /// positions looked at.
    pub fn choose(&self) -> (Option<Choice>, u64) {
        let Some((target, known)) = self.target() else { return (None, 0) };
        let missing = target.pieces().saturating_sub(known);
        // Dead ends are forgotten with the solver: within a limit they decide what is found, and
        // a choice must not depend on those before it.
        let mut solver = Solver::with_memory(self.rules, MEMORY);
        let choice = if missing > 0 {
            self.vote(&mut solver, target, missing)
        } else if let Verdict::Solved(line) = solver.first(self.state, target, self.limit) {
            line.first().copied()
        } else if self.rules.hold && known == target.pieces() {
            // The next piece may take the place of one that then stays on hold.
            self.vote(&mut solver, target, 1)
        } else {
            None
        };
        (choice, solver.nodes())
    }

    /// What is left to fill and how many pieces are known, if those are nearly enough.
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
            // What was not looked at in full would count against the later candidates.
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

/// The position with missing pieces in the orders they may come, evenly chosen if there are
/// many.
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
