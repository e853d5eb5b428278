//! A bot that misbehaves, for the tests of `minolab tbp-host`: its only argument says how.

use std::{
    io::{Write, stdin, stdout},
    process::{Command, Stdio},
    time::Duration,
};

use minolab_arena::Goal;
use minolab_rules::{placements, shipped};
use minolab_tbp::{Follower, Resting, ToBot};
use serde_json::{Value, json};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.join(" ").as_str() {
        "hangs" => spoil(|_| hang()),
        "exits" => spoil(|_| std::process::exit(3)),
        "garbage" => {
            spoil(|_| flood(b"{\"type\": \"suggestion\", \"moves\": 7}\n\x00\x01\n"));
        }
        "too_long" => spoil(|_| {
            send(&vec![b'x'; 10 << 20]);
            hang();
        }),
        "not_utf8" => spoil(|_| flood(b"\xFF\xC0\x80\n")),
        "illegal" => spoil(|_| illegal()),
        "silent" => hang(),
        "refuses" => {
            send(b"{\"type\":\"info\"}\n{\"type\":\"error\",\"reason\":\"unsupported_rules\"}\n");
            hang();
        }
        "nothing" => spoil(|_| send_json(&json!({ "type": "suggestion", "moves": [] }))),
        "odd_but_sound" => play(odd_but_sound),
        "leaves_programs" => {
            leave_programs();
            play(|sound| send_json(&sound));
        }
        other => {
            eprintln!("bad_bot: unknown misbehaviour {other:?}; see `main` for the list");
            std::process::exit(2);
        }
    }
}

/// Sends bytes as they are.
fn send(bytes: &[u8]) {
    let mut out = stdout();
    // The host may be gone.
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

fn send_json(value: &Value) {
    send(format!("{value}\n").as_bytes());
}

/// Plays properly until the third piece is placed, then does something else instead of answering.
fn spoil(mut answer: impl FnMut(Value)) {
    let mut asked = 0;
    play(|sound| {
        asked += 1;
        if asked > 3 { answer(sound) } else { send_json(&sound) }
    });
}

/// Speaks the protocol; `answer` gets a valid suggestion to send.
fn play(mut answer: impl FnMut(Value)) {
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

/// Sends the same bytes far too often.
fn flood(bytes: &[u8]) {
    for _ in 0..3000 {
        send(bytes);
    }
    hang();
}

/// Starts programs that leave its process group, one of them without its environment. Their
/// argument identifies them.
fn leave_programs() {
    for forgets in [false, true] {
        let mut command = Command::new("setsid");
        command.args(["--fork", "sleep", &format!("98765.{}", std::process::id())]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if forgets {
            command.env_clear();
        }
        command.status().unwrap();
    }
}

/// Suggests a placement in mid-air, one off the board and something that is not a placement.
fn illegal() {
    let at = |x: i64, y: i64| json!({ "location": { "type": "T", "orientation": "north", "x": x, "y": y }, "spin": "full" });
    send_json(&json!({ "type": "suggestion", "moves": [at(4, 15), at(99, -7), "up"] }));
}

/// Suggests a legal move after illegal ones, surrounded by unexpected lines.
fn odd_but_sound(mut sound: Value) {
    send(b"hm\n\xFF\n{\"type\":\"thinking\"}\n");
    let moves = sound["moves"].as_array_mut().unwrap();
    let mut high = moves[0].clone();
    high["location"]["y"] = json!(30);
    moves.insert(0, high);
    moves.insert(0, json!({ "location": null }));
    sound["move_info"] = json!(["odd"]);
    send_json(&sound);
    send_json(&json!({ "type": "ready" }));
}
