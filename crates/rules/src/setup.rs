//! Positions that were typed in, and the checks that make them valid.

use thiserror::Error;

use crate::{Above, Board, Piece, PieceSet, Queue, ROWS, Ruleset, State, TopOut, placements};

/// A [`State`] that was typed in, not yet checked.
///
/// May be nonsense: an editor can hold it, a search never sees it.
/// [`State::from_setup`] is the door between the two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The filled cells.
    pub board: Board,
    /// The current piece; if there is none, the first of the queue.
    pub current: Option<Piece>,
    /// The piece on hold.
    pub hold: Option<Piece>,
    /// Whether hold was used since the last placement.
    pub hold_used: bool,
    /// The pieces shown after the current one.
    pub queue: Vec<Piece>,
    /// The pieces that may come after the queue, if known.
    pub bag: Option<PieceSet>,
    /// Consecutive clearing placements so far.
    pub combo: u8,
    /// Whether the last line clear was one that back-to-back counts.
    pub back_to_back: bool,
    /// How the game topped out, if it did.
    pub over: Option<TopOut>,
}

impl Setup {
    /// Just a board, with everything else empty or unknown.
    pub fn new(board: Board) -> Setup {
        Setup {
            board,
            current: None,
            hold: None,
            hold_used: false,
            queue: Vec::new(),
            bag: None,
            combo: 0,
            back_to_back: false,
            over: None,
        }
    }
}

/// A position that is impossible under the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A board of another width than the ruleset's.
    #[error("the board is {found} wide, expected {expected}")]
    Width {
        /// The board's columns.
        found: usize,
        /// The ruleset's.
        expected: usize,
    },
    /// A row without a gap.
    #[error("row {row} from the bottom is full, and full rows clear")]
    FullRow {
        /// Counted from the bottom, from 1.
        row: usize,
    },
    /// Cells so high that the game would have topped out.
    #[error("cells are filled up to row {found}, expected at most {expected}: above is a top-out")]
    TooHigh {
        /// The highest row with a cell, counted from the bottom, from 1.
        found: usize,
        /// The highest row that is allowed.
        expected: usize,
    },
    /// More pieces than a queue has room for.
    #[error("{found} pieces in the queue, expected at most {expected}")]
    QueueLength {
        /// How many there were.
        found: usize,
        /// [`Queue::CAPACITY`].
        expected: usize,
    },
    /// A piece on hold under rules without hold.
    #[error("{0} is on hold, expected nothing: these rules have no hold")]
    Hold(Piece),
    /// Hold was used, but nothing is held.
    #[error("hold was used and holds nothing, expected a piece")]
    HoldUsed,
    /// A piece that the randomizer never deals.
    #[error("{found} is among the pieces, expected only {expected}")]
    NeverDealt {
        /// The piece.
        found: Piece,
        /// What the randomizer deals.
        expected: PieceSet,
    },
    /// A bag that leaves no next piece, or that the randomizer cannot have.
    #[error("the bag is {found}, expected {expected}")]
    Bag {
        /// The bag as given.
        found: PieceSet,
        /// What may stand there.
        expected: &'static str,
    },
    /// Pieces that cannot have been dealt just before the rest of that bag.
    #[error("no order of bags deals {pieces} just before a bag with {bag} left")]
    BagOrder {
        /// The current piece, if it was dealt last, and the queue.
        pieces: Queue,
        /// The bag as given.
        bag: PieceSet,
    },
    /// The position claims a top-out that is not one.
    #[error("the position says {found}, but these rules do not end the game there")]
    NotOver {
        /// The reason it gives.
        found: TopOut,
    },
}

impl State {
    /// The position, if the rules allow it.
    ///
    /// Without a current piece, the first of the queue becomes it. If the current piece has no room
    /// at its spawn, the position is valid and over.
    ///
    /// A bag that is not given becomes all pieces that may come next: under a randomizer that deals
    /// bags, whatever can follow the pieces shown, wherever among them a bag may have ended;
    /// otherwise everything the randomizer deals. Pieces that no order of bags deals (a puzzle's
    /// `TTTT`) are allowed as long as no bag is given with them, and then anything may follow.
    pub fn from_setup(rules: &Ruleset, setup: Setup) -> Result<State, SetupError> {
        check_board(rules, &setup)?;
        check_pieces(rules, &setup)?;
        let bag = bag(rules, &setup)?;
        let mut state = State {
            board: setup.board,
            current: setup.current,
            hold: setup.hold,
            hold_used: setup.hold_used,
            queue: Queue::default(),
            bag,
            combo: setup.combo,
            back_to_back: setup.back_to_back,
            over: setup.over,
        };
        let mut pieces = setup.queue.iter().copied();
        if state.current.is_none() && state.over.is_none() {
            state.current = pieces.next();
        }
        let found = pieces.len();
        if found > Queue::CAPACITY {
            return Err(SetupError::QueueLength { found, expected: Queue::CAPACITY });
        }
        state.queue = pieces.collect();
        check_over(rules, &mut state)?;
        Ok(state)
    }
}

/// The state with this bag.
impl From<&State> for Setup {
    fn from(state: &State) -> Setup {
        Setup {
            board: state.board,
            current: state.current,
            hold: state.hold,
            hold_used: state.hold_used,
            queue: state.queue.iter().collect(),
            bag: Some(state.bag),
            combo: state.combo,
            back_to_back: state.back_to_back,
            over: state.over,
        }
    }
}

fn check_board(rules: &Ruleset, setup: &Setup) -> Result<(), SetupError> {
    let (board, expected) = (&setup.board, rules.width as usize);
    if board.width() != expected {
        return Err(SetupError::Width { found: board.width(), expected });
    }
    if let Some(y) = (0..board.top()).find(|&y| board.row(y) == board.field()) {
        return Err(SetupError::FullRow { row: y + 1 });
    }
    if rules.is_too_high(board) && setup.over.is_none() {
        return Err(SetupError::TooHigh { found: board.top(), expected: rules.limit() });
    }
    Ok(())
}

fn check_pieces(rules: &Ruleset, setup: &Setup) -> Result<(), SetupError> {
    match setup.hold {
        Some(piece) if !rules.hold => return Err(SetupError::Hold(piece)),
        None if setup.hold_used => return Err(SetupError::HoldUsed),
        _ => {}
    }
    let expected = rules.randomizer.support();
    let mut pieces = setup.current.iter().chain(&setup.hold).chain(&setup.queue).copied();
    match pieces.find(|&piece| !expected.contains(piece)) {
        Some(found) => Err(SetupError::NeverDealt { found, expected }),
        None => Ok(()),
    }
}

/// The bag as given if it is possible, or else all pieces that may come.
fn bag(rules: &Ruleset, setup: &Setup) -> Result<PieceSet, SetupError> {
    if !rules.randomizer.deals_bags() {
        let support = rules.randomizer.support();
        return match setup.bag {
            Some(found) if found != support => {
                Err(SetupError::Bag { found, expected: "every piece that can be dealt" })
            }
            _ => Ok(support),
        };
    }
    let dealt = dealt(setup);
    let Some(bag) = setup.bag else {
        // Taking as few as possible from the open bag leaves the most to come, so nothing possible is left out.
        let left = (0..7).find_map(|taken| dealt.iter().find_map(|pieces| left(pieces, taken)));
        return Ok(left.unwrap_or(PieceSet::ALL));
    };
    if bag.is_empty() {
        return Err(SetupError::Bag { found: bag, expected: "at least one piece" });
    }
    let taken = 7 - bag.len() as usize;
    // The pieces taken from the open bag before those shown may be any that are not left in it.
    let agrees = |pieces: &Vec<Piece>| {
        left(pieces, taken).is_some_and(|most| bag.iter().all(|piece| most.contains(piece)))
    };
    if dealt.iter().any(agrees) {
        Ok(bag)
    } else {
        let pieces = dealt[0].iter().copied().take(Queue::CAPACITY).collect();
        Err(SetupError::BagOrder { pieces, bag })
    }
}

/// The pieces dealt last, up to the end of the queue, as far as the position tells.
///
/// After a hold it does not tell whether the current piece was dealt last or came back from hold, so there are two
/// answers.
fn dealt(setup: &Setup) -> Vec<Vec<Piece>> {
    let before_queue = |pieces: &[Option<Piece>]| {
        pieces.iter().flatten().chain(&setup.queue).copied().collect::<Vec<_>>()
    };
    if setup.hold_used {
        vec![before_queue(&[setup.hold]), before_queue(&[setup.hold, setup.current])]
    } else {
        vec![before_queue(&[setup.current])]
    }
}

/// What the open bag has left at most if this many of the last pieces are from it; `None` if
/// bags cannot have dealt the pieces so.
fn left(pieces: &[Piece], taken: usize) -> Option<PieceSet> {
    let (closed, open) = pieces.split_at(pieces.len().saturating_sub(taken));
    let distinct = |pieces: &[Piece]| {
        let set: PieceSet = pieces.iter().copied().collect();
        (set.len() as usize == pieces.len()).then_some(set)
    };
    let open = distinct(open)?;
    closed.rchunks(7).try_for_each(|bag| distinct(bag).map(|_| ()))?;
    Some(open.iter().fold(PieceSet::ALL, PieceSet::without))
}

fn check_over(rules: &Ruleset, state: &mut State) -> Result<(), SetupError> {
    let Some(found) = state.over else {
        state.check_spawn(rules);
        return Ok(());
    };
    let is_true = match found {
        TopOut::BlockOut => {
            state.over = None;
            state.check_spawn(rules);
            state.over == Some(found)
        }
        TopOut::LockOut => rules.top_out.above != Above::Never && state.current.is_none(),
        TopOut::NoMove => {
            let stuck = |piece| placements::all(&state.board, rules, piece).is_empty();
            state.current.is_some_and(stuck)
        }
        TopOut::GarbageOut => rules.is_too_high(&state.board) || state.board.top() == ROWS,
    };
    if is_true { Ok(()) } else { Err(SetupError::NotOver { found }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choice, Game, shipped};

    fn guideline(line: &str) -> Result<State, SetupError> {
        State::from_setup(shipped::get("guideline").unwrap(), line.parse().unwrap())
    }

    #[test]
    fn every_position_of_a_game_is_sound() {
        for rules in shipped::all() {
            let mut game = Game::new(rules.clone(), 5);
            for turn in 0usize.. {
                let state = game.state();
                assert_eq!(State::from_setup(rules, Setup::from(state)).as_ref(), Ok(state));
                let Some(piece) = state.current.filter(|_| state.over.is_none()) else { break };
                let list = placements::all(&state.board, rules, piece);
                let Some(placement) = list.get(turn * 7 % list.len().max(1)) else { break };
                if turn % 5 == 2 && game.swap().is_ok() {
                    continue;
                }
                game.play(Choice { hold: false, placement: *placement }).unwrap();
            }
            assert!(game.totals().pieces > 5, "{}", rules.name);
        }
    }

    #[test]
    fn errors_name_what_was_found() {
        let error = |rules: &str, line: &str| {
            let rules = shipped::get(rules).unwrap();
            State::from_setup(rules, line.parse().unwrap()).unwrap_err().to_string()
        };
        assert_eq!(error("guideline", "12 T"), "the board is 12 wide, expected 10");
        assert_eq!(
            error("guideline", "xxxxxxxxxx/9x T"),
            "row 2 from the bottom is full, and full rows clear"
        );
        let tall = vec!["9x"; 21].join("/");
        assert_eq!(
            error("classic", &tall),
            "cells are filled up to row 21, expected at most 20: above is a top-out"
        );
        assert_eq!(
            error("classic", &format!("10 T - {}", "T".repeat(22))),
            "22 pieces in the queue, expected at most 21"
        );
        assert_eq!(
            error("classic", "10 T S"),
            "S is on hold, expected nothing: these rules have no hold"
        );
        assert_eq!(
            error("guideline", "10 T !"),
            "hold was used and holds nothing, expected a piece"
        );
        assert_eq!(
            error("classic", "10 T - - TI"),
            "the bag is IT, expected every piece that can be dealt"
        );
        assert_eq!(error("guideline", "10 T - - -"), "the bag is -, expected at least one piece");
        assert_eq!(
            error("guideline", "10 T - SZ IOLS"),
            "no order of bags deals TSZ just before a bag with IOLS left"
        );
        assert_eq!(
            error("guideline", "10 T - SZ IOLJ 0 - block-out"),
            "the position says block-out, but these rules do not end the game there"
        );
        let s_or_z = Ruleset {
            randomizer: crate::Randomizer::SOrZ,
            ..shipped::get("guideline").unwrap().clone()
        };
        let error = State::from_setup(&s_or_z, "10 S Z ST".parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "T is among the pieces, expected only SZ");
    }

    #[test]
    fn a_piece_back_from_hold_says_nothing_about_the_bag() {
        // S was dealt last and is held; T came back from hold.
        assert!(guideline("10 T s TZ IOLJ").is_ok());
        // Without a hold T was dealt last, and the bag would have had two.
        assert!(guideline("10 T S TZ IOLJ").is_err());
    }

    #[test]
    fn a_piece_without_room_has_lost() {
        let tall = vec!["4x5"; 22].join("/");
        assert_eq!(guideline(&format!("{tall} T")).unwrap().over, Some(TopOut::BlockOut));
        assert_eq!(guideline(&format!("{tall} -")).unwrap().over, None);
    }

    #[test]
    fn a_missing_bag_is_what_is_certain() {
        let bag = |line| guideline(line).unwrap().bag.to_string();
        // Nothing says where a bag ended.
        assert_eq!(bag("10 T - SZ"), "IOTLJSZ");
        // A bag ended before one of the last two pieces: T cannot be next.
        assert_eq!(bag("10 T - ST"), "IOLJSZ");
        // It ended just before the last T.
        assert_eq!(bag("10 S - TIOLJZT"), "IOLJSZ");
        // No bag deals this.
        assert_eq!(bag("10 T - TTT"), "IOTLJSZ");
    }
}
