//! TetrAIs: every rotation and column in its order, with boards evaluated only at the end of a
//! line.
//!
//! Kept from the original: pieces rotate and shift in the spawn rows, so a stack that reaches the
//! two highest rows cuts columns off; cells above the top wrap around to the bottom (a rule of its
//! ruleset); rows clear after the first piece of a line of play but not after the later ones; a
//! line that ends early is ignored, and if all do the game is over; of equal lines the first is
//! taken.

use std::sync::Arc;

use minolab_rules::{
    Board, Choice, Entry, Falling, Piece, Placement, Rotation, Ruleset, Spin, State, placements,
};

use super::{choice, coming, decision, ranked};
use minolab_engine::{Decision, Evaluator, Limits, Position, Report, Search};

/// Plays as TetrAIs does, with any evaluator of boards.
#[derive(Clone, Debug)]
pub struct Tetrais {
    evaluator: Arc<dyn Evaluator>,
    depth: usize,
    nodes: u64,
}

/// The deepest search its offline game knows pieces for.
const DEEPEST: usize = 51;

impl Tetrais {
    /// A player that searches this many pieces, the current one included, as far as they are known.
    pub fn new(evaluator: Arc<dyn Evaluator>, depth: u32) -> Tetrais {
        Tetrais { evaluator, depth: (depth as usize).clamp(1, DEEPEST), nodes: 0 }
    }

    /// Calls `each` with every first placement, the best board its lines lead to, if any, and its
    /// index in the program's order.
    fn each(
        &mut self,
        rules: &Ruleset,
        state: &State,
        known: &[Piece],
        visit: &mut impl FnMut(Placement, f64, u32),
    ) -> usize {
        let Some(current) = state.current else { return 0 };
        let mut pieces = [current; DEEPEST];
        let mut depth = 1;
        for piece in coming(state, known).take(self.depth - 1) {
            pieces[depth] = piece;
            depth += 1;
        }
        successors(&state.board, rules, current, &mut |placement, order| {
            let mut board = state.board;
            if rules.land(&mut board, placement).too_high {
                return;
            }
            if let Some(score) = self.best(rules, &board, current, &pieces[1..depth]) {
                visit(placement, score, order);
            }
        });
        depth
    }

    /// The best value at the end of a line through these pieces, after the one placed last.
    fn best(
        &mut self,
        rules: &Ruleset,
        board: &Board,
        last: Piece,
        pieces: &[Piece],
    ) -> Option<f64> {
        let Some((&piece, later)) = pieces.split_first() else {
            self.nodes += 1;
            return Some(self.evaluator.board_value_after(rules, board, last));
        };
        let mut best: Option<f64> = None;
        successors(board, rules, piece, &mut |placement, _| {
            if rules.wraps(placement) && !rules.can_wrap(board, placement) {
                return;
            }
            let mut next = *board;
            rules.fill(&mut next, placement);
            let score = self.best(rules, &next, piece, later);
            best = match (best, score) {
                (Some(best), Some(score)) => Some(best.max(score)),
                (best, score) => best.or(score),
            };
        });
        best
    }
}

impl Search for Tetrais {
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        let Position { state, known, .. } = *position;
        let mut best: Option<(f64, u32, Placement)> = None;
        self.each(rules, state, known, &mut |placement, score, order| {
            let is_better = |(top, first, _)| score > top || score == top && order < first;
            if best.is_none_or(is_better) {
                best = Some((score, order, placement));
            }
        });
        best.map(|(_, _, placement)| choice(placement))
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
        let mut found: Vec<(u32, f64, Placement)> = Vec::new();
        let depth = self.each(rules, state, known, &mut |placement, score, order| {
            if found.iter().all(|&(_, _, other)| other != placement) {
                found.push((order, score, placement));
            }
        });
        found.sort_by_key(|&(order, _, _)| order);
        let ranked = found.into_iter().map(|(_, score, placement)| {
            ranked(self.evaluator.as_ref(), rules, state, placement, score)
        });
        decision(ranked.collect(), self.nodes - before, depth as u32, report)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Where a piece is after spawning and rotating clockwise this often.
fn spawn(rules: &Ruleset, piece: Piece, turns: usize) -> Falling {
    let top = rules.height as i8;
    let rotation = Rotation::ALL[turns];
    let (x, y) = match (piece, turns) {
        // About the point between four cells.
        (Piece::I, 0) => (4, top),
        (Piece::I, 1) => (5, top),
        (Piece::I, 2) => (5, top - 1),
        (Piece::I, _) => (4, top - 1),
        (Piece::O, _) => return Falling { piece, rotation: Rotation::North, x: 4, y: top },
        // At the left wall, about the middle cell.
        _ => (1, top),
    };
    // Narrower boards have no such columns: as far right as there is room.
    let shape = minolab_rules::shape::shape(piece, rotation);
    let x = x.min(rules.width as i8 - shape.width - shape.left);
    Falling { piece, rotation, x, y }
}

/// Every placement with its index in the program's order, in any order; some twice.
///
/// Of those the program always finds twice, the later ones are left out: they never win a tie.
fn successors(board: &Board, rules: &Ruleset, piece: Piece, each: &mut impl FnMut(Placement, u32)) {
    let order = |turns: usize, x: i8| (turns * Board::MAX_WIDTH) as u32 + x as u32;
    // The stack is below the rows where pieces rotate and shift.
    let is_open = board.top() + 2 <= rules.height as usize;
    if is_open && rules.entry == Entry::Above && !rules.slide {
        return placements::for_each(board, rules, piece, &mut |placement| {
            each(placement, order(placement.rotation.index(), placement.x));
        });
    }
    let distinct = minolab_rules::shape::distinct(piece).len();
    for turns in 0..4 {
        let mut falling = spawn(rules, piece, turns);
        if turns > 0 && (piece == Piece::O || !falling.fits(board)) {
            // If it cannot rotate now, it cannot rotate further.
            return;
        }
        // Rotated by 180, these drop from one row lower: nothing new.
        if turns == 2 && distinct < 4 {
            continue;
        }
        let shifted = |falling: Falling, dx: i8| Falling { x: falling.x + dx, ..falling };
        while shifted(falling, -1).fits(board) {
            falling = shifted(falling, -1);
        }
        loop {
            each(Placement::new(falling.dropped(board), Spin::None), order(turns, falling.x));
            falling = shifted(falling, 1);
            if !falling.fits(board) {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::shipped;
    use proptest::prelude::*;

    use super::*;

    fn rules() -> &'static Ruleset {
        shipped::get("tetrais").unwrap()
    }

    #[test]
    fn pieces_appear_where_the_program_has_them() {
        let cells = |piece, turns| {
            let mut cells = spawn(rules(), piece, turns).cells();
            cells.sort();
            cells
        };
        assert_eq!(cells(Piece::I, 0), [(3, 20), (4, 20), (5, 20), (6, 20)]);
        assert_eq!(cells(Piece::I, 1), [(5, 18), (5, 19), (5, 20), (5, 21)]);
        assert_eq!(cells(Piece::I, 2), [(3, 19), (4, 19), (5, 19), (6, 19)]);
        assert_eq!(cells(Piece::I, 3), [(4, 18), (4, 19), (4, 20), (4, 21)]);
        assert_eq!(cells(Piece::S, 0), [(0, 20), (1, 20), (1, 21), (2, 21)]);
        assert_eq!(cells(Piece::J, 1), [(1, 19), (1, 20), (1, 21), (2, 21)]);
        assert_eq!(cells(Piece::L, 2), [(0, 19), (0, 20), (1, 20), (2, 20)]);
    }

    /// The program's algorithm, with cells as (row from the top, column): the boards that a piece
    /// leads to before rows clear, each once, in order of first appearance.
    fn by_cells(board: &Board, piece: Piece) -> Vec<Board> {
        const ROWS: i32 = 20;
        let y = |row: i32| (ROWS - 1 - row.rem_euclid(ROWS)) as usize;
        let is_taken = |row: i32, column: i32| board.row(y(row)) >> column & 1 == 1;
        let fits = |cells: &[(i32, i32)]| {
            cells.iter().all(|&(row, column)| {
                (0..10).contains(&column) && row < ROWS && (row < 0 || !is_taken(row, column))
            })
        };
        let moved = |cells: &[(i32, i32)], rows: i32, columns: i32| -> Vec<(i32, i32)> {
            cells.iter().map(|&(row, column)| (row + rows, column + columns)).collect()
        };
        let spawn = match piece {
            Piece::I => [(-1, 3), (-1, 4), (-1, 5), (-1, 6)],
            Piece::O => [(-2, 4), (-2, 5), (-1, 4), (-1, 5)],
            Piece::T => [(-2, 1), (-1, 0), (-1, 1), (-1, 2)],
            Piece::S => [(-1, 0), (-1, 1), (-2, 1), (-2, 2)],
            Piece::Z => [(-1, 2), (-1, 1), (-2, 1), (-2, 0)],
            Piece::J => [(-2, 0), (-1, 0), (-1, 1), (-1, 2)],
            Piece::L => [(-1, 0), (-1, 1), (-1, 2), (-2, 2)],
        };
        let turned = |cells: &[(i32, i32)]| -> Vec<(i32, i32)> {
            let turn = |&(row, column): &(i32, i32)| match piece {
                Piece::O => (row, column),
                // About the corner of rows -1 and 0 and columns 4 and 5, in half cells.
                Piece::I => {
                    let (dr, dc) = (2 * row + 1, 2 * column - 9);
                    ((dc - 1) / 2, (9 - dr) / 2)
                }
                _ => (-1 + (column - 1), 1 - (row + 1)),
            };
            cells.iter().map(turn).collect()
        };
        let mut found = Vec::new();
        'turns: for turns in 0..4 {
            let mut cells = spawn.to_vec();
            for _ in 0..turns {
                cells = turned(&cells);
                if !fits(&cells) {
                    continue 'turns;
                }
            }
            while fits(&moved(&cells, 0, -1)) {
                cells = moved(&cells, 0, -1);
            }
            while fits(&cells) {
                let mut dropped = cells.clone();
                while fits(&moved(&dropped, 1, 0)) {
                    dropped = moved(&dropped, 1, 0);
                }
                if dropped.iter().all(|&(row, column)| !is_taken(row, column)) {
                    let mut after = *board;
                    for (row, column) in dropped {
                        after.set(column as usize, y(row), true);
                    }
                    if !found.contains(&after) {
                        found.push(after);
                    }
                }
                cells = moved(&cells, 0, 1);
            }
        }
        found
    }

    /// The same with the player's own code.
    fn by_successors(board: &Board, piece: Piece) -> Vec<Board> {
        let mut found = Vec::new();
        successors(board, rules(), piece, &mut |placement, order| {
            if !rules().wraps(placement) || rules().can_wrap(board, placement) {
                found.push((order, placement));
            }
        });
        found.sort();
        let mut boards = Vec::new();
        for (_, placement) in found {
            let mut after = *board;
            rules().fill(&mut after, placement);
            if !boards.contains(&after) {
                boards.push(after);
            }
        }
        boards
    }

    prop_compose! {
        /// Stacks of all heights, half of them near the top, with gaps at the bottom.
        fn any_board()(
            heights in prop::collection::vec(0usize..=20, 10),
            low in 0usize..=20,
            gaps in prop::collection::vec(any::<u16>(), 20),
        ) -> Board {
            let mut board = Board::EMPTY;
            for (y, gaps) in gaps.into_iter().enumerate() {
                let filled = |x: &usize| heights[*x].max(low) > y;
                let row: u16 = (0..10).filter(filled).map(|x| 1 << x).sum();
                // Full rows stand in later layers.
                board.set_row(y, if gaps % 8 == 0 { row } else { row & !(gaps & gaps >> 3) });
            }
            board
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

        #[test]
        fn it_sees_what_the_program_sees_in_its_order(board in any_board()) {
            for piece in Piece::ALL {
                prop_assert_eq!(by_successors(&board, piece), by_cells(&board, piece));
            }
        }
    }

    #[test]
    fn an_open_board_has_every_placement() {
        let count = |piece| by_cells(&Board::EMPTY, piece).len();
        assert_eq!(Piece::ALL.map(count), [17, 9, 34, 34, 34, 17, 17]);
    }

    /// Weights for one piece affect where that piece goes, and no other.
    #[test]
    fn a_piece_may_have_weights_of_its_own() {
        let plain = minolab_agents::shipped::get("tetrais-complex").unwrap();
        let upright = [("I.max_height", "72"), ("I.bumpiness", "0"), ("I.valleys", "0")];
        let cases = plain.with_settings(upright).unwrap();
        let rotation = |agent: &minolab_agents::Agent, piece| {
            let state = State::new(rules(), [piece]);
            let choice = agent.player(rules()).choose(&Position::new(&state)).unwrap();
            choice.placement.rotation
        };
        assert_eq!(rotation(plain, Piece::I), Rotation::North);
        assert_ne!(rotation(&cases, Piece::I), Rotation::North);
        for piece in [Piece::O, Piece::T, Piece::L, Piece::S] {
            assert_eq!(rotation(&cases, piece), rotation(plain, piece));
        }
    }

    #[test]
    fn later_layers_do_not_clear_and_the_first_of_equals_wins() {
        let simple = minolab_agents::shipped::get("tetrais-simple").unwrap();
        let board: Board = "XXXXXX....".parse().unwrap();
        let mut state = State::new(rules(), [Piece::I, Piece::O]);
        state.board = board;
        let mut one = Tetrais::new(simple.evaluator(), 1);
        let mut two = Tetrais::new(simple.evaluator(), 2);
        // The row clears, which leaves the O two high and 4 cells over ten columns.
        let best =
            two.rank(rules(), &Position::new(&state), Limits::default(), &mut |_| {}).unwrap();
        assert_eq!(best.ranked[0].choice.placement.x, 7);
        assert_eq!(best.ranked[0].score, -(2.0 + 0.4));
        assert_eq!(
            one.choose(rules(), &Position::new(&state)),
            two.choose(rules(), &Position::new(&state))
        );
        // As the second piece it clears nothing, so it just stays low.
        let mut state = State::new(rules(), [Piece::O, Piece::I]);
        state.board = board;
        let best =
            two.rank(rules(), &Position::new(&state), Limits::default(), &mut |_| {}).unwrap();
        assert_eq!(best.ranked[0].score, -(2.0 + 1.4));
        assert_eq!(best.ranked[1].score, best.ranked[0].score);
        assert_eq!(best.ranked[0].choice.placement.x, 6);
        assert_eq!(Some(best.ranked[0].choice), two.choose(rules(), &Position::new(&state)));
    }
}
