//! Games of keys, read as the page writes them, and games with garbage.

use minolab_arena::{
    replay::{ReadError, Replay, read},
    typed::read_keys,
};
use minolab_rules::{Choice, Game, GarbageRow, Handling, Mode, Realtime, placements};
use serde_json::{Value, json};

use super::*;
use crate::Presses;

/// A game with a wasteful second piece: left and right again before the drop.
fn file() -> Value {
    let rules = minolab_rules::shipped::get("capstone").unwrap();
    let keys = "10L20l10H10h10R20r10L10l10H10h10O10o10H10h";
    let game = Game::new(rules.clone(), 3);
    let mut realtime = Realtime::new(game, Mode::Sprint, Handling::CAPSTONE);
    realtime.play(&read_keys(keys).unwrap(), 400, |_, _| ());
    let totals = realtime.game().totals();
    assert_eq!(totals.pieces, 3);
    json!({
        "format": "minolab keys 1", "mode": "sprint", "seed": 3, "handling": Handling::CAPSTONE,
        "ticks": realtime.ticks(), "pieces": totals.pieces, "lines": totals.lines,
        "score": totals.score, "keys": keys, "rules": rules.to_toml(),
    })
}

fn read_json(text: &str) -> Result<Replay, ReadError> {
    read(text.as_bytes())
}

#[test]
fn presses_times_and_points_are_of_their_placements() {
    let game = read_json(&file().to_string()).unwrap();
    let presses: Vec<u64> = game.typed.iter().map(|typed| typed.presses).collect();
    assert_eq!(presses, [2, 3, 2]);
    let times: Vec<u64> = game.typed.iter().map(|typed| typed.time).collect();
    assert_eq!(times, [40, 110, 150]);
    let points: u64 = game.typed.iter().map(|typed| typed.points).sum();
    assert_eq!(points, game.result.totals.score);
    let holds: Vec<bool> = game.choices().map(|choice| choice.hold).collect();
    assert_eq!(holds, [false, false, true]);
    let (counter, mut faults) = (Presses::new(&game.rules), Vec::new());
    walk(&game, |step| {
        let fewest = counter.count(step.before, step.choice);
        faults.push(step.typed.unwrap().presses - fewest);
    })
    .unwrap();
    // Right and left again are two presses for nothing.
    assert_eq!(faults, [0, 2, 0]);
}

#[test]
fn lies_and_nonsense_are_refused() {
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut value = file();
        change(&mut value);
        read_json(&value.to_string()).unwrap_err().to_string()
    };
    assert!(refused(&|v| v["score"] = json!(1)).ends_with("points, the file says 1"));
    assert!(refused(&|v| v["pieces"] = json!(4)).contains("it has 3 pieces"));
    assert!(refused(&|v| v["format"] = json!("x")).contains("expected \"minolab keys 1\""));
    assert!(refused(&|v| v["keys"] = json!("10L5?")).contains("\"?\" at byte 4"));
    assert!(refused(&|v| v["keys"] = json!("L")).contains("at byte 0"));
    assert!(refused(&|v| v["keys"] = json!("1L99999999999999999999H")).starts_with("keys"));
    assert!(refused(&|v| v["ticks"] = json!(u64::MAX)).starts_with("ticks"));
    assert!(refused(&|v| v["mode"] = json!("sprnt")).starts_with("mode"));
    assert!(read_json("{}").is_err());
}

#[test]
fn garbage_is_in_the_position_before_the_next_placement() {
    let rules = minolab_rules::shipped::get("guideline").unwrap();
    let mut game = Game::new(rules.clone(), 5);
    let mut replay = Replay::new(&game, "somebody", Mode::Marathon);
    let row = GarbageRow::with_hole(10, 3).unwrap();
    for turn in 0..6 {
        if turn % 2 == 1 {
            game.receive(&[row; 2]).unwrap();
            replay.push_garbage(&[row; 2]);
        }
        let state = game.state();
        let placement = placements::all(&state.board, rules, state.current.unwrap())[0];
        let choice = Choice { hold: false, placement };
        game.play(choice).unwrap();
        replay.push(choice);
    }
    replay.set_result(&game);
    let mut tops = Vec::new();
    let rebuilt = walk(&replay, |step| {
        assert_eq!(step.index as usize, tops.len() + 1);
        tops.push((step.before.board.row(0) == row.cells(), step.before.board.top() >= 2));
    });
    assert_eq!(rebuilt.as_ref(), Ok(&game));
    assert_eq!(tops[..2], [(false, false), (true, true)]);
    replay.result.totals.lines += 1;
    assert!(walk(&replay, |_| ()).is_err());
}
