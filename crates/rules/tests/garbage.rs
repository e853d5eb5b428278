//! Garbage: what it does to a position, and when it ends a game.

mod boards;

use boards::{Random, RandomPlay};
use minolab_rules::{Game, GarbageRow, PlayError, ROWS, Setup, State, TopOut, placements, shipped};

fn row(text: &str) -> GarbageRow {
    text.parse().unwrap()
}

fn state(rules: &str, line: &str) -> State {
    let setup: Setup = line.parse().unwrap();
    State::from_setup(shipped::get(rules).unwrap(), setup).unwrap()
}

#[test]
fn the_first_row_ends_up_highest_and_nothing_else_changes() {
    let rules = shipped::get("guideline").unwrap();
    let mut position = state("guideline", "x9/xx1xxxxxxx T s IOLJZ ? 3 b2b");
    let before = position;
    position.receive(rules, &[row("xxxxxx1xxx"), row("1xxxxxxxxx")]).unwrap();
    let line = position.to_string();
    assert!(line.starts_with("x9/xx1xxxxxxx/xxxxxx1xxx/1xxxxxxxxx T s IOLJZ "), "{line}");
    assert_eq!(State { board: before.board, ..position }, before);
    position.receive(rules, &[]).unwrap();
    assert_eq!(position.to_string(), line);
}

#[test]
fn garbage_of_another_width_and_after_the_end_is_refused() {
    let rules = shipped::get("guideline").unwrap();
    let mut game = Game::new(rules.clone(), 1);
    let narrow = GarbageRow::with_hole(8, 0).unwrap();
    let error = game.receive(&[row("xxxxxx1xxx"), narrow]).unwrap_err();
    assert_eq!(error.to_string(), "a row of garbage is 8 cells wide, expected 10");
    assert_eq!(game, Game::new(rules.clone(), 1));
    let many = [row("xxxxxx1xxx"); ROWS + 1];
    game.receive(&many).unwrap();
    let over = game.state().over.unwrap();
    assert_eq!(game.receive(&many[..1]), Err(PlayError::Over(over)));
}

/// The kind of top-out when the stack is pushed up row by row, and its height then.
fn ends(rules: &str, hole: usize) -> (TopOut, usize) {
    let mut game = Game::new(shipped::get(rules).unwrap().clone(), 1);
    let row = GarbageRow::with_hole(game.rules().width as usize, hole).unwrap();
    while game.state().over.is_none() {
        game.receive(&[row]).unwrap();
    }
    (game.state().over.unwrap(), game.state().board.top())
}

#[test]
fn the_rules_say_how_high_garbage_may_push() {
    // A stack above the limit tops out.
    assert_eq!(ends("classic", 3), (TopOut::GarbageOut, 21));
    assert_eq!(ends("tetrais", 3).0, TopOut::GarbageOut);
    // Only pieces count there, and the stack meets the current piece first.
    let (reason, top) = ends("guideline", 0);
    assert_eq!(reason, TopOut::BlockOut);
    assert!(top > 20, "{top}");

    // Pushed past the ceiling, beside the place where pieces appear.
    let rules = shipped::get("guideline").unwrap();
    let mut position = state("guideline", "10 T");
    let narrow = GarbageRow::new(10, 1).unwrap();
    position.receive(rules, &[narrow; ROWS]).unwrap();
    assert_eq!((position.over, position.board.top()), (None, ROWS));
    let line = position.to_string();
    position.receive(rules, &[narrow]).unwrap();
    assert_eq!(position.over, Some(TopOut::GarbageOut));
    assert_eq!(position.to_string(), format!("{line} garbage-out"));
}

#[test]
fn all_rows_enter_before_the_rules_decide() {
    // One row puts the roof into the way of the T, two put it above.
    let rules = shipped::get("guideline").unwrap();
    let roof = "xxxxxxxxx1";
    let rest = "/10".repeat(18);
    let position = state("guideline", &format!("{roof}{rest} T"));
    let one = GarbageRow::new(10, 1).unwrap();
    let after = |rows: usize| {
        let mut position = position;
        position.receive(rules, &vec![one; rows]).unwrap();
        position.over
    };
    let blocked: Vec<usize> = (0..8).filter(|&rows| after(rows).is_some()).collect();
    assert!(!blocked.is_empty() && after(7).is_none(), "{blocked:?}");
}

/// Games with garbage: every resulting position is valid and can be written, read and played on.
#[test]
fn positions_with_garbage_are_sound() {
    for (seed, rules) in shipped::all().iter().enumerate() {
        let mut random = Random(seed as u64 + 40);
        let mut play = RandomPlay::new(rules, &mut random);
        let (mut lost, mut kept) = (0, 0);
        for _ in 0..1_500 {
            let mut game = play.next(&mut random).clone();
            if game.state().over.is_some() {
                continue;
            }
            let rows: Vec<GarbageRow> = (0..random.between(1, 24))
                .filter_map(|_| GarbageRow::new(rules.width as usize, random.next() as u16 & 0xF))
                .collect();
            game.receive(&rows).unwrap();
            let state = game.state();
            let read = State::from_setup(rules, state.to_string().parse().unwrap());
            assert_eq!(read.as_ref(), Ok(state), "{}", rules.name);
            match state.over {
                Some(_) => lost += 1,
                None => {
                    kept += 1;
                    let piece = state.current.unwrap();
                    if let Some(&placement) = placements::all(&state.board, rules, piece).first() {
                        let choice = minolab_rules::Choice { hold: false, placement };
                        game.play(choice).unwrap();
                    }
                }
            }
        }
        assert!(lost > 20 && kept > 20, "{}: {lost} {kept}", rules.name);
    }
}

#[test]
fn rows_are_written_as_those_of_a_position() {
    for text in ["xxx1xxxxxx", "1xxx", "x14x", "xx3xx"] {
        assert_eq!(row(text).to_string(), text);
    }
    let error = |text: &str| text.parse::<GarbageRow>().unwrap_err().to_string();
    assert_eq!(
        error("xxxx"),
        "character 1: \"xxxx\", expected a row with a filled cell and a hole"
    );
    assert!(error("10").contains("a filled cell and a hole"));
    assert_eq!(error("x1"), "the first row has 2 cells, expected 4 to 16");
    assert_eq!(error("xx1x/xx1x"), "character 5: '/', expected nothing more");
    assert!(error("").starts_with("character 1: nothing more"));
    assert!(error("x9.").starts_with("character 3: '.'"));
}
