//! `minolab replay --to` from outside.

use std::{path::PathBuf, process::Command};

use serde_json::Value;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("minolab-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What it printed, or else its message.
fn minolab(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_minolab")).args(arguments).output().unwrap();
    match output.status.code() {
        Some(0) => Ok(String::from_utf8(output.stdout).unwrap()),
        code => {
            assert_eq!(code, Some(2), "{arguments:?}");
            Err(String::from_utf8(output.stderr).unwrap())
        }
    }
}

#[test]
fn a_game_as_a_fumen_is_analyzed() {
    let folder = Folder::new("fumen");
    let games = folder.path("games");
    minolab(&["run", "--agent", "capstone-sprint", "--games", "1", "--save", &games]).unwrap();
    let game = format!("{games}/game-00000000.mino");
    let fumen = minolab(&["replay", &game, "--to", "fumen", "--until", "30"]).unwrap();
    assert!(fumen.starts_with("v115@"), "{fumen}");
    let address = format!("https://fumen.zui.jp/?{}", fumen.trim());
    // In that position its own agent makes the next placement again.
    let choices: Value =
        serde_json::from_str(&minolab(&["replay", &game, "--json"]).unwrap()).unwrap();
    let analyze = ["analyze", "--agent", "capstone-sprint", "--position", &address, "--json"];
    for page in [1, 12, 25] {
        let number = page.to_string();
        let found = minolab(&[&analyze[..], &["--page", &number]].concat()).unwrap();
        let found: Value = serde_json::from_str(&found).unwrap();
        assert_eq!(found["best"], choices["choices"][page - 1], "page {page}");
    }
    let error = minolab(&[&analyze[..], &["--page", "32"]].concat()).unwrap_err();
    assert!(error.contains("page 32 of a fumen with 31"), "{error}");
    let error = minolab(&["pc", "--position", "v115@vhAAg"]).unwrap_err();
    assert!(error.contains("character 11: nothing more"), "{error}");
    let error = minolab(&["replay", &game, "--to", "fumen", "--cell", "9"]).unwrap_err();
    assert!(error.contains("a fumen has --from and --until"), "{error}");
    let error = minolab(&["analyze", "--position", "10 T", "--page", "2"]).unwrap_err();
    assert!(error.contains("only a fumen has pages"), "{error}");
    let watched = minolab(&["watch", "--agent", "sprint", "--position", &address, "--page", "12"]);
    assert!(watched.unwrap().starts_with("1 piece, "));
}

#[test]
fn a_game_as_tetrais_logs_it_is_replayed() {
    let folder = Folder::new("tetrais-log");
    let games = folder.path("games");
    minolab(&["run", "--agent", "tetrais-simple", "--games", "1", "--save", &games]).unwrap();
    let (game, log) = (format!("{games}/game-00000000.mino"), folder.path("trial.txt"));
    minolab(&["replay", &game, "--to", "tetrais-log", "--out", &log]).unwrap();
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.starts_with("[[None, None") && text.contains("m#\u{1b}[39m"));
    assert_eq!(minolab(&["replay", &game, "--to", "tetrais-log"]).unwrap(), text);
    let totals = |file: &str| {
        let found = minolab(&["replay", file, "--json"]).unwrap();
        let found: Value = serde_json::from_str(&found).unwrap();
        (found["pieces"].clone(), found["lines"].clone())
    };
    assert_eq!(totals(&log), totals(&game));
    assert!(minolab(&["replay", "--verify", &log]).unwrap().contains("OK"));
    let error = minolab(&["replay", &game, "--to", "tetrais-log", "--top", "3"]).unwrap_err();
    assert!(error.contains("--top is for --to html"), "{error}");
    std::fs::write(&log, "[[None]]").unwrap();
    let error = minolab(&["replay", &log]).unwrap_err();
    assert!(error.contains("line 1: 1 rows, expected 20"), "{error}");
}

#[test]
fn a_game_as_a_page_of_ranked_lists() {
    let folder = Folder::new("ranked");
    let games = folder.path("games");
    let flags = ["--mode", "moves=5", "--games", "1", "--save", &games];
    minolab(&[&["run", "--agent", "analyzer"], &flags[..]].concat()).unwrap();
    let (game, page) = (format!("{games}/game-00000000.mino"), folder.path("game.html"));
    minolab(&["replay", &game, "--to", "html", "--out", &page]).unwrap();
    let text = std::fs::read_to_string(&page).unwrap();
    assert_eq!(text.matches("<strong>Placement ").count(), 5);
    assert!(text.contains("ranked by analyzer") && text.contains("lower is better"));
    let other =
        minolab(&["replay", &game, "--to", "html", "--agent", "lee", "--top", "1"]).unwrap();
    assert!(other.contains("ranked by lee") && other.contains("higher is better"));
}
