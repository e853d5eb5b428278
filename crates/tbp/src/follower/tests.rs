use minolab_rules::{Game, placements, shipped};

use super::*;
use crate::seat::start_message;

fn follower() -> Follower {
    Follower::new(shipped::get("guideline").unwrap(), Goal::NONE)
}

fn letters(text: &str) -> Vec<Piece> {
    text.chars().map(|letter| Piece::from_char(letter).unwrap()).collect()
}

fn start(queue: &str) -> StartMessage {
    StartMessage {
        hold: None,
        queue: letters(queue),
        combo: 0,
        back_to_back: false,
        board: vec![vec![None; 10]; 40],
        randomizer: serde_json::Value::Null,
    }
}

#[test]
fn a_whole_game_is_followed() {
    let mut game = Game::new(shipped::get("guideline").unwrap().clone(), 5);
    let mut follower = follower();
    follower.start(&start_message(&game)).unwrap();
    for turn in 0usize..300 {
        let task = follower.task().unwrap();
        assert!(follower.is_complete());
        assert_eq!(task.state, *game.state(), "turn {turn}");
        let (state, rules) = (game.state(), game.rules());
        let hold = turn % 3 == 1;
        let piece = if hold { state.after_hold(rules) } else { state.current };
        // Low places keep the game going.
        let list = placements::all(&state.board, rules, piece.unwrap());
        let mut places: Vec<_> = list.iter().copied().collect();
        places.sort_by_key(|place| (place.y, turn.wrapping_mul(7) ^ place.x as usize));
        let choice = Choice { hold, placement: places[0] };
        let dealt = game.source().dealt();
        if game.play(choice).is_err() || game.state().over.is_some() {
            assert!(turn > 20);
            return;
        }
        follower.play(choice.placement.into()).unwrap();
        let queue: Vec<Piece> = game.state().queue.iter().collect();
        let fresh = (game.source().dealt() - dealt) as usize;
        for &piece in &queue[queue.len() - fresh..] {
            assert!(!follower.is_complete());
            follower.new_piece(piece).unwrap();
        }
    }
}

#[test]
fn long_queues_keep_their_bag() {
    let mut source = minolab_rules::PieceSource::new(Randomizer::Bag, 3);
    let mut bag = PieceSet::ALL;
    let mut start = start("");
    for _ in 0..40 {
        let piece = source.deal();
        bag = bag.without(piece);
        bag = if bag.is_empty() { PieceSet::ALL } else { bag };
        start.queue.push(piece);
    }
    start.randomizer = StartMessage::seven_bag(bag);
    let mut follower = follower();
    follower.start(&start).unwrap();
    // A current piece and 21 more: one past three bags.
    let task = follower.task().unwrap();
    assert_eq!(task.state.queue.len(), Queue::CAPACITY);
    assert_eq!(task.state.bag, PieceSet::ALL.without(start.queue[21]));
}

#[test]
fn wrong_boards_are_refused() {
    let error = |start: &StartMessage| follower().start(start).unwrap_err().to_string();
    let mut short = start("T");
    short.board.pop();
    assert_eq!(error(&short), "the board has 39 rows, expected 40 rows of 10 cells");
    let mut narrow = start("T");
    narrow.board[3].pop();
    assert_eq!(error(&narrow), "the board has 9 cells in row 3, expected 40 rows of 10 cells");
    let mut odd = start("T");
    odd.board[2][7] = Some('?');
    assert_eq!(error(&odd), "row 2, column 7 of the board is '?', expected null, a piece or G");
    let mut full = start("T");
    full.board[0] = vec![Some('G'); 10];
    assert!(error(&full).contains("is full"));
    let mut follower = follower();
    assert!(follower.start(&odd).is_err() && follower.task().is_none());
}

#[test]
fn what_cannot_be_is_not_followed() {
    let placement = |text: &str| text.parse::<Choice>().unwrap().placement;
    let mut follower = follower();
    assert_eq!(follower.play(placement("T@4,0N").into()), Err(FollowError::NotStarted));
    follower.start(&start("TIO")).unwrap();
    let error = follower.play(placement("O@4,0N").into()).unwrap_err().to_string();
    assert!(error.starts_with("O was played, expected"), "{error}");
    assert!(follower.task().is_none());
    follower.start(&start("TTO")).unwrap();
    follower.play(placement("T@4,0N").into()).unwrap();
    let again = follower.play(placement("T@4,0N").into());
    assert!(matches!(again, Err(FollowError::Overlap(_))));
}

#[test]
fn a_queue_that_runs_out_goes_on_with_the_next_piece() {
    let mut follower = follower();
    follower.start(&start("T")).unwrap();
    follower.play("T@4,0N".parse::<Choice>().unwrap().placement.into()).unwrap();
    assert!(follower.task().is_none() && !follower.is_complete());
    follower.new_piece(Piece::I).unwrap();
    assert_eq!(follower.task().unwrap().state.current, Some(Piece::I));
}
