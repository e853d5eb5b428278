//! A board whose cells remember their piece.

use crate::{GarbageRow, Piece, Placement, ROWS, Ruleset};

/// Which piece each cell came from.
///
/// Only views need it, so it follows a game from outside, by its placements and garbage. It has no
/// colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Painted {
    width: usize,
    // Row by row, from the bottom.
    cells: Vec<Cell>,
}

/// The contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Garbage, or a cell of unknown origin.
    Garbage,
    /// A cell of this piece.
    Of(Piece),
}

impl Painted {
    /// An empty board.
    pub fn new(width: usize) -> Painted {
        Painted { width, cells: vec![Cell::Empty; width * ROWS] }
    }

    /// Fills a cell of a board that is drawn rather than played; without a piece it becomes
    /// garbage.
    pub fn fill(&mut self, x: usize, y: usize, piece: Option<Piece>) {
        if x < self.width && y < ROWS {
            self.cells[y * self.width + x] = piece.map_or(Cell::Garbage, Cell::Of);
        }
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Places a piece as the rules do, leaving full rows, and returns the cells it filled.
    pub fn land(&mut self, rules: &Ruleset, placement: Placement) -> [(usize, usize); 4] {
        let mut cells = placement.falling().cells().map(|(x, y)| (x as usize, y as usize));
        if rules.wraps(placement) {
            // Cells above the top wrap around to the bottom, where there is room for all of them.
            let wrapped = cells.map(|(x, y)| (x, y % rules.limit()));
            if wrapped.iter().all(|&(x, y)| !self.is_filled(x, y)) {
                cells = wrapped;
            }
        }
        for (x, y) in cells {
            if x < self.width && y < ROWS {
                self.cells[y * self.width + x] = Cell::Of(placement.piece);
            }
        }
        cells
    }

    /// Places a piece as the rules do and clears full rows.
    pub fn place(&mut self, rules: &Ruleset, placement: Placement) {
        let cells = self.land(rules, placement);
        // From the top, so that rows that move down were checked. Only these rows can be full.
        let mut touched = cells.map(|(_, y)| y);
        touched.sort_unstable_by_key(|&y| std::cmp::Reverse(y));
        let mut above = ROWS;
        for y in touched {
            let row = y.saturating_mul(self.width);
            if y < above && self.cells[row..][..self.width].iter().all(|&cell| cell != Cell::Empty)
            {
                self.cells.copy_within(row + self.width.., row);
                self.cells[(ROWS - 1) * self.width..].fill(Cell::Empty);
            }
            above = above.min(y);
        }
    }

    /// Pushes rows of garbage in from below as [`crate::State::receive`] does: until a cell
    /// would be pushed past the ceiling.
    pub fn receive(&mut self, rows: &[GarbageRow]) {
        for row in rows {
            let last = (ROWS - 1) * self.width;
            if self.cells[last..].iter().any(|&cell| cell != Cell::Empty) {
                return;
            }
            self.cells.copy_within(..last, self.width);
            for (x, cell) in self.cells[..self.width].iter_mut().enumerate() {
                *cell = if row.cells() >> x & 1 == 1 { Cell::Garbage } else { Cell::Empty };
            }
        }
    }

    /// The piece a cell came from; none if it is empty or garbage.
    pub fn get(&self, x: usize, y: usize) -> Option<Piece> {
        match self.cell(x, y) {
            Cell::Of(piece) => Some(piece),
            Cell::Empty | Cell::Garbage => None,
        }
    }

    /// Whether there is anything in a cell.
    pub fn is_filled(&self, x: usize, y: usize) -> bool {
        self.cell(x, y) != Cell::Empty
    }

    /// The contents of a cell; empty outside the board.
    pub fn cell(&self, x: usize, y: usize) -> Cell {
        let inside = (x < self.width).then_some(y * self.width + x);
        inside.and_then(|index| self.cells.get(index)).copied().unwrap_or(Cell::Empty)
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
                    if luck >> 50 & 63 == 0 && game.state().over.is_none() {
                        let hole = luck as usize % rules.width as usize;
                        let row = GarbageRow::with_hole(rules.width as usize, hole).unwrap();
                        game.receive(&[row, row]).unwrap();
                        painted.receive(&[row, row]);
                    }
                    for y in 0..ROWS {
                        for x in 0..rules.width as usize {
                            let filled = game.state().board.is_filled(x as i8, y as i8);
                            assert_eq!(painted.is_filled(x, y), filled, "{}", rules.name);
                        }
                    }
                }
                lines += game.totals().lines;
            }
            assert!(lines > 0, "{}", rules.name);
        }
    }
}
