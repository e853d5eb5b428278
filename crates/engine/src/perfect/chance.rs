//! The probability of a perfect clear when not all pieces are known.

use minolab_rules::{Queue, State};
use thiserror::Error;

use super::{Solver, Target, Verdict};

/// How many of the orders in which unknown pieces may come allow a perfect clear.
///
/// Each order is solved as if it were known from the start: a player with fewer previews cannot do
/// better, and may do worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Orders with a perfect clear.
    pub solved: u64,
    /// Possible orders, all equally likely.
    pub orders: u64,
    /// Unknown pieces in each.
    pub unknown: usize,
}

/// Why a probability is not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ChanceError {
    /// Too many orders.
    #[error("{unknown} unknown pieces, expected at most {expected}")]
    Unknown {
        /// Pieces that matter and are not known.
        unknown: usize,
        /// The most that are supported.
        expected: usize,
    },
    /// The limit was reached before all orders were solved.
    #[error("not all orders of {unknown} unknown pieces were solved within the limit")]
    OutOfNodes {
        /// Pieces that matter and are not known.
        unknown: usize,
    },
}

impl Chance {
    /// The most unknown pieces: one bag.
    pub const MAX_UNKNOWN: usize = 7;

    /// From 0 to 1.
    pub fn probability(self) -> f64 {
        self.solved as f64 / self.orders as f64
    }
}

/// The pieces after the known ones, as far as an order has been followed.
struct Order {
    state: State,
    /// How many pieces are still to be appended.
    missing: usize,
    /// How many were appended.
    appended: usize,
}

impl Solver {
    /// The probability of a perfect clear of these rows, given what the bag may deal.
    pub fn chance(
        &mut self,
        state: &State,
        target: Target,
        limit: u64,
    ) -> Result<Chance, ChanceError> {
        let known = state.current.is_some() as usize + state.queue.len();
        let known = known + state.hold.is_some() as usize;
        // One more than are placed: the piece that stays on hold.
        let useful = target.pieces() + self.rules.hold as usize;
        let unknown = useful.saturating_sub(known);
        let expected = Chance::MAX_UNKNOWN.min(Queue::CAPACITY - state.queue.len());
        if unknown > expected {
            return Err(ChanceError::Unknown { unknown, expected });
        }
        self.limit = self.nodes.saturating_add(limit);
        let order = Order { state: *state, missing: unknown, appended: 0 };
        let mut chance = Chance { solved: 0, orders: 0, unknown };
        self.count(&order, target, &mut chance).ok_or(ChanceError::OutOfNodes { unknown })?;
        Ok(chance)
    }

    /// Counts the orders that continue from here; returns how many of the appended pieces the last
    /// solution needed, or `None` if the nodes ran out.
    fn count(&mut self, order: &Order, target: Target, chance: &mut Chance) -> Option<usize> {
        if order.missing == 0 {
            chance.orders += 1;
            let needed = self.needed(order, target)?;
            chance.solved += needed.is_some() as u64;
            return Some(needed.unwrap_or(order.appended));
        }
        let bag = order.state.bag;
        for (index, piece) in bag.iter().enumerate() {
            let mut state = order.state;
            state.reveal(&self.rules, piece);
            if state.current.is_none() {
                state.advance(&self.rules);
            }
            let next = Order { state, missing: order.missing - 1, appended: order.appended + 1 };
            let before = *chance;
            let needed = self.count(&next, target, chance)?;
            if needed <= order.appended {
                // The piece at this depth is not needed, so its siblings have the same result.
                let more = bag.len() as u64 - index as u64 - 1;
                let orders = chance.orders - before.orders;
                chance.orders += more * orders;
                chance.solved += more * orders;
                return Some(needed);
            }
        }
        Some(order.appended)
    }

    /// How many of the appended pieces a solution needs, if there is one.
    fn needed(&mut self, order: &Order, target: Target) -> Option<Option<usize>> {
        let left = self.limit.saturating_sub(self.nodes);
        let choices = match self.first(&order.state, target, left) {
            Verdict::Solved(choices) => choices,
            Verdict::Impossible => return Some(None),
            Verdict::Unknown => return None,
        };
        let mut state = order.state;
        for choice in choices {
            self.play(&mut state, choice);
        }
        let spare = state.queue.len() + state.current.is_some() as usize;
        Some(Some(order.appended.saturating_sub(spare)))
    }
}
