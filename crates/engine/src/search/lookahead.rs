//! Lookahead: full-width or selective search over known and unknown pieces.

use std::{
    cmp::Ordering,
    sync::{Arc, atomic::AtomicBool},
};

use minolab_rules::{Board, Choice, Piece, Placement, Ruleset};

use super::{
    DEEPEST, Deepen, LookaheadSettings, OnePly,
    one_ply::Spot,
    tree::{At, Entry, Sight, Tree, narrow},
};
#[cfg(test)]
use crate::fast::Kernel;
use crate::{
    Decision, Evaluator, Leveled, Limits, Position, Ranked, Report, Search,
    eval::Shares,
    fast::{Ahead, Scores},
};

/// Searches some pieces ahead: the best placement of each known piece, the average over pieces that
/// may come.
///
/// Only the first piece may be held. Choosing allocates nothing once its lists have grown.
#[derive(Clone, Debug)]
pub struct Lookahead {
    tree: Tree,
    settings: LookaheadSettings,
    swift: Swift,
}

/// Buffers of the kernel.
#[derive(Clone, Debug, Default)]
struct Swift {
    scores: Scores,
    values: Vec<(Placement, f64)>,
    nodes: u64,
}

impl Lookahead {
    /// A player with this evaluator and these settings.
    pub fn new(evaluator: Arc<dyn Evaluator>, settings: LookaheadSettings) -> Lookahead {
        let one = OnePly::new(evaluator, settings.line, settings.ties);
        Lookahead { tree: Tree::new(one), settings, swift: Swift::default() }
    }

    /// The same with or without the kernel, to compare the two.
    #[cfg(test)]
    pub(crate) fn with_kernel(self, change: fn(Kernel) -> Option<Kernel>) -> Lookahead {
        let tree = Tree::new(self.tree.one.with_kernel(change));
        Lookahead { tree, ..self }
    }

    /// Its settings.
    pub fn settings(&self) -> &LookaheadSettings {
        &self.settings
    }

    /// All choices at the root, or only some, searched as deep as settings and limits say, in no
    /// particular order.
    fn look(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        limits: Limits,
        only: &[(Placement, f64)],
        each: &mut dyn FnMut(u32, &[Entry]),
    ) -> Vec<Entry> {
        let Lookahead { tree, settings, .. } = self;
        let Position { state, known, .. } = *position;
        let mut list = tree.take(0);
        let mut sight = Sight::new(rules, state, known, &settings.width);
        let root = Spot::new(position);
        for hold in [false, true] {
            if let Some(piece) = sight.known[hold as usize].get(0) {
                let mut spot = root;
                if hold && spot.state.swap(rules).is_err() {
                    continue;
                }
                tree.list(&sight, &spot, piece, hold, &mut list);
            }
        }
        let Some(first) = list.iter().reduce(|a, b| settings.better(&state.board, a, b)) else {
            return list;
        };
        let mut depth = settings.depth;
        if let Some(depth_given) = limits.depth {
            depth = depth_given.clamp(1, DEEPEST);
        } else if let Some(deepen) = settings.danger(rules, &first.after.board) {
            (depth, sight.width) = (deepen.depth, &deepen.width);
        }
        let level = settings.level(depth, sight.known[0].len());
        if !only.is_empty() {
            list.retain(|entry| only.iter().any(|few| few.0 == entry.choice.placement));
        }
        if level > 1 {
            narrow(&mut list, sight.width.first());
        }
        let at = At { root: Some(&root), ply: 0, hold: false, bag: sight.bag };
        tree.deepen(settings, &sight, at, level, &mut list, each);
        list
    }

    /// The choice by the kernel; `None` where it cannot decide or does not support the position.
    #[inline]
    fn swiftly(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        let Lookahead { tree, settings, swift } = self;
        let Position { state, known, remaining } = *position;
        swift.values.clear();
        let kernel = *tree.one.kernel()?;
        let has_thresholds =
            !settings.thresholds.is_empty() || !settings.thresholds_next.is_empty();
        if has_thresholds || state.after_hold(rules).is_some() {
            return None;
        }
        let (board, piece) = (&state.board, state.current?);
        let pieces = 1 + state.queue.len() + known.len();
        let mut level = settings.level(settings.depth, pieces);
        let mut width = &settings.width;
        let height = rules.limit().min(rules.height as usize);
        let most = settings.deepen.iter().map(|deepen| deepen.room as usize).max();
        let may_deepen = most.is_some_and(|room| height < board.top() + 4 + room);
        if level == 1 || may_deepen {
            if !kernel.score(rules, board, piece, &mut swift.scores) {
                return None;
            }
            swift.nodes += swift.scores.count();
            let evaluator = tree.one.evaluator();
            let choice = settings.ties.decide(&swift.scores, evaluator, rules, state, remaining)?;
            if may_deepen {
                let after = after(rules, board, choice.placement);
                if let Some(deepen) = settings.danger(rules, &after) {
                    level = settings.level(deepen.depth, pieces);
                    width = &deepen.width;
                }
            }
            if level == 1 {
                return Some(choice);
            }
        }
        let mut following = [Piece::I; DEEPEST as usize];
        let mut count = 0;
        let later = state.queue.iter().chain(known.iter().copied());
        for (to, piece) in following.iter_mut().zip(later) {
            *to = piece;
            count += 1;
        }
        let bag = Sight::bag(rules, state, known);
        let lost = tree.one.lost(rules);
        let known = &following[..count];
        let ahead = Ahead { rules, known, bag, width, level, lost };
        let (nodes, is_sure) = kernel.look(ahead, board, piece, &mut swift.values)?;
        swift.nodes += nodes;
        if !is_sure {
            // The plain search decides, but only among these.
            return match known.first() {
                Some(&next) if level == 2 => {
                    tree.settle(settings, rules, &Spot::new(position), next, &swift.values)
                }
                _ => None,
            };
        }
        let choices = swift.values.iter().map(|&(placement, _)| Choice { hold: false, placement });
        choices.reduce(|a, b| if settings.ties.compare(board, a, b).is_le() { a } else { b })
    }

    /// The choice by the current piece alone, if that is all there is to search.
    #[inline]
    fn at_once(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        let Lookahead { tree, settings, .. } = self;
        let Position { state, known, .. } = *position;
        let pieces = (state.current.is_some() as usize) + state.queue.len() + known.len();
        if settings.level(settings.depth, pieces) > 1
            || state.after_hold(rules).is_some()
            || tree.one.changes_root(rules, state)
        {
            return None;
        }
        let placement = tree.one.best(rules, &Spot::new(position), state.current?)?.placement;
        let safe = settings.deepen.is_empty() || {
            let after = after(rules, &state.board, placement);
            settings.danger(rules, &after).is_none()
        };
        safe.then_some(Choice { hold: false, placement })
    }

    /// The expected line after a choice, as far as pieces are known.
    fn line(&mut self, sight: &Sight, entry: &Entry) -> Vec<Choice> {
        let Lookahead { tree, settings, .. } = self;
        let mut line = vec![entry.choice];
        let mut at = At { root: None, ply: 1, hold: entry.choice.hold, bag: sight.bag };
        let mut spot = entry.spot();
        for level in (1..entry.level).rev() {
            let Some(piece) = sight.known[at.hold as usize].get(at.ply) else { break };
            let Some(next) = tree.best_reply(settings, sight, at, level, &spot, piece) else {
                break;
            };
            line.push(Choice { hold: false, placement: next.choice.placement });
            (spot, at.ply) = (next.spot(), at.ply + 1);
        }
        line
    }
}

impl Search for Lookahead {
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        if let Some(choice) = self.swiftly(rules, position) {
            return Some(choice);
        }
        if let Some(choice) = self.at_once(rules, position) {
            return Some(choice);
        }
        let few = std::mem::take(&mut self.swift.values);
        let list = self.look(rules, position, Limits::default(), &few, &mut |_, _| {});
        self.swift.values = few;
        let board = &position.state.board;
        let best = list.iter().reduce(|a, b| self.settings.better(board, a, b));
        let choice = best.map(|entry| entry.choice);
        self.tree.give_back(0, list);
        choice
    }

    fn rank(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        limits: Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        let Position { state, known, .. } = *position;
        let nodes = self.tree.one.nodes();
        let (settings, board) = (self.settings.clone(), &state.board);
        let mut list = self.look(rules, position, limits, &[], &mut |depth, entries| {
            if let Some(best) = entries.iter().reduce(|a, b| settings.better(board, a, b)) {
                let line = vec![best.choice];
                report(&Report { depth, nodes: 0, score: best.value, line });
            }
        });
        list.sort_by(|a, b| settings.compare(board, a, b));
        let sight = Sight::new(rules, state, known, &settings.width);
        let deepest = list.first()?.level;
        let mut ranked = Vec::new();
        for (index, entry) in list.iter().enumerate() {
            let outcome = entry.outcome(rules, state);
            let mut reasons = Shares::of(self.tree.one.evaluator(), &outcome).into_reasons();
            let ahead = entry.value - reasons.iter().map(|(_, share)| share).sum::<f64>();
            if entry.level > 1 {
                reasons.push(("ahead", ahead));
            }
            // The line of every choice if it is cheap, and always that of the best one.
            let has_line = index == 0 || deepest == 2;
            let line = if has_line { self.line(&sight, entry) } else { vec![entry.choice] };
            ranked.push(Ranked { choice: entry.choice, score: entry.value, line, reasons });
        }
        self.tree.give_back(0, list);
        let nodes = self.tree.one.nodes() - nodes;
        let best = &ranked[0];
        report(&Report { depth: deepest, nodes, score: best.score, line: best.line.clone() });
        Some(Decision { ranked, nodes, depth: deepest })
    }

    fn levels(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        each: &mut dyn FnMut(&[Leveled]),
    ) -> Option<Vec<Leveled>> {
        let (settings, board) = (self.settings.clone(), &position.state.board);
        let mut found: Vec<Leveled> = Vec::new();
        let list = self.look(rules, position, Limits::default(), &[], &mut |level, entries| {
            let mut entries: Vec<&Entry> = entries.iter().collect();
            entries.sort_by(|a, b| settings.compare(board, a, b));
            for entry in entries.iter().filter(|entry| entry.level == level) {
                match found.iter_mut().find(|leveled| leveled.choice == entry.choice) {
                    Some(leveled) => leveled.values.push((level, entry.value)),
                    None => found
                        .push(Leveled { choice: entry.choice, values: vec![(level, entry.value)] }),
                }
            }
            let place = |choice: Choice| entries.iter().position(|entry| entry.choice == choice);
            found.sort_by_key(|leveled| place(leveled.choice));
            each(&found);
        });
        self.tree.give_back(0, list);
        Some(found)
    }

    fn set_stop(&mut self, stop: Arc<AtomicBool>) {
        self.tree.stop = Some(stop);
    }

    fn nodes(&self) -> u64 {
        self.tree.one.nodes() + self.swift.nodes
    }
}

/// The board that a placement leaves.
fn after(rules: &Ruleset, board: &Board, placement: Placement) -> Board {
    let mut after = *board;
    rules.land(&mut after, placement);
    after
}

impl LookaheadSettings {
    /// How many pieces to search, given how many are known.
    fn level(&self, depth: u32, known: usize) -> u32 {
        if self.unknown { depth } else { depth.min(known.max(1) as u32) }
    }

    /// The settings to search deeper with, if the stack would be that high.
    fn danger(&self, rules: &Ruleset, after: &Board) -> Option<&Deepen> {
        let room = rules.limit().min(rules.height as usize).saturating_sub(after.top());
        self.deepen.iter().rev().find(|deepen| room < deepen.room as usize)
    }

    /// Those searched deeper first, then the better ones, then by the rule for ties.
    fn compare(&self, board: &Board, a: &Entry, b: &Entry) -> Ordering {
        let by_value = b.value.partial_cmp(&a.value).unwrap_or(Ordering::Equal);
        let ties = || self.ties.compare(board, a.choice, b.choice);
        b.level.cmp(&a.level).then(by_value).then_with(ties)
    }

    fn better<'a>(&self, board: &Board, a: &'a Entry, b: &'a Entry) -> &'a Entry {
        if self.compare(board, a, b).is_le() { a } else { b }
    }
}
