//! A game as pictures: moving ones (GIF, APNG) and drawings (SVG).
//!
//! A [`Film`] is a list of stills, one per placement and one more for each clear; [`Raster`]
//! turns a still into pixels, and the encoders write only what changes between two of them.
//! Without lettering: numbers belong to the text around a picture.

#[cfg(not(target_arch = "wasm32"))]
mod encode;
mod raster;
mod svg;

#[cfg(not(target_arch = "wasm32"))]
pub use encode::{write_apng, write_gif};
use minolab_arena::replay::{GameEvent, Replay, VerifyError};
use minolab_rules::{Game, Painted, Piece};
pub use raster::Raster;
pub use svg::svg;

use crate::Palette;

/// A game, or a part of it, as stills.
#[derive(Clone, Debug, PartialEq)]
pub struct Film {
    /// In their order; never empty.
    pub stills: Vec<Still>,
}

/// A position as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Still {
    /// Visible columns and rows.
    pub size: (usize, usize),
    /// What is in each cell, row by row from the bottom.
    pub cells: Vec<Ink>,
    /// The piece on hold, where the rules have hold.
    pub hold: Option<Option<Piece>>,
    /// The next pieces.
    pub queue: Vec<Piece>,
    /// Whether it shows rows that clear, which takes less time than a piece.
    pub is_flash: bool,
}

/// What a cell is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Nothing in it.
    Empty,
    /// Garbage.
    Garbage,
    /// Part of a piece.
    Of(Piece),
    /// Part of a row about to clear.
    Flash,
}

/// How pictures look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Pixels per cell.
    pub cell: u32,
    /// Placements per second.
    pub speed: f64,
    /// The colours of the pieces.
    pub palette: Palette,
}

impl Look {
    /// The least and the most pixels per cell.
    pub const CELLS: std::ops::RangeInclusive<u32> = 4..=64;
}

impl Default for Look {
    fn default() -> Look {
        Look { cell: 16, speed: 4.0, palette: Palette::Usual }
    }
}

impl Film {
    /// The positions after `from` to `until` events of a game, and the clears between them.
    pub fn new(replay: &Replay, from: usize, until: usize) -> Result<Film, VerifyError> {
        let mut painted = Painted::new(replay.rules.width as usize);
        let mut stills = Vec::new();
        let mut at = 0;
        let end = replay.rebuild(|before, event, clear| {
            if (from..=until).contains(&at) {
                stills.push(Still::new(before, &painted));
            }
            match event {
                GameEvent::Placement(choice) => {
                    if clear.is_some_and(|clear| clear.lines > 0) && (from..until).contains(&at) {
                        stills.extend(Still::flash(before, &painted, choice.placement));
                    }
                    painted.place(before.rules(), choice.placement);
                }
                GameEvent::Garbage(rows) => painted.receive(rows),
            }
            at += 1;
        })?;
        if (from..=until).contains(&at) || stills.is_empty() {
            stills.push(Still::new(&end, &painted));
        }
        Ok(Film { stills })
    }
}

impl Still {
    /// A position of a game.
    fn new(game: &Game, painted: &Painted) -> Still {
        let (rules, state) = (game.rules(), game.state());
        let size = (rules.width as usize, rules.height as usize);
        let cells = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y)));
        let ink = |(x, y)| match painted.get(x, y) {
            Some(piece) => Ink::Of(piece),
            None if painted.is_filled(x, y) => Ink::Garbage,
            None => Ink::Empty,
        };
        Still {
            size,
            cells: cells.map(ink).collect(),
            hold: rules.hold.then_some(state.hold),
            queue: state.current.into_iter().chain(state.queue.iter()).collect(),
            is_flash: false,
        }
    }

    /// The moment before full rows clear; none if none is in sight, as where cells above the
    /// board enter again from below.
    fn flash(
        before: &Game,
        painted: &Painted,
        placement: minolab_rules::Placement,
    ) -> Option<Still> {
        let mut still = Still::new(before, painted);
        let (width, height) = still.size;
        for (x, y) in placement.falling().cells() {
            if let (0.., 0..) = (x, y)
                && (x as usize) < width
                && (y as usize) < height
            {
                still.cells[y as usize * width + x as usize] = Ink::Of(placement.piece);
            }
        }
        still.is_flash = false;
        for row in still.cells.chunks_mut(width) {
            if row.iter().all(|&ink| ink != Ink::Empty) {
                row.fill(Ink::Flash);
                still.is_flash = true;
            }
        }
        still.is_flash.then_some(still)
    }

    /// What is in a cell.
    pub fn ink(&self, x: usize, y: usize) -> Ink {
        self.cells[y * self.size.0 + x]
    }
}

#[cfg(test)]
mod tests;
