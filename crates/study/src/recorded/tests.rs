//! Games of keys, read as the page writes them.

use minolab_arena::typed::read_keys;
use minolab_rules::{Game, Handling, Mode, Realtime};
use serde_json::{Value, json};

use super::*;
use crate::{Presses, walk};

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

#[test]
fn presses_times_and_points_are_of_their_placements() {
    let game = Recorded::from_keys(&file().to_string()).unwrap();
    let presses: Vec<u64> = game.typed.iter().map(|typed| typed.presses).collect();
    assert_eq!(presses, [2, 3, 2]);
    let times: Vec<u64> = game.typed.iter().map(|typed| typed.time).collect();
    assert_eq!(times, [40, 110, 150]);
    let points: u64 = game.typed.iter().map(|typed| typed.points).sum();
    assert_eq!(points, game.result.totals.score);
    assert!(!game.choices[1].hold && game.choices[2].hold);
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
        Recorded::from_keys(&value.to_string()).unwrap_err().to_string()
    };
    assert!(refused(&|v| v["score"] = json!(1)).ends_with("points, the file says 1"));
    assert!(refused(&|v| v["pieces"] = json!(4)).contains("comes to 3 pieces"));
    assert!(refused(&|v| v["format"] = json!("x")).contains("expected \"minolab keys 1\""));
    assert!(refused(&|v| v["keys"] = json!("10L5?")).contains("\"?\" at byte 4"));
    assert!(refused(&|v| v["keys"] = json!("L")).contains("at byte 0"));
    assert!(refused(&|v| v["keys"] = json!("1L99999999999999999999H")).starts_with("keys"));
    assert!(refused(&|v| v["ticks"] = json!(u64::MAX)).starts_with("ticks"));
    assert!(refused(&|v| v["mode"] = json!("sprnt")).starts_with("mode"));
    assert!(Recorded::from_keys("{}").is_err());
}
