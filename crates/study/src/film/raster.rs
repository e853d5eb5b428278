//! Stills as pixels.

use minolab_rules::{Falling, Piece, Rotation};

use super::{Ink, Look, Still};

/// A picture of numbered colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// The number of each pixel's colour, row by row from the top.
    pub pixels: Vec<u8>,
}

/// Numbers of colours: four of the picture, then three shades of garbage and of each piece.
const PAGE: u8 = 0;
const WELL: u8 = 1;
const GRID: u8 = 2;
const FLASH: u8 = 3;
const SHADES: u8 = 4;

/// Cells beside the board for hold and for the queue, and around everything.
const BESIDE: u32 = 5;
const MARGIN: u32 = 1;
/// Pieces of the queue that are shown, the current one included.
const SHOWN: usize = 6;

impl Raster {
    /// The colours by their numbers.
    pub fn colours(look: &Look) -> Vec<[u8; 3]> {
        let mut colours = vec![[18, 18, 24], [28, 28, 36], [40, 40, 50], [245, 245, 245]];
        let garbage = [130, 130, 130];
        let pieces = Piece::ALL.map(|piece| {
            let (r, g, b) = look.palette.rgb(piece);
            [r, g, b]
        });
        for base in std::iter::once(garbage).chain(pieces) {
            let shade = |percent: u32| base.map(|part: u8| (part as u32 * percent / 100) as u8);
            let light = base.map(|part| part + (255 - part) / 3);
            colours.extend([base, light, shade(70)]);
        }
        colours
    }

    /// Pixels across and down of every still of this shape.
    pub fn size(still: &Still, look: &Look) -> (u32, u32) {
        let left = if still.hold.is_some() { BESIDE } else { 0 };
        let right = if still.queue.is_empty() { 0 } else { BESIDE };
        let (width, height) = (still.size.0 as u32, still.size.1 as u32);
        ((left + width + right + 2 * MARGIN) * look.cell, (height + 2 * MARGIN) * look.cell)
    }

    /// Draws a still on a picture of this size.
    pub fn new(still: &Still, look: &Look, (width, height): (u32, u32)) -> Raster {
        let pixels = vec![PAGE; (width * height) as usize];
        let mut raster = Raster { width, height, pixels };
        let cell = look.cell;
        let left = MARGIN + if still.hold.is_some() { BESIDE } else { 0 };
        let (columns, rows) = (still.size.0 as u32, still.size.1 as u32);
        raster.fill(left * cell, MARGIN * cell, columns * cell, rows * cell, WELL);
        for y in 0..rows {
            for x in 0..columns {
                let ink = still.ink(x as usize, (rows - 1 - y) as usize);
                raster.cell((left + x) * cell, (MARGIN + y) * cell, cell, ink);
            }
        }
        if let Some(Some(piece)) = still.hold {
            raster.piece(piece, MARGIN * cell, MARGIN * cell, cell * 3 / 4);
        }
        for (index, &piece) in still.queue.iter().take(SHOWN).enumerate() {
            let x = (left + columns + MARGIN) * cell;
            raster.piece(piece, x, (MARGIN + 3 * index as u32) * cell, cell * 3 / 4);
        }
        raster
    }

    fn fill(&mut self, x: u32, y: u32, width: u32, height: u32, colour: u8) {
        for row in y..(y + height).min(self.height) {
            let start = (row * self.width + x.min(self.width)) as usize;
            let end = (row * self.width + (x + width).min(self.width)) as usize;
            self.pixels[start..end].fill(colour);
        }
    }

    /// A cell with a light edge above and a dark one below.
    fn cell(&mut self, x: u32, y: u32, size: u32, ink: Ink) {
        let base = match ink {
            Ink::Empty => return self.fill(x + size / 2, y + size / 2, 1, 1, GRID),
            Ink::Flash => return self.fill(x, y, size - 1, size - 1, FLASH),
            Ink::Garbage => SHADES,
            Ink::Of(piece) => SHADES + 3 + 3 * piece as u8,
        };
        let edge = size / 8;
        self.fill(x, y, size - 1, size - 1, base);
        self.fill(x, y, size - 1, edge, base + 1);
        self.fill(x, y + size - 1 - edge, size - 1, edge, base + 2);
    }

    fn piece(&mut self, piece: Piece, left: u32, top: u32, size: u32) {
        for (x, y) in spawned(piece) {
            self.cell(left + x * size, top + y * size, size, Ink::Of(piece));
        }
    }
}

/// The cells of a piece as it spawns, from its left and top.
pub(super) fn spawned(piece: Piece) -> [(u32, u32); 4] {
    let cells = Falling { piece, rotation: Rotation::North, x: 0, y: 0 }.cells();
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
    cells.map(|(x, y)| ((x - left) as u32, (top - y) as u32))
}
