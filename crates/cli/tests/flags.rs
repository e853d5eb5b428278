//! No flag is silently ignored: with every shipped agent it changes the answer, or it is refused with the reason.

use std::{
    path::PathBuf,
    process::{Command, Stdio},
};

use minolab_agents::shipped;
use serde_json::Value;

/// Exit code, standard output and standard error; nothing to read from.
fn minolab(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_minolab"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The output of a command without its timing; an error if it refuses and mentions `flag`.
fn answer(arguments: &[&str], flag: &str) -> Result<Value, String> {
    let (code, stdout, stderr) = minolab(arguments);
    if code == 0 {
        let mut value: Value = serde_json::from_str(&stdout).unwrap();
        let timed = ["seconds", "cpu_seconds", "pieces_per_second", "pieces_per_cpu_second"];
        let object = value.as_object_mut().unwrap();
        timed.iter().chain(&["nodes_per_cpu_second", "peak_rss_bytes"]).for_each(|key| {
            object.remove(*key);
        });
        return Ok(value);
    }
    let name = flag.trim_start_matches("--");
    assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
    assert!(stderr.starts_with("error: ") && stderr.contains(name), "{arguments:?}: {stderr}");
    Err(stderr)
}

/// The base with and without a flag: either may not be the same, or the flag is refused.
fn counts(base: &[&str], flag: &str, value: &str) -> Result<(), String> {
    let with = answer(&[base, &[flag, value]].concat(), flag)?;
    let without = answer(base, flag).unwrap();
    assert!(with != without, "{flag} {value} changes nothing in {base:?}");
    Ok(())
}

const BOARD: &str = "8xx/x3xxxxxx/xx1xxxxxxx T - IOLJS";

#[test]
fn analyze_honours_its_flags_with_every_agent() {
    for agent in shipped::all() {
        let (name, is_beam) = (agent.name.as_str(), agent.search.beam().is_some());
        let base = ["analyze", "--agent", name, "--position", BOARD, "--top", "100", "--json"];
        let base: Vec<&str> = match is_beam && agent.search.has_budget() {
            true => [&base[..], &["--limit", "nodes=3000"]].concat(),
            false => base.to_vec(),
        };
        if !is_beam {
            assert!(counts(&base, "--limit", "nodes=5000").is_err(), "{name}");
        }
        let depth = if agent.search.depth() == 2 { "1" } else { "2" };
        counts(&base, "--depth", depth).unwrap();
        let uses = agent.search.uses_known(minolab_rules::shipped::get(&agent.rules).unwrap().hold);
        // That one searches the next piece only where the stack is high.
        if name != "marathon" {
            assert_eq!(counts(&base, "--known", "0").is_ok(), uses > 0, "{name}");
        }
        assert_eq!(counts(&base, "--mode", "lines=1").is_ok(), agent.knows_the_end(), "{name}");
        let _ = counts(&base, "--set", "lines=5000");
        let _ = counts(&base, "--set", "landing_height=5000");
        assert!(counts(&base, "--set", "linez=1").is_err(), "{name}");
    }
}

#[test]
fn run_and_watch_honour_their_flags_with_every_agent() {
    for agent in shipped::all() {
        let name = agent.name.as_str();
        let base = ["run", "--agent", name, "--mode", "moves=4", "--games", "1", "--json"];
        let base: Vec<&str> = match agent.search.has_budget() {
            true => [&base[..], &["--limit", "nodes=60"]].concat(),
            false => [&base[..], &["--threads", "1"]].concat(),
        };
        for (flag, value) in [("--board", "10x16"), ("--rules", "tetrio")] {
            counts(&base, flag, value).unwrap();
        }
        let rules = minolab_rules::shipped::get(&agent.rules).unwrap();
        let uses = agent.search.uses_known(rules.hold);
        let is_used = uses > rules.previews as usize;
        assert_eq!(counts(&base, "--known", "12").is_ok(), is_used, "{name}");
        // Others average over unknown pieces.
        if agent.search.at_depth(30).unwrap().needs_known(rules.hold).is_some() {
            let deep = counts(&base, "--depth", "30").unwrap_err();
            assert!(deep.contains("searches known pieces only"), "{name}: {deep}");
        }
        let watch = ["watch", "--agent", name, "--known", "99"];
        assert_eq!(minolab(&watch).0, 2, "{name}");
        if agent.search.beam().is_none() {
            assert_eq!(minolab(&["watch", "--agent", name, "--limit", "ms=5"]).0, 2, "{name}");
        }
    }
}

#[test]
fn what_plays_nothing_refuses_settings_of_play() {
    let game = std::env::temp_dir().join(format!("minolab-flags-{}", std::process::id()));
    let folder = game.to_str().unwrap();
    let played = ["run", "--agent", "lee", "--mode", "moves=6", "--games", "1", "--save", folder];
    assert_eq!(minolab(&played).0, 0);
    let file: PathBuf = game.join("game-00000000.mino");
    let file = file.to_str().unwrap();
    for agent in shipped::all() {
        let name = agent.name.as_str();
        let evaluate = ["evaluate", "--agent", name, "--position", BOARD, "--json"];
        let evaluate: Vec<&str> = evaluate.to_vec();
        assert!(counts(&evaluate, "--set", "search.depth=1").is_err(), "{name}");
        let review = ["review", file, "--agent", name, "--json"];
        for setting in ["mode=sprint", "rules=tetrio"] {
            assert!(answer(&[&review[..], &["--set", setting]].concat(), "--set").is_err());
        }
        let tbp = ["tbp", "--agent", name, "--mode", "sprint"];
        let code = if agent.knows_the_end() { 0 } else { 2 };
        assert_eq!(minolab(&tbp).0, code, "{name}");
        if agent.search.beam().is_none() {
            let limit = [&review[..], &["--limit", "nodes=9"]].concat();
            assert!(answer(&limit, "--limit").is_err(), "{name}");
        }
    }
    std::fs::remove_dir_all(&game).unwrap();
}

/// Exit code 2, nothing printed, and these words in the message.
fn refused(arguments: &[&str], words: &str) {
    let (code, stdout, stderr) = minolab(arguments);
    assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
    assert!(stderr.contains(words), "{words:?} is not in {stderr:?}");
    for rust in ["Some(", "None", "i32", "f64", "{ "] {
        assert!(!stderr.contains(rust), "{rust} is in {stderr:?}");
    }
}

#[test]
fn what_cannot_be_honoured_is_refused_with_the_reason() {
    refused(&["run", "--agent", "bcts", "--known", "1"], "bcts can use none of the pieces after");
    let twice = ["run", "--agent", "blitz", "--limit", "nodes=5", "--limit", "nodes=6"];
    refused(&twice, "nodes is limited twice");
    let twice = ["run", "--agent", "lee", "--depth", "2", "--limit", "depth=3"];
    refused(&twice, "depth is limited twice");
    let twice = ["run", "--agent", "lee", "--set", "holes=-1", "--set", "holes=-2"];
    refused(&twice, "--set holes is given twice");
    refused(&["run", "--agent", "lee", "--replicas", "5"], "--estimate");
    refused(&["train", "--resume", "nowhere", "--games", "5"], "--games");
    refused(&["compare", "bcts", "lee", "--known", "2"], "bcts and lee can use none");
    let learn = ["train", "--agent", "tetrais-simple", "--weights", "lines", "--out", "/nowhere/x"];
    refused(&learn, "lines would change nothing");
    let learn = ["train", "--agent", "lee", "--known", "3", "--out", "/nowhere/x"];
    refused(&learn, "--known 3 changes nothing");
    let learn = ["train", "--agent", "analyzer", "--out", "/nowhere/x"];
    refused(&learn, "area_width.values.0 to ");
    refused(&["--port", "8000", "rules"], "before a command");
    refused(&["analyze", "--queue", "TIO", "--known", "5"], "the queue has 2 after the active");
}

#[test]
fn mistyped_names_are_answered_with_the_nearest() {
    refused(&["run", "--agent", "sprnt"], "no agent \"sprnt\": expected sprint");
    refused(&["run", "--agent", "lee", "--rules", "tetrioo"], "expected tetrio");
    refused(&["run", "--agent", "lee", "--set", "bumpyness=1"], "expected bumpiness");
    let weights = ["train", "--agent", "lee", "--weights", "bumpines", "--out", "/nowhere/x"];
    refused(&weights, "expected bumpiness");
    refused(&["run", "--agent", "lee", "--mode", "sprnt"], "sprint");
    refused(
        &["analyze", "--queue", "T", "--position", "nofile.txt"],
        "\"nofile.txt\" is neither a file",
    );
}

#[test]
fn a_number_may_begin_with_its_point() {
    let weight = |value: &str| {
        let setting = format!("bumpiness={value}");
        minolab(&["agents", "show", "lee", "--set", &setting]).1
    };
    assert!(weight("-.31").contains("bumpiness = -0.31"), "{}", weight("-.31"));
    assert_eq!(weight("-.31"), weight("-0.31"));
}

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    let watch =
        |more: &[&str]| minolab(&[&["watch", "--agent", "lee", "--board", "4x8"], more].concat()).1;
    assert!(!watch(&[]).contains('\x1b') && watch(&[]).contains("II"));
    assert_eq!(watch(&["--color", "never"]), watch(&[]));
    assert!(watch(&["--color", "always"]).contains("\x1b[48;2;"));
}

#[test]
fn perfect_clears_say_how_many_pieces_are_known() {
    let (code, stdout, _) = minolab(&["pc", "--queue", "T"]);
    assert!(code == 0 && stdout.contains("1 of 5 pieces is known"), "{stdout}");
}

#[test]
fn a_run_fits_eighty_columns_and_leads_with_what_it_is_about() {
    for (mode, first) in [("sprint", "pieces"), ("blitz", "score"), ("marathon", "lines")] {
        let run = ["run", "--agent", "capstone-sprint", "--mode", mode, "--games", "3"];
        let (_, stdout, _) =
            minolab(&[&run[..], &["--board", "10x10", "--keys", "false"]].concat());
        assert!(stdout.lines().all(|line| line.chars().count() <= 80), "{stdout}");
        let row = stdout.lines().skip_while(|line| !line.starts_with("per game")).nth(1);
        assert!(row.unwrap().starts_with(first), "{mode}: {stdout}");
    }
}
