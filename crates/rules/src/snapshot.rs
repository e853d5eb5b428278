//! A game as plain values, to save it and resume later.

use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Piece, PieceSet, PieceSource, Queue, ROWS, Ruleset, State, TopOut, Totals};

/// Everything in a [`crate::Game`] except its ruleset, as plain values.
///
/// A game resumed from it continues exactly as the original would. It carries the hidden pieces'
/// generator, so it is for our own files, never for a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSnapshot {
    seed: u64,
    rows: Vec<u16>,
    current: Option<u8>,
    hold: Option<u8>,
    hold_used: bool,
    queue: Vec<u8>,
    bag: Vec<u8>,
    combo: u8,
    back_to_back: bool,
    over: Option<u8>,
    totals: [u64; 4],
    source: SourceSnapshot,
}

/// A [`PieceSource`] without its randomizer, as plain values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SourceSnapshot {
    pub rng: Xoshiro256PlusPlus,
    pub lcg: u32,
    pub bag: [u8; 7],
    pub left: u8,
    pub dealt: u64,
}

/// A snapshot that is not of a game by these rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("snapshot's {field} is {found}, expected {expected}")]
pub struct SnapshotError {
    field: &'static str,
    found: String,
    expected: &'static str,
}

impl GameSnapshot {
    pub(crate) fn new(
        seed: u64,
        state: &State,
        totals: Totals,
        source: SourceSnapshot,
    ) -> GameSnapshot {
        let index = |piece: Piece| piece.index() as u8;
        GameSnapshot {
            seed,
            rows: (0..state.board.top()).map(|y| state.board.row(y)).collect(),
            current: state.current.map(index),
            hold: state.hold.map(index),
            hold_used: state.hold_used,
            queue: state.queue.iter().map(index).collect(),
            bag: state.bag.iter().map(index).collect(),
            combo: state.combo,
            back_to_back: state.back_to_back,
            over: state
                .over
                .and_then(|why| TopOut::ALL.iter().position(|&o| o == why))
                .map(|i| i as u8),
            totals: [totals.pieces, totals.lines, totals.score, totals.clear_score],
            source,
        }
    }

    /// The seed, position and totals it stands for, and the generator's values.
    pub(crate) fn open(
        &self,
        rules: &Ruleset,
    ) -> Result<(u64, State, Totals, PieceSource), SnapshotError> {
        let mut board = rules.empty_board();
        if self.rows.len() > ROWS {
            return Err(wrong("board", format!("{} rows high", self.rows.len()), "48 at most"));
        }
        for (y, &row) in self.rows.iter().enumerate() {
            if row & !board.field() != 0 || row == board.field() {
                return Err(wrong("board", format!("row {y} = {row:#b}"), "a row with a gap"));
            }
            board.set_row(y, row);
        }
        let one = |found: Option<u8>| found.map(piece).transpose();
        let many = |found: &[u8]| found.iter().copied().map(piece).collect::<Result<Vec<_>, _>>();
        if self.queue.len() > Queue::CAPACITY {
            return Err(wrong("queue", format!("{} pieces", self.queue.len()), "21 at most"));
        }
        let over = match self.over {
            None => None,
            Some(index) => Some(
                *TopOut::ALL
                    .get(index as usize)
                    .ok_or_else(|| wrong("end", index.to_string(), "0 to 3"))?,
            ),
        };
        let state = State {
            board,
            current: one(self.current)?,
            hold: one(self.hold)?,
            hold_used: self.hold_used,
            queue: many(&self.queue)?.into_iter().collect(),
            bag: many(&self.bag)?.into_iter().collect::<PieceSet>(),
            combo: self.combo,
            back_to_back: self.back_to_back,
            over,
        };
        let [pieces, lines, score, clear_score] = self.totals;
        let totals = Totals { pieces, lines, score, clear_score };
        if self.source.left > 7 {
            return Err(wrong("bag", format!("{} pieces left", self.source.left), "7 at most"));
        }
        let bag = many(&self.source.bag)?;
        let bag = std::array::from_fn(|i| bag[i]);
        let source = PieceSource::resumed(rules.randomizer.clone(), &self.source, bag);
        Ok((self.seed, state, totals, source))
    }
}

fn piece(index: u8) -> Result<Piece, SnapshotError> {
    Piece::ALL
        .get(index as usize)
        .copied()
        .ok_or_else(|| wrong("piece", index.to_string(), "0 to 6"))
}

fn wrong(field: &'static str, found: String, expected: &'static str) -> SnapshotError {
    SnapshotError { field, found, expected }
}

#[cfg(test)]
mod tests {
    use crate::{Choice, Game, placements, shipped};

    fn play(game: &mut Game, pieces: usize) {
        for turn in 0..pieces {
            let Some(piece) = game.state().current.filter(|_| game.state().over.is_none()) else {
                return;
            };
            let list = placements::all(&game.state().board, game.rules(), piece);
            if list.is_empty() {
                return;
            }
            let placement = list[turn * 7 % list.len()];
            game.play_unchecked(Choice { hold: false, placement });
        }
    }

    #[test]
    fn a_resumed_game_goes_on_as_if_never_put_down() {
        for rules in shipped::all() {
            let mut whole = Game::new(rules.clone(), 5);
            play(&mut whole, 9);
            let mut resumed = Game::resume(rules.clone(), &whole.snapshot()).unwrap();
            assert_eq!(resumed, whole, "{}", rules.name);
            play(&mut whole, 30);
            play(&mut resumed, 30);
            assert_eq!(resumed, whole, "{}", rules.name);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let rules = shipped::get("guideline").unwrap();
        let good = Game::new(rules.clone(), 1).snapshot();
        let mut bad = good.clone();
        bad.rows = vec![0x3FF];
        assert!(Game::resume(rules.clone(), &bad).is_err());
        let mut bad = good.clone();
        bad.current = Some(7);
        let error = Game::resume(rules.clone(), &bad).unwrap_err();
        assert_eq!(error.to_string(), "snapshot's piece is 7, expected 0 to 6");
        let mut bad = good;
        bad.source.left = 8;
        assert!(Game::resume(rules.clone(), &bad).is_err());
    }
}
