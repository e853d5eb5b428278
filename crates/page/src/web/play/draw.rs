//! A person's game on its canvases.

use minolab_rules::{Choice, Falling, Piece, Placement, Spin};
use web_sys::HtmlCanvasElement;

use super::{
    super::canvas::{Canvas, Picture},
    driver::Driver,
};
use crate::{ABOVE, Effect, GhostPiece, Palette};

/// What was drawn last: nothing is drawn again that did not change.
#[derive(Clone, PartialEq)]
pub struct Drawn {
    pub falling: Option<Falling>,
    pub pieces: u64,
    pub score: u64,
    pub hold: (Option<Piece>, bool),
    pub cell: f64,
    pub mini: f64,
    pub palette: Palette,
    pub ghost: bool,
    pub advice: Option<Choice>,
    /// Whether there is nothing to be seen, as in a pause.
    pub hidden: bool,
    /// Where the next piece appears, if the stack is near.
    pub danger: Option<Falling>,
    /// A line that is shown, piece by piece.
    pub line: Vec<GhostPiece>,
}

impl Drawn {
    /// What the game itself says; how large and in which colours is for the screen to say.
    pub fn of(driver: &Driver) -> Drawn {
        let realtime = driver.session.realtime();
        let (state, totals) = (realtime.game().state(), realtime.game().totals());
        Drawn {
            falling: realtime.falling(),
            pieces: totals.pieces,
            score: totals.score,
            hold: (state.hold, state.hold_used),
            cell: 0.0,
            mini: 0.0,
            palette: Palette::default(),
            ghost: true,
            advice: None,
            hidden: false,
            danger: None,
            line: Vec::new(),
        }
    }
}

/// The canvases of the board, the hold and the next pieces.
pub struct Canvases {
    pub board: HtmlCanvasElement,
    pub hold: Option<HtmlCanvasElement>,
    pub next: HtmlCanvasElement,
}

/// Draws the board with what is seen for a moment.
pub fn board(driver: &Driver, look: &Drawn, canvases: &Canvases, effects: &[(Effect, f64)]) {
    let session = &driver.session;
    let rules = session.realtime().game().rules();
    let size = (rules.width as f64, rules.height as f64 + ABOVE as f64);
    let Some(canvas) = Canvas::new(&canvases.board, size, look.cell, look.palette) else { return };
    let height = rules.height as usize;
    let is_shown = !look.hidden;
    let ghost = session.ghost().filter(|_| look.ghost && is_shown);
    canvas.board(&Picture {
        width: rules.width as usize,
        cell: &|x, y| session.painted().get(x, y).filter(|_| is_shown),
        is_garbage: &|x, y| is_shown && session.painted().is_filled(x, y),
        height,
        falling: look.falling.filter(|_| is_shown),
        ghosts: ghost.into_iter().collect(),
        mark: None,
    });
    if !is_shown {
        return;
    }
    if let Some(next) = look.danger {
        canvas.warning(next, height);
    }
    effects.iter().for_each(|(effect, part)| canvas.effect(effect, *part, height));
    for (index, piece) in look.line.iter().enumerate() {
        canvas.numbered(piece, index + 1, height);
    }
    if let Some(choice) = look.advice {
        canvas.advice(choice.placement.falling(), height);
    }
}

/// Draws the hold and the next pieces.
pub fn beside(driver: &Driver, look: &Drawn, canvases: &Canvases, previews: usize) {
    let session = &driver.session;
    let state = session.realtime().game().state();
    if let Some(hold) = &canvases.hold
        && let Some(canvas) = Canvas::new(hold, (4.4, 2.8), look.mini, look.palette)
        && let Some(piece) = state.hold.filter(|_| !look.hidden)
    {
        canvas.piece(piece, 0.2, 0.4, state.hold_used);
    }
    let rows = 0.4 + 2.8 * previews.max(1) as f64;
    if let Some(canvas) = Canvas::new(&canvases.next, (4.4, rows), look.mini, look.palette)
        && !look.hidden
    {
        for (index, piece) in state.queue.iter().take(previews).enumerate() {
            canvas.piece(piece, 0.2, 0.4 + 2.8 * index as f64, false);
        }
        for end in session.next_bag_ends() {
            if end < previews {
                canvas.rule(4.4, 2.8 * end as f64);
            }
        }
    }
}

/// Where the piece is, for those who cannot see it: other programs, and tests.
pub fn describe(board: &HtmlCanvasElement, look: &Drawn) {
    let falling = look.falling;
    let piece =
        falling.map_or(String::new(), |falling| Placement::new(falling, Spin::None).to_string());
    let columns = falling.into_iter().flat_map(|falling| falling.cells()).map(|(x, _)| x);
    let left = columns.min().map_or(String::new(), |column| column.to_string());
    let _ = board.set_attribute("data-left", &left);
    let _ = board.set_attribute("data-piece", &piece);
    let advice = look.advice.map_or(String::new(), |choice| choice.to_string());
    let _ = board.set_attribute("data-advice", &advice);
}
