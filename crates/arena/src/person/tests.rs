use minolab_engine::Finesse;
use minolab_rules::{Handling, Key, Mode, Painted, State, shipped};

use super::*;
use crate::typed::KeyReplay;

fn session(mode: Mode, handling: Handling) -> Session {
    Session::new(shipped::get("capstone").unwrap().clone(), mode, handling, 7)
}

fn tap(session: &mut Session, key: Key) {
    session.key(key.press());
    session.tick();
    session.key(key.release());
    session.tick();
}

#[test]
fn a_held_key_without_repeat_time_is_at_the_wall_in_one_tick() {
    let mut session = session(Mode::Practice, Handling::CAPSTONE_ADVANCED);
    session.key(Key::Left.press());
    let left = |session: &Session| {
        session.realtime().falling().unwrap().cells().into_iter().map(|(x, _)| x).min().unwrap()
    };
    session.pass(149);
    let before = left(&session);
    assert!(before > 0);
    session.pass(150);
    assert_eq!(left(&session), 0);
}

#[test]
fn counters_run_as_the_mode_has_them() {
    let sprint = session(Mode::Sprint, Handling::TETRIO).counters();
    assert_eq!((&sprint.time[..], sprint.lines), ("0:00.00", 40));
    let mut blitz = session(Mode::Blitz, Handling::TETRIO);
    assert_eq!(blitz.counters().time, "3:00.00");
    tap(&mut blitz, Key::HardDrop);
    blitz.pass(1010);
    let counters = blitz.counters();
    assert_eq!((&counters.time[..], counters.lines, counters.pieces), ("2:58.99", 0, 1));
    assert_eq!((&counters.pps[..], &counters.kpp[..]), ("0.99", "1.00"));
    assert!(counters.score >= 2 * 18);
    let moves = session(Mode::Pieces(10), Handling::TETRIO).counters();
    assert_eq!(moves.pieces, 10);
}

#[test]
fn hold_is_used_up_until_the_next_piece() {
    let mut session = session(Mode::Sprint, Handling::TETRIO);
    assert!(!session.counters().hold_used);
    tap(&mut session, Key::Hold);
    assert!(session.counters().hold_used);
    tap(&mut session, Key::HardDrop);
    assert!(!session.counters().hold_used);
}

#[test]
fn presses_that_lead_nowhere_are_faults() {
    let mut session = session(Mode::Sprint, Handling::TETRIO);
    tap(&mut session, Key::HardDrop);
    assert_eq!(session.counters().faults, 0);
    for key in [Key::Left, Key::Right, Key::Left, Key::HardDrop] {
        tap(&mut session, key);
    }
    assert_eq!(session.counters().faults, 1);
    assert_eq!(session.finesse().extra_presses, 2);
    // What was pressed before a hold is not the next piece's.
    for key in [Key::Left, Key::Hold, Key::HardDrop] {
        tap(&mut session, key);
    }
    assert_eq!(session.finesse(), Finesse { faults: 1, extra_presses: 2 });
}

#[test]
fn practice_takes_back_and_plays_again() {
    let mut session = session(Mode::Practice, Handling::TETRIO);
    assert_eq!(session.can_step(), (false, false));
    assert!(!session.undo() && !session.redo());
    let mut boards = vec![session.realtime().game().state().board];
    for key in [Key::Left, Key::Right, Key::Cw] {
        tap(&mut session, key);
        tap(&mut session, Key::HardDrop);
        boards.push(session.realtime().game().state().board);
    }
    for board in boards[..3].iter().rev() {
        assert!(session.undo());
        assert_eq!(session.realtime().game().state().board, *board);
    }
    assert!(!session.undo());
    for board in &boards[1..] {
        assert!(session.redo());
        assert_eq!(session.realtime().game().state().board, *board);
    }
    assert!(!session.redo());
    session.undo();
    tap(&mut session, Key::HardDrop);
    assert_eq!(session.can_step(), (true, false));
    // What is left is a game like any other.
    let replay = session.replay(0);
    assert_eq!(KeyReplay::from_json(&replay.to_json()), Ok(replay));
}

#[test]
fn a_lost_practice_can_be_taken_back() {
    let mut session = session(Mode::Practice, Handling::TETRIO);
    while session.realtime().end().is_none() {
        tap(&mut session, Key::HardDrop);
    }
    let pieces = session.realtime().game().totals().pieces;
    assert!(session.undo());
    assert_eq!(session.realtime().game().totals().pieces, pieces - 1);
    assert!(session.realtime().end().is_none());
}

#[test]
fn a_clear_is_named_for_two_seconds() {
    let rules = shipped::get("capstone").unwrap().clone().with_size(4, 20).unwrap();
    let mut session = Session::new(rules, Mode::Practice, Handling::TETRIO, 1);
    let mut pieces = 0;
    while session.counters().clear.is_empty() && pieces < 40 {
        tap(&mut session, Key::HardDrop);
        pieces += 1;
        if session.realtime().end().is_some() {
            break;
        }
    }
    // Four columns: the O or the I completes a row sooner or later, else the test says so.
    assert!(!session.counters().clear.is_empty(), "no clear in {pieces} pieces");
    let ticks = session.realtime().ticks();
    session.pass(ticks + ShownClear::TICKS + 2);
    assert!(session.counters().clear.is_empty() || session.realtime().end().is_some());
}

#[test]
fn bags_end_where_seven_pieces_were_dealt() {
    let mut session = session(Mode::Practice, Handling::TETRIO);
    // Six pieces are out: the current one and five previews; the bag ends after the sixth.
    assert_eq!(session.next_bag_ends(), Vec::<usize>::new());
    tap(&mut session, Key::HardDrop);
    tap(&mut session, Key::HardDrop);
    assert_eq!(session.next_bag_ends(), [4]);
}

#[test]
fn practice_goes_on_where_another_game_stood() {
    let mut game = session(Mode::Pieces(9), Handling::TETRIO);
    let mut boards = vec![*game.realtime().game().state()];
    for piece in 0..9 {
        if piece % 3 == 1 {
            tap(&mut game, Key::Hold);
        }
        game.key(if piece % 2 == 0 { Key::Left } else { Key::Right }.press());
        tap(&mut game, Key::HardDrop);
        boards.push(*game.realtime().game().state());
        game.key(if piece % 2 == 0 { Key::Left } else { Key::Right }.release());
    }
    assert!(game.realtime().end().is_some());
    let replay = game.replay(0);
    for (pieces, state) in (0..9).zip(&boards) {
        let mut on = Session::after(&replay, pieces);
        assert_eq!(on.realtime().game().state(), state);
        assert_eq!(on.realtime().mode(), Mode::Practice);
        // Nothing is held down any more, and the pieces before can be taken back.
        on.tick();
        assert!(Key::ALL.iter().all(|&key| !on.realtime().is_down(key)));
        assert_eq!(on.can_step().0, pieces > 0);
        tap(&mut on, Key::HardDrop);
        let kept = on.replay(0);
        assert_eq!(kept.totals.pieces, pieces + 1);
        assert_eq!(KeyReplay::from_json(&kept.to_json()), Ok(kept));
    }
}

#[test]
fn a_game_that_was_left_goes_on_as_it_stood() {
    let mut left = session(Mode::Sprint, Handling::TETRIO);
    for key in [Key::Left, Key::HardDrop, Key::Hold, Key::Cw, Key::HardDrop, Key::Right] {
        tap(&mut left, key);
    }
    left.pass(3000);
    let resumed = Session::resumed(&left.replay(0));
    assert_eq!(resumed.realtime().mode(), Mode::Sprint);
    assert_eq!(resumed.realtime().ticks(), 3000);
    assert_eq!(resumed.realtime().game(), left.realtime().game());
    assert_eq!(resumed.realtime().falling(), left.realtime().falling());
    assert_eq!(resumed.painted(), left.painted());
}

#[test]
fn a_landing_says_which_rows_it_cleared() {
    let rules = shipped::get("capstone").unwrap();
    let setup: minolab_rules::Setup =
        "xxxxxxxxx1/xxxxxxxx2/xxxxxxxxx1/xxxxxxxxx1 I - TO".parse().unwrap();
    let mut painted = Painted::new(10);
    painted.fill(0, 0, None);
    let state = State::from_setup(rules, setup).unwrap();
    let handling = Handling { arr_ms: 0, das_ms: 0, ..Handling::TETRIO };
    let mut session = Session::from_state(rules.clone(), state, painted, handling, 1);
    tap(&mut session, Key::Cw);
    session.key(Key::Right.press());
    session.tick();
    session.tick();
    tap(&mut session, Key::HardDrop);
    let [landed] = &session.take_landings()[..] else { panic!("one piece") };
    assert_eq!((&landed.rows[..], landed.clear.lines, landed.totals.0), (&[0, 1, 3][..], 3, 3));
    assert!(session.take_landings().is_empty());
}
