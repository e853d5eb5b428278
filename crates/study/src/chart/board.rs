//! Boards.

use std::fmt::Write;

use minolab_rules::{Board, Placement};

use super::open;

/// How a placement is drawn on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Filled: it was played.
    Played,
    /// Outlined: it would have been better.
    Best,
}

/// A board with placements on it; empty rows above are left out, but two.
pub fn board(board: &Board, marks: &[(Placement, Mark)], label: &str) -> String {
    const CELL: f64 = 14.0;
    let cells = |mark: Mark| {
        let of = move |&&(_, found): &&(Placement, Mark)| found == mark;
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
    cells(Mark::Played).for_each(|(x, y)| cell("played", x, y));
    let shape: Vec<(i8, i8)> = cells(Mark::Best).collect();
    // The outline goes between cells of the piece and cells that are not.
    let mut path = String::new();
    for &(x, y) in &shape {
        let (left, right) = (CELL * x as f64, CELL * (x as f64 + 1.0));
        let (up, down) = (CELL * (rows as f64 - 1.0 - y as f64), CELL * (rows as f64 - y as f64));
        for (dx, dy, line) in [
            (-1, 0, format!("M{left} {up}V{down}")),
            (1, 0, format!("M{right} {up}V{down}")),
            (0, 1, format!("M{left} {up}H{right}")),
            (0, -1, format!("M{left} {down}H{right}")),
        ] {
            if !shape.contains(&(x + dx, y + dy)) {
                path += &line;
            }
        }
    }
    if !path.is_empty() {
        let _ = write!(out, "<path class=\"best\" stroke-linecap=\"square\" d=\"{path}\"/>");
    }
    out + "</svg>"
}
