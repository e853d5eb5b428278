//! What one more piece leads to.

use minolab_rules::{Choice, Piece, Queue, Ruleset, State, placements};

use super::{judge::Modern, layer::Node};
use crate::KeyCounter;

/// Everything that decides what a position leads to, and what that is worth.
#[derive(Clone, Copy, Debug)]
pub struct Growth<'a> {
    /// By which rules.
    pub rules: &'a Ruleset,
    /// Who judges.
    pub judge: &'a Modern,
    /// What counts the presses, if they matter.
    pub keys: Option<&'a KeyCounter>,
}

/// Every choice there is, also those that come to the same.
pub fn choices(rules: &Ruleset, state: &State) -> Vec<Choice> {
    let mut choices = Vec::new();
    let mut add = |hold: bool, piece: Piece| {
        let all = placements::all(&state.board, rules, piece);
        choices.extend(all.iter().map(|&placement| Choice { hold, placement }));
    };
    if let Some(piece) = state.current {
        add(false, piece);
    }
    if let Some(piece) = state.after_hold(rules)
        && (!rules.top_out.block_out || rules.spawn(piece).fits(&state.board))
    {
        add(true, piece);
    }
    choices
}

/// A position one piece further.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The position.
    pub state: State,
    /// What was played.
    pub choice: Choice,
    /// What was earned on the way and is promised.
    pub value: i32,
    /// What was earned on the way.
    pub reward: i32,
    /// Lines that end the game; 0 if they have.
    pub lines: u32,
}

impl Growth<'_> {
    /// Every position that one more piece leads to, which may be the last of the game; says how
    /// many there were, lost ones too.
    #[inline]
    pub fn children(&self, node: &Node, is_last: bool, each: &mut impl FnMut(Child)) -> u64 {
        let mut state = node.state;
        match state.current {
            Some(piece) => {
                let count = self.place(node, &state, piece, [false; 2], is_last, each);
                match state.after_hold(self.rules) {
                    Some(other) if other != piece && self.fits(&state, other) => {
                        count + self.place(node, &state, other, [true; 2], is_last, each)
                    }
                    _ => count,
                }
            }
            // Whatever comes goes to the hold, and the held piece is played.
            None if self.rules.hold => match state.hold.take() {
                Some(piece) if self.fits(&state, piece) => {
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
            let mut after = *state;
            let clear = after.play_unchecked(self.rules, Choice { hold: swaps, placement });
            let choice = Choice { hold, placement };
            let lines = node.lines.saturating_sub(clear.lines as u32);
            if lines == 0 {
                each(Child { state: after, choice, value: 0, reward: 0, lines });
                return;
            }
            if after.over.is_some() {
                return;
            }
            let presses = self.keys.map_or(0, |keys| keys.count(self.rules, state, choice) as i32);
            let reward = node.reward + self.judge.reward(placement, &clear, presses);
            let promise = if is_last { 0 } else { self.judge.potential(&after, lines) };
            each(Child { state: after, choice, value: reward + promise, reward, lines });
        });
        count
    }

    /// What the best replies to all pieces that may come next earn and promise together, and the
    /// positions looked at.
    pub fn hope(&self, node: &Node) -> (i64, u64) {
        let replies = node.state.bag.iter().map(|piece| self.best_reply(node, piece));
        replies.fold((0, 0), |sum, reply| (sum.0 + reply.0 as i64, sum.1 + reply.1))
    }

    /// The most that a piece that comes next earns and promises, and the positions looked at.
    fn best_reply(&self, node: &Node, piece: Piece) -> (i32, u64) {
        // Losing is worse than anything but not so much that sums overflow.
        const LOST: i32 = -1_000_000;
        let mut state = node.state;
        state.queue = Queue::default();
        state.reveal(self.rules, piece);
        state.advance(self.rules);
        let (mut best, mut count) = (LOST, 0);
        if state.over.is_some() {
            return (best, count);
        }
        placements::for_each(&state.board, self.rules, piece, &mut |placement| {
            count += 1;
            let mut after = state;
            let clear = after.play_unchecked(self.rules, Choice { hold: false, placement });
            if after.over.is_none() {
                let lines = node.lines.saturating_sub(clear.lines as u32).max(1);
                let promise = self.judge.potential(&after, lines);
                best = best.max(self.judge.reward(placement, &clear, 0) + promise);
            }
        });
        (best, count)
    }

    #[inline]
    fn fits(&self, state: &State, piece: Piece) -> bool {
        !self.rules.top_out.block_out || self.rules.spawn(piece).fits(&state.board)
    }
}
