//! Files with many boards.

use anyhow::{Context, Result, ensure};
use minolab_rules::Board;

/// Boards from the middle of games, for timing the move generator.
pub fn midgame() -> Result<Vec<Board>> {
    parse(include_str!("../../../data/boards/midgame.txt")).context("in the mid-game boards")
}

/// Reads boards drawn one below the other with an empty line between them; lines that start with
/// `;` are comments.
fn parse(text: &str) -> Result<Vec<Board>> {
    let mut boards = Vec::new();
    let mut picture = String::new();
    // One more empty line ends the last board.
    for (index, line) in text.lines().chain([""]).enumerate() {
        if line.starts_with(';') {
            continue;
        }
        if !line.trim().is_empty() {
            picture.push_str(line);
            picture.push('\n');
        } else if !picture.is_empty() {
            let board = picture.parse();
            boards.push(board.with_context(|| format!("in the board above line {}", index + 1))?);
            picture.clear();
        }
    }
    ensure!(!boards.is_empty(), "no board, expected at least one");
    Ok(boards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_are_a_hundred() {
        let boards = midgame().unwrap();
        assert_eq!(boards.len(), 100);
        assert!(boards.iter().all(|board| board.width() == 10 && (4..=12).contains(&board.top())));
    }

    #[test]
    fn boards_end_at_empty_lines() {
        let boards = parse("; two\n\n; 1\nX...\n.X..\n\n\n; 2\n..X.").unwrap();
        assert_eq!(boards.iter().map(|b| b.top()).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn errors_say_where() {
        let error = parse("X...\n\nX..?\n").unwrap_err();
        assert!(format!("{error:#}").starts_with("in the board above line 4: "), "{error:#}");
        assert!(parse("; none").is_err());
    }
}
