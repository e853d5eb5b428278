//! Games in real time under any keys.

use minolab_rules::{
    Choice, End, Event, Game, Handling, Key, KeyEvent, Mode, Realtime, SoftDrop, TimedKey, TopOut,
    shipped,
};

/// Ticks a game may take.
const TICKS: u64 = 20_000;

/// A game replays identically, and its choices are legal in a checked game.
///
/// The first bytes are the ruleset, the seed and the handling; each other byte is a key event and
/// the time until the next.
pub fn fuzz_realtime(data: &[u8]) {
    let [rules, seed, das, arr, soft, keys @ ..] = data else { return };
    let rules = &shipped::all()[*rules as usize % shipped::all().len()];
    let game = Game::new(rules.clone(), *seed as u64);
    let handling = handling(*das, *arr, *soft);
    let keys = timed(keys);
    let until = keys.last().map_or(0, |key| key.tick + 700).min(TICKS);

    let mut choices = game.clone();
    let mut realtime = Realtime::new(game.clone(), Mode::Marathon, handling);
    realtime.play(&keys, until, |_, event| match event {
        Event::Held(_) => choices.swap().expect("hold was just allowed"),
        Event::Locked { placement, clear, .. } => {
            let choice = Choice { hold: false, placement };
            assert_eq!(choices.play(choice), Ok(clear), "{choice} on {}", choices.state());
        }
        Event::Spawned(_) | Event::Ended(_) => {}
    });
    if realtime.end() != Some(End::TopOut(TopOut::NoMove)) {
        assert_eq!(choices.state(), realtime.game().state());
    }
    let mut again = Realtime::new(game, Mode::Marathon, handling);
    again.play(&keys, until, |_, _| {});
    assert!(again == realtime, "another game the second time");
}

fn handling(das: u8, arr: u8, soft: u8) -> Handling {
    let soft_drop = match soft % 4 {
        0 => SoftDrop::Factor(soft as u16),
        1 => SoftDrop::Factor(u16::MAX),
        2 => SoftDrop::Instant,
        _ => SoftDrop::Repeat { das_ms: (soft / 4) as u16, arr_ms: (soft / 16) as u16 },
    };
    let cut_ms = if das % 8 == 7 { arr as u16 } else { 0 };
    Handling { cut_ms, cancel: das % 2 == 1, ..Handling::new(das as u16, arr as u16, soft_drop) }
}

fn timed(bytes: &[u8]) -> Vec<TimedKey> {
    const WAITS: [u64; 8] = [0, 1, 3, 16, 50, 170, 400, 1100];
    let mut tick = 0;
    bytes
        .iter()
        .map(|byte| {
            let key = Key::ALL[(byte & 15) as usize % Key::ALL.len()];
            let event = KeyEvent { key, pressed: byte & 16 == 0 };
            let timed = TimedKey { tick, event };
            tick += WAITS[(byte >> 5) as usize];
            timed
        })
        .collect()
}

pub(crate) fn seeds() -> Vec<String> {
    // Letters are keys like any other byte.
    let keys = [
        "\u{21}\u{23}\u{33}\u{26}\u{2}\u{28}\u{23}",
        "D#3b%5#3(8#3d$4#3b&6#3 01#3",
        "\u{1}\u{42}\u{2}%5&6'7(8\u{3}\u{13}#3#3#3#3#3#3#3#3#3#3#3#3",
    ];
    (0..shipped::all().len())
        .flat_map(|rules| {
            keys.map(|keys| format!("{}{rules}\u{64}\u{10}\u{3}{keys}", rules as u8 as char))
        })
        .collect()
}
