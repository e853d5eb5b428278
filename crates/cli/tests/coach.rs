//! What moves cost, puzzles and habits from outside.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
#[cfg(unix)]
use std::{process::Stdio, thread, time::Duration};

use serde_json::Value;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minolab"));
    command.args(arguments);
    command
}

fn minolab(arguments: &[&str]) -> (i32, String, String) {
    let output = command(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = minolab(arguments);
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&stdout).unwrap()
}

/// A folder for one test, removed with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("minolab-coach-{name}-{}", std::process::id()));
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

const CALIBRATE: [&str; 6] =
    ["calibrate", "--agent", "capstone-sprint", "--horizon", "40", "--positions"];

#[test]
fn a_calibration_is_the_same_however_many_threads_take_it() {
    let folder = Folder::new("threads");
    let [one, two] = ["1", "2"].map(|threads| {
        let out = folder.path(threads);
        let found = json(
            &[&CALIBRATE[..], &["1000", "--threads", threads, "--out", &out, "--json"]].concat(),
        );
        assert_eq!((&found["unit"], &found["mode"]), (&"pieces".into(), &"sprint".into()));
        assert_eq!(found["held_out"].as_array().unwrap().len(), 10);
        assert!(!Path::new(&format!("{out}.samples")).exists());
        fs::read_to_string(out).unwrap()
    });
    assert_eq!(one, two);
    let file = folder.path("1");
    let plot = folder.path("plot.svg");
    let shown = json(&["curves", "show", &file, "--plot", &plot, "--json"]);
    assert_eq!(shown["agent"], "capstone-sprint");
    assert!(shown["right"].as_u64() <= Some(10));
    assert!(fs::read_to_string(plot).unwrap().starts_with("<svg"));
}

#[cfg(unix)]
#[test]
fn a_calibration_goes_on_where_it_was_stopped() {
    let folder = Folder::new("stopped");
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path(name));
    json(&[&CALIBRATE[..], &["2000", "--out", &whole, "--json"]].concat());
    let samples = format!("{parts}.samples");
    let taken = || fs::read_to_string(&samples).map_or(0, |text| text.lines().count());
    let arguments = [&CALIBRATE[..], &["100000000", "--out", &parts]].concat();
    let mut child =
        command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while taken() < 200 {
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Resume with the same command."));
    // As after a power cut in the middle of a line.
    let mut text = fs::read_to_string(&samples).unwrap();
    text.truncate(text.len() - 10);
    fs::write(&samples, text).unwrap();

    let other = [&CALIBRATE[..], &["2000", "--seed", "2", "--out", &parts]].concat();
    let (code, _, stderr) = minolab(&other);
    assert!(code == 2 && stderr.contains("has samples of other settings"), "{code} {stderr}");

    json(&[&CALIBRATE[..], &["2000", "--out", &parts, "--json"]].concat());
    assert_eq!(fs::read_to_string(parts).unwrap(), fs::read_to_string(whole).unwrap());
}

#[test]
fn curves_are_listed_and_others_are_refused() {
    let all = json(&["curves", "--json"]);
    let agents: Vec<&str> =
        all.as_array().unwrap().iter().map(|curve| curve["agent"].as_str().unwrap()).collect();
    for agent in ["sprint", "blitz", "marathon"] {
        assert!(agents.contains(&agent), "{agents:?}");
        assert_eq!(json(&["curves", "show", agent, "--json"])["agent"], agent);
    }
    let (code, _, stderr) = minolab(&["curves", "show", "sprnt"]);
    assert!(code == 2 && stderr.contains("sprnt") && stderr.contains("minolab curves"), "{stderr}");
}

#[test]
fn mistakes_are_measured_with_their_intervals() {
    let folder = Folder::new("mistakes");
    let out = folder.path("mistakes.json");
    let found = json(&[
        "mistakes",
        "--agent",
        "capstone-sprint",
        "--horizon",
        "40",
        "--positions",
        "300",
        "--out",
        &out,
        "--json",
    ]);
    let mistakes = found["mistakes"].as_array().unwrap();
    let hole = mistakes.iter().find(|mistake| mistake["title"] == "one hole").unwrap();
    assert!(hole["cost"]["n"].as_u64() > Some(10), "{hole}");
    let (mean, low) = (&hole["cost"]["mean"], &hole["cost"]["ci95"][0]);
    assert!(mean.as_f64() > low.as_f64(), "{hole}");
    let written: Value = serde_json::from_str(&fs::read_to_string(out).unwrap()).unwrap();
    assert_eq!(written, found);
}

#[test]
fn puzzles_are_made_and_checked() {
    let folder = Folder::new("puzzles");
    let out = folder.path("sprint.jsonl");
    let make = ["puzzles", "make", "--agent", "sprint", "--limit", "nodes=300", "--json"];
    let rest = ["--playing-on", "capstone-sprint", "--positions", "200", "--out", &out];
    let made = json(&[&make[..], &rest].concat());
    let text = fs::read_to_string(&out).unwrap();
    assert_eq!(made["positions"], 200);
    assert_eq!(made["puzzles"], text.lines().count());
    assert!(made["puzzles"].as_u64() > Some(0), "{made}");

    // A key that is not the best is found out, with what is played instead.
    let first: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let (rules, position) = (first["rules"].as_str().unwrap(), first["position"].as_str().unwrap());
    let analyze = [
        "analyze",
        "--agent",
        "capstone-sprint",
        "--rules",
        rules,
        "--top",
        "99",
        "--json",
        "--position",
    ];
    let analyzed = json(&[&analyze[..], &[position]].concat());
    let worst = analyzed["placements"].as_array().unwrap().last().unwrap()["choice"].clone();
    let mut wrong = first.clone();
    (wrong["key"], wrong["line"]) = (worst.clone(), vec![worst.clone()].into());
    let file = folder.path("one.jsonl");
    fs::write(&file, format!("{wrong}\n")).unwrap();
    let check = ["puzzles", "check", &file, "--agent", "sprint", "--limit", "nodes=2000", "--json"];
    let (code, stdout, _) = minolab(&check);
    let found: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &found["agreed"]), (1, &0.into()), "{found}");
    assert_eq!(found["others"][0]["key"], worst);

    fs::write(&file, "{\"rules\":\"capstone\"}\n").unwrap();
    let (code, _, stderr) = minolab(&check);
    assert!(code == 2 && stderr.contains("one.jsonl"), "{stderr}");
}

#[test]
fn habits_say_where_each_person_loses() {
    let folder = Folder::new("habits");
    let games = folder.path("games");
    json(&["run", "--agent", "capstone-sprint", "--games", "4", "--save", &games, "--json"]);
    let out = folder.path("habits.html");
    let study = ["study", &games, "--person", "--name", "capstone", "--nodes", "100"];
    let found = json(&[&study[..], &["--out", &out, "--json"]].concat());
    let person = &found["people"][0];
    assert_eq!((&person["name"], &person["games"]), (&"capstone".into(), &4.into()));
    assert_eq!(person["unit"], "pieces");
    for group in person["groups"].as_array().unwrap() {
        for row in group["rows"].as_array().unwrap() {
            let share = row["share"]["mean"].as_f64();
            assert!(
                row["placements"] == 0 || share.is_some_and(|share| (0.0..=1.0).contains(&share)),
                "{row}"
            );
        }
    }
    let page = fs::read_to_string(out).unwrap();
    assert!(page.contains("capstone") && !page.contains("http://"));
    let (code, _, stderr) = minolab(&["study", &games, "--nodes", "100", "--out", "x.html"]);
    assert!(code == 2 && stderr.contains("--person"), "{stderr}");
}
