//! Pieces that a player knows beyond its queue.

use minolab_rules::{Game, Piece, PieceSource, Queue};

/// Previews a state has room for; further known pieces are passed to the player separately.
pub const SHOWN: usize = Queue::CAPACITY - 1;

/// Pieces beyond those a state shows.
#[derive(Clone, Debug)]
pub struct Ahead {
    pub count: usize,
    // A copy of the game's source that runs `count` pieces ahead of it.
    source: PieceSource,
    dealt: u64,
    // The window is at the end; what is before it has been dealt.
    pieces: Vec<Piece>,
}

impl Ahead {
    pub fn new(game: &Game, count: usize) -> Ahead {
        let mut source = game.source().clone();
        let dealt = source.dealt();
        let pieces = (0..count).map(|_| source.deal()).collect();
        Ahead { count, source, dealt, pieces }
    }

    #[inline]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces[self.pieces.len() - self.count..]
    }

    /// Moves on by as many pieces as the game has dealt.
    #[inline]
    pub fn follow(&mut self, game: &Game) {
        while self.dealt < game.source().dealt() {
            if self.pieces.len() >= 2 * self.count + 64 {
                self.pieces.drain(..self.pieces.len() - self.count);
            }
            self.pieces.push(self.source.deal());
            self.dealt += 1;
        }
    }
}
