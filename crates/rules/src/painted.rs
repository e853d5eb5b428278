//! A board whose cells remember their piece.

use crate::{Piece, Placement, ROWS, Ruleset};

/// Which piece each cell came from.
///
/// Only a view needs it, so it follows the game from outside, by its placements. It knows no
/// colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Painted {
    width: usize,
    // Row by row, from the bottom.
    cells: Vec<Option<Piece>>,
}

impl Painted {
    /// An empty board.
    pub fn new(width: usize) -> Painted {
        Painted { width, cells: vec![None; width * ROWS] }
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Puts a piece down as the rules do and clears full rows.
    pub fn place(&mut self, rules: &Ruleset, placement: Placement) {
        let mut cells = placement.falling().cells().map(|(x, y)| (x as usize, y as usize));
        if rules.wraps(placement) {
            // Cells above the top enter again from below, where there is room for all of them.
            let wrapped = cells.map(|(x, y)| (x, y % rules.limit()));
            if wrapped.iter().all(|&(x, y)| self.get(x, y).is_none()) {
                cells = wrapped;
            }
        }
        for (x, y) in cells {
            if x < self.width && y < ROWS {
                self.cells[y * self.width + x] = Some(placement.piece);
            }
        }
        // From the top, so that what moves down was looked at. Only these rows can be full.
        let mut touched = cells.map(|(_, y)| y);
        touched.sort_unstable_by_key(|&y| std::cmp::Reverse(y));
        let mut above = ROWS;
        for y in touched {
            let row = y.saturating_mul(self.width);
            if y < above && self.cells[row..][..self.width].iter().all(Option::is_some) {
                self.cells.copy_within(row + self.width.., row);
                self.cells[(ROWS - 1) * self.width..].fill(None);
            }
            above = above.min(y);
        }
    }

    /// The piece a cell came from.
    pub fn get(&self, x: usize, y: usize) -> Option<Piece> {
        if x < self.width { *self.cells.get(y * self.width + x)? } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choice, Game, placements, shipped};

    #[test]
    fn the_cells_are_those_of_the_board() {
        for rules in shipped::all() {
            let mut lines = 0;
            for seed in 0..6 {
                let mut game = Game::new(rules.clone(), seed);
                let mut painted = Painted::new(rules.width as usize);
                let mut luck = seed;
                while game.state().over.is_none() && game.totals().pieces < 300 {
                    let piece = game.state().current.unwrap();
                    let list = placements::all(&game.state().board, game.rules(), piece);
                    let Some(low) = list.iter().min_by_key(|p| (p.y, p.x)) else { break };
                    luck = luck.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let any = list[(luck >> 33) as usize % list.len()];
                    let placement = if luck >> 60 == 0 { any } else { *low };
                    game.play(Choice { hold: false, placement }).unwrap();
                    painted.place(rules, placement);
                    for y in 0..ROWS {
                        for x in 0..rules.width as usize {
                            let filled = game.state().board.is_filled(x as i8, y as i8);
                            assert_eq!(painted.get(x, y).is_some(), filled, "{}", rules.name);
                        }
                    }
                }
                lines += game.totals().lines;
            }
            assert!(lines > 0, "{}", rules.name);
        }
    }
}
