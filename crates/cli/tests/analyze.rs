//! `minolab analyze` from outside.

use std::process::{Command, Output};

use serde_json::Value;

fn minolab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_minolab")).args(arguments).output().unwrap()
}

fn analyze(arguments: &[&str]) -> Value {
    let all = [&["analyze", "--json"], arguments].concat();
    let output = minolab(&all);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_spin_that_is_there_is_found_with_its_reasons() {
    let position = "XX......../X...XXXXXX/XX.XXXXXXX";
    let flags = ["--agent", "blitz", "--limit", "nodes=5000", "--position", position];
    // With one piece to go there is nothing to save it for.
    let answer = analyze(&[&flags[..], &["--queue", "T", "--mode", "moves=1"]].concat());
    let best = &answer["placements"][0];
    assert_eq!(answer["best"], best["choice"]);
    assert_eq!(
        (&best["piece"], &best["spin"], &best["lines"]),
        (&"T".into(), &"full".into(), &2.into())
    );
    assert_eq!(best["points"], 1200);
    assert_eq!(best["keys"].as_u64(), Some(best["path"].as_array().unwrap().len() as u64));
    assert_eq!(best["path"].as_array().unwrap().last(), Some(&"hard-drop".into()));
    let reasons = best["reasons"].as_object().unwrap();
    let sum: f64 = reasons.values().map(|share| share.as_f64().unwrap()).sum();
    assert_eq!(Some(sum), best["score"].as_f64());
    assert!(answer["nodes"].as_u64() > Some(10));
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    let flags = ["--agent", "blitz", "--limit", "nodes=3000", "--queue", "TIOLJSZ", "--top", "100"];
    let without_time = |mut answer: Value| {
        answer["cpu_seconds"] = Value::Null;
        answer
    };
    let answer = without_time(analyze(&flags));
    assert_eq!(without_time(analyze(&flags)), answer);
    // Without a name it is the same agent.
    assert_eq!(without_time(analyze(&flags[2..])), answer);
}

#[test]
fn a_classic_agent_is_asked_alike() {
    let answer = analyze(&["--agent", "dellacherie", "--queue", "S", "--top", "3"]);
    let placements = answer["placements"].as_array().unwrap();
    assert_eq!((placements.len(), &answer["depth"]), (3, &1.into()));
    let scores: Vec<f64> = placements.iter().map(|one| one["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let text = minolab(&["analyze", "--agent", "dellacherie", "--queue", "S"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("1: S@") && text.contains("because row_transitions"), "{text}");
}

#[test]
fn a_sprint_is_ended_with_an_empty_board() {
    let flags = ["--agent", "sprint", "--limit", "nodes=2000", "--mode", "lines=2"];
    let position = ["--position", "....XXXX../....XXXX..", "--queue", "OIITS"];
    let answer = analyze(&[&flags[..], &position].concat());
    let line = answer["placements"][0]["line"].as_array().unwrap();
    assert_eq!(line.len(), 3, "{line:?}");
}

#[test]
fn what_cannot_be_answered_is_refused() {
    for (arguments, words) in [
        (vec!["--agent", "blitz"], "no active piece"),
        (vec!["--agent", "nobody", "--queue", "T"], "no agent \"nobody\""),
        (vec!["--agent", "blitz", "--queue", "TX"], "in --queue: character 2"),
        (vec!["--agent", "blitz", "--position", "x9/?", "--queue", "T"], "in --position"),
        (vec!["--agent", "blitz", "--queue", "T", "--limit", "nodes=0"], "nodes=N"),
    ] {
        let output = minolab(&[&["analyze"], &arguments[..]].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error.contains(words), "{error}");
    }
}
