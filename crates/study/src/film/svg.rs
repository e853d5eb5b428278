//! Stills as a drawing.

use std::fmt::Write;

use minolab_rules::Piece;

use super::{Ink, Look, Still, raster::spawned};

/// The stills side by side as one SVG that needs nothing from elsewhere; drawn for light and
/// dark pages alike.
pub fn svg(stills: &[Still], look: &Look) -> String {
    let cell = look.cell;
    let board = |still: &Still| (still.size.0 as u32, still.size.1 as u32);
    let left = |still: &Still| if still.hold.is_some() { 5 } else { 0 };
    let right = |still: &Still| if still.queue.is_empty() { 0 } else { 5 };
    let across = |still: &Still| left(still) + board(still).0 + right(still) + 1;
    let width = stills.iter().map(across).sum::<u32>() * cell;
    let height = stills.iter().map(|still| board(still).1).max().unwrap_or(0) * cell;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\"><title>Board</title>"
    );
    let mut origin = 0;
    for still in stills {
        let (columns, rows) = board(still);
        let x = origin + left(still);
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"0\" width=\"{}\" height=\"{}\" fill=\"#1c1c24\"/>",
            x * cell,
            columns * cell,
            rows * cell
        );
        for row in 0..rows {
            for column in 0..columns {
                let ink = still.ink(column as usize, (rows - 1 - row) as usize);
                square(&mut out, look, (x + column) * cell, row * cell, cell, ink);
            }
        }
        let small = cell * 3 / 4;
        let mut piece = |piece: Piece, x: u32, y: u32| {
            for (dx, dy) in spawned(piece) {
                let (x, y) = (x * cell + dx * small, y * cell + dy * small);
                square(&mut out, look, x, y, small, Ink::Of(piece));
            }
        };
        if let Some(Some(hold)) = still.hold {
            piece(hold, origin, 0);
        }
        for (index, &next) in still.queue.iter().take(6).enumerate() {
            piece(next, x + columns + 1, 3 * index as u32);
        }
        origin += across(still);
    }
    out + "</svg>\n"
}

fn square(out: &mut String, look: &Look, x: u32, y: u32, size: u32, ink: Ink) {
    let fill = match ink {
        Ink::Empty => return,
        Ink::Flash => "#f5f5f5",
        Ink::Garbage => "#828282",
        Ink::Of(piece) => look.palette.colour(piece),
    };
    let side = size - 1;
    let _ = write!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\"/>"
    );
}
