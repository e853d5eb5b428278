//! The bot's view of a game: the position, as told by the frontend.

use std::{collections::VecDeque, sync::Arc};

use minolab_arena::Goal;
use minolab_engine::Remaining;
use minolab_rules::{
    Board, Choice, Piece, PieceSet, Placement, Queue, Randomizer, Ruleset, Setup, SetupError,
    State, Totals,
};
use thiserror::Error;

use crate::{Resting, RestingError, RulesMessage, StartMessage, message::Supply};

/// Follows a game from a frontend's messages.
///
/// The frontend is believed: a placement that our rules cannot reach is followed anyway as long as
/// it overlaps nothing.
#[derive(Clone, Debug)]
pub struct Follower {
    // The same rules with 7-bag, and with an unknown randomizer.
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
    /// The position, with a current piece.
    pub state: State,
    /// How much of the game remains.
    pub remaining: Remaining,
}

/// A message from a frontend that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FollowError {
    /// A board of another size.
    #[error("the board has {found}, expected 40 rows of 10 cells")]
    Size {
        /// Its size.
        found: String,
    },
    /// A cell that is neither empty nor of a known kind.
    #[error("row {row}, column {column} of the board is {found:?}, expected null, a piece or G")]
    Cell {
        /// Counted from the bottom, from 0.
        row: usize,
        /// Counted from the left, from 0.
        column: usize,
        found: char,
    },
    /// An invalid position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Too many pieces.
    #[error("more than {LONGEST} pieces in the queue")]
    Queue,
    /// No game has been started.
    #[error("no game has been started")]
    NotStarted,
    /// A location off the board.
    #[error(transparent)]
    Resting(#[from] RestingError),
    /// A piece that is neither the current one nor available by hold.
    #[error("{found} was played, expected {expected}")]
    Piece {
        /// What was played.
        found: Piece,
        /// What was expected.
        expected: PieceSet,
    },
    /// A placement that overlaps the stack.
    #[error("{0:?} overlaps filled cells")]
    Overlap(Placement),
}

/// How long a queue may be.
const LONGEST: usize = 10_000;

#[derive(Clone, Debug)]
struct Position {
    rules: Arc<Ruleset>,
    state: State,
    // Pieces that do not fit into the state's queue.
    more: VecDeque<Piece>,
    // The most pieces ever known at once.
    longest: usize,
    totals: Totals,
}

impl Follower {
    /// A follower without a game; games are by these rules and end as the goal says.
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

    /// Sets the rules from now on; returns whether they can be played.
    pub fn rules(&mut self, message: &RulesMessage) -> bool {
        self.supply = message.supply();
        self.position = None;
        message.garbage.is_null() && self.bags.width == 10
    }

    /// Starts from this position.
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

    /// Follows a placement; if that is impossible, the game is no longer followed.
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

    /// The position to think about, if there is a piece to place.
    pub fn task(&self) -> Option<SearchTask> {
        let position = self.position.as_ref()?;
        position.state.current?;
        // If the frontend asks, the game is not over, whatever our rules say.
        let state = State { over: None, ..position.state };
        let remaining = self.goal.remaining(&position.totals);
        Some(SearchTask { rules: Arc::clone(&position.rules), state, remaining })
    }

    /// Whether the queue is as long as ever in this game, so that no new piece is about to be
    /// announced.
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
        // Checked as the frontend described it, ignoring what would have ended the game for us.
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

    /// Fills the state's queue.
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
