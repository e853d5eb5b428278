//! Games of keys as files.

use minolab_rules::{Key, shipped};

use super::*;

fn sketch() -> KeyReplay {
    let rules = shipped::get("capstone").unwrap().clone();
    let keys = (0..12).flat_map(|piece| {
        let at = 40 * piece;
        let key = if piece % 2 == 0 { Key::Left } else { Key::Right };
        let press = |tick, event| TimedKey { tick, event };
        [
            press(at, key.press()),
            press(at + 9, key.release()),
            press(at + 20, Key::HardDrop.press()),
            press(at + 25, Key::HardDrop.release()),
        ]
    });
    let (mode, handling) = (Mode::Sprint, Handling::CAPSTONE);
    let mut replay = KeyReplay {
        rules,
        seed: 3,
        mode,
        handling,
        keys: keys.collect(),
        ticks: 700,
        totals: Totals::default(),
        played_ms: 0,
    };
    let played = replay.play();
    (replay.ticks, replay.totals) = (played.ticks(), played.game().totals());
    assert_eq!(replay.totals.pieces, 12);
    replay
}

#[test]
fn games_round_trip() {
    let replay = sketch();
    assert_eq!(KeyReplay::from_json(&replay.to_json()), Ok(replay));
}

#[test]
fn a_key_that_ends_the_game_is_played_too() {
    let whole = sketch();
    let mut replay = KeyReplay { mode: Mode::Pieces(12), ..whole };
    let ended = replay.play();
    assert!(ended.end().is_some() && ended.game().totals().pieces == 12);
    replay.ticks = ended.ticks();
    replay.keys.retain(|key| key.tick <= replay.ticks);
    assert_eq!(replay.keys.last().unwrap().tick, replay.ticks);
    assert_eq!(KeyReplay::from_json(&replay.to_json()), Ok(replay));
}

#[test]
fn lies_are_found() {
    let text = sketch().to_json();
    let error = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        KeyReplay::from_json(&text.replace(from, to)).unwrap_err().to_string()
    };
    let lie = error("\"pieces\": 12", "\"pieces\": 13");
    assert_eq!(lie, "replayed, it has 12 pieces, the file says 13");
    assert!(error("minolab keys 1", "minolab keys 2").starts_with("format: "));
    assert!(error("\"mode\": \"sprint\"", "\"mode\": \"sprnt\"").starts_with("mode: "));
    assert!(error("\"ticks\": 700", "\"ticks\": 99999999999").starts_with("ticks: "));
    assert!(error("0L9l", "0L9?").contains("expected one of"));
    assert!(KeyReplay::from_json("{}").is_err());
}
