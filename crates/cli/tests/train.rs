//! Training runs, as people start, interrupt and read them.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

fn minolab(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minolab"));
    command.args(arguments);
    command
}

fn output(arguments: &[&str]) -> Output {
    minolab(arguments).output().unwrap()
}

/// An empty place for a test's files.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("train").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Flags of a short run.
const SHORT: [(&str, &str); 8] = [
    ("--agent", "lee"),
    ("--board", "10x10"),
    ("--optimizer", "es"),
    ("--objective", "lines"),
    ("--population", "8"),
    ("--generations", "6"),
    ("--games", "3"),
    ("--validation", "10"),
];

/// A short run with some flags changed.
fn short(changes: &[(&str, &str)], out: &Path) -> Vec<String> {
    let is_changed = |flag: &&(&str, &str)| changes.iter().any(|change| change.0 == flag.0);
    let kept = SHORT.iter().filter(|flag| !is_changed(flag));
    let mut arguments = vec!["train".to_string(), "--out".to_string(), text(out).to_string()];
    for (flag, value) in kept.chain(changes) {
        arguments.extend([flag.to_string(), value.to_string()]);
    }
    arguments
}

fn train(changes: &[(&str, &str)], out: &Path) -> Output {
    minolab(&short(changes, out)).output().unwrap()
}

fn read(out: &Path, file: &str) -> String {
    fs::read_to_string(out.join(file)).unwrap()
}

#[test]
fn threads_and_folders_leave_no_trace() {
    let (one, two) = (folder("one-thread"), folder("two-threads"));
    for (out, threads) in [(&one, "1"), (&two, "2")] {
        let done = train(&[("--threads", threads)], out);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    for file in ["champion.toml", "log.jsonl", "run.toml"] {
        assert_eq!(read(&one, file), read(&two, file), "{file}");
    }
    let champion = read(&one, "champion.toml");
    for part in ["held_out", "seed = 1", "[provenance.optimizer]", "population = 8"] {
        assert!(champion.contains(part), "{part} in {champion}");
    }
    assert!(!champion.contains("one-thread"));
    // The champion is an agent like any other.
    let played = output(&[
        "run",
        "--agent",
        text(&one.join("champion.toml")),
        "--games",
        "1",
        "--board",
        "10x10",
    ]);
    assert!(played.status.success());
    // Another seed is another run.
    let other = folder("other-seed");
    assert!(train(&[("--seed", "2")], &other).status.success());
    assert_ne!(read(&other, "champion.toml"), champion);
}

#[test]
fn candidates_that_race_get_there_too() {
    let (one, two) = (folder("race-1"), folder("race-2"));
    for (out, threads) in [(&one, "1"), (&two, "2")] {
        let done = train(&[("--games", "16"), ("--race", "4"), ("--threads", threads)], out);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    assert_eq!(read(&one, "log.jsonl"), read(&two, "log.jsonl"));
    let last = read(&one, "log.jsonl").lines().last().unwrap().to_string();
    let end: serde_json::Value = serde_json::from_str(&last).unwrap();
    // 48 candidates of 16 games, 6 challengers of 10, 200 held out: some stopped early.
    assert!(end["games"].as_u64().unwrap() < 48 * 16 + 60 + 200, "{last}");
}

/// What starts a run in a folder.
type Arguments<'a> = &'a dyn Fn(&Path) -> Vec<String>;

#[test]
fn a_killed_run_comes_to_the_same_end() {
    let evolution = [("--generations", "400"), ("--held-out", "50")];
    let swarm = [
        ("--optimizer", "pso"),
        ("--population", "10"),
        ("--generations", "300"),
        ("--held-out", "50"),
    ];
    // In this one generations overlap: candidates are told that are not logged yet.
    let asynchronous = folder("asynchronous.toml");
    fs::write(
        &asynchronous,
        "agent = 'lee'\ngenerations = 300\ngames = 3\nvalidation = 10\nheld_out = 50\n\
         [optimizer]\nkind = 'pso'\npopulation = 10\nmode = 'asynchronous'\nwindow = 4\n\
         [objective]\nkind = 'lines'\n",
    )
    .unwrap();
    let from_file = |out: &Path| {
        ["train", text(&asynchronous), "--board", "10x10", "--out", text(out)]
            .map(String::from)
            .to_vec()
    };
    let runs: [(&str, Arguments); 3] = [
        ("es", &|out| short(&evolution, out)),
        ("pso", &|out| short(&swarm, out)),
        ("asynchronous", &from_file),
    ];
    for (name, arguments) in runs {
        let (whole, killed) = (folder(&format!("{name}-whole")), folder(&format!("{name}-killed")));
        let done = minolab(&arguments(&whole)).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let mut arguments = arguments(&killed);
        let mut kills = 0;
        for moment in [310, 90, 230, 140, 260, 60, 290, 250, 170, 220] {
            let mut child =
                minolab(&arguments).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
            thread::sleep(Duration::from_millis(moment));
            kills += child.try_wait().unwrap().is_none() as u32;
            child.kill().unwrap();
            child.wait().unwrap();
            if killed.join("run.toml").exists() {
                arguments = ["train", "--resume", text(&killed)].map(String::from).to_vec();
            }
        }
        // All ten on the machines we have; a much faster one may be through before.
        assert!(kills >= 5, "{name} was over too soon: killed {kills} times");
        let resumed = output(&["train", "--resume", text(&killed)]);
        assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
        for file in ["champion.toml", "log.jsonl"] {
            assert_eq!(read(&whole, file), read(&killed, file), "{name} {file}");
        }
        // A run that is done stays as it is.
        assert!(output(&["train", "--resume", text(&killed)]).status.success());
        assert_eq!(read(&whole, "log.jsonl"), read(&killed, "log.jsonl"));
    }
}

#[test]
fn bad_settings_are_named_before_a_game_is_played() {
    let out = folder("bad");
    let run_file = folder("crossed.toml");
    fs::write(
        &run_file,
        "agent = 'lee'\n[learn]\nlow = { holes = 1 }\nhigh = { holes = -1 }\nstarts = { holes = 0 }\n",
    )
    .unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["--agent", "lee", "--weights", "hole"], "there is no weight \"hole\""),
        (&["--agent", "lee", "--population", "1"], "population is 1"),
        (&["--agent", "lee", "--generations", "0"], "generations is 0, expected at least 1"),
        (&["--agent", "lee", "--weights", "holes,holes"], "listed twice"),
        (&["--agent", "lee", "--spread", "0"], "spread"),
        (&["--agent", "blitz", "--objective", "score"], "expected a limit in nodes"),
        (&["--agent", "lee", "--mode", "blitz=60"], "mode blitz=60 ends by the clock"),
        (&["--agent", "nobody"], "no agent \"nobody\""),
        (&[text(&run_file)], "bounds crossed"),
        (&["--optimizer", "es"], "no agent given: expected --agent"),
        (
            &["--agent", "lee", "--optimizer", "sweep", "--weights", "holes"],
            "the sweep has 0 values",
        ),
    ];
    for (flags, expected) in cases {
        let failed = output(&[&["train"], *flags, &["--out", text(&out)]].concat());
        let error = String::from_utf8_lossy(&failed.stderr);
        assert_eq!(failed.status.code(), Some(2), "{flags:?} {error}");
        assert!(error.contains(expected), "{flags:?}: {error}");
        assert!(!out.exists(), "{flags:?} left something behind");
    }
}

#[test]
fn folders_are_never_overwritten_and_damage_is_noticed() {
    let out = folder("kept");
    assert!(train(&[], &out).status.success());
    let before = read(&out, "champion.toml");
    let again = train(&[("--seed", "9")], &out);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("is not empty"));
    assert_eq!(read(&out, "champion.toml"), before);
    let resume = |expected: &str| {
        let failed = output(&["train", "--resume", text(&out)]);
        let error = String::from_utf8_lossy(&failed.stderr).into_owned();
        assert_eq!(failed.status.code(), Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
    };
    let checkpoint = fs::read(out.join("checkpoint")).unwrap();
    fs::write(out.join("checkpoint"), &checkpoint[..checkpoint.len() - 7]).unwrap();
    resume("cut short or damaged");
    fs::write(out.join("checkpoint"), b"something else").unwrap();
    resume("is not a training checkpoint");
    fs::write(out.join("checkpoint"), &checkpoint).unwrap();
    let settings = read(&out, "run.toml");
    fs::write(out.join("run.toml"), settings.replace("generations = 6", "generations = 7"))
        .unwrap();
    resume("other settings");
    fs::write(out.join("run.toml"), settings.replacen("version = \"", "version = \"9", 1)).unwrap();
    resume("the run is of version");
    assert_eq!(read(&out, "champion.toml"), before);
    fs::write(out.join("run.toml"), settings).unwrap();
    assert!(output(&["train", "--resume", text(&out)]).status.success());
    let nothing = output(&["train", "--resume", text(&folder("nowhere"))]);
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("holds no training run"));
}

#[test]
fn a_mode_says_when_games_end() {
    let out = folder("mode");
    let flags = [("--mode", "lines=5"), ("--objective", "sprint"), ("--generations", "1")];
    let done = train(&flags, &out);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(read(&out, "run.toml").contains("lines = 5"));
    let end: serde_json::Value =
        serde_json::from_str(read(&out, "log.jsonl").lines().last().unwrap()).unwrap();
    // Five lines take 13 pieces at least, and lee hardly more than 25.
    let fitness = end["given"]["mean"].as_f64().unwrap();
    assert!((-25.0..=-13.0).contains(&fitness), "{fitness}");
}

#[test]
fn a_sweep_sets_values_side_by_side() {
    let out = folder("sweep");
    let changes = [
        ("--optimizer", "sweep"),
        ("--weights", "holes"),
        ("--values", "-2,-0.4,0.5"),
        ("--generations", "10"),
        ("--population", ""),
    ];
    let arguments: Vec<String> = short(&changes, &out);
    let at = arguments.iter().position(|flag| flag == "--population").unwrap();
    let arguments = [&arguments[..at], &arguments[at + 2..]].concat();
    let done = minolab(&arguments).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let show = output(&["runs", "show", text(&out)]);
    let shown = String::from_utf8_lossy(&show.stdout).into_owned();
    let row = |value: &str| -> f64 {
        let line = shown.lines().find(|line| line.trim_start().starts_with(value)).unwrap();
        line.split_whitespace().nth(2).unwrap().parse().unwrap()
    };
    // Holes are bad.
    assert!(row("0.5") < row("-0.4"), "{shown}");
    assert!(shown.contains("board fill"), "{shown}");
}

/// A flag is said last, whatever the file sets of the same agent.
#[test]
fn a_flag_wins_over_what_a_run_file_sets() {
    let (out, file) = (folder("flags"), folder("flags.toml"));
    let settings = "agent = 'lee'\ngenerations = 1\ngames = 1\nvalidation = 2\nheld_out = 2\n\
                    [set]\nholes = -7.5\nbumpiness = -8.5\n";
    fs::write(&file, settings).unwrap();
    let arguments =
        ["train", text(&file), "--out", text(&out), "--board", "10x10", "--set", "holes=-9.5"];
    let done = output(&arguments);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let run = fs::read_to_string(out.join("run.toml")).unwrap();
    assert!(run.contains("holes = -9.5") && run.contains("bumpiness = -8.5"), "{run}");
}

#[test]
fn runs_are_listed_and_drawn() {
    let dir = folder("listed");
    assert!(train(&[], &dir.join("first")).status.success());
    let list = output(&["runs", "--dir", text(&dir)]);
    let listed = String::from_utf8_lossy(&list.stdout).into_owned();
    assert!(listed.contains("first  lee by es for lines, done"), "{listed}");
    let show = output(&["runs", "show", text(&dir.join("first"))]);
    let shown = String::from_utf8_lossy(&show.stdout).into_owned();
    assert!(shown.contains("6 generations") && shown.contains("holes"), "{shown}");
    let json = output(&["runs", "show", text(&dir.join("first")), "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(value["curve"].as_array().unwrap().len(), 6);
    assert!(value["end"]["held_out"]["n"] == 100);
}

/// A run's folder can be studied like games: a page on how it learned.
#[test]
fn a_run_can_be_studied() {
    let run = folder("studied");
    assert!(train(&[], &run).status.success());
    let page = run.join("report.html");
    let found = output(&["study", text(&run), "--out", text(&page), "--json"]);
    assert!(found.status.success(), "{found:?}");
    let json: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    assert_eq!(json["runs"][0]["generations"], 6);
    let gain = json["runs"][0]["end"]["gain"]["mean"].as_f64().unwrap();
    assert!(gain.is_finite());
    let page = fs::read_to_string(&page).unwrap();
    for part in ["How it learned", "Weights learned", "held-out games", "lee by es for lines"] {
        assert!(page.contains(part), "{part}");
    }
    // Six generations, a row each.
    assert_eq!(page.matches("<th scope=\"row\">6</th>").count(), 2);
    // Games and runs do not go together.
    let games = folder("studied-games");
    assert!(
        output(&["run", "--agent", "lee", "--pieces", "100", "--save", text(&games)])
            .status
            .success()
    );
    let mixed = output(&["study", text(&run), text(&games), "--out", text(&run.join("x.html"))]);
    assert!(!mixed.status.success());
    assert!(String::from_utf8_lossy(&mixed.stderr).contains("training runs"), "{mixed:?}");
}
