//! Games in real time: timing, replays, and locks that the generator lists.

use std::{collections::BTreeSet, sync::Arc};

use minolab_rules::{
    Board, Choice, End, Entry, Event, Falling, Game, Handling, Input, Key, KeyEvent, Mode, Piece,
    Placement, Randomizer, Realtime, RotationSystem, Ruleset, SoftDrop, Spin, State, TimedKey,
    TopOut, Turns, placements, shipped, step,
};

/// A small separate generator: tests must not change when a library does.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % bound
    }
}

fn handlings() -> Vec<Handling> {
    let mut list: Vec<_> = Handling::PRESETS.iter().map(|preset| preset.1).collect();
    list.push(Handling { cut_ms: 40, cancel: true, ..Handling::new(0, 0, SoftDrop::Instant) });
    list.push(Handling { cancel: true, ..Handling::new(90, 5, SoftDrop::Factor(1000)) });
    list.push(Handling::new(1, 1, SoftDrop::Repeat { das_ms: 0, arr_ms: 0 }));
    list
}

/// Keys mashed for this many ticks; hard drops are rare, so that pieces also lock by time.
fn mash(dice: &mut Dice, ticks: u64) -> Vec<TimedKey> {
    let mut keys = Vec::new();
    let mut tick = 0;
    while tick < ticks {
        let key = match dice.below(40) {
            0..=1 => Key::HardDrop,
            2 => Key::Hold,
            other => Key::ALL[other as usize % 8],
        };
        if key != Key::HardDrop || dice.below(2) == 0 {
            keys.push(TimedKey { tick, event: KeyEvent { key, pressed: dice.below(3) > 0 } });
        }
        tick += [0, 1, 10, 40, 150][dice.below(5) as usize];
    }
    keys
}

/// The shipped rulesets, variants with other sliding and rotation, and other board sizes.
fn rulesets() -> Vec<Ruleset> {
    let mut list = shipped::all().to_vec();
    let get = |name| shipped::get(name).unwrap().clone();
    list.push(Ruleset { slide: true, ..get("hidamari") });
    list.push(Ruleset { slide: true, ..get("classic-next") });
    list.push(get("tetrio").with_size(4, 20).unwrap());
    list.push(get("guideline").with_size(16, 6).unwrap());
    let mut fast = get("tetrio");
    fast.timing.gravity_us = vec![1];
    fast.timing.lock_delay_ms = 60;
    list.push(fast);
    list
}

/// Plays the keys, checks every lock against the generator and the checked play, and plays
/// them again; how many locks there were by spin.
fn check(game: Game, handling: Handling, keys: &[TimedKey]) -> [usize; 3] {
    let until = keys.last().map_or(0, |key| key.tick) + 1;
    let (mut events, mut spins) = (Vec::new(), [0; 3]);
    let mut realtime = Realtime::new(game.clone(), Mode::Marathon, handling);
    realtime.play(keys, until, |_, event| events.push(event));
    // The choices alone rebuild the game, and all are legal.
    let mut choices = game.clone();
    for event in events {
        match event {
            Event::Held(_) => choices.swap().unwrap(),
            Event::Locked { placement, clear, .. } => {
                let list = placements::all(&choices.state().board, game.rules(), placement.piece);
                assert!(list.contains(placement), "{placement} on {}", choices.state());
                assert_eq!(choices.play(Choice { hold: false, placement }), Ok(clear));
                spins[placement.spin as usize] += 1;
            }
            Event::Spawned(_) | Event::Ended(_) => {}
        }
    }
    let (built, played) = (choices.totals(), realtime.game().totals());
    assert_eq!((built.pieces, built.lines), (played.pieces, played.lines));
    assert_eq!(built.clear_score, played.clear_score);
    if realtime.end() != Some(End::TopOut(TopOut::NoMove)) {
        assert_eq!(choices.state(), realtime.game().state());
    }
    let mut again = Realtime::new(game, Mode::Marathon, handling);
    again.play(keys, until, |_, _| {});
    assert!(again == realtime, "another game the second time");
    spins
}

#[test]
fn a_game_replays_tick_for_tick_and_every_lock_is_listed() {
    let mut locks = 0;
    for (index, rules) in rulesets().into_iter().enumerate() {
        let rules = Arc::new(rules);
        for (turn, handling) in handlings().into_iter().enumerate() {
            for round in 0..6 {
                let seed = (index * 1000 + turn * 10 + round) as u64;
                let keys = mash(&mut Dice(seed + 1), 25_000);
                let spins = check(Game::new(rules.clone(), seed), handling, &keys);
                locks += spins.iter().sum::<usize>();
            }
        }
    }
    assert!(locks > 10_000, "{locks}");
}

/// A board full of holes and overhangs.
fn rubble(dice: &mut Dice, width: usize) -> Board {
    let mut board = Board::empty(width);
    for y in 0..3 + dice.below(9) as usize {
        let mut cells = dice.below(1 << 16) as u16 & board.field();
        if dice.below(2) == 0 {
            // All but a gap or two.
            let gap = (1 + 2 * dice.below(4)) << dice.below(board.width() as u64);
            cells = board.field() & !(gap as u16);
        }
        if cells != board.field() {
            board.set_row(y, cells);
        }
    }
    board
}

/// Down, then turns on the ground: the way spins are made.
fn twists(dice: &mut Dice, ticks: u64) -> Vec<TimedKey> {
    let mut keys = Vec::new();
    for tick in 0..ticks / 7 {
        let [cw, ccw, flip] = [Key::Cw, Key::Ccw, Key::Flip];
        let turn = [cw, ccw, flip][dice.below(3) as usize];
        let first = [Key::Left, Key::Right, cw, ccw][dice.below(4) as usize];
        let second = [Key::Left, Key::Right, turn][dice.below(3) as usize];
        let order = [first, second, first, Key::SonicDrop, turn, Key::SonicDrop, turn];
        for (after, key) in order.into_iter().enumerate() {
            let tick = 7 * tick + after as u64;
            keys.push(TimedKey { tick, event: key.press() });
            keys.push(TimedKey { tick, event: key.release() });
        }
        if dice.below(3) > 0 {
            keys.push(TimedKey { tick: 7 * tick + 6, event: Key::HardDrop.press() });
            keys.push(TimedKey { tick: 7 * tick + 6, event: Key::HardDrop.release() });
        }
    }
    keys
}

#[test]
fn spins_are_what_the_generator_says() {
    let mut spins = [0; 3];
    for rules in rulesets().into_iter().filter(|rules| rules.slide) {
        let only_t = Randomizer::List(vec![Piece::T]);
        let only_t = Arc::new(Ruleset { randomizer: only_t, ..rules.clone() });
        let rules = Arc::new(rules);
        for seed in 0..400 {
            let rules = if seed % 2 == 0 { &rules } else { &only_t };
            let mut dice = Dice(seed + 7);
            let state = State {
                board: rubble(&mut dice, rules.width as usize),
                ..*Game::new(rules.clone(), seed).state()
            };
            let game = Game::from_state(rules.clone(), state, seed);
            let found = check(game, Handling::CAPSTONE_ADVANCED, &twists(&mut dice, 200));
            spins.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
        }
    }
    println!("locks by spin (none, mini, full): {spins:?}");
    assert!(spins.iter().all(|&count| count > 20), "{spins:?}");
}

/// Everything reachable, with its spin decided place by place, is what the generator lists.
#[test]
fn the_judge_of_one_place_agrees_with_the_generator() {
    let (mut dice, mut spins) = (Dice(99), 0);
    for rules in rulesets().into_iter().filter(|rules| rules.slide && rules.entry == Entry::Spawn) {
        let inputs = match rules.turns {
            Turns::Quarter => &[Input::Cw, Input::Ccw][..],
            Turns::All => &[Input::Cw, Input::Ccw, Input::Flip],
            Turns::Cw => &[Input::Cw],
            Turns::Ccw => &[Input::Ccw],
        };
        let moves = [Input::Left, Input::Right, Input::Down];
        for round in 0..800 {
            let board = rubble(&mut dice, rules.width as usize);
            let piece = Piece::from_index(if round % 2 == 0 { 2 } else { round / 2 % 7 });
            let spawn = rules.spawn(piece);
            let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
            let mut todo = Vec::from_iter(spawn.fits(&board).then_some(spawn));
            while let Some(falling) = todo.pop() {
                if !seen.insert(falling) {
                    continue;
                }
                if falling == spawn && falling.rests(&board) {
                    found.insert(Placement::new(falling, Spin::None));
                }
                for &input in moves.iter().chain(inputs) {
                    let Some(moved) = step(&board, rules.rotation, falling, input) else {
                        continue;
                    };
                    let spin = rules.spins.judge(&board, moved, input);
                    if moved.falling.rests(&board) {
                        found.insert(Placement::new(moved.falling, spin));
                    }
                    todo.push(moved.falling);
                }
            }
            let listed: BTreeSet<_> =
                placements::all(&board, &rules, piece).iter().copied().collect();
            assert_eq!(found, listed, "{} {piece}\n{board}", rules.name);
            spins += listed.iter().filter(|placement| placement.spin != Spin::None).count();
        }
    }
    println!("spins compared: {spins}");
    assert!(spins > 1000, "{spins}");
}

fn start(rules: &str, line: &str, handling: Handling) -> Realtime {
    let rules = shipped::get(rules).unwrap();
    let state = State::from_setup(rules, line.parse().unwrap()).unwrap();
    Realtime::new(Game::from_state(rules.clone(), state, 1), Mode::Marathon, handling)
}

/// Lets time pass; the tick of the first lock counted from now.
fn until_lock(realtime: &mut Realtime) -> u64 {
    let from = realtime.ticks();
    loop {
        let locked = realtime.tick(&[]).iter().any(|event| matches!(event, Event::Locked { .. }));
        if locked {
            return realtime.ticks() - 1 - from;
        }
        assert!(realtime.ticks() < from + 100_000, "nothing ever locks");
    }
}

fn pass(realtime: &mut Realtime, ticks: u64) -> Falling {
    (0..ticks).for_each(|_| _ = realtime.tick(&[]));
    realtime.falling().unwrap()
}

#[test]
fn gravity_falls_a_row_a_second() {
    let mut realtime = start("guideline", "10 T - IO", Handling::TETRIO);
    let y = realtime.falling().unwrap().y;
    assert_eq!(pass(&mut realtime, 999).y, y);
    assert_eq!(pass(&mut realtime, 1).y, y - 1);
    assert_eq!(pass(&mut realtime, 1000).y, y - 2);
    // Twenty rows in all, then half a second of rest.
    assert_eq!(until_lock(&mut realtime), 18_000 + 500 - 1);
}

#[test]
fn gravity_follows_the_score() {
    let timing = &shipped::get("hidamari").unwrap().timing;
    assert_eq!(
        (timing.level(4), timing.level(5), timing.level(179), timing.level(500)),
        (0, 1, 7, 8)
    );
    assert_eq!((timing.gravity_us(0), timing.gravity_us(180)), (999_800, 93_897));
}

#[test]
fn a_held_key_waits_and_then_repeats() {
    let mut realtime = start("guideline", "10 T - IO", Handling::TETRIO);
    realtime.tick(&[Key::Left.press()]);
    assert_eq!(realtime.falling().unwrap().x, 3);
    assert_eq!(pass(&mut realtime, 165).x, 3);
    assert_eq!(pass(&mut realtime, 1).x, 2);
    assert_eq!(pass(&mut realtime, 32).x, 2);
    assert_eq!(pass(&mut realtime, 1).x, 1);
    assert_eq!(pass(&mut realtime, 300).x, 1);
    // The other key moves at once and charges separately; this one continues from there.
    realtime.tick(&[Key::Right.press()]);
    assert_eq!(realtime.falling().unwrap().x, 2);
    realtime.tick(&[Key::Right.release()]);
    assert_eq!(pass(&mut realtime, 33).x, 1);
}

#[test]
fn a_cancelled_charge_starts_again() {
    let handling = Handling { cancel: true, ..Handling::TETRIO };
    let mut realtime = start("guideline", "10 T - IO", handling);
    realtime.tick(&[Key::Left.press()]);
    pass(&mut realtime, 300);
    realtime.tick(&[Key::Right.press()]);
    realtime.tick(&[Key::Right.release()]);
    assert_eq!(pass(&mut realtime, 100).x, 2);
    assert_eq!(pass(&mut realtime, 66).x, 1);
}

#[test]
fn no_repeat_delay_goes_to_the_wall_at_once_and_into_the_next_piece() {
    for cut_ms in [0, 30] {
        let handling = Handling { cut_ms, ..Handling::new(100, 0, SoftDrop::Instant) };
        let mut realtime = start("guideline", "10 T - IO", handling);
        realtime.tick(&[Key::Right.press()]);
        assert_eq!(pass(&mut realtime, 98).x, 5);
        assert_eq!(pass(&mut realtime, 1).x, 8);
        realtime.tick(&[Key::HardDrop.press()]);
        let x = realtime.falling().unwrap().x;
        assert_eq!(x, if cut_ms == 0 { 7 } else { 4 });
        assert_eq!(pass(&mut realtime, 30).x, 7);
    }
}

#[test]
fn soft_drops() {
    let fall = |soft_drop, ticks: u64| {
        let mut realtime = start("guideline", "10 T - IO", Handling::new(150, 75, soft_drop));
        realtime.tick(&[Key::SoftDrop.press()]);
        let y = pass(&mut realtime, ticks - 1).y;
        assert_eq!(realtime.drop_points(), (20 - y) as u64);
        20 - y
    };
    assert_eq!((fall(SoftDrop::Factor(6), 166), fall(SoftDrop::Factor(6), 167)), (0, 1));
    assert_eq!(fall(SoftDrop::Factor(6), 1000), 6);
    assert_eq!(fall(SoftDrop::Instant, 1), 20);
    let capstone = Handling::CAPSTONE.soft_drop;
    assert_eq!((fall(capstone, 1), fall(capstone, 74), fall(capstone, 75)), (1, 1, 2));
    assert_eq!((fall(capstone, 109), fall(capstone, 110)), (2, 3));
    assert_eq!(fall(SoftDrop::Repeat { das_ms: 10, arr_ms: 0 }, 10), 20);
}

#[test]
fn drops_earn_their_points() {
    let mut realtime = start("guideline", "10 T - IO", Handling::TETRIO);
    realtime.tick(&[Key::HardDrop.press()]);
    assert_eq!(realtime.game().totals().score, 40);
    realtime.tick(&[Key::SonicDrop.press(), Key::HardDrop.release()]);
    // The I came down on the T.
    assert_eq!((realtime.drop_points(), realtime.falling().unwrap().y), (18, 2));
    realtime.tick(&[Key::HardDrop.press()]);
    assert_eq!(realtime.game().totals().score, 58);
}

#[test]
fn moves_restart_the_lock_delay_so_often() {
    let mut realtime = start("guideline", "10 T - IO", Handling::TETRIO);
    realtime.tick(&[Key::SonicDrop.press()]);
    for turn in 0..15 {
        pass(&mut realtime, 400);
        let key = if turn % 2 == 0 { Key::Left } else { Key::Right };
        realtime.tick(&[key.press()]);
        realtime.tick(&[key.release()]);
    }
    pass(&mut realtime, 400);
    realtime.tick(&[Key::Left.press()]);
    // The sixteenth is in vain: 403 of the 500 have gone by.
    assert_eq!(until_lock(&mut realtime), 97);
}

#[test]
fn a_lower_row_starts_the_lock_delay_and_its_restarts_anew() {
    for (resets, turns) in [(0, 0), (1, 1)] {
        let mut rules = shipped::get("guideline").unwrap().clone();
        rules.timing.lock_resets = Some(resets);
        let state = State::from_setup(&rules, "xxxx6 T - IO".parse().unwrap()).unwrap();
        let game = Game::from_state(rules, state, 1);
        let mut realtime = Realtime::new(game, Mode::Marathon, Handling::TETRIO);
        // On the ledge, with every restart used up, and off it to the floor.
        realtime.tick(&[Key::SonicDrop.press(), Key::SonicDrop.release()]);
        for _ in 0..turns {
            pass(&mut realtime, 400);
            realtime.tick(&[Key::Left.press(), Key::Left.release()]);
            realtime.tick(&[Key::Right.press(), Key::Right.release()]);
        }
        pass(&mut realtime, 400);
        realtime.tick(&[Key::Right.press(), Key::Right.release(), Key::SonicDrop.press()]);
        assert_eq!(realtime.falling().unwrap().y, 0);
        for _ in 0..turns {
            pass(&mut realtime, 400);
            realtime.tick(&[Key::Right.press(), Key::Right.release()]);
        }
        assert_eq!(until_lock(&mut realtime), 499);
    }
}

#[test]
fn the_limit_locks_whatever_is_done() {
    let mut realtime = start("capstone", "10 T - IO", Handling::TETRIO);
    realtime.tick(&[Key::SonicDrop.press()]);
    let mut locked = None;
    for tick in 1..5000 {
        let key = [Key::Left, Key::Right][(tick / 100 % 2) as usize];
        let keys = [KeyEvent { key, pressed: tick % 100 < 50 }];
        let keys = if tick % 50 == 0 { &keys[..] } else { &[] };
        let lock = |event: &Event| matches!(event, Event::Locked { .. });
        if realtime.tick(keys).iter().any(lock) {
            locked = Some(tick);
            break;
        }
    }
    assert_eq!(locked, Some(2000));
}

#[test]
fn a_t_turned_into_its_slot_is_a_spin() {
    let mut realtime =
        start("guideline", "xxxx6/xxx3xxxx/xxxx1xxxxx T - IO", Handling::CAPSTONE_ADVANCED);
    // Down beside the overhang facing east, then a turn clockwise.
    realtime.tick(&[Key::Cw.press()]);
    realtime.tick(&[Key::SonicDrop.press(), Key::Cw.release()]);
    let events = realtime.tick(&[Key::Cw.press(), Key::HardDrop.press()]).to_vec();
    let Some(&Event::Locked { placement, clear, .. }) = events.first() else {
        panic!("{events:?}")
    };
    assert_eq!((placement.to_string().as_str(), clear.points), ("T@4,1Sf", 1200));
    assert_eq!(clear.spin, Spin::Full);
}

#[test]
fn hold_is_once_a_piece() {
    let mut realtime = start("guideline", "10 T - IO", Handling::TETRIO);
    let again = [Key::Hold.press(), Key::Hold.release(), Key::Hold.press(), Key::Hold.release()];
    let held = realtime.tick(&again).iter().filter(|e| matches!(e, Event::Held(_))).count();
    assert_eq!((held, realtime.game().state().hold.map(|piece| piece.letter())), (1, Some('T')));
    realtime.tick(&[Key::HardDrop.press()]);
    let held = realtime.tick(&again).iter().filter(|e| matches!(e, Event::Held(_))).count();
    assert_eq!((held, realtime.falling().unwrap().piece.letter()), (1, 'T'));
}

#[test]
fn rules_without_sliding_only_let_it_fall() {
    let mut realtime = start("hidamari", "10 T - I", Handling::TETRIO);
    realtime.tick(&[Key::Left.press(), Key::Left.release()]);
    assert_eq!(realtime.falling().unwrap().x, 3);
    let fallen = pass(&mut realtime, 1000);
    realtime.tick(&[Key::Left.press(), Key::Cw.press()]);
    assert_eq!(realtime.falling(), Some(fallen));
}

#[test]
fn a_piece_from_above_turns_over_any_stack() {
    let rules = shipped::get("classic").unwrap();
    assert_eq!(rules.entry, Entry::Above);
    let tall = vec!["4x5"; 20].join("/");
    let mut realtime = start("classic", &format!("{tall} I"), Handling::CAPSTONE_ADVANCED);
    realtime.tick(&[Key::Cw.press(), Key::Left.press()]);
    assert_eq!(pass(&mut realtime, 200).x, 0);
    realtime.tick(&[Key::HardDrop.press()]);
    assert_eq!(realtime.game().state().board.column_height(0), 4);
}

#[test]
fn no_rotation_system_turns_a_piece_from_above_into_the_stack() {
    for rotation in RotationSystem::ALL {
        let (classic, turns) = (shipped::get("classic").unwrap(), Turns::All);
        let rules = Ruleset { rotation, turns, ..classic.clone() };
        // Up to where the room above the highest stack runs out.
        for (piece, top) in Piece::ALL.into_iter().flat_map(|p| (0..43).map(move |top| (p, top))) {
            let mut state = State::new(&rules, [piece]);
            (0..top).for_each(|y| state.board.set_row(y, 0b01_1111_1111));
            for key in [Key::Cw, Key::Ccw, Key::Flip] {
                let game = Game::from_state(rules.clone(), state, 1);
                let mut realtime = Realtime::new(game, Mode::Practice, Handling::TETRIO);
                let entered = realtime.falling().unwrap();
                assert_eq!(entered, rules.entry_place(&state.board, piece));
                realtime.tick(&[key.press()]);
                let turned = realtime.falling().unwrap();
                let context = || format!("{piece} {} {key:?} {top}", rotation.name());
                assert_ne!(turned.rotation, entered.rotation, "{}", context());
            }
        }
    }
}

#[test]
fn modes_end_games() {
    let rules = shipped::get("guideline").unwrap();
    let mut blitz =
        Realtime::new(Game::new(rules.clone(), 3), Mode::BlitzSeconds(2), Handling::TETRIO);
    blitz.play(&[], u64::MAX, |_, _| {});
    assert_eq!((blitz.ticks(), blitz.end()), (2000, Some(End::Goal)));
    assert_eq!(blitz.tick(&[Key::HardDrop.press()]), []);

    let state = State::from_setup(rules, "xxxxxxxxx1/9x I - OO".parse().unwrap()).unwrap();
    let game = Game::from_state(rules.clone(), state, 1);
    let mut lines = Realtime::new(game, Mode::Lines(1), Handling::CAPSTONE_ADVANCED);
    lines.tick(&[Key::Cw.press(), Key::Right.press()]);
    pass(&mut lines, 150);
    let events = lines.tick(&[Key::HardDrop.press()]);
    assert_eq!(events.last(), Some(&Event::Ended(End::Goal)));
    assert_eq!((lines.game().totals().lines, lines.falling()), (1, None));

    let mut lost = Realtime::new(Game::new(rules.clone(), 3), Mode::Marathon, Handling::TETRIO);
    let drops: Vec<_> = (0..60)
        .map(|tick| TimedKey {
            tick,
            event: if tick % 2 == 0 { Key::HardDrop.press() } else { Key::HardDrop.release() },
        })
        .collect();
    lost.play(&drops, 100, |_, _| {});
    assert!(matches!(lost.end(), Some(End::TopOut(_))), "{:?}", lost.end());
    assert_eq!(lost.game().state().over.map(End::TopOut), lost.end());
}

#[test]
fn copies_of_a_game_share_their_rules() {
    let game = Game::new(shipped::get("guideline").unwrap().clone(), 1);
    let copy = game.clone();
    assert!(std::ptr::eq(game.rules(), copy.rules()));
}

/// Waiting is ticking without keys, for every ruleset, handling and mode, and a restarted game is a
/// new game.
#[test]
fn waiting_is_ticking() {
    for rules in shipped::all() {
        for (handling, mode) in [
            (Handling::TETRIO, Mode::Marathon),
            (Handling::CAPSTONE_ADVANCED, Mode::BlitzSeconds(9)),
            (Handling::CAPSTONE_ADVANCED, Mode::Lines(2)),
        ] {
            let mut dice = Dice(77);
            let new = |seed| Realtime::new(Game::new(rules.clone(), seed), mode, handling);
            let (mut ticked, mut waited) = (new(1), new(1));
            for step in 0..3000u64 {
                let key = Key::ALL[dice.below(Key::ALL.len() as u64) as usize];
                let keys = [key.press(), key.release()];
                // Some keys stay down for a while.
                let keys = [&keys[..1], &keys[1..], &keys, &keys][dice.below(4) as usize];
                let ticks = [0, 1, 16, 200, 1500][dice.below(5) as usize];
                ticked.tick(keys);
                waited.tick(keys);
                for _ in 0..ticks {
                    ticked.tick(&[]);
                }
                waited.wait(ticks);
                ticked.tick(&[]);
                waited.tick(&[]);
                assert!(ticked == waited, "{} {mode} step {step}", rules.name);
                if ticked.end().is_some() {
                    ticked = new(step);
                    waited.restart(step);
                    ticked.tick(&[]);
                    waited.tick(&[]);
                    assert!(ticked == waited, "{} restarted", rules.name);
                }
            }
        }
    }
}
