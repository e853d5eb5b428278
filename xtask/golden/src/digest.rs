//! A hash that is the same everywhere.

use minolab_rules::{Board, Clear, Placement};

/// FNV-1a over 64 bits: the standard library's hashes are not stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xCBF2_9CE4_8422_2325)
    }
}

impl Digest {
    /// Adds a number.
    pub fn number(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ byte as u64).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        text.bytes().for_each(|byte| self.number(byte as u64));
    }

    /// Adds a placement.
    pub fn placement(&mut self, placement: Placement) {
        let Placement { piece, rotation, x, y, spin } = placement;
        let bytes = [piece as u8, rotation as u8, x as u8, y as u8, spin as u8, 0, 0, 0];
        self.number(u64::from_le_bytes(bytes));
    }

    /// Adds a board's size and rows.
    pub fn board(&mut self, board: &Board) {
        self.number(board.width() as u64);
        self.number(board.top() as u64);
        (0..board.top()).for_each(|y| self.number(board.row(y) as u64));
    }

    /// Adds a clear.
    pub fn clear(&mut self, clear: &Clear) {
        self.number(clear.lines as u64);
        self.number(clear.spin as u64);
        self.number(clear.combo as u64);
        self.number(clear.back_to_back as u64 + 2 * clear.all_clear as u64);
        self.number(clear.points as u64);
        self.number(clear.idle_spin_points as u64);
    }

    /// The hash of everything so far.
    pub fn finish(self) -> u64 {
        self.0
    }
}
