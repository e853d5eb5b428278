//! A person's game typed into a terminal: `script` makes one, the keys are planned here.

use std::{
    io::{Read, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use minolab_engine::Position;
use minolab_rules::{Game, Input, Totals, path, shipped};

const PROGRAM: &str = env!("CARGO_BIN_EXE_minolab");
const SEED: u64 = 11;

/// The keys of a game that ends with this many lines, and its result.
fn plan(lines: u64) -> (String, Totals) {
    let rules = shipped::get("capstone").unwrap();
    let mut game = Game::new(rules.clone(), SEED);
    let mut player = minolab_agents::shipped::get("capstone-sprint").unwrap().player(rules);
    let mut keys = String::new();
    while game.totals().lines < lines {
        let choice = player.choose(&Position::new(game.state())).unwrap();
        if choice.hold {
            keys.push('c');
        }
        let inputs = path(&game.state().board, rules, choice.placement).unwrap();
        for input in inputs.iter() {
            keys += &match input {
                Input::Left => "\x1b[D".to_string(),
                Input::Right => "\x1b[C".into(),
                // A terminal has no held keys: ten presses reach any wall.
                Input::FarLeft => "\x1b[D".repeat(10),
                Input::FarRight => "\x1b[C".repeat(10),
                Input::Cw => "x".into(),
                Input::Ccw => "z".into(),
                Input::HardDrop => " ".into(),
                other => panic!("{other:?} is not needed for a hard drop"),
            };
        }
        game.play(choice).unwrap();
    }
    (keys, game.totals())
}

/// The program in a terminal of 80 by 24, and what it has shown.
struct Typist {
    child: Child,
    shown: Arc<Mutex<String>>,
}

impl Typist {
    fn new(arguments: &str) -> Typist {
        let command = format!("stty rows 24 cols 80; exec {PROGRAM} {arguments}");
        let mut child = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .env("TERM", "xterm-256color")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("script is part of every Debian (bsdutils)");
        let shown = Arc::new(Mutex::new(String::new()));
        let (mut output, shared) = (child.stdout.take().unwrap(), Arc::clone(&shown));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                *shared.lock().unwrap() += &String::from_utf8_lossy(&bytes[..count]);
            }
        });
        Typist { child, shown }
    }

    fn wait(&self, word: &str) {
        let until = Instant::now() + Duration::from_secs(60);
        while !self.shown.lock().unwrap().contains(word) {
            let shown = self.shown.lock().unwrap().clone();
            assert!(Instant::now() < until, "{word:?} never came:\n{shown}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn press(&mut self, keys: &str) {
        // Piece by piece: a terminal holds four kilobytes of unread input, and drops the rest.
        for piece in keys.split_inclusive(' ') {
            let stdin = self.child.stdin.as_mut().unwrap();
            stdin.write_all(piece.as_bytes()).unwrap();
            stdin.flush().unwrap();
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Typist {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn minolab(arguments: &[&str], path: &Path) -> String {
    let output = Command::new(PROGRAM).args(arguments).arg(path).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_typed_sprint_ends_with_the_right_counters() {
    let folder = std::env::temp_dir().join(format!("minolab-typed-{}", std::process::id()));
    let (keys, totals) = plan(40);
    let save = folder.display();
    let mut typist =
        Typist::new(&format!("play sprint --seed {SEED} --no-countdown --save {save}"));
    typist.wait("NEXT");
    typist.press(&keys);
    typist.wait("Clear!");
    typist.wait("Finesse faults");
    typist.press("q");
    assert!(typist.child.wait().unwrap().success());
    typist.wait("Review it with");

    let file = folder.join("sprint-0001.json");
    let found: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let counted = ["lines", "pieces"].map(|name| found[name].as_u64().unwrap());
    assert_eq!(counted, [totals.lines, totals.pieces]);
    assert!(minolab(&["replay", "--verify"], &file).contains("OK"));
    let review = minolab(&["review", "--agent", "lee", "--json"], &file);
    let review: serde_json::Value = serde_json::from_str(&review).unwrap();
    assert_eq!(review["placements"].as_array().unwrap().len() as u64, totals.pieces);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn play_needs_a_terminal() {
    let output = Command::new(PROGRAM).arg("play").stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("play needs a terminal"), "{error}");
}
