//! Small collections of pieces that fit in a register.

use std::fmt;

use crate::Piece;

/// A set of pieces.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PieceSet(u8);

impl PieceSet {
    /// No piece.
    pub const EMPTY: PieceSet = PieceSet(0);
    /// All seven.
    pub const ALL: PieceSet = PieceSet(0x7F);

    /// Whether the piece is in the set.
    #[inline]
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 >> piece as u8 & 1 == 1
    }

    /// The set with the piece.
    #[inline]
    pub const fn with(self, piece: Piece) -> PieceSet {
        PieceSet(self.0 | 1 << piece as u8)
    }

    /// The set without the piece.
    #[inline]
    pub const fn without(self, piece: Piece) -> PieceSet {
        PieceSet(self.0 & !(1 << piece as u8))
    }

    /// Whether it has no piece.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many pieces it has.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Its pieces, in index order.
    pub fn iter(self) -> impl Iterator<Item = Piece> {
        Piece::ALL.into_iter().filter(move |&piece| self.contains(piece))
    }
}

impl FromIterator<Piece> for PieceSet {
    fn from_iter<T: IntoIterator<Item = Piece>>(pieces: T) -> PieceSet {
        pieces.into_iter().fold(PieceSet::EMPTY, PieceSet::with)
    }
}

impl fmt::Debug for PieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|piece| write!(f, "{piece}"))
    }
}

/// The queue, next piece first; at most [`Queue::CAPACITY`] pieces.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Queue {
    // Three bits per piece, the next one in the lowest bits.
    bits: u64,
    len: u8,
}

impl Queue {
    /// How many pieces a queue can hold.
    pub const CAPACITY: usize = 21;

    /// How many pieces it holds.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether no piece is known.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The piece at an index, 0 for the next one.
    #[inline]
    pub const fn get(&self, index: usize) -> Option<Piece> {
        if index < self.len as usize {
            Some(Piece::from_index((self.bits >> (3 * index) & 7) as usize))
        } else {
            None
        }
    }

    /// Takes the next piece.
    #[inline]
    pub fn pop(&mut self) -> Option<Piece> {
        let piece = self.get(0)?;
        self.bits >>= 3;
        self.len -= 1;
        Some(piece)
    }

    /// Adds a piece at the far end; `false` if there is no room.
    #[inline]
    pub fn push(&mut self, piece: Piece) -> bool {
        let room = self.len() < Queue::CAPACITY;
        if room {
            self.bits |= (piece as u64) << (3 * self.len);
            self.len += 1;
        }
        room
    }

    /// Its pieces, next first.
    pub fn iter(&self) -> impl Iterator<Item = Piece> + use<> {
        let queue = *self;
        (0..queue.len()).filter_map(move |index| queue.get(index))
    }
}

/// Keeps the first [`Queue::CAPACITY`] pieces.
impl FromIterator<Piece> for Queue {
    fn from_iter<T: IntoIterator<Item = Piece>>(pieces: T) -> Queue {
        let mut queue = Queue::default();
        for piece in pieces.into_iter().take(Queue::CAPACITY) {
            queue.push(piece);
        }
        queue
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|piece| write!(f, "{piece}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_keeps_order_and_says_when_it_is_full() {
        let mut queue: Queue = Piece::ALL.into_iter().cycle().take(30).collect();
        assert_eq!(queue.len(), Queue::CAPACITY);
        assert!(!queue.push(Piece::T));
        for index in 0..Queue::CAPACITY {
            assert_eq!(queue.pop(), Some(Piece::from_index(index % 7)));
        }
        assert_eq!(queue.pop(), None);
        assert_eq!(queue, Queue::default());
    }

    #[test]
    fn a_set_counts_each_piece_once() {
        let set: PieceSet = [Piece::T, Piece::T, Piece::I].into_iter().collect();
        assert_eq!(set.len(), 2);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Piece::I, Piece::T]);
        assert!(set.without(Piece::T).without(Piece::I).is_empty());
    }
}
