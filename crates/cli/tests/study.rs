//! Datasets, comparisons, reviews and reports from outside.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

fn minolab(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_minolab")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = minolab(arguments);
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&stdout).unwrap()
}

/// A folder of its own with some games in it.
struct Folder(PathBuf);

impl Folder {
    fn of(name: &str, run: &[&str]) -> Folder {
        let path = std::env::temp_dir().join(format!("minolab-cli-{name}-{}", std::process::id()));
        let folder = Folder(path);
        json(&[&["run", "--json", "--save", folder.path()], run].concat());
        folder
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn export_writes_both_tables_in_both_forms() {
    let folder = Folder::of("export", &["--agent", "capstone-sprint", "--games", "3"]);
    for form in ["parquet", "csv"] {
        let value = json(&["export", folder.path(), "--to", form, "--json"]);
        assert_eq!(value["games"], 3);
        assert!(value["placements"].as_u64().unwrap() > 290);
        for table in ["games", "placements"] {
            let file = value["files"][table].as_str().unwrap();
            assert!(fs::metadata(file).unwrap().len() > 100, "{file}");
        }
    }
    let csv = fs::read_to_string(folder.file("games.csv")).unwrap();
    assert!(csv.starts_with("game,file,agent,") && csv.lines().count() == 4);
    let bytes = fs::read(folder.file("placements.parquet")).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}

#[test]
fn bad_games_are_named_and_left_out() {
    let folder = Folder::of("refused", &["--agent", "lee", "--games", "2", "--mode", "moves=30"]);
    let second = folder.file("game-00000001.mino");
    let mut bytes = fs::read(&second).unwrap();
    let middle = bytes.len() - 20;
    bytes[middle] ^= 0x40;
    fs::write(&second, bytes).unwrap();
    let page = folder.file("page.html");
    for command in
        [vec!["export", folder.path(), "--to", "csv"], vec!["study", folder.path(), "--out", &page]]
    {
        let (code, stdout, stderr) = minolab(&command);
        assert!(code == 1 && stdout.contains("1 game"), "{command:?}: {stdout}");
        assert!(stderr.contains("game-00000001.mino") && stderr.contains("damaged"), "{stderr}");
    }
    assert!(fs::read_to_string(&page).unwrap().contains("game-00000001.mino"));
    // Without another game there is nothing left.
    fs::remove_file(&page).unwrap();
    for command in [
        vec!["export", &second, "--to", "csv"],
        vec!["study", &second, "--out", &page],
        vec!["review", &second],
    ] {
        let (code, stdout, stderr) = minolab(&command);
        assert_eq!((code, stdout.as_str()), (2, ""), "{command:?}");
        assert!(stderr.contains("game-00000001.mino") && stderr.contains("damaged"), "{stderr}");
    }
    assert!(!Path::new(&page).exists());
    let empty = folder.file("none");
    fs::create_dir(&empty).unwrap();
    let (code, _, stderr) = minolab(&["export", &empty, "--to", "csv"]);
    assert!(code == 2 && stderr.contains("ends in .mino"), "{stderr}");
}

#[test]
fn compare_names_the_better_one_and_shows_where_they_differ() {
    let arguments =
        ["compare", "dellacherie", "lee", "--board", "10x10", "--pairs", "200", "--json"];
    let value = json(&arguments);
    assert_eq!((&value["verdict"], &value["by"]), (&"a".into(), &"lines".into()));
    let pairs = value["pairs"].as_u64().unwrap();
    assert!((8..200).contains(&pairs), "{pairs}");
    assert!(value["difference"]["interval"][0].as_f64().unwrap() > 0.0);
    assert!(value["difference"]["effect"].as_f64().unwrap() > 0.0);
    let moves = &value["moves"];
    assert!(moves["different"].as_u64().unwrap() > 0);
    assert_eq!(moves["greatest"].as_array().unwrap().len(), 3);
    assert!(moves["greatest"][0]["a"]["loss"].as_f64().unwrap() > 0.0);
    // The same games however many threads play them.
    let again = json(&[&arguments[..], &["--threads", "1"]].concat());
    assert_eq!(again["results"], value["results"]);
    let (code, text, _) = minolab(&arguments[..7]);
    assert_eq!(code, 0);
    assert!(text.contains("dellacherie is better") && text.contains("chose differently"), "{text}");
    let (code, _, stderr) = minolab(&["compare", "lee", "nope"]);
    assert!(code == 2 && stderr.contains("nope"), "{stderr}");
}

#[test]
fn review_grades_every_placement() {
    let folder = Folder::of("review", &["--agent", "capstone-sprint", "--games", "1"]);
    let (game, page) = (folder.file("game-00000000.mino"), folder.file("review.html"));
    let arguments = ["review", &game, "--limit", "nodes=500", "--out", &page, "--json"];
    let value = json(&arguments);
    let placements = value["placements"].as_array().unwrap();
    assert!(placements.len() >= 100);
    assert_eq!(value["judge"], "sprint");
    let accuracy = value["accuracy"].as_f64().unwrap();
    assert!((0.2..1.0).contains(&accuracy), "{accuracy}");
    let grades: u64 =
        value["grades"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
    let known = placements.iter().filter(|placement| !placement["loss"].is_null()).count();
    assert_eq!(grades, known as u64);
    assert_eq!(json(&arguments)["placements"], value["placements"]);
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("Turning points") && !text.contains("http"));
}

#[test]
fn study_writes_a_page_about_one_and_about_two() {
    let sprint =
        Folder::of("sprint", &["--agent", "sprint", "--limit", "nodes=200", "--games", "4"]);
    let capstone = Folder::of("capstone", &["--agent", "capstone-sprint", "--games", "6"]);
    let page = sprint.file("page.html");
    let value = json(&["study", sprint.path(), "--out", &page, "--json"]);
    assert_eq!((&value["groups"][0]["games"], &value["groups"][0]["lost"]), (&4.into(), &0.into()));
    assert!(value["groups"][0]["pieces"]["value"].as_f64().unwrap() < 110.0);
    let pictures = sprint.file("pictures");
    let (code, stdout, _) = minolab(&[
        "study",
        sprint.path(),
        capstone.path(),
        "--out",
        &page,
        "--pictures",
        &pictures,
    ]);
    assert_eq!(code, 0);
    assert!(stdout.contains("sprint: 4 games") && stdout.contains("capstone-sprint: 6 games"));
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("What capstone-sprint has more than sprint"));
    let svg = fs::read_to_string(Path::new(&pictures).join("wells.svg")).unwrap();
    assert!(svg.starts_with("<svg xmlns") && svg.contains("</svg>"));
}

#[test]
fn a_person_s_game_of_keys_is_reviewed_and_exported() {
    use minolab_rules::{Game, Handling, Key, Mode, Realtime, TimedKey, shipped};
    let folder =
        Folder(std::env::temp_dir().join(format!("minolab-cli-keys-{}", std::process::id())));
    fs::create_dir_all(&folder.0).unwrap();
    let rules = shipped::get("capstone").unwrap();
    // The second piece goes right and left again, for nothing.
    let keys = "10L20l10H10h10R20r10L10l10H10h10O10o10H10h";
    let press = |tick, key: Key| [(tick, key.press()), (tick + 5, key.release())];
    let typed = [
        press(10, Key::Left),
        press(40, Key::HardDrop),
        press(60, Key::Right),
        press(90, Key::Left),
        press(110, Key::HardDrop),
        press(130, Key::Hold),
        press(150, Key::HardDrop),
    ];
    let typed: Vec<TimedKey> =
        typed.concat().into_iter().map(|(tick, event)| TimedKey { tick, event }).collect();
    let mut realtime = Realtime::new(Game::new(rules.clone(), 3), Mode::Sprint, Handling::CAPSTONE);
    realtime.play(&typed, 300, |_, _| ());
    let totals = realtime.game().totals();
    let file = |score: u64| {
        serde_json::json!({
            "format": "minolab keys 1", "mode": "sprint", "seed": 3,
            "handling": { "das_ms": 150, "arr_ms": 75, "soft_drop": { "repeat": { "das_ms": 75, "arr_ms": 35 } } },
            "ticks": 300, "pieces": 3, "lines": 0, "score": score, "keys": keys, "rules": rules.to_toml(),
        })
        .to_string()
    };
    let game = folder.file("mine.json");
    fs::write(&game, file(totals.score)).unwrap();
    let value = json(&["review", &game, "--limit", "nodes=300", "--json"]);
    assert_eq!((&value["player"], &value["finesse_faults"]), (&"person".into(), &1.into()));
    assert_eq!(value["presses_too_many"], 2);
    json(&["export", &game, "--to", "csv", "--json"]);
    let rows = fs::read_to_string(folder.file("placements.csv")).unwrap();
    assert!(rows.lines().nth(1).unwrap().contains(",40,2,"), "{rows}");
    fs::write(&game, file(totals.score + 1)).unwrap();
    let (code, _, stderr) = minolab(&["review", &game]);
    assert!(code == 2 && stderr.contains("points, the file says"), "{stderr}");
}

/// TetrAIs gives up under a high stack where the rules would still allow a placement.
#[test]
fn games_without_a_move_have_topped_out() {
    let folder = Folder::of("stuck", &["--agent", "tetrais-simple", "--games", "12"]);
    let report = folder.file("report.html");
    let group = json(&["study", folder.path(), "--out", &report, "--json"])["groups"][0].take();
    assert_eq!((&group["games"], &group["lost"]), (&12.into(), &12.into()));
    assert_eq!(group["unfinished"], 0);
    assert_eq!(minolab(&["replay", "--verify", folder.path()]).0, 0);
    json(&["export", folder.path(), "--to", "csv", "--json"]);
    let games = fs::read_to_string(folder.file("games.csv")).unwrap();
    assert_eq!(games.lines().filter(|line| line.ends_with("topped-out")).count(), 12);
}

/// Weights whose sprints mostly top out.
const RECKLESS: [&str; 10] = [
    "--agent",
    "capstone-sprint",
    "--set",
    "aggregate_height=-1.1768",
    "--set",
    "complete_lines=1.0206",
    "--set",
    "holes=-3.0908",
    "--set",
    "bumpiness=-0.2731",
];

#[test]
fn a_sprint_that_topped_out_has_no_result() {
    let folder = Folder::of("reckless", &[&RECKLESS[..], &["--games", "100"]].concat());
    let run = json(&[&["run", "--json", "--games", "100"], &RECKLESS[..]].concat());
    let deaths = run["deaths"].as_u64().unwrap();
    assert!((1..100).contains(&deaths), "{deaths}");
    assert_eq!((&run["games"], &run["per_game_over"]), (&100.into(), &"finished".into()));
    assert_eq!(run["pieces_per_game"]["n"], 100 - deaths);
    assert_eq!(
        run["lines_per_game"]["min"].as_f64().unwrap().max(40.0),
        run["lines_per_game"]["min"]
    );
    // Forty lines take a hundred pieces.
    assert!(run["pieces_per_game"]["min"].as_f64().unwrap() >= 100.0);
    let table = minolab(&[&["run", "--games", "100"], &RECKLESS[..]].concat()).1;
    assert!(table.contains(&format!("that finished; {deaths} topped out")), "{table}");
    let report = folder.file("report.html");
    let group = json(&["study", folder.path(), "--out", &report, "--json"])["groups"][0].take();
    assert_eq!(
        (&group["lost"], &group["pieces"]["n"]),
        (&run["deaths"], &((100 - deaths) as f64).into())
    );
    assert_eq!(group["pieces"]["value"], run["pieces_per_game"]["mean"]);
}

#[test]
fn games_cut_off_by_a_number_of_pieces_are_said_to_be_missing() {
    let run =
        ["run", "--agent", "dellacherie", "--board", "10x8", "--pieces", "4000", "--threads", "1"];
    let (code, table, _) = minolab(&run);
    assert!(code == 0 && table.contains("that ended; long games are cut off"), "{table}");
    let value = json(&[&run[..], &["--json"]].concat());
    assert!(value["unfinished"].as_u64().unwrap() > 0 && value["games"].as_u64().unwrap() > 1);
    for figure in ["lines_per_game", "pieces_per_game", "score"] {
        assert!(value[figure]["ci95"][0].as_f64().is_none_or(|low| low >= 0.0), "{figure}");
    }
}
