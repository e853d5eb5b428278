//! A board whose cells remember their piece.

use minolab_rules::{Piece, Placement, ROWS};

/// Which piece each cell came from.
///
/// Only a view needs it, so it follows the game from outside, by its placements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Painted {
    width: usize,
    rows: Vec<Vec<Option<Piece>>>,
}

impl Painted {
    /// An empty board.
    pub fn new(width: usize) -> Painted {
        Painted { width, rows: vec![vec![None; width]; ROWS] }
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Puts a piece down and clears full rows.
    pub fn place(&mut self, placement: Placement) {
        for (x, y) in placement.falling().cells() {
            let row = self.rows.get_mut(y as usize);
            if let Some(cell) = row.and_then(|row| row.get_mut(x as usize)) {
                *cell = Some(placement.piece);
            }
        }
        self.rows.retain(|row| row.iter().any(Option::is_none));
        self.rows.resize(ROWS, vec![None; self.width]);
    }

    /// The piece a cell came from.
    pub fn get(&self, x: usize, y: usize) -> Option<Piece> {
        *self.rows.get(y)?.get(x)?
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Choice, Game, placements, shipped};

    use super::*;

    #[test]
    fn the_cells_are_those_of_the_board() {
        let mut game = Game::new(shipped::get("classic").unwrap().clone(), 4);
        let mut painted = Painted::new(10);
        for _ in 0..200 {
            let Some(piece) = game.state().current.filter(|_| game.state().over.is_none()) else {
                break;
            };
            let list = placements::all(&game.state().board, game.rules(), piece);
            let placement = *list.iter().min_by_key(|p| (p.y, p.x)).unwrap();
            game.play(Choice { hold: false, placement }).unwrap();
            painted.place(placement);
            for y in 0..ROWS {
                for x in 0..10 {
                    let filled = game.state().board.is_filled(x as i8, y as i8);
                    assert_eq!(painted.get(x, y).is_some(), filled);
                }
            }
        }
        assert!(game.totals().lines > 0);
    }
}
