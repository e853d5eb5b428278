//! A perfect clear as a picture.

use minolab_rules::{Board, Choice};

/// The lowest rows of the board, top row first, with the letter of the piece that fills each
/// cell; rows stay where they were before any cleared.
pub fn picture(board: &Board, rows: usize, choices: &[Choice]) -> String {
    let cell = |x: usize, y: usize| if board.is_filled(x as i8, y as i8) { 'X' } else { '.' };
    let mut cells: Vec<Vec<char>> =
        (0..rows).map(|y| (0..board.width()).map(|x| cell(x, y)).collect()).collect();
    // The row of the picture that each row of the board corresponds to.
    let mut left: Vec<usize> = (0..rows).collect();
    for choice in choices {
        for (x, y) in choice.placement.falling().cells() {
            cells[left[y as usize]][x as usize] = choice.placement.piece.letter();
        }
        left.retain(|&row| cells[row].contains(&'.'));
    }
    let lines: Vec<String> = cells.iter().rev().map(|row| row.iter().collect()).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stay_where_they_were() {
        let board: Board = "XXXXXXXX..\nXXXXXXXX..\nXXXXXX....".parse().unwrap();
        let choices = ["I@7,0N", "O@8,0N"].map(|choice| choice.parse().unwrap());
        let drawn = picture(&board, 3, &choices);
        assert_eq!(drawn, "XXXXXXXXOO\nXXXXXXXXOO\nXXXXXXIIII");
    }
}
