//! Replays as people and scripts see them: saved by runs, shown and verified.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

use minolab_arena::{
    Round,
    replay::Replay,
    typed::{KeyReplay, read_keys},
};
use minolab_rules::{Game, GarbageRow, Handling, Mode, Realtime, Totals, shipped};
use serde_json::Value;

fn minolab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_minolab")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let output = minolab(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A separate folder for each test, removed with it.
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

const RUN: [&str; 7] = ["run", "--agent", "lee", "--board", "8x10", "--json", "--games"];

/// FNV-1a, as in docs/FORMATS.md.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[test]
fn saved_games_are_true_and_forged_ones_are_not() {
    let folder = Folder::new("forge");
    let saved = folder.path("games");
    let run = json(&[&RUN[..], &["5", "--save", &saved]].concat());
    let checked = json(&["replay", "--verify", "--json", &saved]);
    assert_eq!((&checked["checked"], &checked["failed"]), (&5.into(), &0.into()));
    let sum = |key: &str| -> u64 {
        checked["replays"].as_array().unwrap().iter().map(|r| r[key].as_u64().unwrap()).sum()
    };
    assert_eq!(
        (sum("pieces"), sum("lines")),
        (run["pieces"].as_u64().unwrap(), run["lines"].as_u64().unwrap())
    );

    // Another placement in the middle, with a checksum that fits.
    let first = Path::new(&saved).join("game-00000000.mino");
    let mut bytes = std::fs::read(&first).unwrap();
    let body = bytes.len() - 8;
    bytes[body - 20] ^= 0b0001_0100;
    let sum = checksum(&bytes[..body]);
    bytes[body..].copy_from_slice(&sum.to_le_bytes());
    std::fs::write(&first, &bytes).unwrap();
    let output = minolab(&["replay", "--verify", &saved]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(said.contains("game-00000000.mino: MISMATCH: "), "{said}");
    assert!(said.contains("game-00000004.mino: OK, ") && said.contains("5 replays, 1 invalid"));

    // In the text form the placement and what was expected are named.
    let second = folder.path("games/game-00000001.mino");
    let honest = text(&minolab(&["replay", "--text", &second]).stdout);
    let own = folder.path("game.txt");
    std::fs::write(&own, &honest).unwrap();
    assert!(minolab(&["replay", "--verify", &own]).status.success());
    let lines: Vec<&str> = honest.lines().collect();
    let start = lines.iter().position(|line| *line == "---").unwrap() + 1;
    let piece = &lines[start + 9][..1];
    let other = if piece == "T" { "S" } else { "T" };
    let mut forged = lines.clone();
    let line = lines[start + 9].replacen(piece, other, 1);
    forged[start + 9] = &line;
    std::fs::write(&own, forged.join("\n")).unwrap();
    let output = minolab(&["replay", "--verify", &own]);
    let expected = format!("placement 10: placement is of {other}, expected {piece}");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains(&expected), "{}", text(&output.stdout));
    // A total that is not what the rules say.
    let rows = lines.iter().find(|line| line.starts_with("lines = ")).unwrap();
    std::fs::write(&own, honest.replace(rows, "lines = 9999")).unwrap();
    let output = minolab(&["replay", "--verify", &own]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("the replay says 9999"));
}

/// A person's sprint of three pieces, each soft-dropped some rows, which only its keys know.
fn typed() -> KeyReplay {
    let rules = shipped::get("capstone").unwrap();
    let game = Game::new(rules.clone(), 3);
    let mut realtime = Realtime::new(game, Mode::Sprint, Handling::CAPSTONE);
    let keys = "10L20l10S300s10H10h10R20r10S300s10H10h10O10o10S300s10H10h";
    let mut replay = KeyReplay {
        rules: rules.clone(),
        seed: 3,
        mode: Mode::Sprint,
        handling: Handling::CAPSTONE,
        keys: read_keys(keys).unwrap(),
        ticks: 2000,
        totals: Totals::default(),
        played_ms: 0,
    };
    realtime.play(&replay.keys, replay.ticks, |_, _| ());
    replay.totals = realtime.game().totals();
    assert_eq!(replay.totals.pieces, 3);
    replay
}

#[test]
fn a_person_s_game_is_shown_and_verified_as_it_is_reviewed() {
    let folder = Folder::new("person");
    let (file, replay) = (folder.path("game.json"), typed());
    std::fs::write(&file, replay.to_json()).unwrap();
    let score = replay.totals.score;
    let shown = json(&["replay", &file, "--json"]);
    assert_eq!((&shown["agent"], &shown["score"]), (&"person".into(), &score.into()));
    let printed = minolab(&["replay", &file]);
    assert!(printed.status.success(), "{}", text(&printed.stderr));
    let last = format!("placement 3 of 3: lines 0, score {score}; ");
    assert!(text(&printed.stdout).contains(&last), "{}", text(&printed.stdout));
    // The points of its drops are not in the placements, so in that form it would be invalid.
    assert_eq!(minolab(&["replay", "--text", &file]).status.code(), Some(2));

    // Beside a game of an agent, in a folder.
    let saved = folder.path("games");
    json(&[&RUN[..], &["1", "--save", &saved]].concat());
    let verified = minolab(&["replay", "--verify", &saved, &file]);
    let said = text(&verified.stdout);
    assert!(verified.status.success(), "{said}{}", text(&verified.stderr));
    let line = format!("game.json: OK, 3 pieces, 0 lines, {score} points");
    assert!(
        said.contains(&line) && said.ends_with("2 replays, 0 invalid, 1 unfinished\n"),
        "{said}"
    );

    let forged = replay.to_json().replace("\"pieces\": 3", "\"pieces\": 4");
    std::fs::write(&file, forged).unwrap();
    let output = minolab(&["replay", "--verify", &file]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(said.contains("game.json: MISMATCH: replayed, it has 3 pieces"), "{said}");
    // Another JSON file is not a game.
    std::fs::write(&file, "{}").unwrap();
    assert_eq!(minolab(&["replay", "--verify", &file]).status.code(), Some(2));
}

/// A game by an agent that receives two rows of garbage after every third piece.
fn under_fire() -> Replay {
    let rules = shipped::get("guideline").unwrap();
    let mode = Mode::Pieces(12);
    let mut agent = minolab_agents::shipped::get("blitz").unwrap().clone();
    agent.search.limit_nodes(200);
    let mut player = agent.player(rules);
    let mut round = Round::new(Game::new(rules.clone(), 6), mode);
    let mut replay = Replay::new(round.game(), "blitz", mode);
    while round.step(&mut player, &mut replay).is_none() {
        let pieces = round.game().totals().pieces as usize;
        if pieces.is_multiple_of(3) {
            let row = GarbageRow::with_hole(10, pieces % 10).unwrap();
            round.receive(&[row, row], &mut replay).unwrap();
        }
    }
    replay.set_result(round.game());
    replay
}

#[test]
fn every_command_reads_every_form() {
    let folder = Folder::new("forms");
    let fired = under_fire();
    let files = ["fired.mino", "fired.txt", "person.json"].map(|name| folder.path(name));
    std::fs::write(&files[0], fired.to_bytes().unwrap()).unwrap();
    std::fs::write(&files[1], fired.to_text()).unwrap();
    std::fs::write(&files[2], typed().to_json()).unwrap();
    let all: Vec<&str> = files.iter().map(String::as_str).collect();

    let verified = json(&[&["replay", "--verify", "--json"], &all[..]].concat());
    assert_eq!((&verified["checked"], &verified["failed"]), (&3.into(), &0.into()));
    let shown = json(&["replay", "--json", &files[0]]);
    assert_eq!(shown["choices"].as_array().unwrap().len(), 12);
    assert_eq!(shown["garbage"][0]["before"], 4);
    assert_eq!(shown["garbage"][0]["rows"], serde_json::json!(["xxx1xxxxxx", "xxx1xxxxxx"]));
    let printed = text(&minolab(&["replay", &files[1]]).stdout);
    assert!(printed.contains("placement 3 of 12: ") && printed.contains("; garbage, 2 rows"));
    assert_eq!(text(&minolab(&["replay", "--text", &files[0]]).stdout), fired.to_text());

    for (file, placements) in all.iter().zip([12, 12, 3]) {
        let review = json(&["review", file, "--limit", "nodes=100", "--json"]);
        assert_eq!(review["placements"].as_array().unwrap().len(), placements, "{file}");
    }
    let tables = folder.path("tables");
    let export = [&["export"], &all[..], &["--to", "csv", "--out", &tables, "--json"]].concat();
    let exported = json(&export);
    assert_eq!((&exported["games"], &exported["placements"]), (&3.into(), &27.into()));
    let report = folder.path("report.html");
    let study = minolab(&[&["study"], &all[..], &["--out", &report]].concat());
    assert!(study.status.success(), "{}", text(&study.stderr));

    // A row that another hole was in does not go unnoticed.
    let forged = fired.to_text().replacen("xxx1xxxxxx/", "1xxxxxxxxx/", 1);
    std::fs::write(&files[1], forged).unwrap();
    let output = minolab(&["replay", "--verify", &files[1]]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("fired.txt: MISMATCH: "), "{}", text(&output.stdout));
}

#[test]
fn bad_input_is_exit_code_2() {
    let folder = Folder::new("foreign");
    let other = folder.path("other.mino");
    std::fs::write(&other, "something else").unwrap();
    let refused = |arguments: &[&str], word: &str| {
        let output = minolab(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(word), "{}", text(&output.stderr));
    };
    refused(&["replay", "--verify", &other], "not a replay");
    refused(&["replay", &other], "not a replay");
    refused(&["replay", "--verify", &folder.path("none.mino")], "none.mino");
    refused(&["replay", &other, &other], "2 files");
    refused(&[&RUN[..], &["1", "--shard", "3/2"]].concat(), "i from 1 to n");
    refused(&[&RUN[..], &["1", "--save", &other]].concat(), "other.mino");
}

#[test]
fn without_a_terminal_every_position_is_printed() {
    let folder = Folder::new("frames");
    let run = json(&[&RUN[..], &["1", "--save", &folder.path("games")]].concat());
    let file = folder.path("games/game-00000000.mino");
    let printed = text(&minolab(&["replay", &file]).stdout);
    let pieces = run["pieces"].as_u64().unwrap() as usize;
    assert_eq!(printed.matches("+----------------+").count(), pieces + 1);
    assert!(printed.contains("lee, classic 8x10, marathon, seed 1"));
    assert!(!printed.contains('\x1b'), "a pipe gets no colours");
    let coloured = text(&minolab(&["replay", &file, "--color", "always"]).stdout);
    assert!(coloured.contains("\x1b[48;2;"), "unless they are asked for");
}

#[test]
fn shards_play_the_games_of_the_whole() {
    let folder = Folder::new("shards");
    let whole = json(&[&RUN[..], &["20", "--save", &folder.path("whole")]].concat());
    let mut lines = 0;
    for shard in ["1/3", "2/3", "3/3"] {
        let arguments = ["20", "--shard", shard, "--save", &folder.path("parts")];
        let part = json(&[&RUN[..], &arguments].concat());
        assert_eq!(part["shard"], shard);
        lines += part["lines"].as_u64().unwrap();
    }
    assert_eq!(lines, whole["lines"].as_u64().unwrap());
    let merged = json(&["merge", "--json", &folder.path("parts")]);
    for key in ["agent", "games", "deaths", "pieces", "lines", "lines_per_game", "keys_per_piece"] {
        assert_eq!(merged[key], whole[key], "{key}");
    }
    assert_eq!(merged["complete"], true);
    let twice = minolab(&["merge", &folder.path("parts"), &folder.path("parts")]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(text(&twice.stderr).contains("duplicate part 1/3"));
    let one = minolab(&["merge", &folder.path("parts/run-2-of-3.part")]);
    assert!(one.status.success() && text(&one.stderr).contains("2 of 3 parts are missing"));
    for game in 0..20 {
        let name = format!("game-{game:08}.mino");
        let read = |part: &str| std::fs::read(folder.0.join(part).join(&name)).unwrap();
        assert_eq!(read("whole"), read("parts"), "{name}");
    }
}

#[test]
fn keys_are_counted_unless_it_is_slow() {
    let classic = json(&[&RUN[..], &["4"]].concat());
    let keys = &classic["keys_per_piece"];
    let mean = keys["mean"].as_f64().unwrap();
    assert!((1.5..8.0).contains(&mean), "{keys}");
    assert_eq!(keys["n"], 4);
    let off = json(&[&RUN[..], &["4", "--keys", "false"]].concat());
    assert!(off["keys_per_piece"].is_null());
    assert_eq!(off["lines"], classic["lines"]);
    let sliding = ["1", "--rules", "tengstrand-sliding", "--pieces", "200"];
    assert!(json(&[&RUN[..], &sliding].concat())["keys_per_piece"].is_null());
    let counted = json(&[&RUN[..], &sliding, &["--keys", "true"]].concat());
    assert!(counted["keys"].as_u64().unwrap() >= counted["pieces"].as_u64().unwrap());
}

#[test]
fn without_a_terminal_the_first_pieces_are_printed() {
    let output = minolab(&["watch", "--agent", "lee", "--board", "6x8"]);
    assert!(output.status.success());
    let printed = text(&output.stdout);
    assert_eq!(printed.matches("+------------+").count(), 20);
    let refused = minolab(&["watch", "--agent", "lee", "--known", "99"]);
    assert_eq!(refused.status.code(), Some(2));
}
