//! What playing does to a state besides its board: refusals, hold, the bag and the end.

mod boards;

use boards::{Random, RandomPlay};
use minolab_rules::{
    Choice, Falling, Game, Piece, PieceSet, PieceSource, Placement, PlayError, Randomizer,
    Rotation, Ruleset, Spin, State, TopOut, placements, shipped,
};

fn guideline() -> &'static Ruleset {
    shipped::get("guideline").unwrap()
}

fn first(state: &State, rules: &Ruleset) -> Choice {
    let list = placements::all(&state.board, rules, state.current.unwrap());
    Choice { hold: false, placement: list[0] }
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut refused = [0; 5];
    for (seed, rules) in shipped::all().iter().enumerate() {
        let mut random = Random(seed as u64);
        let mut play = RandomPlay::new(rules, &mut random);
        for _ in 0..3_000 {
            let mut game = play.next(&mut random).clone();
            if random.chance(30) {
                let _ = game.swap();
            }
            let before = game.clone();
            let state = *before.state();
            let piece = if random.chance(70) { state.current } else { None };
            let placement = Placement {
                piece: piece.unwrap_or_else(|| random.piece()),
                rotation: Rotation::ALL[random.below(4)],
                x: random.below(rules.width as usize) as i8,
                y: random.below(24) as i8,
                spin: random.pick(&Spin::ALL),
            };
            let choice = Choice { hold: random.chance(30), placement };
            let found = game.play(choice);
            let in_hand = match choice.hold {
                true => state.after_hold(rules),
                false => state.current,
            };
            let legal = state.over.is_none()
                && in_hand == Some(placement.piece)
                && placements::all(&state.board, rules, placement.piece).contains(placement);
            match found {
                Ok(_) => assert!(legal, "{choice} in {state}"),
                Err(error) => {
                    // A legal placement may still be refused if the swap itself tops out.
                    assert!(!legal || choice.hold, "{choice} in {state}: {error}");
                    assert_eq!(game, before);
                    refused[kind(error)] += 1;
                }
            }
        }
    }
    assert!(refused.iter().all(|&count| count > 0), "{refused:?}");
}

fn kind(error: PlayError) -> usize {
    match error {
        PlayError::Over(_) => 0,
        PlayError::Hold => 1,
        PlayError::Piece { .. } => 2,
        PlayError::NoRest(_) => 3,
        PlayError::Unreachable(_) => 4,
        PlayError::NoPiece => unreachable!("a game always has a current piece"),
        PlayError::GarbageWidth { .. } => unreachable!("a choice is not garbage"),
    }
}

#[test]
fn without_a_piece_nothing_can_be_placed() {
    let rules = guideline();
    let mut state = State::new(rules, [Piece::T]);
    let choice = first(&state, rules);
    state.play(rules, choice).unwrap();
    let before = state;
    assert_eq!(state.current, None);
    assert_eq!(state.play(rules, choice), Err(PlayError::NoPiece));
    assert_eq!(state, before);
}

#[test]
fn nonsense_far_outside_is_refused() {
    for rules in shipped::all() {
        let mut game = Game::new(rules.clone(), 1);
        let piece = game.state().current.unwrap();
        for rotation in Rotation::ALL {
            for x in [i8::MIN, -1, 0, 16, 100, i8::MAX] {
                for y in [i8::MIN, -3, 48, i8::MAX] {
                    let placement = Placement { piece, rotation, x, y, spin: Spin::None };
                    let choice = Choice { hold: false, placement };
                    assert_eq!(game.play(choice), Err(PlayError::NoRest(placement)));
                    let board = &game.state().board;
                    assert_eq!(minolab_rules::path(board, rules, placement), None);
                }
            }
        }
    }
}

#[test]
fn hold_is_once_per_piece() {
    let rules = guideline();
    let mut state = State::new(rules, "TISZ".chars().filter_map(Piece::from_char));
    state.swap(rules).unwrap();
    assert_eq!((state.current, state.hold), (Some(Piece::I), Some(Piece::T)));
    let before = state;
    assert_eq!(state.swap(rules), Err(PlayError::Hold));
    let held = Choice { hold: true, ..first(&state, rules) };
    assert_eq!(state.play(rules, held), Err(PlayError::Hold));
    assert_eq!(state, before);

    // The next piece may be held again, and the held one comes back.
    let choice = first(&state, rules);
    state.play(rules, choice).unwrap();
    assert_eq!((state.current, state.hold, state.hold_used), (Some(Piece::S), before.hold, false));
    let t = Falling { x: 4, y: 1, ..rules.spawn(Piece::T) }.dropped(&state.board);
    let choice = Choice { hold: true, placement: Placement::new(t, Spin::None) };
    state.play(rules, choice).unwrap();
    assert_eq!((state.current, state.hold), (Some(Piece::Z), Some(Piece::S)));
    assert!(!state.hold_used && state.queue.is_empty());

    // With an empty hold, nothing in the queue and so nothing to come, hold is refused.
    let mut last = State::new(rules, [Piece::T]);
    assert_eq!(last.swap(rules), Err(PlayError::Hold));
    let mut classic = State::new(shipped::get("classic-next").unwrap(), [Piece::T, Piece::I]);
    assert_eq!(classic.swap(shipped::get("classic-next").unwrap()), Err(PlayError::Hold));
}

#[test]
fn the_bag_is_what_a_player_can_know() {
    for name in ["guideline", "tetrio", "hidamari", "mzmousa", "classic-next"] {
        let rules = shipped::get(name).unwrap();
        for seed in 0..20 {
            let mut random = Random(seed);
            let mut game = Game::new(rules.clone(), seed);
            let mut source = PieceSource::new(rules.randomizer.clone(), seed);
            let dealt: Vec<Piece> = (0..400).map(|_| source.deal()).collect();
            while game.state().over.is_none() && game.totals().pieces < 300 {
                let state = *game.state();
                let held = state.hold.is_some() as usize + state.current.is_some() as usize;
                let shown = game.totals().pieces as usize + held + state.queue.len();
                let expected = match rules.randomizer.deals_bags() {
                    true => dealt[shown - shown % 7..shown]
                        .iter()
                        .fold(PieceSet::ALL, |left, &piece| left.without(piece)),
                    false => PieceSet::ALL,
                };
                assert_eq!(state.bag, expected, "{name} after {shown} pieces");
                assert!(state.bag.contains(dealt[shown]));
                assert_eq!(state.queue.len(), rules.previews as usize);
                if state.queue.len() > 1 && random.chance(40) {
                    let _ = game.swap();
                }
                // The swapped-in piece may have no room.
                if game.state().over.is_some() {
                    break;
                }
                let piece = game.state().current.unwrap();
                let list = placements::all(&game.state().board, rules, piece);
                let lowest = (0..6).map(|_| random.pick(&list)).min_by_key(|p| p.y).unwrap();
                game.play(Choice { hold: false, placement: lowest }).unwrap();
            }
            assert!(game.totals().pieces >= 10, "{name} seed {seed}");
        }
    }
}

#[test]
fn fewer_pieces_may_come() {
    let mut rules = guideline().clone();
    rules.randomizer = Randomizer::SOrZ;
    let state = Game::new(rules, 3);
    assert_eq!(state.state().bag, [Piece::S, Piece::Z].into_iter().collect());
}

#[test]
fn a_blocked_spawn_ends_the_game() {
    let rules = guideline();
    let mut state = State::new(rules, [Piece::O, Piece::O, Piece::O]);
    for y in 0..19 {
        state.board.set_row(y, 0b11_1111_1110);
    }
    let choice = |x, y| {
        let o = Falling { piece: Piece::O, rotation: Rotation::North, x, y };
        Choice { hold: false, placement: Placement::new(o, Spin::None) }
    };
    // Locking across the limit is allowed, but the next piece spawns there.
    state.play(rules, choice(4, 19)).unwrap();
    assert_eq!(state.over, Some(TopOut::BlockOut));
    let over = state;
    assert_eq!(state.play(rules, choice(7, 19)), Err(PlayError::Over(TopOut::BlockOut)));
    assert_eq!(state, over);
}

#[test]
fn each_way_of_being_too_high() {
    // An upright I into the well of rows 17 to 20 clears one line of them.
    let ends = |name: &str, rows: usize| {
        let rules = shipped::get(name).unwrap();
        let mut state = State::new(rules, [Piece::I, Piece::T]);
        for y in 0..rows {
            state.board.set_row(y, 0b01_1111_1111);
        }
        (0..rows - 1).for_each(|y| state.board.set(0, y, false));
        (0..rows - 1).for_each(|y| state.board.set(9, y, true));
        let i = Falling { piece: Piece::I, rotation: Rotation::East, x: 9, y: rows as i8 + 1 };
        let i = Placement::new(i, Spin::None);
        let clear = state.play_unchecked(rules, Choice { hold: false, placement: i });
        assert_eq!(clear.lines, 1, "{name}\n{}", state.board);
        state.over
    };
    // Its cells reach row `rows + 2`, and one row less after the clear.
    assert_eq!(ends("classic", 17), None);
    assert_eq!(ends("classic", 18), Some(TopOut::LockOut));
    assert_eq!(ends("guideline", 18), None);
    assert_eq!(ends("capstone", 18), None);
    assert_eq!(ends("hidamari", 19), None);
    assert_eq!(ends("hidamari", 20), Some(TopOut::LockOut));
    // Wholly above the limit: only where the rules say so.
    let high = |name: &str| {
        let rules = shipped::get(name).unwrap();
        let mut state = State::new(rules, [Piece::O, Piece::T]);
        (0..20).for_each(|y| state.board.set(0, y, true));
        let o = Falling { piece: Piece::O, rotation: Rotation::North, x: 0, y: 20 };
        let o = Placement::new(o, Spin::None);
        state.play_unchecked(rules, Choice { hold: false, placement: o });
        state.over
    };
    assert_eq!(high("guideline"), Some(TopOut::LockOut));
    assert_eq!(high("capstone"), None);
}
