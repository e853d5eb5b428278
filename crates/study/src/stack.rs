//! What a stack looks like to a player: its well.

use std::sync::LazyLock;

use minolab_engine::Heights;
use minolab_rules::Board;

/// The column that a stack is built around.
///
/// The deepest column: the one that lies furthest below the lower of its neighbours, a wall
/// being no neighbour. It is a well if that is at least [`Well::LEAST`] rows and no other
/// column is as deep; which cells below are covered does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Well {
    /// Counted from 0.
    pub column: u8,
    /// Rows below the lower neighbour.
    pub depth: u8,
}

impl Well {
    /// Fewer rows below its neighbours are unevenness, not a well: two rows are what only an I,
    /// or an L or J with an overhang, fills.
    pub const LEAST: u8 = 2;

    /// The well of a board.
    pub fn of(board: &Board) -> Option<Well> {
        Well::among(&Heights::new(board))
    }

    /// The well among columns of these heights.
    pub fn among(heights: &Heights) -> Option<Well> {
        let heights = heights.as_slice();
        let (mut best, mut is_alone) = (Well { column: 0, depth: 0 }, false);
        for (x, &height) in heights.iter().enumerate() {
            let left = x.checked_sub(1).map_or(u8::MAX, |left| heights[left]);
            let right = heights.get(x + 1).copied().unwrap_or(u8::MAX);
            let depth = left.min(right).saturating_sub(height);
            if depth > best.depth {
                (best, is_alone) = (Well { column: x as u8, depth }, true);
            } else if depth == best.depth {
                is_alone = false;
            }
        }
        (is_alone && best.depth >= Well::LEAST).then_some(best)
    }

    /// Whether it is neither at a wall nor beside one of the outermost three columns: in the
    /// middle of the board.
    pub fn is_central(self, width: usize) -> bool {
        is_central(self.column as usize, width)
    }
}

/// Whether a column is one of the four in the middle of a board ten wide, or in proportion.
pub fn is_central(column: usize, width: usize) -> bool {
    let margin = 3 * width / 10;
    (margin..width - margin).contains(&column)
}

/// The players' name for a stack with its well in this column: columns to the left, a dash,
/// columns to the right, such as `6-3` or `9-0`.
pub fn pattern(column: usize, width: usize) -> &'static str {
    static NAMES: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
        let name = |width: usize, column: usize| format!("{column}-{}", width - 1 - column);
        let names = |width| (0..width).map(|column| name(width, column)).collect();
        (0..=Board::MAX_WIDTH).map(names).collect()
    });
    &NAMES[width][column]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn well(picture: &str) -> Option<(u8, u8)> {
        let board: Board = picture.parse().unwrap();
        Well::of(&board).map(|well| (well.column, well.depth))
    }

    #[test]
    fn wells_are_the_deepest_columns() {
        let six_three = "
            ...XX.....
            XXXXXX.XXX
            XXXXXX.XXX
            XXXXXX.XXX
        ";
        assert_eq!(well(six_three), Some((6, 3)));
        assert_eq!(pattern(6, 10), "6-3");
        let right = "
            X.........
            XXXXXXXXX.
            XXXXXXXXX.
        ";
        assert_eq!((well(right), pattern(9, 10)), (Some((9, 2)), "9-0"));
        // A dent is no well, nor are two of the same depth.
        assert_eq!(well("XXXX.XXXXX"), None);
        assert_eq!(well("XXXX.XXXX. XXXX.XXXX."), None);
        assert_eq!(well("XXXX.XXXX. XXXX.XXXX. XXXX.XXXXX"), Some((4, 3)));
        assert_eq!(well(".........."), None);
    }

    #[test]
    fn the_middle_is_four_columns_of_ten() {
        let middle: Vec<usize> = (0..10).filter(|&x| is_central(x, 10)).collect();
        assert_eq!(middle, [3, 4, 5, 6]);
    }
}
