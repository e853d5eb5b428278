//! Notations round-trip, and errors in a text are located.

use minolab_rules::{
    Board, Choice, Falling, Game, Mode, NotationError, Piece, PieceSet, Placement, Queue, ROWS,
    Rotation, Setup, Spin, State, TopOut, notation::parse_pieces, placements, shape, shipped,
};
use proptest::prelude::*;

fn piece() -> impl Strategy<Value = Piece> {
    (0..7usize).prop_map(Piece::from_index)
}

/// Boards as in an editor: any width, possibly with full rows.
fn board() -> impl Strategy<Value = Board> {
    let rows =
        prop::collection::vec(prop_oneof![Just(0u16), Just(u16::MAX), any::<u16>()], 0..=ROWS);
    (Board::MIN_WIDTH..=Board::MAX_WIDTH, rows).prop_map(|(width, rows)| {
        let mut board = Board::empty(width);
        for (y, cells) in rows.into_iter().enumerate() {
            board.set_row(y, cells);
        }
        board
    })
}

fn setup() -> impl Strategy<Value = Setup> {
    let bag = prop::collection::vec(piece(), 0..7).prop_map(|pieces| pieces.into_iter().collect());
    let reason = prop::option::of((0..TopOut::ALL.len()).prop_map(|index| TopOut::ALL[index]));
    let hold = (prop::option::of(piece()), any::<bool>());
    let queue = prop::collection::vec(piece(), 0..30);
    let counters = (any::<u8>(), any::<bool>());
    (board(), prop::option::of(piece()), hold, queue, prop::option::of(bag), counters, reason)
        .prop_map(|(board, current, (hold, hold_used), queue, bag, (combo, back_to_back), over)| {
            Setup { board, current, hold, hold_used, queue, bag, combo, back_to_back, over }
        })
}

/// Placements anywhere on the largest board.
fn placement() -> impl Strategy<Value = Placement> {
    (piece(), 0..4usize, 0..16i8, 0..ROWS as i8, 0..3usize).prop_map(|(piece, r, x, y, spin)| {
        let rotation = Rotation::ALL[r];
        let shape = shape::shape(piece, rotation);
        let x = x.clamp(-shape.left, 16 - shape.left - shape.width);
        let y = y.clamp(-shape.bottom, ROWS as i8 - shape.bottom - shape.height);
        Placement::new(Falling { piece, rotation, x, y }, Spin::ALL[spin])
    })
}

/// Texts close to the notations and far from them.
fn text() -> impl Strategy<Value = String> {
    let tokens = prop::sample::select(vec![
        "x",
        "X",
        "10",
        "9",
        "1",
        "0",
        "16",
        "17",
        "/",
        " ",
        "_",
        "-",
        "?",
        "!",
        "T",
        "t",
        "S",
        "IOTLJSZ",
        "@",
        ",",
        "N",
        "W",
        "m",
        "f",
        "h",
        "b2b",
        "255",
        "256",
        "block-out",
        "é",
        "\n",
        "99999999999999999999",
        "sprint",
        "lines=",
        "blitz=",
        "=",
    ]);
    let broken = prop::collection::vec(tokens, 0..24).prop_map(|tokens| tokens.concat());
    prop_oneof![broken, any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn positions_round_trip(setup in setup()) {
        let line = setup.to_string();
        prop_assert_eq!(line.parse::<Setup>(), Ok(setup.clone()), "{}", line);
        prop_assert_eq!(line.replace(' ', "_").parse::<Setup>(), Ok(setup));
        let plain = |c: char| c.is_ascii_alphanumeric() || " /-?!".contains(c);
        prop_assert!(line.chars().all(plain), "{}", line);
    }

    #[test]
    fn choices_round_trip(placement in placement(), hold: bool) {
        prop_assert_eq!(placement.to_string().parse(), Ok(placement));
        let choice = Choice { hold, placement };
        prop_assert_eq!(choice.to_string().parse(), Ok(choice));
    }

    #[test]
    fn pieces_round_trip(pieces in prop::collection::vec(piece(), 0..=Queue::CAPACITY)) {
        let queue: Queue = pieces.iter().copied().collect();
        let set: PieceSet = pieces.iter().copied().collect();
        prop_assert_eq!(parse_pieces(&queue.to_string()), Ok(pieces));
        prop_assert_eq!(queue.to_string().parse(), Ok(queue));
        prop_assert_eq!(set.to_string().parse(), Ok(set));
    }

    #[test]
    fn pictures_round_trip(board in board()) {
        let full = (0..board.top()).any(|y| board.row(y) == board.field());
        match board.to_string().parse::<Board>() {
            Ok(read) => prop_assert_eq!(read, board),
            Err(error) => prop_assert!(full, "{}", error),
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in text()) {
        if let Ok(setup) = text.parse::<Setup>() {
            prop_assert_eq!(setup.to_string().parse(), Ok(setup));
        }
        if let Ok(choice) = text.parse::<Choice>() {
            prop_assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        if let Ok(set) = text.parse::<PieceSet>() {
            prop_assert_eq!(set.to_string().parse(), Ok(set));
        }
        if let Ok(mode) = text.parse::<Mode>() {
            prop_assert_eq!(mode.to_string().parse(), Ok(mode));
        }
        if let Ok(board) = text.parse::<Board>() {
            prop_assert_eq!(board.to_string().parse(), Ok(board));
        }
    }
}

/// Every position and every placement of games under every ruleset, on boards of other
/// widths too.
#[test]
fn games_round_trip() {
    let sizes = [None, Some((4, 20)), Some((16, 12))];
    for (rules, size) in shipped::all().iter().flat_map(|rules| sizes.map(|size| (rules, size))) {
        let rules = match size {
            None => rules.clone(),
            Some((width, height)) => rules.clone().with_size(width, height).unwrap(),
        };
        let mut game = Game::new(rules.clone(), 11);
        for turn in 0..60usize {
            let state = *game.state();
            let line = state.to_string();
            let read = State::from_setup(&rules, line.parse().unwrap());
            assert_eq!(read, Ok(state), "{} {line}", rules.name);
            let Some(piece) = state.current.filter(|_| state.over.is_none()) else { break };
            let list = placements::all(&state.board, &rules, piece);
            for &placement in &list {
                assert_eq!(placement.to_string().parse(), Ok(placement));
            }
            if turn % 4 == 1 && game.swap().is_ok() {
                continue;
            }
            let Some(&placement) = list.get(turn * 5 % list.len().max(1)) else { break };
            game.play(Choice { hold: false, placement }).unwrap();
        }
    }
}

#[test]
fn any_facing_of_a_placement_is_understood() {
    let read = |text: &str| text.parse::<Placement>().unwrap();
    assert_eq!(read("S@4,1S"), read("S@4,0N"));
    assert_eq!(read("I@2,1W"), read("I@2,2E"));
    assert_eq!(read("O@1,1S"), read("O@0,0N"));
    assert_ne!(read("T@4,1S"), read("T@4,0N"));
}

#[test]
fn bad_text_says_what_was_found_and_where() {
    let position = |text: &str| text.parse::<Setup>().unwrap_err().to_string();
    let choice = |text: &str| text.parse::<Choice>().unwrap_err().to_string();
    assert_eq!(position(""), "character 1: nothing more, expected 'x' or a number of empty cells");
    assert_eq!(position("3"), "the first row has 3 cells, expected 4 to 16");
    assert_eq!(position("xx17"), "character 3: 17, expected 1 to 16 empty cells");
    assert_eq!(position("9x/9"), "row 2 from the top has 9 cells, expected 10 as in the first");
    assert_eq!(position("9x/9y"), "character 5: 'y', expected 'x', a number or '/'");
    assert_eq!(position(&vec!["10"; 49].join("/")), "49 rows, expected at most 48");
    assert_eq!(position("10 t"), "character 4: 't', expected a piece's letter (IOTLJSZ) or '-'");
    assert_eq!(position("10 TT"), "character 5: 'T', expected nothing more");
    assert_eq!(
        position("10 T  S"),
        "character 6: nothing more, expected a piece's letter (lower case if hold was used) or '-'"
    );
    assert_eq!(position("10 T - Sz"), "character 9: 'z', expected a piece's letter (IOTLJSZ)");
    assert_eq!(
        position("10 T - S II"),
        "character 11: 'I', expected a piece's letter (IOTLJSZ), each once"
    );
    assert_eq!(position("10 T - S ? 256"), "character 12: 256, expected a combo from 0 to 255");
    assert_eq!(position("10 T - S ? 0 yes"), "character 14: \"yes\", expected b2b or -");
    assert_eq!(
        position("10 T - S ? 0 - lost"),
        "character 16: \"lost\", expected block-out, lock-out or no-move"
    );
    assert_eq!(position("10 T - S ? 0 - no-move x"), "9 fields, expected at most 8");
    assert_eq!(choice("hold"), "character 2: 'o', expected a piece's letter (IOTLJSZ)");
    assert_eq!(choice("T4,0N"), "character 2: '4', expected '@'");
    assert_eq!(choice("T@16,0N"), "character 3: 16, expected a column from 0 to 15");
    assert_eq!(choice("T@04,0N"), "character 4: '4', expected no digit after a 0");
    assert_eq!(choice("T@4,0Q"), "character 6: 'Q', expected a facing (N, E, S or W)");
    assert_eq!(choice("T@4,0Nx"), "character 7: 'x', expected 'm', 'f' or nothing more");
    assert_eq!(choice("T@0,0N"), "the piece has a cell at -1,0, expected 0 to 15 and 0 to 47");
    assert_eq!(
        "T".repeat(22).parse::<Queue>(),
        Err(NotationError::Length { found: 22, expected: 21 })
    );
}
