//! Placements as numbers that mean the same in every position.

use minolab_rules::{Choice, Piece, Placement, Rotation, Ruleset, Spin, shape};

/// A number for each placement.
///
/// With hard drops only, `(hold, rotation, column)`; otherwise `(hold, rotation, column, row)`,
/// with column and row of the lower left corner of the piece's box. Placements that differ only in
/// their spin share a number, which means the one with the fullest spin. Those whose lowest cell is
/// above the visible rows have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actions {
    width: usize,
    /// One if there are only hard drops.
    rows: usize,
    holds: usize,
}

impl Actions {
    /// The numbering for these rules.
    pub fn new(rules: &Ruleset) -> Actions {
        let rows = if rules.slide { rules.height as usize } else { 1 };
        Actions { width: rules.width as usize, rows, holds: 1 + rules.hold as usize }
    }

    /// Hold or not, rotations, columns and rows.
    pub fn shape(&self) -> [usize; 4] {
        [self.holds, 4, self.width, self.rows]
    }

    /// How many numbers there are.
    #[allow(clippy::len_without_is_empty, reason = "there are always some")]
    pub fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// The number of a choice.
    #[inline]
    pub fn number(&self, choice: Choice) -> Option<usize> {
        let Placement { piece, rotation, x, y, .. } = choice.placement;
        let shape = shape::shape(piece, rotation);
        let column = (x + shape.left) as usize;
        let row = if self.rows == 1 { 0 } else { (y + shape.bottom) as usize };
        let turn = choice.hold as usize * 4 + rotation.index();
        (row < self.rows).then_some((turn * self.width + column) * self.rows + row)
    }

    /// The meaning of a number: whether hold comes first, the rotation, the column and, where there
    /// are rows, the row.
    pub fn meaning(&self, number: usize) -> Option<(bool, Rotation, usize, Option<usize>)> {
        let (place, row) = (number / self.rows, number % self.rows);
        let (turn, column) = (place / self.width, place % self.width);
        let hold = turn / 4;
        (hold < self.holds).then(|| {
            let row = (self.rows > 1).then_some(row);
            (hold == 1, Rotation::ALL[turn % 4], column, row)
        })
    }
}

/// A choice with its number.
#[derive(Clone, Copy, Debug)]
pub struct Numbered {
    pub number: u32,
    pub choice: Choice,
}

impl Numbered {
    /// Adds a choice, replacing one with the same number and less spin.
    #[inline]
    pub fn add(list: &mut Vec<Numbered>, actions: &Actions, choice: Choice) {
        let Some(number) = actions.number(choice) else { return };
        let number = number as u32;
        // Only spins can share a number, and a piece that cannot spin has none.
        if choice.placement.spin != Spin::None
            && let Some(same) = list.iter_mut().find(|other| other.number == number)
        {
            if same.choice.placement.spin < choice.placement.spin {
                same.choice = choice;
            }
            return;
        }
        list.push(Numbered { number, choice });
    }
}

/// The number of a piece in an observation; 0 is none.
#[inline]
pub fn piece_number(piece: Option<Piece>) -> u8 {
    piece.map_or(0, |piece| 1 + piece.index() as u8)
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Game, placements, shipped};

    use super::*;

    #[test]
    fn a_number_means_what_it_is_for() {
        for rules in shipped::all() {
            let actions = Actions::new(rules);
            let game = Game::new(rules.clone(), 3);
            let mut numbers = Vec::new();
            placements::for_each_choice(rules, game.state(), &mut |choice| {
                let number = actions.number(choice).unwrap();
                let (hold, rotation, column, row) = actions.meaning(number).unwrap();
                let shape = shape::shape(choice.placement.piece, rotation);
                assert_eq!((hold, rotation), (choice.hold, choice.placement.rotation));
                assert_eq!(column as i8, choice.placement.x + shape.left);
                assert!(row.is_none_or(|row| row as i8 == choice.placement.y + shape.bottom));
                numbers.push(number);
            });
            assert!(numbers.iter().all(|&number| number < actions.len()), "{}", rules.name);
            let count = numbers.len();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), count, "{}", rules.name);
            assert_eq!(actions.meaning(actions.len()), None);
        }
    }
}
