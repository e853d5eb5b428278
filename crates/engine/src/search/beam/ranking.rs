//! How a ranking distributes its nodes.

use minolab_rules::{Ruleset, State, placements};

use super::tree::ROUND;

/// The budget of each choice in a ranking, so that all together keep to the total.
///
/// Scores are comparable only at equal depth. So a budget that is too small for all known pieces
/// has the same lower depth for every choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// Pieces after the choice.
    pub further: usize,
    /// Positions of a layer expanded per round.
    pub round: usize,
    /// Leaves averaged over the first unknown piece.
    pub hopes: usize,
    /// Nodes of one choice.
    pub nodes: u64,
}

impl Ranking {
    /// The plan for this many choices sharing these nodes; `reach` pieces are known after each, and
    /// positions lead to up to `width` others.
    pub fn new(nodes: u64, choices: usize, width: u64, reach: usize, hopes: usize) -> Ranking {
        // One of them is the evaluation of the choice itself.
        let share = (nodes / choices.max(1) as u64).saturating_sub(1);
        let further = (share / width).min(reach as u64);
        if further < reach as u64 {
            return Ranking { further: further as usize, round: 1, hopes: 0, nodes: share };
        }
        let line = reach as u64 * width;
        let hopes = affordable(share.saturating_sub(line), width, hopes);
        let rest = share - hopes as u64 * hope(width);
        let round = rest.checked_div(line).unwrap_or(0).clamp(1, ROUND as u64);
        Ranking { further: reach, round: round as usize, hopes, nodes: rest }
    }

    /// Whether every choice is searched to the end of the known pieces.
    pub fn is_full(&self, reach: usize) -> bool {
        self.further == reach
    }
}

/// How many averages fit in half of these nodes, up to the number wanted.
pub fn affordable(nodes: u64, width: u64, wanted: usize) -> usize {
    (nodes / 2 / hope(width)).min(wanted as u64) as usize
}

/// The nodes of one average over the first unknown piece: seven pieces without hold.
pub fn hope(width: u64) -> u64 {
    4 * width
}

/// The most positions that one leads to on a board like this: the placements of two pieces.
pub fn width(rules: &Ruleset, state: &State) -> u64 {
    let pieces = state.current.iter().chain(&state.hold).copied().chain(state.queue.iter());
    let mut counts: Vec<u64> = pieces
        .map(|piece| {
            let mut count = 0;
            placements::for_each(&state.board, rules, piece, &mut |_| count += 1);
            count
        })
        .collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts.iter().take(if rules.hold { 2 } else { 1 }).sum::<u64>().max(1)
}
