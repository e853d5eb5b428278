//! Boards and pieces drawn on a canvas.

use minolab_rules::{Falling, Piece, Rotation, shape};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::Palette;

/// Rows shown above the board, where pieces appear.
pub const ABOVE: usize = 2;

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
    /// Rows without those above.
    pub height: usize,
    /// The piece in flight.
    pub falling: Option<Falling>,
    /// Pieces shown where they might go.
    pub ghosts: Vec<Falling>,
    /// Whether cells are all of one colour, as those that nobody placed are.
    pub is_grey: bool,
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
        element.set_width((width * ratio).round() as u32);
        element.set_height((height * ratio).round() as u32);
        let style = web_sys::HtmlElement::style(element);
        style.set_property("width", &format!("{width}px")).ok()?;
        style.set_property("height", &format!("{height}px")).ok()?;
        let context = element.get_context("2d").ok()??;
        let context: CanvasRenderingContext2d = context.dyn_into().ok()?;
        context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0).ok()?;
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
                if let Some(piece) = (picture.cell)(x, y) {
                    match picture.is_grey {
                        true => self.grey(at(x as f64, y as f64)),
                        false => self.filled(at(x as f64, y as f64), piece, 0.92),
                    }
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

    fn grey(&self, (x, y): (f64, f64)) {
        self.context.set_fill_style_str("#8a8f98");
        self.context.fill_rect(x + 0.5, y + 0.5, self.cell - 1.0, self.cell - 1.0);
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

    fn filled(&self, (x, y): (f64, f64), piece: Piece, alpha: f64) {
        let (context, cell) = (&self.context, self.cell);
        context.set_global_alpha(alpha);
        context.set_fill_style_str(self.palette.colour(piece));
        context.fill_rect(x + 0.5, y + 0.5, cell - 1.0, cell - 1.0);
        context.set_fill_style_str("rgba(255,255,255,0.22)");
        context.fill_rect(x + 0.5, y + 0.5, cell - 1.0, (cell * 0.14).max(1.0));
        if self.palette == Palette::ColourBlind {
            context.set_fill_style_str("rgba(0,0,0,0.65)");
            context.set_font(&format!("{}px system-ui, sans-serif", (cell * 0.6).round()));
            context.set_text_align("center");
            context.set_text_baseline("middle");
            let letter = piece.letter().to_string();
            let _ = context.fill_text(&letter, x + cell / 2.0, y + cell / 2.0 + 1.0);
        }
        context.set_global_alpha(1.0);
    }

    fn ghost(&self, (x, y): (f64, f64), piece: Piece) {
        let (context, cell) = (&self.context, self.cell);
        let colour = self.palette.colour(piece);
        context.set_global_alpha(0.18);
        context.set_fill_style_str(colour);
        context.fill_rect(x + 0.5, y + 0.5, cell - 1.0, cell - 1.0);
        context.set_global_alpha(0.75);
        context.set_stroke_style_str(colour);
        context.set_line_width(1.5);
        context.stroke_rect(x + 1.5, y + 1.5, cell - 3.0, cell - 3.0);
        context.set_global_alpha(1.0);
    }
}
