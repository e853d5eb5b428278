//! Which placements the capstone's blitz program finds.
//!
//! While every column is lower than sixteen rows, each rotation first drops straight in each column. From there it is
//! shifted, rotated and dropped further, as long as it is below the surface of the stack or has just become a spin.
//! Over a higher stack it starts at the spawn and goes anywhere. It never stops in mid-air, so placements that need a
//! partial soft drop are not found.

use minolab_engine::Heights;
use minolab_rules::{
    Board, Falling, Input, Piece, Placement, Rotation, Ruleset, Spin, Step, shape, step,
};

/// With columns this high, placements are found the slow way.
const HIGH: usize = 16;

/// A falling piece, with the spin of its last rotation.
type Flying = (Falling, Spin);

/// Finds placements; kept to reuse the memory of its lists.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    waiting: Vec<Flying>,
    seen: Seen,
    found: Seen,
}

impl Reach {
    /// Calls `each` with each placement of a piece once, in a fixed order.
    pub fn each(
        &mut self,
        board: &Board,
        rules: &Ruleset,
        piece: Piece,
        visit: &mut impl FnMut(Placement),
    ) {
        self.seen.clear();
        self.found.clear();
        self.waiting.clear();
        let heights = Heights::new(board);
        let is_low = board.top() < HIGH;
        if is_low {
            self.drop_everywhere(board, rules, piece);
        } else {
            let spawn = rules.spawn(piece);
            let low = Falling { y: rules.height as i8 - 1, ..spawn };
            let start =
                [low, Falling { y: low.y + 1, ..low }].into_iter().find(|at| at.fits(board));
            start.into_iter().for_each(|start| self.follow((start, Spin::None)));
        }
        let mut next = 0;
        while let Some(&(falling, spin)) = self.waiting.get(next) {
            next += 1;
            for input in [
                Input::Left,
                Input::Right,
                Input::FarLeft,
                Input::FarRight,
                Input::Cw,
                Input::Ccw,
                Input::Sonic,
            ] {
                let Some(to) = step(board, rules.rotation, falling, input) else { continue };
                let spin = rules.spins.judge(board, to, input);
                let Step { falling: to, .. } = to;
                if is_low && spin == Spin::None && is_above(heights.as_slice(), to) {
                    continue;
                }
                self.follow((to, spin));
            }
            let rest = falling.dropped(board);
            let spin = if rest == falling { spin } else { Spin::None };
            let placement = Placement::new(rest, spin);
            let is_hidden = rest.cells().iter().all(|&(_, y)| y >= rules.height as i8);
            if !is_hidden && self.found.add((placement.falling(), spin)) {
                visit(placement);
            }
        }
    }

    fn drop_everywhere(&mut self, board: &Board, rules: &Ruleset, piece: Piece) {
        let rotations = if piece == Piece::O { &Rotation::ALL[..1] } else { &Rotation::ALL[..] };
        for &rotation in rotations {
            let shape = shape::shape(piece, rotation);
            for left in 0..=rules.width as i8 - shape.width {
                let above = Falling {
                    piece,
                    rotation,
                    x: left - shape.left,
                    y: board.top() as i8 - shape.bottom,
                };
                self.follow((above.dropped(board), Spin::None));
            }
        }
    }

    fn follow(&mut self, flying: Flying) {
        if self.seen.add(flying) {
            self.waiting.push(flying);
        }
    }
}

/// Whether all of its cells are above the columns they are in.
fn is_above(heights: &[u8], falling: Falling) -> bool {
    falling.cells().iter().all(|&(x, y)| y >= heights[x as usize] as i8)
}

/// Which places were seen, by centre, rotation and spin.
#[derive(Clone, Debug)]
struct Seen([u16; 3 * 4 * ROWS]);

/// Rows that a centre can be in, from one below the floor.
const ROWS: usize = minolab_rules::ROWS + 2;

impl Default for Seen {
    fn default() -> Seen {
        Seen([0; 3 * 4 * ROWS])
    }
}

impl Seen {
    fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Marks a place; returns whether it is new.
    fn add(&mut self, (falling, spin): Flying) -> bool {
        let Falling { rotation, x, y, .. } = falling;
        let row = &mut self.0[(spin as usize * 4 + rotation.index()) * ROWS + (y + 1) as usize];
        let bit = 1 << (x + 1);
        let is_new = *row & bit == 0;
        *row |= bit;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Game, placements, shipped};

    use super::*;

    fn found(board: &Board, rules: &Ruleset, piece: Piece) -> Vec<Placement> {
        let mut found = Vec::new();
        Reach::default().each(board, rules, piece, &mut |placement| found.push(placement));
        found
    }

    #[test]
    fn an_open_board_has_every_placement() {
        let rules = shipped::get("capstone").unwrap();
        let count = |piece| found(&Board::EMPTY, rules, piece).len();
        assert_eq!(Piece::ALL.map(count), [17, 9, 34, 34, 34, 17, 17]);
    }

    /// What it finds can be played, over low stacks and high ones.
    #[test]
    fn all_of_it_is_legal() {
        let rules = shipped::get("capstone").unwrap();
        for seed in 0..6 {
            let mut game = Game::new(rules.clone(), seed);
            for turn in 0..40 {
                let state = *game.state();
                if state.over.is_some() {
                    break;
                }
                let all = found(&state.board, rules, state.current.unwrap());
                for &placement in &all {
                    assert!(placements::contains(&state.board, rules, placement), "{placement:?}");
                }
                let Some(&placement) = all.get((seed as usize * 7 + turn * 11) % all.len().max(1))
                else {
                    break;
                };
                game.play(minolab_rules::Choice { hold: false, placement }).unwrap();
            }
        }
    }

    #[test]
    fn it_tucks_and_spins_but_never_stops_in_mid_air() {
        let rules = shipped::get("capstone").unwrap();
        let double: Board = "XX........ X...XXXXXX XX.XXXXXXX".parse().unwrap();
        let spun = |to: &&Placement| to.spin == Spin::Full && to.rotation == Rotation::South;
        let all = found(&double, rules, Piece::T);
        let spun: Vec<_> = all.iter().filter(spun).map(|to| (to.x, to.y)).collect();
        assert_eq!(spun, [(2, 1)]);
        // A rotation that makes it a spin is followed above the surface too.
        let corner: Board = ".XXXXXXXXX".parse().unwrap();
        let all = found(&corner, rules, Piece::T);
        let spins: Vec<Spin> = all
            .iter()
            .filter(|to| (to.rotation, to.x, to.y) == (Rotation::East, 0, 1))
            .map(|to| to.spin)
            .collect();
        assert_eq!(spins, [Spin::None, Spin::Mini]);
        // Only a partial soft drop gets into the side of a shaft.
        let shaft: Board = "
            ..XXXXXXXX
            ....XXXXXX
            ....XXXXXX
            ..XXXXXXXX
            ..XXXXXXXX
        "
        .parse()
        .unwrap();
        let inside =
            |all: &[Placement]| all.iter().any(|to| to.falling().cells().contains(&(3, 2)));
        assert!(inside(placements::all(&shaft, rules, Piece::O).as_slice()));
        assert!(!inside(&found(&shaft, rules, Piece::O)));
    }
}
