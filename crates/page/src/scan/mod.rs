//! A board read from a picture of it: a screenshot of any game, cut to the board or not.

mod colour;
mod frame;

pub use frame::Frame;
use minolab_rules::{Cell, Piece};

use self::colour::{Lab, PALETTES};

/// A picture: four bytes a pixel, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    width: usize,
    height: usize,
    rgba: Vec<u8>,
}

/// How far a cell must be from an empty one, and how little colour garbage has at most, both in steps
/// of which a person sees two or three.
const FILLED: f64 = 16.0;
const GREY: f64 = 10.0;

impl Pixels {
    /// A picture of this width; what is too much for whole rows is left out.
    pub fn new(width: usize, rgba: Vec<u8>) -> Pixels {
        let height = rgba.len() / (4 * width.max(1));
        Pixels { width, height, rgba }
    }

    /// Pixels across.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels down.
    pub fn height(&self) -> usize {
        self.height
    }

    fn rgb(&self, x: usize, y: usize) -> [u8; 3] {
        let at = 4 * (y.min(self.height - 1) * self.width + x.min(self.width - 1));
        [self.rgba[at], self.rgba[at + 1], self.rgba[at + 2]]
    }

    /// The cells in a frame, lowest row first, so many columns wide.
    ///
    /// What is empty looks as most of the upper half does; everything else is garbage if it is grey,
    /// and otherwise the piece that comes nearest in the colours of the game that comes nearest.
    pub fn cells(&self, frame: Frame, columns: usize) -> Vec<Vec<Cell>> {
        let seen: Vec<Vec<Lab>> = (0..frame.rows)
            .map(|y| (0..columns).map(|x| self.colour(frame, x, y)).collect())
            .collect();
        let Some(ground) = ground(&seen) else { return Vec::new() };
        let is_coloured = |lab: &Lab| lab.distance(ground) > FILLED && lab.chroma() > GREY;
        let coloured: Vec<Lab> = seen.iter().flatten().copied().filter(is_coloured).collect();
        let strangeness = |palette: &&[Lab; 7]| -> f64 {
            coloured.iter().map(|lab| nearest(palette, *lab).1).sum()
        };
        let palettes = PALETTES.map(|palette| palette.map(Lab::of));
        let palette = palettes.iter().min_by(|a, b| strangeness(a).total_cmp(&strangeness(b)));
        let cell = |lab: &Lab| match palette {
            _ if lab.distance(ground) <= FILLED => Cell::Empty,
            Some(palette) if lab.chroma() > GREY => Cell::Of(nearest(palette, *lab).0),
            _ => Cell::Garbage,
        };
        seen.iter().map(|row| row.iter().map(cell).collect()).collect()
    }

    /// What most of a cell looks like, whatever is written on it.
    fn colour(&self, frame: Frame, x: usize, y: usize) -> Lab {
        const POINTS: usize = 7;
        let mut parts: [Vec<u8>; 3] = Default::default();
        for index in 0..POINTS * POINTS {
            let part = |index: usize| 0.22 + 0.56 * index as f64 / (POINTS - 1) as f64;
            let across = frame.left + (x as f64 + part(index % POINTS)) * frame.cell;
            let down = frame.bottom - (y as f64 + part(index / POINTS)) * frame.cell;
            let rgb = self.rgb(across.max(0.0) as usize, down.max(0.0) as usize);
            parts.iter_mut().zip(rgb).for_each(|(all, part)| all.push(part));
        }
        Lab::of(parts.map(|mut all| {
            all.sort_unstable();
            all[all.len() / 2]
        }))
    }
}

/// What an empty cell looks like: most cells of the upper half do, or at least of the whole.
fn ground(seen: &[Vec<Lab>]) -> Option<Lab> {
    let upper = seen.get(seen.len() / 2..)?;
    let all: Vec<Lab> = upper.iter().flatten().copied().collect();
    let likes = |lab: &Lab| all.iter().filter(|other| other.distance(*lab) < FILLED / 2.0).count();
    all.iter().max_by_key(|lab| likes(lab)).copied()
}

fn nearest(palette: &[Lab; 7], lab: Lab) -> (Piece, f64) {
    let far = Piece::ALL.map(|piece| (piece, palette[piece as usize].likeness(lab)));
    far.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((Piece::I, f64::INFINITY))
}

#[cfg(test)]
mod tests;
