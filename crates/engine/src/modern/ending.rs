//! The last lines of a game: fill exactly what is still to be cleared.
//!
//! A game that ends with its lines needs the fewest pieces if nothing is left on the board,
//! which is a perfect clear of the rows that remain. The solver finds out whether the pieces
//! that are seen allow one; with a few pieces missing, every choice is judged by the orders
//! in which they may come.

use minolab_rules::{Choice, Ruleset, State};

use super::judge::Modern;
use crate::perfect::{Solver, Target, Verdict};

/// Looks for an end without leftovers.
///
/// What leads nowhere is remembered until the end is far again, as in the next game: within a limit it
/// decides what is found, and a game must not depend on those before it.
#[derive(Clone, Debug)]
pub struct Ending {
    solver: Option<(Ruleset, Solver)>,
    nodes: u64,
}

/// Pieces that may be missing.
const MISSING: usize = 2;

/// Orders of missing pieces that are looked at.
const ORDERS: usize = 8;

/// Choices that are looked at if more than one piece is missing.
const MOST_PROMISING: usize = 12;

/// Memory for dead ends, in bytes.
const MEMORY: usize = 16 << 20;

impl Ending {
    /// One that has seen nothing.
    pub fn new() -> Ending {
        Ending { solver: None, nodes: 0 }
    }

    /// Positions looked at since it was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The choice that most probably ends the game with an empty board, if one can.
    ///
    /// `choices` are all there are; `lines` end the game; about `limit` positions are looked at.
    pub fn choose(
        &mut self,
        rules: &Ruleset,
        state: &State,
        lines: u64,
        choices: &[Choice],
        judge: &Modern,
        limit: u64,
    ) -> Option<Choice> {
        let Some(rows) = usize::try_from(lines).ok().filter(|&rows| rows <= Target::MAX_HEIGHT)
        else {
            self.solver = None;
            return None;
        };
        let target = Target::at(&state.board, rows).ok()?;
        let known = state.current.is_some() as usize
            + state.queue.len()
            + (rules.hold && state.hold.is_some()) as usize;
        let missing = target.pieces().saturating_sub(known);
        if missing > MISSING {
            self.solver = None;
            return None;
        }
        if self.solver.as_ref().is_none_or(|(of, _)| of != rules) {
            self.solver = Some((rules.clone(), Solver::with_memory(rules, MEMORY)));
        }
        let (_, solver) = self.solver.as_mut()?;
        let before = solver.nodes();
        let first = (missing == 0).then(|| solver.first(state, target, limit));
        let choice = match first {
            Some(Verdict::Solved(line)) => line.first().copied(),
            // The next piece may take the place of one that then stays on hold.
            Some(_) if rules.hold && known == target.pieces() => {
                let left = limit.saturating_sub(solver.nodes() - before);
                vote(solver, rules, state, rows, 1, choices, judge, left)
            }
            Some(_) => None,
            None => vote(solver, rules, state, rows, missing, choices, judge, limit),
        };
        self.nodes += solver.nodes() - before;
        choice
    }
}

/// The choice that leads to the end in most of the orders the missing pieces may come in.
#[expect(clippy::too_many_arguments, reason = "the question in full")]
fn vote(
    solver: &mut Solver,
    rules: &Ruleset,
    state: &State,
    rows: usize,
    missing: usize,
    choices: &[Choice],
    judge: &Modern,
    limit: u64,
) -> Option<Choice> {
    let end = solver.nodes().saturating_add(limit);
    let mut candidates: Vec<Candidate> = Vec::new();
    for &choice in choices {
        let mut after = *state;
        let clear = after.play_unchecked(rules, choice);
        let rows = rows - (clear.lines as usize).min(rows);
        if after.over.is_none() && Target::at(&after.board, rows).is_ok() {
            let promise = judge.potential(&after, rows as u32);
            candidates.push(Candidate { choice, rows, votes: 0, promise });
        }
    }
    if missing > 1 {
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.promise));
        candidates.truncate(MOST_PROMISING);
    }
    for order in orders(rules, state, missing) {
        for candidate in &mut candidates {
            let mut after = order;
            after.play_unchecked(rules, candidate.choice);
            let left = end.saturating_sub(solver.nodes());
            if let Ok(target) = Target::at(&after.board, candidate.rows)
                && let Verdict::Solved(_) = solver.first(&after, target, left)
            {
                candidate.votes += 1;
            }
        }
        // What was not looked at in full would count against the later candidates.
        if solver.nodes() >= end {
            break;
        }
    }
    let best = candidates.iter().max_by_key(|candidate| (candidate.votes, candidate.promise))?;
    (best.votes > 0).then_some(best.choice)
}

/// A choice and the orders in which it leads to the end.
struct Candidate {
    choice: Choice,
    rows: usize,
    votes: u32,
    promise: i32,
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
