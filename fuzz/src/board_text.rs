//! Boards as pictures.

use minolab_rules::Board;

/// A board that can be read has no full row and survives a round trip.
pub fn fuzz_board_text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Board>() {
        Ok(board) => {
            assert!((0..board.top()).all(|y| board.row(y) != board.field()), "a row is full");
            let drawn = board.to_string();
            assert_eq!(drawn.parse(), Ok(board), "drawn as\n{drawn}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

pub(crate) fn seeds() -> Vec<String> {
    let tallest = "X.X.\n".repeat(minolab_rules::ROWS);
    let pictures = [
        "..........",
        ".X........\n..........\nX.XXXXXXXX\nX..XXXXXXX",
        "IIII OO-- __TT GXx#",
        "X..............X\n.XXXXXXXXXXXXXXX",
        &tallest,
    ];
    pictures.map(String::from).into()
}
