//! Replays of agents and of people.

use minolab_arena::{
    checksum,
    replay::{Replay, read},
    typed::{KeyReplay, read_keys, write_keys},
};
use minolab_rules::{
    Choice, Game, GarbageRow, Handling, Key, Mode, Realtime, Ruleset, TimedKey, placements, shipped,
};

/// A replay that can be read, with garbage or without, survives a round trip in both forms. The checksum is repaired,
/// so that the content is tested.
pub fn fuzz_replay(data: &[u8]) {
    let mut bytes = data.to_vec();
    if let Some(at) = bytes.len().checked_sub(8) {
        let sum = checksum(&bytes[..at]);
        bytes[at..].copy_from_slice(&sum.to_le_bytes());
    }
    match Replay::from_bytes(&bytes) {
        Ok(replay) => {
            let written = replay.to_bytes().expect("its placements are allowed");
            assert_eq!(Replay::from_bytes(&written).as_ref(), Ok(&replay));
            assert_eq!(Replay::from_text(&replay.to_text()).as_ref(), Ok(&replay));
            assert_eq!(read(&bytes).as_ref(), Ok(&replay));
            verify(&replay);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The same for the text form, whose placements may be illegal.
pub fn fuzz_replay_text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Replay::from_text(text) {
        Ok(replay) => {
            assert_eq!(Replay::from_text(&replay.to_text()).as_ref(), Ok(&replay));
            if verify(&replay) {
                let written = replay.to_bytes().expect("its placements are allowed");
                assert_eq!(Replay::from_bytes(&written).as_ref(), Ok(&replay));
                assert_eq!(read(data), Ok(replay));
            } else {
                assert!(read(data).is_err());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn verify(replay: &Replay) -> bool {
    let verified = replay.verify();
    verified.as_ref().err().is_none_or(|error| {
        assert!(!error.to_string().is_empty());
        false
    })
}

/// A person's game that can be read survives a round trip, and so do keys alone.
pub fn fuzz_key_replay(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(keys) = read_keys(text) {
        assert_eq!(read_keys(&write_keys(&keys)), Ok(keys));
    }
    match KeyReplay::from_json(text) {
        Ok(replay) => {
            let json = replay.to_json();
            assert_eq!(read(json.as_bytes()).as_ref(), Ok(&Replay::from(&replay)));
            assert_eq!(KeyReplay::from_json(&json), Ok(replay));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn replays() -> Vec<Replay> {
    let own = Ruleset { name: "own".into(), ..shipped::all()[0].clone() };
    let rules = shipped::all().iter().cloned().chain([own]);
    rules
        .flat_map(|rules| [false, true].map(|has_garbage| (rules.clone(), has_garbage)))
        .map(|(rules, has_garbage)| {
            let mut game = Game::new(rules, 11);
            let mut replay = Replay::new(&game, "last", Mode::Lines(40));
            for turn in 0..9 {
                if has_garbage && turn % 3 == 2 && game.state().over.is_none() {
                    let width = game.rules().width as usize;
                    let row = GarbageRow::with_hole(width, turn % width).expect("a column");
                    game.receive(&[row, row]).expect("the game is not over");
                    replay.push_garbage(&[row, row]);
                }
                let state = *game.state();
                let piece = state.current.filter(|_| state.over.is_none());
                let list = piece.map(|piece| placements::all(&state.board, game.rules(), piece));
                let Some(placement) = list.and_then(|list| list.last().copied()) else { break };
                let choice = Choice { hold: false, placement };
                game.play(choice).expect("it was just listed");
                replay.push(choice);
            }
            replay.set_result(&game);
            replay
        })
        .collect()
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    replays().iter().map(|replay| replay.to_bytes().expect("it was just played")).collect()
}

pub(crate) fn text_seeds() -> Vec<String> {
    replays().iter().map(Replay::to_text).collect()
}

pub(crate) fn key_seeds() -> Vec<String> {
    let games = shipped::all().iter().take(3).map(|rules| {
        let keys: Vec<TimedKey> = (0..24)
            .map(|number| {
                let key = [Key::Left, Key::Cw, Key::HardDrop][number / 2 % 3];
                let event = if number % 2 == 0 { key.press() } else { key.release() };
                TimedKey { tick: 90 * number as u64, event }
            })
            .collect();
        let (seed, mode, handling) = (4, Mode::Practice, Handling::CAPSTONE_ADVANCED);
        let mut game = Realtime::new(Game::new(rules.clone(), seed), mode, handling);
        let ticks = 2500;
        game.play(&keys, ticks, |_, _| {});
        let (rules, totals) = (rules.clone(), game.game().totals());
        let replay = KeyReplay { rules, seed, mode, handling, keys, ticks, totals, played_ms: 1 };
        replay.to_json()
    });
    games.chain(["0L5l2R9H1h".into()]).collect()
}
