//! Hidamari: thirty-six key sequences for the current piece and for the next, evaluated only at the
//! end.
//!
//! Kept from the original: zero to two clockwise rotations, then up to five steps right or left,
//! then a drop, so T, L and J never face west; presses without room have no effect; only the board
//! after both pieces is evaluated, and a top-out is not noticed; of equal boards the last sequence
//! wins, more rotations before fewer, more steps before fewer, left before right. Left out: the
//! piece does not fall while keys are pressed, and lookahead does not use up random numbers.

use std::sync::Arc;

use minolab_rules::{
    Board, Choice, Falling, Input, Piece, Placement, Rotation, RotationSystem, Ruleset, Spin,
    State, placements, shape, step,
};

use super::{
    choice, coming, decision,
    heights::{Columns, Silhouette, ThreeTerms},
    ranked,
};
use minolab_engine::{Decision, Evaluator, Limits, Position, Report, Search};

/// Plays as Hidamari does, with any evaluator of boards.
#[derive(Clone, Debug)]
pub struct Hidamari {
    evaluator: Arc<dyn Evaluator>,
    // The evaluator again if it depends only on the columns, which is five times faster.
    three: Option<ThreeTerms>,
    // By piece, the ends of the sequences above an open board.
    open: [Option<Open>; 7],
    depth: u32,
    nodes: u64,
}

/// The most steps to a side.
const STEPS: usize = 5;
/// The most rotations.
const TURNS: usize = 2;
/// How many sequences there are.
const SEQUENCES: usize = (TURNS + 1) * (STEPS + 1) * 2;

impl Hidamari {
    /// A player that searches the current piece alone (1) or the next one too (2).
    pub fn new(evaluator: Arc<dyn Evaluator>, depth: u32) -> Hidamari {
        Hidamari {
            three: ThreeTerms::new(evaluator.as_ref()),
            evaluator,
            open: [None; 7],
            depth,
            nodes: 0,
        }
    }

    /// Calls `each` with every placement and the best board that it can lead to, last sequence
    /// first.
    fn each(
        &mut self,
        rules: &Ruleset,
        state: &State,
        known: &[Piece],
        visit: &mut impl FnMut(Placement, f64),
    ) -> u32 {
        let Some(current) = state.current else { return 0 };
        let next = coming(state, known).next().filter(|_| self.depth > 1);
        let open_below = open_below(rules);
        if state.board.top() as i8 > open_below {
            for &placement in Sequences::new(&state.board, rules, current).as_slice() {
                visit(placement, self.score(rules, &state.board, placement, next, open_below));
            }
            return 1 + next.is_some() as u32;
        }
        let open = *Open::of(&mut self.open, rules, current);
        let columns = Columns::new(&state.board);
        for end in open.ends.as_slice() {
            let shape = shape::shape(end.piece, end.rotation);
            let profile = Silhouette::of(end.piece, end.rotation);
            let x = (end.x + shape.left) as usize;
            let y = columns.landing(profile, x);
            let placement = Placement { y: y as i8 - shape.bottom, ..*end };
            let best = self.three.as_ref().zip(next).and_then(|(three, next)| {
                columns.best((profile, x, y), next, three, open_below as i32)
            });
            let score = match best {
                Some((best, drops)) => {
                    self.nodes += drops;
                    best
                }
                None => self.score(rules, &state.board, placement, next, open_below),
            };
            visit(placement, score);
        }
        1 + next.is_some() as u32
    }

    /// The best board that a placement can lead to.
    fn score(
        &mut self,
        rules: &Ruleset,
        board: &Board,
        placement: Placement,
        next: Option<Piece>,
        open_below: i8,
    ) -> f64 {
        let mut board = *board;
        rules.land(&mut board, placement);
        match next {
            Some(piece) => self.best(rules, &board, piece, open_below),
            None => self.leaf(rules, &board, placement.piece),
        }
    }

    fn leaf(&mut self, rules: &Ruleset, board: &Board, piece: Piece) -> f64 {
        self.nodes += 1;
        self.evaluator.board_value_after(rules, board, piece)
    }

    /// The best value after one more piece; the order does not matter.
    fn best(&mut self, rules: &Ruleset, board: &Board, piece: Piece, open_below: i8) -> f64 {
        let spawn = rules.spawn(piece);
        if !spawn.fits(board) {
            // Stuck at its spawn: it overwrites the cells there.
            let mut stuck = *board;
            for (x, y) in spawn.cells() {
                stuck.set(x as usize, y as usize, true);
            }
            return self.leaf(rules, &stuck, piece);
        }
        let mut best = f64::NEG_INFINITY;
        let is_open = board.top() as i8 <= open_below;
        let mut judge = |placement: Placement| {
            let mut after = *board;
            rules.land(&mut after, placement);
            best = best.max(self.leaf(rules, &after, piece));
        };
        if is_open {
            placements::for_each(board, rules, piece, &mut |placement| {
                if placement.rotation != Rotation::West {
                    judge(placement);
                }
            });
        } else {
            Sequences::new(board, rules, piece).as_slice().iter().copied().for_each(judge);
        }
        best
    }
}

/// How high a stack may be without blocking a piece that rotates and shifts at its spawn: five
/// steps then reach every column of ten. On other boards no stack is that low.
fn open_below(rules: &Ruleset) -> i8 {
    let lowest = Piece::ALL.iter().map(|&piece| rules.spawn(piece).y).min();
    if rules.width == 10 { lowest.unwrap_or(0) - 2 } else { -1 }
}

impl Search for Hidamari {
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        let Position { state, known, .. } = *position;
        let mut best: Option<(f64, Placement)> = None;
        self.each(rules, state, known, &mut |placement, score| {
            if best.is_none_or(|(top, _)| score > top) {
                best = Some((score, placement));
            }
        });
        best.map(|(_, placement)| choice(placement))
    }

    fn rank(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        _limits: Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        let Position { state, known, .. } = *position;
        let before = self.nodes;
        let evaluator = self.evaluator.clone();
        let mut all = Vec::new();
        let depth = self.each(rules, state, known, &mut |placement, score| {
            all.push(ranked(evaluator.as_ref(), rules, state, placement, score));
        });
        decision(all, self.nodes - before, depth, report)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Where the thirty-six sequences take a piece, the last sequence first, each place once.
#[derive(Clone, Copy, Debug)]
struct Sequences {
    list: [Placement; SEQUENCES],
    len: usize,
}

impl Sequences {
    fn new(board: &Board, rules: &Ruleset, piece: Piece) -> Sequences {
        let spawn = rules.spawn(piece);
        let nowhere = Placement::new(spawn, Spin::None);
        let mut found = Sequences { list: [nowhere; SEQUENCES], len: 0 };
        if !spawn.fits(board) {
            return found;
        }
        for turns in (0..=TURNS).rev() {
            let turned = pressed(board, rules, spawn, Input::Cw, turns);
            for steps in (0..=STEPS).rev() {
                for side in [Input::Left, Input::Right] {
                    let falling = pressed(board, rules, turned, side, steps);
                    found.add(Placement::new(falling.dropped(board), Spin::None));
                }
            }
        }
        found
    }

    fn add(&mut self, placement: Placement) {
        if !self.as_slice().contains(&placement) {
            self.list[self.len] = placement;
            self.len += 1;
        }
    }

    fn as_slice(&self) -> &[Placement] {
        &self.list[..self.len]
    }
}

/// Where unobstructed sequences end: the same above all open boards.
#[derive(Clone, Copy, Debug)]
struct Open {
    spawn: Falling,
    system: RotationSystem,
    ends: Sequences,
}

impl Open {
    /// Those of a piece, computed once per ruleset.
    fn of<'a>(known: &'a mut [Option<Open>; 7], rules: &Ruleset, piece: Piece) -> &'a Open {
        let (spawn, system) = (rules.spawn(piece), rules.rotation);
        let known = &mut known[piece.index()];
        if known.is_some_and(|open| (open.spawn, open.system) != (spawn, system)) {
            *known = None;
        }
        known.get_or_insert_with(|| {
            let ends = Sequences::new(&Board::EMPTY, rules, piece);
            Open { spawn, system, ends }
        })
    }
}

/// A key pressed a number of times; presses without room have no effect.
fn pressed(board: &Board, rules: &Ruleset, from: Falling, key: Input, times: usize) -> Falling {
    (0..times).fold(from, |falling, _| {
        step(board, rules.rotation, falling, key).map_or(falling, |step| step.falling)
    })
}

#[cfg(test)]
mod tests {
    use minolab_rules::shipped;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn on_an_open_board_only_facing_west_is_missing() {
        let rules = shipped::get("hidamari").unwrap();
        let board: Board = "..XX...... .XXXX...XX".parse().unwrap();
        for piece in Piece::ALL {
            let mut found = Sequences::new(&board, rules, piece).as_slice().to_vec();
            found.sort();
            let all = placements::all(&board, rules, piece);
            let mut expected: Vec<Placement> = all.as_slice().to_vec();
            expected.retain(|placement| placement.rotation != Rotation::West);
            expected.sort();
            assert_eq!(found, expected, "{piece}");
        }
    }

    proptest! {
        /// The columns alone give the same result as keys and board.
        #[test]
        fn columns_suffice(
            rows in proptest::collection::vec((0..0x3FFu16, 0..10u32), 0..19),
            holes in 0.5..3.0,
            clean in any::<bool>(),
        ) {
            let rules = shipped::get("hidamari").unwrap();
            let mut board = Board::EMPTY;
            for (y, &(row, gap)) in rows.iter().enumerate() {
                // Many nearly full rows, so that some are cleared.
                let row = if clean { 0x3FF ^ 0x3 << gap & 0x3FF } else { row };
                board.set_row(y, if row == 0x3FF { 0x1FF } else { row });
            }
            let agent = minolab_agents::shipped::get("hidamari").unwrap();
            let agent = agent.with_setting("holes", &format!("-{holes}")).unwrap();
            let mut quick = Hidamari::new(agent.evaluator(), 2);
            prop_assert!(quick.three.is_some());
            let mut plain = Hidamari { three: None, ..quick.clone() };
            for (current, next) in Piece::ALL.into_iter().zip(Piece::ALL.into_iter().cycle().skip(3)) {
                let mut state = State::new(rules, [current, next]);
                state.board = board;
                let mut found = Vec::new();
                quick.each(rules, &state, &[], &mut |placement, score| found.push((placement, score)));
                let sequences = Sequences::new(&board, rules, current);
                let expected: Vec<(Placement, f64)> = sequences
                    .as_slice()
                    .iter()
                    .map(|&to| (to, plain.score(rules, &board, to, Some(next), open_below(rules))))
                    .collect();
                prop_assert_eq!(found, expected, "{} {} {}", current, next, &board);
            }
            prop_assert_eq!(quick.nodes, plain.nodes);
        }
    }

    #[test]
    fn later_sequences_come_first() {
        let rules = shipped::get("hidamari").unwrap();
        let found = Sequences::new(&Board::EMPTY, rules, Piece::T);
        let [first, second, third] = found.as_slice()[..3] else { panic!() };
        // Two rotations and as far left as possible, then as far right. Four steps get there as well, and three on the left side.
        assert_eq!((first.rotation, first.x), (Rotation::South, 1));
        assert_eq!((second.rotation, second.x), (Rotation::South, 8));
        assert_eq!((third.rotation, third.x), (Rotation::South, 7));
    }

    /// The original's first decisions with its own seed 2: piece, rotations, side, steps and the
    /// cost of the best board two pieces later.
    #[test]
    fn the_first_decisions_of_the_original() {
        use Input::{Left, Right};
        let expected = [
            (Piece::T, 0, Left, 5, 20.0),
            (Piece::I, 2, Right, 2, 31.0),
            (Piece::O, 2, Left, 1, 17.0),
            (Piece::J, 2, Right, 5, 27.0),
            (Piece::T, 2, Left, 2, 36.0),
            (Piece::S, 2, Right, 2, 45.0),
            (Piece::Z, 2, Left, 0, 55.0),
            (Piece::L, 2, Left, 5, 44.0),
            (Piece::L, 0, Right, 2, 53.0),
            (Piece::S, 2, Right, 2, 36.0),
            (Piece::O, 2, Right, 5, 26.0),
        ];
        let rules = shipped::get("hidamari").unwrap();
        let mut player =
            Hidamari::new(minolab_agents::shipped::get("hidamari").unwrap().evaluator(), 2);
        let mut state = State::new(rules, [expected[0].0]);
        let later = expected[1..].iter().map(|decision| decision.0).chain([Piece::J]);
        for ((piece, turns, side, steps, cost), next) in expected.into_iter().zip(later) {
            state.reveal(rules, next);
            let turned = pressed(&state.board, rules, rules.spawn(piece), Input::Cw, turns);
            let falling = pressed(&state.board, rules, turned, side, steps);
            let placement = Placement::new(falling.dropped(&state.board), Spin::None);
            let best =
                player.rank(rules, &Position::new(&state), Limits::default(), &mut |_| {}).unwrap();
            assert_eq!(best.ranked[0].choice, choice(placement), "{piece}");
            assert_eq!(best.ranked[0].score, -cost, "{piece}");
            assert_eq!(player.choose(rules, &Position::new(&state)), Some(choice(placement)));
            state.play_unchecked(rules, choice(placement));
        }
    }
}
