//! Expanding a position by one piece.

use minolab_rules::{Choice, Piece, Queue, Ruleset, State, placements};

use super::layer::Node;
use crate::{Evaluator, KeyCounter, Outcome, Position, Remaining};

/// Everything that expansion and evaluation depend on.
#[derive(Clone, Copy, Debug)]
pub struct Growth<'a> {
    /// By which rules.
    pub rules: &'a Ruleset,
    /// The evaluator.
    pub evaluator: &'a dyn Evaluator,
    /// Counts key presses, if they matter.
    pub keys: Option<&'a KeyCounter>,
}

/// Whether to keep every choice, even those that lead to the same position.
pub fn choices(rules: &Ruleset, state: &State) -> Vec<Choice> {
    let mut choices = Vec::new();
    placements::for_each_choice(rules, state, &mut |choice| choices.push(choice));
    choices
}

/// A position one piece further.
#[derive(Clone, Copy, Debug)]
pub struct Child<'a> {
    /// The position.
    pub state: &'a State,
    /// What was played.
    pub choice: Choice,
    /// The rewards so far plus the position's value.
    pub value: f64,
    /// The rewards so far.
    pub reward: f64,
    /// Lines that end the game; 0 if they have.
    pub lines: u32,
}

impl Growth<'_> {
    /// Every position that one more piece leads to, which may be the last of the game; returns how
    /// many there were, topped-out ones included.
    #[inline]
    pub fn children(&self, node: &Node, is_last: bool, each: &mut impl FnMut(Child)) -> u64 {
        let mut state = node.state;
        match state.current {
            Some(piece) => {
                let count = self.place(node, &state, piece, [false; 2], is_last, each);
                match state.after_hold(self.rules) {
                    Some(other) if other != piece && self.rules.can_spawn(&state.board, other) => {
                        count + self.place(node, &state, other, [true; 2], is_last, each)
                    }
                    _ => count,
                }
            }
            // The next piece, whichever it is, goes to the hold, and the held piece is played.
            None if self.rules.hold => match state.hold.take() {
                Some(piece) if self.rules.can_spawn(&state.board, piece) => {
                    state.current = Some(piece);
                    self.place(node, &state, piece, [true, false], is_last, each)
                }
                _ => 0,
            },
            None => 0,
        }
    }

    /// Every placement of a piece; `holds` says whether a player presses hold for it, and
    /// whether the state has still to swap.
    #[inline]
    fn place(
        &self,
        node: &Node,
        state: &State,
        piece: Piece,
        [hold, swaps]: [bool; 2],
        is_last: bool,
        each: &mut impl FnMut(Child),
    ) -> u64 {
        let mut count = 0;
        placements::for_each(&state.board, self.rules, piece, &mut |placement| {
            count += 1;
            let mut outcome = Outcome::still(self.rules, state, Remaining::ENDLESS, placement);
            outcome.play(swaps);
            let choice = Choice { hold, placement };
            let lines = node.lines.saturating_sub(outcome.lines());
            if lines == 0 {
                each(Child { state: &outcome.after, choice, value: 0.0, reward: 0.0, lines });
                return;
            }
            if outcome.is_lost() {
                return;
            }
            if let Some(keys) = self.keys {
                outcome.keys = keys.count(self.rules, state, choice) as u32;
            }
            let reward = node.reward + self.evaluator.reward(&outcome);
            let promise = if is_last { 0.0 } else { self.value(&outcome.after, lines) };
            each(Child { state: &outcome.after, choice, value: reward + promise, reward, lines });
        });
        count
    }

    /// The sum of the best scores over all pieces that may come next, and the positions evaluated.
    pub fn hope(&self, node: &Node) -> (f64, u64) {
        let replies = node.state.bag.iter().map(|piece| self.best_reply(node, piece));
        replies.fold((0.0, 0), |sum, reply| (sum.0 + reply.0, sum.1 + reply.1))
    }

    /// The best score with this piece next, and the positions evaluated.
    fn best_reply(&self, node: &Node, piece: Piece) -> (f64, u64) {
        let mut state = node.state;
        state.queue = Queue::default();
        state.reveal(self.rules, piece);
        state.advance(self.rules);
        let (mut best, mut count) = (self.evaluator.lost(self.rules), 0);
        if state.over.is_some() {
            return (best, count);
        }
        placements::for_each(&state.board, self.rules, piece, &mut |placement| {
            count += 1;
            let mut outcome = Outcome::still(self.rules, &state, Remaining::ENDLESS, placement);
            outcome.play(false);
            if !outcome.is_lost() {
                let lines = node.lines.saturating_sub(outcome.lines()).max(1);
                let promise = self.value(&outcome.after, lines);
                best = best.max(self.evaluator.reward(&outcome) + promise);
            }
        });
        (best, count)
    }

    /// The value of a position with this many lines left in the game.
    #[inline]
    pub fn value(&self, state: &State, lines: u32) -> f64 {
        let lines = if lines == u32::MAX { u64::MAX } else { lines as u64 };
        let remaining = Remaining { lines, ..Remaining::ENDLESS };
        self.evaluator.value(self.rules, &Position::new(state).with_remaining(remaining))
    }
}
