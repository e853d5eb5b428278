//! T-slots: where a T can spin in and clear lines.

use super::stack::{LOW, ROWS, Rows};

/// A T-slot: a placement of a T that only a spin reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Lines it would clear.
    pub lines: u8,
    /// Cells its rows miss beside the T's own.
    pub lacking: u8,
    bottom: usize,
    // The T's cells, from its lowest row up.
    cells: [u16; 3],
}

impl Slot {
    /// More lines first, then fewer missing cells.
    #[inline]
    fn is_better(&self, other: &Slot) -> bool {
        (self.lines, other.lacking) > (other.lines, self.lacking)
    }
}

impl Rows {
    /// The best slot, the lowest of equals.
    ///
    /// Two kinds are known: the T facing down under a roof over one arm (the double), and
    /// upright in a shaft with a roof (the triple, entered by the last kick).
    #[inline(always)]
    pub fn slot(&self) -> Option<Slot> {
        if self.top <= LOW { self.find::<LOW>() } else { self.find::<ROWS>() }
    }

    #[inline(always)]
    fn find<const N: usize>(&self) -> Option<Slot> {
        let mut found = [[0u16; N]; 4];
        let mut any = 0;
        for y in 0..N {
            // Index `y` is the row below row `y`: the floor comes first.
            let (below, here, above) = (self.filled[y], self.filled[y + 1], self.filled[y + 2]);
            let (sky_below, sky) = (!self.covered[y], !self.covered[y + 1]);
            let roofed = above & !here & below;
            // Facing down; the stem and the arm without a roof are open to the sky.
            let left = roofed << 1 & sky_below & sky >> 1 & below >> 1;
            let right = roofed >> 1 & sky_below & sky << 1 & below << 1;
            // Upright; the arm under a ledge, and room on the ledge for a flat T that comes down and
            // slides one column under the roof.
            let (two, three) = (self.filled[y + 3], self.filled[y + 4]);
            let ledge = !self.covered[y + 3];
            let shaft = three & !two & !above & !here & !below;
            let side = above | below;
            let east = shaft & roofed >> 1 & ledge >> 1 & ledge >> 2 & ledge >> 3 & (side << 1 | 1);
            let west = shaft & roofed << 1 & ledge << 1 & ledge << 2 & ledge << 3 & side >> 1;
            for (rows, bits) in found.iter_mut().zip([left, right, east, west]) {
                rows[y] = bits;
            }
            any |= left | right | east | west;
        }
        if any == 0 { None } else { self.best(&found) }
    }

    fn best<const N: usize>(&self, found: &[[u16; N]; 4]) -> Option<Slot> {
        let mut best: Option<Slot> = None;
        for y in 0..N {
            for (kind, rows) in found.iter().enumerate() {
                let mut bits = rows[y];
                while bits != 0 {
                    let stem = bits & bits.wrapping_neg();
                    bits &= bits - 1;
                    let cells = match kind {
                        0 | 1 => [stem, stem | stem << 1 | stem >> 1, 0],
                        2 => [stem, stem | stem << 1, stem],
                        _ => [stem, stem | stem >> 1, stem],
                    };
                    let slot = self.slot_at(y - 1, cells);
                    if best.as_ref().is_none_or(|best| slot.is_better(best)) {
                        best = Some(slot);
                    }
                }
            }
        }
        best
    }

    fn slot_at(&self, bottom: usize, cells: [u16; 3]) -> Slot {
        let mut slot = Slot { lines: 0, lacking: 0, bottom, cells };
        for (row, cells) in self.filled[1 + bottom..].iter().zip(cells) {
            if cells != 0 {
                let lacking = (row | cells).count_zeros() as u8;
                slot.lines += (lacking == 0) as u8;
                slot.lacking += lacking;
            }
        }
        slot
    }

    /// The rows once a T is in the slot.
    #[inline]
    pub fn filled_with(&self, slot: &Slot) -> Rows {
        let mut rows = *self;
        let top = self.top.max(slot.bottom + 3).min(ROWS);
        let own = |y: usize| y.checked_sub(slot.bottom).and_then(|row| slot.cells.get(row));
        let mut to = 0;
        for y in 0..top {
            let row = self.filled[1 + y] | own(y).unwrap_or(&0);
            if row != u16::MAX {
                rows.filled[1 + to] = row;
                to += 1;
            }
        }
        rows.filled[1 + to..=top].fill(!self.field);
        rows.covered[1..=top].fill(!self.field);
        // What was over a cleared row may have been only the T's cells.
        rows.top = (0..to).rev().find(|&y| rows.filled[1 + y] != !self.field).map_or(0, |y| y + 1);
        rows.cover();
        rows
    }
}
