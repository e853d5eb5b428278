//! Bots that misbehave. Each is a test that the host starts as a program: it does nothing unless
//! the host's environment says that it is meant.

use std::{
    io::{Write, stdin, stdout},
    time::Duration,
};

use minolab_arena::Goal;
use minolab_rules::{placements, shipped};
use minolab_tbp::{Follower, Resting, ToBot};
use serde_json::{Value, json};

/// The command that starts a bot.
pub fn command(name: &str) -> String {
    let program = std::env::current_exe().unwrap();
    format!("'{}' --ignored --exact bots::{name} --nocapture", program.display())
}

/// Sends bytes as they are.
fn send(bytes: &[u8]) {
    let mut out = stdout();
    // The host may have gone.
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

fn send_json(value: &Value) {
    send(format!("{value}\n").as_bytes());
}

/// Plays soundly until the third piece is placed, then does something else instead of answering.
fn spoil(mut answer: impl FnMut(Value)) {
    let mut asked = 0;
    play(|sound| {
        asked += 1;
        if asked > 3 { answer(sound) } else { send_json(&sound) }
    });
}

/// Speaks the protocol; `answer` gets a sound suggestion to send.
fn play(mut answer: impl FnMut(Value)) {
    if std::env::var_os("MINOLAB_TEST_BOT").is_none() {
        return;
    }
    // What the test's own frame has printed is a line of its own then.
    send(b"\n");
    send_json(&json!({ "type": "info", "name": std::process::id().to_string(), "mood": 1 }));
    let mut follower = Follower::new(shipped::get("guideline").unwrap(), Goal::NONE);
    for line in stdin().lines() {
        match serde_json::from_str(&line.unwrap()).unwrap() {
            ToBot::Rules(_) => send_json(&json!({ "type": "ready" })),
            ToBot::Start(start) => follower.start(&start).unwrap(),
            ToBot::Play { resting } => follower.play(resting).unwrap(),
            ToBot::NewPiece { piece } => follower.new_piece(piece).unwrap(),
            ToBot::Suggest => {
                let state = follower.task().unwrap().state;
                let rules = shipped::get("guideline").unwrap();
                let list = placements::all(&state.board, rules, state.current.unwrap());
                let lowest = list.iter().min_by_key(|placement| placement.y).unwrap();
                let moves = [Resting::from(*lowest)];
                answer(json!({ "type": "suggestion", "moves": moves }));
            }
            ToBot::Quit => return,
            ToBot::Stop | ToBot::Unknown => {}
        }
    }
}

fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

#[test]
#[ignore = "a bot that the other tests start"]
fn hangs() {
    spoil(|_| hang());
}

#[test]
#[ignore = "a bot that the other tests start"]
fn exits() {
    spoil(|_| std::process::exit(3));
}

#[test]
#[ignore = "a bot that the other tests start"]
fn garbage() {
    spoil(|_| {
        for _ in 0..3000 {
            send(b"{\"type\": \"suggestion\", \"moves\": 7}\n\x00\x01\n");
        }
        hang();
    });
}

#[test]
#[ignore = "a bot that the other tests start"]
fn too_long() {
    spoil(|_| {
        send(&vec![b'x'; 10 << 20]);
        hang();
    });
}

#[test]
#[ignore = "a bot that the other tests start"]
fn not_utf8() {
    spoil(|_| {
        for _ in 0..3000 {
            send(b"\xFF\xC0\x80\n");
        }
        hang();
    });
}

#[test]
#[ignore = "a bot that the other tests start"]
fn illegal() {
    spoil(|_| {
        let at = |x: i64, y: i64| json!({ "location": { "type": "T", "orientation": "north", "x": x, "y": y }, "spin": "full" });
        // In the air, on no board, and no move at all.
        send_json(&json!({ "type": "suggestion", "moves": [at(4, 15), at(99, -7), "up"] }));
    });
}

#[test]
#[ignore = "a bot that the other tests start"]
fn silent() {
    if std::env::var_os("MINOLAB_TEST_BOT").is_some() {
        hang();
    }
}

#[test]
#[ignore = "a bot that the other tests start"]
fn refuses() {
    if std::env::var_os("MINOLAB_TEST_BOT").is_some() {
        send(b"\n{\"type\":\"info\"}\n{\"type\":\"error\",\"reason\":\"unsupported_rules\"}\n");
        hang();
    }
}

#[test]
#[ignore = "a bot that the other tests start"]
fn nothing() {
    spoil(|_| send_json(&json!({ "type": "suggestion", "moves": [] })));
}

#[test]
#[ignore = "a bot that the other tests start"]
fn odd_but_sound() {
    play(|mut sound| {
        send(b"hm\n\xFF\n{\"type\":\"thinking\"}\n");
        let moves = sound["moves"].as_array_mut().unwrap();
        let mut high = moves[0].clone();
        high["location"]["y"] = json!(30);
        moves.insert(0, high);
        moves.insert(0, json!({ "location": null }));
        sound["move_info"] = json!(["odd"]);
        send_json(&sound);
        send_json(&json!({ "type": "ready" }));
    });
}
