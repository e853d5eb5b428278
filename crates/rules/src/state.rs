//! A position, and what a choice does to it.

use thiserror::Error;

use crate::{
    Board, Choice, Clear, Falling, GarbageRow, Landing, Piece, PieceSet, Placement, Queue, Ruleset,
    Scoring, TopOut, placements,
};

/// Board, current piece, hold, visible queue, what the bag still allows, combo and
/// back-to-back: all that a decision may depend on.
///
/// No history, no hidden pieces and no clock: those belong to [`crate::Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The filled cells.
    pub board: Board,
    /// The current piece; `None` when the known pieces have run out.
    pub current: Option<Piece>,
    /// The piece on hold.
    pub hold: Option<Piece>,
    /// Whether hold was used since the last placement.
    pub hold_used: bool,
    /// The pieces shown after the current one.
    pub queue: Queue,
    /// The pieces that may come after the queue.
    pub bag: PieceSet,
    /// Consecutive clearing placements so far.
    pub combo: u8,
    /// Whether the last line clear was one that back-to-back counts.
    pub back_to_back: bool,
    /// How the game topped out, if it did.
    pub over: Option<TopOut>,
}

/// A choice or garbage that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over ({0:?})")]
    Over(TopOut),
    /// There is no current piece.
    #[error("there is no piece to place")]
    NoPiece,
    /// Hold was used already, or the ruleset has none, or no piece would replace the held one.
    #[error("hold is not available")]
    Hold,
    /// The placement is of another piece than the current one.
    #[error("placement is of {found}, expected {expected}")]
    Piece {
        /// The piece of the placement.
        found: Piece,
        /// The current piece.
        expected: Piece,
    },
    /// The piece would overlap something, or would float.
    #[error("{0:?} overlaps something or floats")]
    NoRest(Placement),
    /// No inputs lead there with that spin.
    #[error("{0:?} cannot be reached")]
    Unreachable(Placement),
    /// Garbage for a board of another width.
    #[error("a row of garbage is {found} cells wide, expected {expected}")]
    GarbageWidth {
        /// The row's cells.
        found: usize,
        /// The board's columns.
        expected: usize,
    },
}

impl State {
    /// The start of a game whose first pieces are these.
    ///
    /// The first is the current piece and the others are shown.
    pub fn new(rules: &Ruleset, pieces: impl IntoIterator<Item = Piece>) -> State {
        let mut state = State {
            board: rules.empty_board(),
            current: None,
            hold: None,
            hold_used: false,
            queue: Queue::default(),
            bag: rules.randomizer.support(),
            combo: 0,
            back_to_back: false,
            over: None,
        };
        for piece in pieces {
            state.reveal(rules, piece);
        }
        state.advance(rules);
        state
    }

    /// Shows one more piece at the end of the queue; `false` if it has no room.
    #[inline]
    pub fn reveal(&mut self, rules: &Ruleset, piece: Piece) -> bool {
        let room = self.queue.push(piece);
        if room {
            self.bag = rules.randomizer.bag_after(self.bag, piece);
        }
        room
    }

    /// Makes the next piece of the queue the current one if there is none; a piece without room
    /// ends the game.
    #[inline]
    pub fn advance(&mut self, rules: &Ruleset) {
        if self.current.is_none() && self.over.is_none() {
            self.current = self.queue.pop();
            self.check_spawn(rules);
        }
    }

    /// A current piece without room at its spawn ends the game, if the rules say so.
    #[inline]
    pub(crate) fn check_spawn(&mut self, rules: &Ruleset) {
        if let Some(piece) = self.current
            && !rules.can_spawn(&self.board, piece)
        {
            self.over = Some(TopOut::BlockOut);
        }
    }

    /// The piece a hold would bring, if hold is allowed and would bring one.
    #[inline]
    pub fn after_hold(&self, rules: &Ruleset) -> Option<Piece> {
        if !rules.hold || self.hold_used || self.current.is_none() {
            return None;
        }
        self.hold.or_else(|| self.queue.get(0))
    }

    /// Swaps the current piece with the hold.
    #[inline]
    pub fn swap(&mut self, rules: &Ruleset) -> Result<(), PlayError> {
        let piece = self.after_hold(rules).ok_or(PlayError::Hold)?;
        if self.hold.is_none() {
            self.queue.pop();
        }
        self.hold = self.current.replace(piece);
        self.hold_used = true;
        self.check_spawn(rules);
        Ok(())
    }

    /// Plays a choice after checking everything about it.
    ///
    /// On an error the state is unchanged.
    pub fn play(&mut self, rules: &Ruleset, choice: Choice) -> Result<Clear, PlayError> {
        if let Some(reason) = self.over {
            return Err(PlayError::Over(reason));
        }
        let mut next = *self;
        if choice.hold {
            next.swap(rules)?;
            if let Some(reason) = next.over {
                return Err(PlayError::Over(reason));
            }
        }
        let expected = next.current.ok_or(PlayError::NoPiece)?;
        let found = choice.placement.piece;
        if found != expected {
            return Err(PlayError::Piece { found, expected });
        }
        let falling = choice.placement.falling();
        if !falling.fits(&next.board) || !falling.rests(&next.board) {
            return Err(PlayError::NoRest(choice.placement));
        }
        if !placements::contains(&next.board, rules, choice.placement) {
            return Err(PlayError::Unreachable(choice.placement));
        }
        let clear = next.place(rules, choice.placement);
        *self = next;
        Ok(clear)
    }

    /// Plays a choice that the move generator just produced.
    #[inline]
    pub fn play_unchecked(&mut self, rules: &Ruleset, choice: Choice) -> Clear {
        if choice.hold {
            let swapped = self.swap(rules);
            debug_assert!(swapped.is_ok());
        }
        debug_assert_eq!(self.current, Some(choice.placement.piece));
        self.place(rules, choice.placement)
    }

    #[inline]
    fn place(&mut self, rules: &Ruleset, placement: Placement) -> Clear {
        let clear = self.lock(rules, placement);
        self.advance(rules);
        clear
    }

    /// Locks the current piece and leaves the next one in the queue.
    ///
    /// The one place that knows what a placement does; searches that keep their own queue call
    /// it too.
    #[inline]
    pub fn lock(&mut self, rules: &Ruleset, placement: Placement) -> Clear {
        let Landing { lines, too_high } = rules.land(&mut self.board, placement);
        let difficult = Scoring::is_difficult(lines, placement.spin);
        let mut clear = Clear {
            lines: lines as u8,
            spin: placement.spin,
            combo: if lines > 0 { self.combo } else { 0 },
            back_to_back: difficult && self.back_to_back,
            all_clear: lines > 0 && self.board.is_empty(),
            points: 0,
            idle_spin_points: 0,
        };
        clear.points = rules.scoring.points(&clear);
        if lines > 0 {
            self.combo = self.combo.saturating_add(1);
            self.back_to_back = difficult;
        } else {
            self.combo = 0;
            clear.idle_spin_points = clear.points;
        }
        self.current = None;
        self.hold_used = false;
        if too_high {
            self.over = Some(TopOut::LockOut);
        }
        clear
    }

    /// Pushes rows of garbage in from below, the first of them first.
    ///
    /// All rows enter first; only then do the rules decide whether the stack is too high, and
    /// whether the current piece still has room. A cell that would be pushed past the ceiling ends
    /// the game under any rules. On an error the state is unchanged.
    pub fn receive(&mut self, rules: &Ruleset, rows: &[GarbageRow]) -> Result<(), PlayError> {
        if let Some(reason) = self.over {
            return Err(PlayError::Over(reason));
        }
        let expected = self.board.width();
        if let Some(row) = rows.iter().find(|row| row.width() != expected) {
            return Err(PlayError::GarbageWidth { found: row.width(), expected });
        }
        let has_room = rows.iter().all(|row| self.board.rise(row.cells()));
        if !has_room || rules.is_too_high(&self.board) {
            self.over = Some(TopOut::GarbageOut);
        } else {
            self.check_spawn(rules);
        }
        Ok(())
    }

    /// Where the current piece spawns.
    pub fn spawn(&self, rules: &Ruleset) -> Option<Falling> {
        self.current.map(|piece| rules.spawn(piece))
    }
}
