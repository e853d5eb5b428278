//! One number that says "same behaviour".

use minolab_rules::{Board, Piece, Placement, placements, shape, shipped};

/// A checksum (FNV-1a) of what every shipped ruleset lets every piece do on these boards, in
/// order, and of what becomes of the board.
pub fn signature(boards: &[Board]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325;
    let mut take = |byte: u8| hash = (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01B3);
    for rules in shipped::all() {
        for board in boards.iter().filter(|board| board.width() == rules.width as usize) {
            for piece in Piece::ALL {
                for &placement in &placements::all(board, rules, piece) {
                    let Placement { piece, rotation, x, y, spin } = placement;
                    let mut next = *board;
                    let lines = next.place(shape::shape(piece, rotation), x, y);
                    let bytes = [rotation as u8, x as u8, y as u8, spin as u8, lines as u8];
                    bytes.into_iter().for_each(&mut take);
                    take(next.top() as u8);
                }
            }
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_counts() {
        let board: Board = "X.XXXXXXXX X.XXXXXXXX X.XXXXXXXX".parse().unwrap();
        let mut other = board;
        other.set(0, 0, false);
        assert_eq!(signature(&[board]), signature(&[board]));
        assert_ne!(signature(&[board]), signature(&[other]));
    }
}
