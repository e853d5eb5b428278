//! The bot's side of a game: the position, as the frontend tells it.

use std::{collections::VecDeque, sync::Arc};

use minolab_arena::Goal;
use minolab_engine::Remaining;
use minolab_rules::{
    Board, Choice, Piece, PieceSet, Placement, Queue, Randomizer, Ruleset, Setup, SetupError,
    State, Totals,
};
use thiserror::Error;

use crate::{Resting, RestingError, RulesMessage, StartMessage, message::Supply};

/// Follows a game by what a frontend says of it.
///
/// The frontend's word is law: a placement that our rules do not reach is followed all the same
/// as long as it overlaps nothing.
#[derive(Clone, Debug)]
pub struct Follower {
    // Twins: bags of seven, and nothing known.
    bags: Arc<Ruleset>,
    uniform: Arc<Ruleset>,
    goal: Goal,
    supply: Supply,
    position: Option<Position>,
}

/// A position to think about.
#[derive(Clone, Debug)]
pub struct SearchTask {
    pub rules: Arc<Ruleset>,
    /// The position, with a piece in hand.
    pub state: State,
    /// How much of the game remains.
    pub remaining: Remaining,
}

/// Something a frontend said that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FollowError {
    /// A board of another size.
    #[error("the board has {found}, expected 40 rows of 10 cells")]
    Size {
        /// What it has.
        found: String,
    },
    /// A cell that is neither empty nor filled by anything known.
    #[error("row {row}, column {column} of the board is {found:?}, expected null, a piece or G")]
    Cell {
        /// Counted from the bottom, from 0.
        row: usize,
        /// Counted from the left, from 0.
        column: usize,
        found: char,
    },
    /// A position that cannot be.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// More pieces than anybody needs to know.
    #[error("more than {LONGEST} pieces in the queue")]
    Queue,
    /// A game that has not been started.
    #[error("no game has been started")]
    NotStarted,
    /// A location that is on no board.
    #[error(transparent)]
    Resting(#[from] RestingError),
    /// A piece that is neither in hand nor to be had by holding.
    #[error("{found} was played, expected {expected}")]
    Piece {
        /// What was played.
        found: Piece,
        /// What could have been.
        expected: PieceSet,
    },
    /// A placement where something is.
    #[error("{0:?} overlaps what is there")]
    Overlap(Placement),
}

/// How long a queue may be.
const LONGEST: usize = 10_000;

#[derive(Clone, Debug)]
struct Position {
    rules: Arc<Ruleset>,
    state: State,
    // What does not fit into the state's queue.
    more: VecDeque<Piece>,
    // The most pieces that were known at once.
    longest: usize,
    totals: Totals,
}

impl Follower {
    /// Nothing to follow yet; games will be by these rules and end as the goal says.
    pub fn new(rules: &Ruleset, goal: Goal) -> Follower {
        let with = |randomizer| Arc::new(Ruleset { randomizer, ..rules.clone() });
        Follower {
            bags: with(Randomizer::Bag),
            uniform: with(Randomizer::Uniform),
            goal,
            supply: Supply::Unknown,
            position: None,
        }
    }

    /// Whether it can be played by these rules, which count from now on.
    pub fn rules(&mut self, message: &RulesMessage) -> bool {
        self.supply = message.supply();
        self.position = None;
        message.garbage.is_null() && self.bags.width == 10
    }

    /// Begins with this position.
    pub fn start(&mut self, start: &StartMessage) -> Result<(), FollowError> {
        self.position = None;
        let supply = start.supply().unwrap_or(self.supply);
        let rules = match supply {
            Supply::Unknown => &self.uniform,
            Supply::SevenBag(_) => &self.bags,
        };
        if start.queue.len() > LONGEST {
            return Err(FollowError::Queue);
        }
        let mut pieces: VecDeque<Piece> = start.queue.iter().copied().collect();
        let longest = pieces.len();
        let more = pieces.split_off(pieces.len().min(Queue::CAPACITY + 1));
        let setup = Setup {
            board: board(&start.board)?,
            current: pieces.pop_front(),
            hold: start.hold,
            hold_used: false,
            queue: pieces.into(),
            bag: None,
            combo: start.combo.min(u8::MAX.into()) as u8,
            back_to_back: start.back_to_back,
            over: None,
        };
        let mut state = State::from_setup(rules, setup)?;
        if let Supply::SevenBag(Some(left)) = supply {
            state.bag = more.iter().rev().fold(left, |left, &piece| before(left, piece));
        }
        let (rules, totals) = (Arc::clone(rules), Totals::default());
        self.position = Some(Position { rules, state, more, longest, totals });
        Ok(())
    }

    /// Follows a placement; if that is impossible, there is nothing to follow any more.
    pub fn play(&mut self, resting: Resting) -> Result<(), FollowError> {
        let mut position = self.position.take().ok_or(FollowError::NotStarted)?;
        position.play(resting.placement()?)?;
        self.position = Some(position);
        Ok(())
    }

    /// Adds a piece to the queue.
    pub fn new_piece(&mut self, piece: Piece) -> Result<(), FollowError> {
        let position = self.position.as_mut().ok_or(FollowError::NotStarted)?;
        if position.more.len() >= LONGEST {
            return Err(FollowError::Queue);
        }
        position.more.push_back(piece);
        position.refill();
        position.longest = position.longest.max(position.known());
        Ok(())
    }

    /// Ends the game.
    pub fn stop(&mut self) {
        self.position = None;
    }

    /// What to think about, if there is a piece to place.
    pub fn task(&self) -> Option<SearchTask> {
        let position = self.position.as_ref()?;
        position.state.current?;
        // Who asks has not ended the game, whatever our rules say.
        let state = State { over: None, ..position.state };
        let remaining = self.goal.remaining(&position.totals);
        Some(SearchTask { rules: Arc::clone(&position.rules), state, remaining })
    }

    /// Whether as many pieces are known as ever in this game: none is about to be told.
    pub fn is_complete(&self) -> bool {
        self.position.as_ref().is_some_and(|position| position.known() >= position.longest)
    }
}

impl Position {
    fn known(&self) -> usize {
        self.state.current.iter().len() + self.state.queue.len() + self.more.len()
    }

    fn play(&mut self, placement: Placement) -> Result<(), FollowError> {
        let (state, rules, piece) = (&mut self.state, &self.rules, placement.piece);
        // Checked by what the frontend said, not by what would have ended the game for us.
        state.over = None;
        let after_hold = state.after_hold(rules);
        let hold = state.current != Some(piece);
        if hold && after_hold != Some(piece) {
            let expected = state.current.into_iter().chain(after_hold).collect();
            return Err(FollowError::Piece { found: piece, expected });
        }
        if !placement.falling().fits(&state.board) {
            return Err(FollowError::Overlap(placement));
        }
        let clear = state.play_unchecked(rules, Choice { hold, placement });
        state.over = None;
        state.advance(rules);
        self.totals.pieces += 1;
        self.totals.lines += u64::from(clear.lines);
        self.refill();
        Ok(())
    }

    /// Shows what there is room for.
    fn refill(&mut self) {
        while let Some(&piece) = self.more.front()
            && self.state.reveal(&self.rules, piece)
        {
            self.more.pop_front();
        }
        self.state.over = None;
        self.state.advance(&self.rules);
    }
}

/// What was left of the bag before this piece was drawn from it.
fn before(left: PieceSet, piece: Piece) -> PieceSet {
    if left == PieceSet::ALL { PieceSet::EMPTY } else { left }.with(piece)
}

fn board(rows: &[Vec<Option<char>>]) -> Result<Board, FollowError> {
    if rows.len() != 40 {
        return Err(FollowError::Size { found: format!("{} rows", rows.len()) });
    }
    let mut board = Board::empty(10);
    for (y, row) in rows.iter().enumerate() {
        if row.len() != 10 {
            return Err(FollowError::Size { found: format!("{} cells in row {y}", row.len()) });
        }
        for (x, &cell) in row.iter().enumerate() {
            match cell {
                None => {}
                Some(letter) if letter == 'G' || Piece::from_char(letter).is_some() => {
                    board.set(x, y, true);
                }
                Some(found) => return Err(FollowError::Cell { row: y, column: x, found }),
            }
        }
    }
    Ok(board)
}

#[cfg(test)]
mod tests;
