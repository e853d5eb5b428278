//! Perfect clears: placements of known pieces after which the board is empty.
//!
//! ```
//! use minolab_engine::perfect::{Solver, Target, Verdict};
//! use minolab_rules::{State, shipped};
//!
//! let rules = shipped::get("guideline").unwrap();
//! let setup = "xxxx2xxxx/xxxx2xxxx T - OI".parse().unwrap();
//! let state = State::from_setup(rules, setup).unwrap();
//! let mut solver = Solver::new(rules);
//! let target = Target::at(&state.board, 2).unwrap();
//! let Verdict::Solved(choices) = solver.first(&state, target, u64::MAX) else { panic!() };
//! assert_eq!(choices[0].to_string(), "hO@4,0N");
//! ```
//!
//! **How.** Depth first over what `State` and the move generator allow: the search has no rules of
//! its own. A perfect clear of `h` rows needs a fixed number of pieces, and none of their cells may
//! lie above the remaining rows, which keeps the tree small. Three things prune it: groups of
//! columns that no piece can join and whose empty cells are not a multiple of four; even and odd
//! columns that the remaining pieces cannot balance (`field.rs`); and known dead ends, keyed by
//! board, hold and queue (`seen.rs`), which stay known from one call to the next.
//!
//! **How it is tested.** `tests/perfect/main.rs` compares all solutions with those of a plain
//! search.

mod chance;
mod field;
mod points;
mod search;
mod seen;
mod target;

pub use chance::{Chance, ChanceError};
use minolab_rules::{Choice, Ruleset, SpinRule, State};
use search::Goal;
use seen::Seen;
pub use target::{Target, TargetError};

/// Finds perfect clears under one ruleset, and remembers dead ends.
///
/// The answers are the same whether it remembers or not; only the time and the nodes differ.
///
/// A solution is a list of choices that [`State::play`] allows one after the other. One exception:
/// when the known pieces have run out, the last placement may be that of the piece on hold, since
/// any next piece can be swapped for it. Where cells above the top wrap around, placements that do
/// so are left out.
#[derive(Clone, Debug)]
pub struct Solver {
    rules: Ruleset,
    /// The same rules without spins, which do not affect where a piece can go.
    spinless: Ruleset,
    dead: Seen,
    alive: Seen,
    arena: Vec<search::Child>,
    nodes: u64,
    limit: u64,
}

/// Whether there is a perfect clear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is, by these choices.
    Solved(Vec<Choice>),
    /// The known pieces cannot do it.
    Impossible,
    /// The limit was reached before that was decided.
    Unknown,
}

/// Every perfect clear that was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solutions {
    /// The choices of each, in the order of the move generator, hold last.
    pub list: Vec<Vec<Choice>>,
    /// Whether there are more.
    pub capped: bool,
}

impl Solver {
    /// The default memory for known dead ends, in bytes.
    pub const MEMORY: usize = 64 << 20;

    /// A new solver with the default memory.
    pub fn new(rules: &Ruleset) -> Solver {
        Solver::with_memory(rules, Solver::MEMORY)
    }

    /// A solver with at most this many bytes for dead ends; it starts with a small fraction and
    /// grows as needed.
    pub fn with_memory(rules: &Ruleset, bytes: usize) -> Solver {
        Solver {
            rules: rules.clone(),
            spinless: Ruleset { spins: SpinRule::None, ..rules.clone() },
            dead: Seen::new(bytes / 4 * 3),
            alive: Seen::new(bytes / 4),
            arena: Vec::new(),
            nodes: 0,
            limit: u64::MAX,
        }
    }

    /// Nodes searched since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A perfect clear of these rows, the first one found within this many nodes.
    pub fn first(&mut self, state: &State, target: Target, limit: u64) -> Verdict {
        self.limit = self.nodes.saturating_add(limit);
        let Some(goal) = Goal::new(&self.rules, state, target) else {
            return Verdict::Impossible;
        };
        let mut choices = Vec::with_capacity(goal.pieces);
        match self.solve(state, goal, &mut choices) {
            Ok(true) => {
                choices.reverse();
                self.name_spins(state, &mut choices);
                Verdict::Solved(choices)
            }
            Ok(false) => Verdict::Impossible,
            Err(search::OutOfNodes) => Verdict::Unknown,
        }
    }

    /// A perfect clear of as few rows as possible: the lowest target first, then the next.
    ///
    /// The nodes are shared by all targets.
    pub fn lowest(&mut self, state: &State, limit: u64) -> Verdict {
        let end = self.nodes.saturating_add(limit);
        for target in Target::possible(&state.board) {
            let verdict = self.first(state, target, end.saturating_sub(self.nodes));
            if verdict != Verdict::Impossible {
                return verdict;
            }
        }
        Verdict::Impossible
    }

    /// The perfect clear of these rows that scores most, not counting drop points.
    ///
    /// If the nodes do not suffice to compare all, any one found.
    pub fn best(&mut self, state: &State, target: Target, limit: u64) -> Verdict {
        let end = self.nodes.saturating_add(limit);
        let first = self.first(state, target, limit);
        self.limit = end;
        match (&first, Goal::new(&self.rules, state, target)) {
            (Verdict::Solved(_), Some(goal)) => {
                self.highest(state, goal).map_or(first, Verdict::Solved)
            }
            _ => first,
        }
    }

    /// Every perfect clear of these rows, at most `cap`.
    ///
    /// Spins of different kinds and a hold that brings the same piece are different choices.
    pub fn all(&mut self, state: &State, target: Target, cap: usize) -> Solutions {
        self.limit = u64::MAX;
        let mut solutions = Solutions::default();
        if let Some(goal) = Goal::new(&self.rules, state, target) {
            self.collect(state, goal, &mut Vec::new(), cap, &mut solutions);
        }
        solutions
    }
}
