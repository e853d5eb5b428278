//! Interrupted commands and broken files: nothing is lost and nothing is misread.
#![cfg(unix)]

use std::{
    fs,
    path::PathBuf,
    process::{Child, Command, Output, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minolab"));
    command.args(arguments);
    command
}

fn minolab(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn parsed(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
}

/// A separate folder for each test, removed with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("minolab-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Begins a command, waits until something is so, and sends it a signal.
fn stopped(arguments: &[&str], signal: &str, mut is_so: impl FnMut() -> bool) -> Output {
    let piped = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child: Child = piped.unwrap();
    while !is_so() {
        assert_eq!(child.try_wait().unwrap(), None, "{arguments:?} ended by itself");
        thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    child.wait_with_output().unwrap()
}

fn replays(folder: &str) -> usize {
    let names = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    names.filter(|path| path.extension().is_some_and(|ending| ending == "mino")).count()
}

/// Sprints that take at least a hundred pieces each, of which one is always under way.
#[test]
fn games_that_were_interrupted_are_no_results() {
    let folder = Folder::new("interrupted");
    let games = folder.path("games");
    let run = ["run", "--agent", "sprint", "--limit", "nodes=300", "--threads", "2", "--games"];
    let run = [&run[..], &["100000", "--json", "--save", &games]].concat();
    let output = stopped(&run, "-INT", || replays(&games) > 2);
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stderr).contains("stopped before the end"));
    let report = parsed(&output);
    let (ended, unfinished) = (&report["games"], &report["unfinished"]);
    assert_eq!(report["complete"], false);
    assert!(ended.as_u64() > Some(2) && unfinished.as_u64() > Some(0), "{report}");

    let verified = minolab(&["replay", "--verify", "--json", &games]);
    assert_eq!(verified.status.code(), Some(0));
    assert_eq!(&parsed(&verified)["unfinished"], unfinished);

    let out = folder.path("report.html");
    let studied = parsed(&minolab(&["study", &games, "--out", &out, "--json"]));
    let group = &studied["groups"][0];
    assert_eq!((&group["games"], &group["unfinished"]), (ended, unfinished));
    assert!(group["pieces"]["value"].as_f64() >= Some(100.0), "{group}");

    let exported = parsed(&minolab(&["export", &games, "--to", "csv", "--json"]));
    assert_eq!(&exported["unfinished"], unfinished);
    let table = fs::read_to_string(folder.path("games/games.csv")).unwrap();
    let cut = table.lines().filter(|line| line.ends_with(",interrupted")).count();
    assert_eq!(cut as u64, unfinished.as_u64().unwrap());
}

#[test]
fn a_checkpoint_outlives_every_way_to_stop() {
    let folder = Folder::new("checkpoint");
    let file = folder.path("a.run");
    let run = ["run", "--agent", "bcts", "--pieces", "1000000000000", "--json", "--checkpoint"];
    let run = [&run[..], &[&file]].concat();
    let mut pieces = 0;
    for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        // The lock is there while it plays.
        let lock = format!("{file}.lock");
        let output = stopped(&run, signal, || fs::exists(&lock).unwrap());
        assert_eq!(output.status.code(), Some(code));
        let said = text(&output.stderr);
        assert!(said.contains("every 5 seconds and when it is stopped"), "{said}");
        assert!(said.contains("the same command resumes it"), "{said}");
        let now = parsed(&output)["pieces"].as_u64().unwrap();
        assert!(now >= pieces, "{now} after {pieces}");
        pieces = now;
        assert!(!fs::exists(&lock).unwrap());
    }
}

#[test]
fn training_that_is_stopped_says_how_far_it_came() {
    let folder = Folder::new("training");
    let out = folder.path("run");
    let log = folder.path("run/log.jsonl");
    let train = ["train", "--agent", "bcts", "--board", "10x6", "--generations", "1000000"];
    let train = [&train[..], &["--validation", "2", "--json", "--out", &out]].concat();
    let is_under_way = || fs::read_to_string(&log).is_ok_and(|log| log.lines().count() > 2);
    let output = stopped(&train, "-TERM", is_under_way);
    assert_eq!(output.status.code(), Some(143));
    let said = parsed(&output);
    assert!(said["generations"].as_u64() > Some(0), "{said}");
    assert_eq!(said["complete"], false);

    // A last line torn by a kill, even within a character, counts as not written.
    let shown = minolab(&["runs", "show", &out]);
    let whole = fs::read(&log).unwrap();
    for torn in [&b"{\"event\":\"gen"[..], b"{\"event\":\"\xC3"] {
        fs::write(&log, [&whole, torn].concat()).unwrap();
        let again = minolab(&["runs", "show", &out]);
        assert!(again.status.success(), "{}", text(&again.stderr));
        assert_eq!(text(&again.stdout), text(&shown.stdout));
    }
}

#[test]
fn another_run_is_not_mixed_in() {
    let folder = Folder::new("mixed");
    let games = folder.path("games");
    let run = |seed: &str| {
        let run = ["run", "--agent", "lee", "--board", "8x10", "--games", "2", "--seed"];
        minolab(&[&run[..], &[seed, "--save", &games]].concat())
    };
    assert!(run("1").status.success());
    let output = run("2");
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("a run with seed = 1,") && said.contains("save to a new folder"),
        "{said}"
    );
    assert!(run("1").status.success());
}

/// Empty, cut and forged files among good ones: each is named, and the rest is counted.
#[test]
fn broken_replays_are_named_and_left_out() {
    let folder = Folder::new("broken");
    let games = folder.path("games");
    let run = ["run", "--agent", "lee", "--board", "8x10", "--games", "4", "--save", &games];
    assert!(minolab(&run).status.success());
    fs::write(folder.path("games/game-00000001.mino"), "").unwrap();
    let whole = fs::read(folder.path("games/game-00000002.mino")).unwrap();
    fs::write(folder.path("games/game-00000002.mino"), &whole[..whole.len() / 2]).unwrap();
    // Leftovers of a killed process are ignored.
    fs::write(folder.path("games/game-00000009.mino.new"), "").unwrap();

    let verified = minolab(&["replay", "--verify", &games]);
    assert_eq!(verified.status.code(), Some(1));
    let said = text(&verified.stdout);
    assert!(said.contains("game-00000001.mino: UNREADABLE: not a replay"), "{said}");
    assert!(said.contains("game-00000002.mino: MISMATCH: "), "{said}");
    let good = said.lines().find(|line| line.contains("game-00000003.mino: OK, ")).unwrap();
    assert!(good.ends_with(", topped out"), "{said}");
    assert!(said.contains("4 replays, 2 invalid"), "{said}");

    let out = folder.path("report.html");
    let study = ["study", &games, "--out", &out, "--json"];
    let export = ["export", &games, "--to", "parquet", "--json"];
    for (arguments, count) in [(&study[..], "/groups/0/games"), (&export[..], "/games")] {
        let output = minolab(arguments);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let found = parsed(&output);
        assert_eq!(found.pointer(count), Some(&json!(2)), "{found}");
        assert_eq!(found["skipped"].as_array().map(Vec::len), Some(2));
        let said = text(&output.stderr);
        assert!(said.contains("game-00000001.mino") && said.contains("game-00000002.mino"));
    }
    assert!(fs::read_to_string(&out).unwrap().contains("game-00000001.mino"));
}

/// A report that cannot be written leaves the old one.
#[test]
fn what_cannot_be_written_changes_nothing() {
    let folder = Folder::new("unwritten");
    let games = folder.path("games");
    let run = ["run", "--agent", "lee", "--board", "8x10", "--games", "2", "--save", &games];
    assert!(minolab(&run).status.success());
    let out = folder.path("report.html");
    fs::write(&out, "old").unwrap();
    // A folder where the new file would be put.
    fs::create_dir(format!("{out}.new")).unwrap();
    let output = minolab(&["study", &games, "--out", &out]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("writing "));
    assert_eq!(fs::read_to_string(&out).unwrap(), "old");
}

/// The name of an agent from a file is shown and kept, but its control characters have no effect.
#[test]
fn names_are_harmless() {
    let folder = Folder::new("names");
    let shown = text(&minolab(&["agents", "show", "lee"]).stdout);
    let name = shown.lines().find(|line| line.starts_with("name = ")).unwrap();
    let agent = folder.path("agent.toml");
    fs::write(&agent, shown.replace(name, "name = \"=\\u001b[2J\\u009b\"")).unwrap();
    let games = folder.path("games");
    let run = ["run", "--agent", &agent, "--board", "8x10", "--games", "2", "--save", &games];
    let file = folder.path("games/game-00000000.mino");
    let out = folder.path("report.html");
    for arguments in [
        &run[..],
        &[&run[..], &["--json"]].concat(),
        &["study", &games, "--out", &out],
        &["study", &games, "--out", &out, "--json"],
        &["review", &file, "--agent", "bcts"],
        &["replay", &file, "--json"],
        &["merge", &games],
    ] {
        let output = minolab(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(!said.contains(['\u{1b}', '\u{9b}']), "{arguments:?}: {said:?}");
    }
    assert_eq!(parsed(&minolab(&["replay", &file, "--json"]))["agent"], "=\u{1b}[2J\u{9b}");
    assert!(minolab(&["export", &games, "--to", "csv"]).status.success());
    let table = fs::read_to_string(folder.path("games/games.csv")).unwrap();
    assert!(table.contains(",'=\u{1b}[2J"), "{table:?}");
}
