//! Boards and pieces drawn on a canvas.

use minolab_rules::{Falling, Piece, Rotation, shape};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::{ABOVE, Effect, GhostPiece, Palette};

/// What is advised stands out on light and dark alike.
const ADVICE: &str = "#d97706";

/// A canvas made ready: cleared, and measured in what the screen calls pixels.
pub struct Canvas {
    context: CanvasRenderingContext2d,
    cell: f64,
    palette: Palette,
}

/// All a board shows, already decided.
pub struct Picture<'a> {
    pub width: usize,
    /// The piece that a cell came from.
    pub cell: &'a dyn Fn(usize, usize) -> Option<Piece>,
    /// Whether there is a cell that came from no piece.
    pub is_garbage: &'a dyn Fn(usize, usize) -> bool,
    /// Rows without those above.
    pub height: usize,
    /// The piece in flight.
    pub falling: Option<Falling>,
    /// Pieces shown where they might go.
    pub ghosts: Vec<Falling>,
    /// A cell that is marked.
    pub mark: Option<(usize, usize)>,
}

impl Canvas {
    /// Makes a canvas so many cells large.
    pub fn new(
        element: &HtmlCanvasElement,
        (columns, rows): (f64, f64),
        cell: f64,
        palette: Palette,
    ) -> Option<Canvas> {
        let ratio = web_sys::window()?.device_pixel_ratio().max(1.0);
        let (width, height) = (columns * cell, rows * cell);
        let (across, down) = ((width * ratio).round() as u32, (height * ratio).round() as u32);
        let context = element.get_context("2d").ok()??;
        let context: CanvasRenderingContext2d = context.dyn_into().ok()?;
        // Another size costs a new picture in memory; the same one is only wiped.
        if (element.width(), element.height()) == (across, down) {
            context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0).ok()?;
            context.clear_rect(0.0, 0.0, across as f64, down as f64);
        } else {
            element.set_width(across);
            element.set_height(down);
            let style = web_sys::HtmlElement::style(element);
            style.set_property("width", &format!("{width}px")).ok()?;
            style.set_property("height", &format!("{height}px")).ok()?;
        }
        context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0).ok()?;
        context.set_global_alpha(1.0);
        Some(Canvas { context, cell, palette })
    }

    /// Draws a board with [`ABOVE`] rows above it.
    pub fn board(&self, picture: &Picture) {
        let (width, height, cell) = (picture.width, picture.height, self.cell);
        let top = ABOVE as f64 * cell;
        self.context.set_stroke_style_str("rgba(128,128,128,0.16)");
        self.context.set_line_width(1.0);
        self.context.begin_path();
        for x in 1..width {
            let x = (x as f64 * cell).round() + 0.5;
            self.context.move_to(x, top);
            self.context.line_to(x, top + height as f64 * cell);
        }
        for y in 1..height {
            let y = (top + y as f64 * cell).round() + 0.5;
            self.context.move_to(0.0, y);
            self.context.line_to(width as f64 * cell, y);
        }
        self.context.stroke();
        let at = |x: f64, y: f64| (x * cell, (height as f64 + ABOVE as f64 - 1.0 - y) * cell);
        for y in 0..height + ABOVE {
            for x in 0..width {
                match (picture.cell)(x, y) {
                    Some(piece) => self.filled(at(x as f64, y as f64), piece, 1.0),
                    None if (picture.is_garbage)(x, y) => self.grey(at(x as f64, y as f64)),
                    None => {}
                }
            }
        }
        for ghost in &picture.ghosts {
            for (x, y) in ghost.cells() {
                self.ghost(at(x as f64, y as f64), ghost.piece);
            }
        }
        if let Some((x, y)) = picture.mark {
            let (x, y) = at(x as f64, y as f64);
            self.context.set_stroke_style_str("#e5484d");
            self.context.set_line_width(2.0);
            self.context.stroke_rect(x + 1.0, y + 1.0, cell - 2.0, cell - 2.0);
        }
        if let Some(falling) = picture.falling {
            for (x, y) in falling.cells() {
                self.filled(at(x as f64, y as f64), falling.piece, 1.0);
            }
        }
    }

    /// Draws advice over a board of so many rows: an outline around the piece and a dot in every
    /// cell, so that it is told from a ghost without its colour.
    pub fn advice(&self, falling: Falling, height: usize) {
        let (context, cell) = (&self.context, self.cell);
        context.set_stroke_style_str(ADVICE);
        context.set_fill_style_str(ADVICE);
        context.set_line_width((cell * 0.11).max(2.0));
        context.set_line_cap("round");
        let at =
            |(x, y): (i8, i8)| (x as f64 * cell, (height as f64 + ABOVE as f64 - y as f64) * cell);
        context.begin_path();
        for side in falling.outline() {
            let [from, to] = side.map(at);
            context.move_to(from.0, from.1);
            context.line_to(to.0, to.1);
        }
        context.stroke();
        for lower_left in falling.cells() {
            let (left, bottom) = at(lower_left);
            let dot = (cell * 0.22).max(2.0);
            let margin = (cell - dot) / 2.0;
            context.fill_rect(left + margin, bottom - cell + margin, dot, dot);
        }
    }

    /// Rings cells that something is said about.
    pub fn point_out(&self, cells: &[(u8, u8)], height: usize) {
        let (context, cell) = (&self.context, self.cell);
        context.set_stroke_style_str("#ff4d55");
        context.set_line_width((cell * 0.08).max(1.5));
        for &(x, y) in cells {
            let left = (x as f64 + 0.5) * cell;
            let top = (height as f64 + ABOVE as f64 - y as f64 - 0.5) * cell;
            context.begin_path();
            // A ring fails only on a negative radius.
            let _ = context.arc(left, top, cell * 0.28, 0.0, std::f64::consts::TAU);
            context.stroke();
        }
    }

    /// Draws where the next piece will appear, once the stack is close to it.
    pub fn warning(&self, next: Falling, height: usize) {
        let (context, cell) = (&self.context, self.cell);
        context.set_stroke_style_str("#ff4d55");
        context.set_global_alpha(0.75);
        context.set_line_width((cell * 0.08).max(1.5));
        context.begin_path();
        for (x, y) in next.cells() {
            let (left, top) = (x as f64 * cell, self.top(y as f64, height));
            let (near, far) = (cell * 0.28, cell * 0.72);
            context.move_to(left + near, top + near);
            context.line_to(left + far, top + far);
            context.move_to(left + far, top + near);
            context.line_to(left + near, top + far);
        }
        context.stroke();
        context.set_global_alpha(1.0);
    }

    /// Draws what is seen of a landing for a moment, when this part of its time is over.
    pub fn effect(&self, effect: &Effect, part: f64, height: usize) {
        let (context, cell) = (&self.context, self.cell);
        let left = 1.0 - part;
        context.set_fill_style_str("#ffffff");
        match effect {
            Effect::Flash(cells) => {
                context.set_global_alpha(0.75 * left * left);
                for &(x, y) in cells {
                    let top = self.top(y as f64, height);
                    context.fill_rect(x as f64 * cell, top, cell, cell);
                }
            }
            Effect::Trail(piece, columns) => {
                context.set_fill_style_str(self.palette.colour(*piece));
                for &(x, from, to) in columns {
                    // In slices, fainter the higher they are.
                    let rows = (from - to).max(1) as f64;
                    for row in to + 1..=from {
                        let near = 1.0 - (row - to) as f64 / (rows + 1.0);
                        context.set_global_alpha(0.42 * left * near);
                        context.fill_rect(
                            x as f64 * cell,
                            self.top(row as f64, height),
                            cell,
                            cell,
                        );
                    }
                }
            }
            Effect::Rows(rows, is_great) => {
                let columns =
                    context.canvas().map_or(0.0, |canvas| canvas.client_width() as f64 / cell);
                if *is_great {
                    context.set_fill_style_str("#ffe9a8");
                }
                for &row in rows {
                    let top = self.top(row as f64, height);
                    let middle = columns * cell / 2.0;
                    context.set_global_alpha(0.95 * left);
                    let (half, thick) = (middle * (0.35 + 0.65 * left), cell * left);
                    context.fill_rect(middle - half, top + (cell - thick) / 2.0, 2.0 * half, thick);
                    context.set_global_alpha(0.35 * left);
                    context.fill_rect(0.0, top - cell * 0.25, columns * cell, cell * 1.5);
                }
            }
        }
        context.set_global_alpha(1.0);
    }

    /// Draws a piece of a line with its number in it.
    pub fn numbered(&self, ghost: &GhostPiece, number: usize, height: usize) {
        let (context, cell) = (&self.context, self.cell);
        for &(x, y) in &ghost.cells {
            self.ghost((x as f64 * cell, self.top(y as f64, height)), ghost.piece);
        }
        let count = ghost.cells.len().max(1) as f64;
        let (x, y) = ghost.cells.iter().fold((0.0, 0.0), |(sum_x, sum_y), &(x, y)| {
            (sum_x + x as f64 / count, sum_y + y as f64 / count)
        });
        // In the cell nearest to the middle.
        let far =
            |&&(a, b): &&(usize, usize)| ((a as f64 - x).powi(2) + (b as f64 - y).powi(2)) * 1000.0;
        let Some(&(x, y)) = ghost.cells.iter().min_by(|a, b| far(a).total_cmp(&far(b))) else {
            return;
        };
        context.set_font(&format!("700 {}px system-ui, sans-serif", (cell * 0.6).round()));
        context.set_text_align("center");
        context.set_text_baseline("middle");
        context.set_fill_style_str(self.palette.colour(ghost.piece));
        let (left, top) = ((x as f64 + 0.5) * cell, self.top(y as f64, height) + cell * 0.54);
        let _ = context.fill_text(&number.to_string(), left, top);
    }

    /// Fills all of it, as a picture that leaves the page needs it.
    pub fn ground(&self, colour: &str, columns: f64, rows: f64) {
        self.context.set_fill_style_str(colour);
        self.context.fill_rect(0.0, 0.0, columns * self.cell, rows * self.cell);
    }

    fn top(&self, row: f64, height: usize) -> f64 {
        (height as f64 + ABOVE as f64 - 1.0 - row) * self.cell
    }

    fn grey(&self, (x, y): (f64, f64)) {
        let (context, cell) = (&self.context, self.cell);
        context.set_fill_style_str("#7d8592");
        context.fill_rect(x + 0.5, y + 0.5, cell - 1.0, cell - 1.0);
        context.set_fill_style_str("rgba(255,255,255,0.16)");
        context.fill_rect(x + 0.5, y + 0.5, cell - 1.0, (cell * 0.14).max(1.0));
    }

    /// Draws a piece alone in a box four cells wide and two high, its top left at this place.
    pub fn piece(&self, piece: Piece, left: f64, top: f64, faded: bool) {
        let shape = shape::shape(piece, Rotation::North);
        let dx = (4.0 - shape.width as f64) / 2.0;
        let dy = (2.0 - shape.height as f64) / 2.0;
        for (x, y) in shape.cells {
            let column = left + dx + (x - shape.left) as f64;
            let row = top + dy + (shape.height - 1 - (y - shape.bottom)) as f64;
            self.filled(
                (column * self.cell, row * self.cell),
                piece,
                if faded { 0.35 } else { 1.0 },
            );
        }
    }

    /// Draws a line across, where a bag ends.
    pub fn rule(&self, columns: f64, row: f64) {
        self.context.set_stroke_style_str("rgba(128,128,128,0.6)");
        self.context.set_line_width(1.0);
        self.context.begin_path();
        let y = (row * self.cell).round() + 0.5;
        self.context.move_to(0.3 * self.cell, y);
        self.context.line_to((columns - 0.3) * self.cell, y);
        self.context.stroke();
    }

    /// Draws a cell in the skin that goes with the colours: cut like a stone, laid like paper, or
    /// with its letter.
    fn filled(&self, (x, y): (f64, f64), piece: Piece, alpha: f64) {
        let (context, cell) = (&self.context, self.cell);
        context.set_global_alpha(alpha);
        context.set_fill_style_str(self.palette.colour(piece));
        match self.palette {
            Palette::Usual => {
                context.fill_rect(x, y, cell, cell);
                let edge = (cell * 0.13).max(1.0);
                let shades = [
                    ("rgba(255,255,255,0.38)", [0.0, 0.0, cell, edge]),
                    ("rgba(255,255,255,0.14)", [0.0, edge, edge, cell - 2.0 * edge]),
                    ("rgba(0,0,0,0.16)", [cell - edge, edge, edge, cell - 2.0 * edge]),
                    ("rgba(0,0,0,0.34)", [0.0, cell - edge, cell, edge]),
                    (
                        "rgba(255,255,255,0.08)",
                        [edge * 2.2, edge * 2.2, cell - edge * 4.4, cell - edge * 4.4],
                    ),
                ];
                for (shade, [left, top, width, height]) in shades {
                    context.set_fill_style_str(shade);
                    context.fill_rect(x + left, y + top, width, height);
                }
                context.set_stroke_style_str("rgba(0,0,0,0.35)");
                context.set_line_width(1.0);
                context.stroke_rect(x + 0.5, y + 0.5, cell - 1.0, cell - 1.0);
            }
            Palette::Soft => {
                let gap = (cell * 0.045).max(0.5);
                context.begin_path();
                let side = cell - 2.0 * gap;
                if context.round_rect_with_f64(x + gap, y + gap, side, side, cell * 0.2).is_err() {
                    context.rect(x + gap, y + gap, side, side);
                }
                context.fill();
            }
            Palette::ColourBlind => {
                context.fill_rect(x + 0.5, y + 0.5, cell - 1.0, cell - 1.0);
                context.set_stroke_style_str("rgba(0,0,0,0.5)");
                context.set_line_width((cell * 0.06).max(1.0));
                context.stroke_rect(x + 1.0, y + 1.0, cell - 2.0, cell - 2.0);
                context.set_fill_style_str("rgba(0,0,0,0.78)");
                context.set_font(&format!("700 {}px system-ui, sans-serif", (cell * 0.62).round()));
                context.set_text_align("center");
                context.set_text_baseline("middle");
                let letter = piece.letter().to_string();
                let _ = context.fill_text(&letter, x + cell / 2.0, y + cell / 2.0 + 1.0);
            }
        }
        context.set_global_alpha(1.0);
    }

    fn ghost(&self, (x, y): (f64, f64), piece: Piece) {
        let (context, cell) = (&self.context, self.cell);
        let colour = self.palette.colour(piece);
        context.set_global_alpha(0.16);
        context.set_fill_style_str(colour);
        context.fill_rect(x + 0.5, y + 0.5, cell - 1.0, cell - 1.0);
        context.set_global_alpha(0.75);
        context.set_stroke_style_str(colour);
        context.set_line_width(1.5);
        context.stroke_rect(x + 1.5, y + 1.5, cell - 3.0, cell - 3.0);
        context.set_global_alpha(1.0);
    }
}
