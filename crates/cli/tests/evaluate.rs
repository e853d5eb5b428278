//! `minolab evaluate` from outside.

use std::process::{Command, Output};

use serde_json::Value;

fn minolab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_minolab")).arg("evaluate").args(arguments).output().unwrap()
}

fn evaluate(arguments: &[&str]) -> Value {
    let output = minolab(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn close(found: &Value, expected: f64) -> bool {
    (found.as_f64().unwrap() - expected).abs() < 1e-9
}

const THREE: &str = "-x---xx---/-xx-xx-x--/xxxx-xxx--";

#[test]
fn the_analyzers_board_costs_what_its_document_says() {
    let flags = ["--agent", "analyzer", "--position", THREE];
    let small = evaluate(&[&flags[..], &["--board", "10x5"]].concat());
    assert!(close(&small["value"], 51.0386), "{small}");
    assert_eq!((&small["agent"], &small["lower_is_better"]), (&"analyzer".into(), &true.into()));
    let terms = small["terms"].as_object().unwrap();
    assert_eq!(terms.len(), 3);
    for (name, expected) in [("height", 20.3), ("structure", 12.5386), ("hollows", 18.2)] {
        assert!(close(&terms[name], expected), "{name}: {small}");
    }
    assert!(close(&evaluate(&flags)["value"], 31.7386));
    assert!(close(&evaluate(&["--agent", "analyzer"])["value"], 1.0));
}

#[test]
fn a_file_of_drawn_rows_may_hold_full_ones_where_the_agent_sees_them() {
    let path = std::env::temp_dir().join(format!("minolab-landed-{}", std::process::id()));
    let rows = [
        "#.........",
        "#.........",
        "##...#..#.",
        "##..##..##",
        "##########",
        "##########",
        "#.#####.##",
        "##########",
        "#######.##",
    ];
    std::fs::write(&path, rows.join("\n")).unwrap();
    let file = path.to_str().unwrap();
    let found = evaluate(&["--agent", "capstone-sprint", "--position", file]);
    assert!(close(&found["value"], -108.685_275_435_447_69), "{found}");
    assert_eq!(found["measured"]["complete_lines"], 3.0);
    // Others clear them first.
    let refused = minolab(&["--agent", "lee", "--position", file]);
    assert_eq!(refused.status.code(), Some(2));
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("row 2 from the bottom is full"), "{error}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn hold_and_queue_count_where_the_agent_counts_them() {
    let value = |more: &[&str]| {
        let flags = ["--agent", "blitz", "--position", "XX......../X...XXXXXX/XX.XXXXXXX"];
        evaluate(&[&flags[..], more].concat())
    };
    let (without, with) = (value(&[]), value(&["--hold", "T", "--queue", "LJ"]));
    assert_eq!(without["terms"]["held_t"], Value::Null);
    let change = with["value"].as_f64().unwrap() - without["value"].as_f64().unwrap();
    assert!(close(&with["terms"]["held_t"], change), "{change}");
}

#[test]
fn people_see_what_was_measured() {
    let example = ".###....../####....../#####....#/#####....#/#####..###/.#########/#.#######.";
    let output = minolab(&["--agent", "tetrais-complex", "--position", example]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("tetrais-complex: -2.6865, higher is better\n"), "{text}");
    for (name, measured) in [("max_height", "7"), ("mean_height", "4.7"), ("holes", "3")] {
        let line = text.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        assert!(line.ends_with(&format!("measured {measured}")), "{line}");
    }
}
