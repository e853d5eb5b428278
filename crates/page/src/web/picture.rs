//! A position as a picture that leaves the page.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlCanvasElement;

use super::canvas::{Canvas, Picture};
use crate::{ABOVE, Palette, Sheet};

/// Pixels of a cell.
const CELL: f64 = 28.0;
/// Columns beside the board, for hold and queue.
const BESIDE: f64 = 5.0;
const GROUND: &str = "#0e1015";

/// The board with its hold and queue, dark whatever the page is.
pub fn board(sheet: &Sheet, height: usize, palette: Palette) -> Option<HtmlCanvasElement> {
    let element: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    let columns = sheet.setup().board.width();
    let size = (columns as f64 + BESIDE, (height + ABOVE) as f64);
    let canvas = Canvas::new(&element, size, CELL, palette)?;
    canvas.ground(GROUND, size.0, size.1);
    canvas.board(&Picture {
        width: columns,
        cell: &|x, y| sheet.painted().get(x, y),
        is_garbage: &|x, y| sheet.painted().is_filled(x, y),
        height,
        falling: None,
        ghosts: Vec::new(),
        mark: None,
    });
    let left = columns as f64 + 0.6;
    if let Some(hold) = sheet.setup().hold {
        canvas.piece(hold, left, 0.4, true);
    }
    for (index, piece) in sheet.pieces().into_iter().take(6).enumerate() {
        canvas.piece(piece, left, 3.4 + 2.8 * index as f64, false);
    }
    Some(element)
}
