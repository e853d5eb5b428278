//! Boards.

use std::fmt::Write;

use minolab_rules::{Board, Placement};

use super::open;

/// How a placement is drawn on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardMark {
    /// Filled: it was played.
    Played,
    /// Outlined: it would have been better.
    Best,
}

/// A board with placements on it; empty rows above are left out, but two.
pub fn board(board: &Board, marks: &[(Placement, BoardMark)], label: &str) -> String {
    const CELL: f64 = 14.0;
    let cells = |mark: BoardMark| {
        let of = move |&&(_, found): &&(Placement, BoardMark)| found == mark;
        marks.iter().filter(of).flat_map(|(placement, _)| placement.falling().cells())
    };
    let highest = marks.iter().flat_map(|(placement, _)| placement.falling().cells());
    let top = highest.map(|(_, y)| y as usize + 1).fold(board.top(), usize::max);
    let rows = (top + 2).max(6);
    let (width, height) = (CELL * board.width() as f64, CELL * rows as f64);
    let mut out = open(width, height, label);
    let mut cell = |class: &str, x: i8, y: i8| {
        let _ = write!(
            out,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            CELL * x as f64 + 0.5,
            CELL * (rows as f64 - 1.0 - y as f64) + 0.5,
            CELL - 1.0,
            CELL - 1.0
        );
    };
    for y in 0..rows as i8 {
        for x in 0..board.width() as i8 {
            cell(if board.is_filled(x, y) { "stack" } else { "empty" }, x, y);
        }
    }
    cells(BoardMark::Played).for_each(|(x, y)| cell("played", x, y));
    let mut path = String::new();
    for (placement, _) in marks.iter().filter(|(_, mark)| *mark == BoardMark::Best) {
        for side in placement.falling().outline() {
            let [from, to] = side.map(|(x, y)| (CELL * x as f64, CELL * (rows as f64 - y as f64)));
            let _ = write!(path, "M{} {}L{} {}", from.0, from.1, to.0, to.1);
        }
    }
    if !path.is_empty() {
        let _ = write!(out, "<path class=\"best\" stroke-linecap=\"square\" d=\"{path}\"/>");
    }
    out + "</svg>"
}
