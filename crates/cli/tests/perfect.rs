//! `minolab pc` and `minolab bench perfect` from outside.

use std::process::Command;

use serde_json::Value;

fn minolab(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_minolab")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = minolab(arguments);
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&stdout).unwrap()
}

/// Exit code 2, nothing on stdout, and each of `words` in the message.
fn refused(arguments: &[&str], words: &[&str]) {
    let (code, stdout, stderr) = minolab(arguments);
    assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
    for word in words {
        assert!(stderr.contains(word), "{word:?} is not in {stderr:?}");
    }
}

#[test]
fn solutions_are_drawn_with_their_choices() {
    let picture = "......XXXX/....XXXXXX/....XXXXXX";
    let (code, stdout, _) =
        minolab(&["pc", "--position", picture, "--queue", "TZJOSI", "--hold", "Z", "--top", "1"]);
    assert_eq!(code, 0);
    let expected = "1: T@3,1W Z@1,0N J@0,1E O@4,0N S@2,0N I@7,0N  (1 300 points)\n\
                    JJSSOOIIII\nJSSTOOXXXX\nZZTTXXXXXX\nJZZTXXXXXX\n\n\
                    3 solutions with 6 pieces for 4 rows; ";
    assert!(stdout.starts_with(expected), "{stdout}");
}

#[test]
fn json_has_every_placement() {
    let value = json(&["pc", "--position", "xxxx2xxxx/xxxx2xxxx", "--queue", "TO", "--json"]);
    assert_eq!((&value["height"], &value["pieces"]), (&2.into(), &1.into()));
    assert_eq!((&value["count"], &value["capped"]), (&1.into(), &false.into()));
    let expected = serde_json::json!([[{
        "choice": "hO@4,0N", "piece": "O", "rotation": "N", "x": 4, "y": 0, "hold": true,
        "spin": "none", "lines": 2,
    }]]);
    assert_eq!((&value["solutions"], &value["points"]), (&expected, &serde_json::json!([1500])));
    assert!(value["nodes"].as_u64().unwrap() > 0 && value["cpu_seconds"].is_f64());
    assert!(value.get("probability").is_none());
}

#[test]
fn a_position_may_be_a_file() {
    let path = std::env::temp_dir().join(format!("minolab-pc-{}.txt", std::process::id()));
    std::fs::write(&path, "; a gap of four\nXXXX..XXXX\nXXXX..XXXX\n").unwrap();
    let value = json(&["pc", "--position", path.to_str().unwrap(), "--queue", "O", "--json"]);
    assert_eq!(value["count"], 1);
    std::fs::write(&path, "xxxx2xxxx/xxxx2xxxx T O").unwrap();
    let value = json(&["pc", "--position", path.to_str().unwrap(), "--json"]);
    assert_eq!(value["solutions"][0][0]["choice"], "hO@4,0N");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn the_first_of_eleven_pieces() {
    let arguments = ["pc", "--queue", "IOTLJSZTIOL", "--height", "4", "--first", "--json"];
    let value = json(&arguments);
    assert_eq!((&value["count"], &value["capped"]), (&1.into(), &true.into()));
    assert_eq!(value["solutions"][0].as_array().unwrap().len(), 10);
    let value = json(&["pc", "--queue", "SSSSSSSSSSS", "--height", "4", "--first", "--json"]);
    assert_eq!((&value["count"], &value["capped"]), (&0.into(), &false.into()));
}

#[test]
fn chances_are_told_past_the_known_pieces() {
    // An O must be next, and the bag has four pieces left.
    let line = "xxxx2xxxx/xxxx2xxxx T - - IOLJ";
    let value = json(&["pc", "--position", line, "--probability", "--json"]);
    assert_eq!((&value["probability"], &value["orders"]), (&0.25.into(), &4.into()));
    assert_eq!((&value["unknown"], &value["count"]), (&1.into(), &0.into()));
    let (_, stdout, _) = minolab(&["pc", "--position", line, "--probability"]);
    assert!(stdout.contains("probability 0.2500: 1 of 4 orders of 1 unknown piece"), "{stdout}");
    let value = json(&["pc", "--height", "4", "--queue", "T", "--probability", "--json"]);
    assert_eq!(value["probability"], Value::Null);
}

#[test]
fn bad_input_is_refused() {
    refused(&["pc", "--queue", "TQ"], &["--queue", "character 2", "'Q'"]);
    refused(&["pc", "--hold", "TT"], &["--hold", "2 pieces"]);
    refused(&["pc", "--position", "X.../X.?."], &["--position", "row 2", "'?'"]);
    refused(&["pc", "--position", "x9 T", "--height", "4"], &["--height", "39", "multiple of 4"]);
    refused(&["pc", "--queue", "T", "--height", "7"], &["--height", "7 rows", "1 to 6"]);
    refused(&["pc", "--position", "xxxx", "--queue", "T"], &["guideline", "4 wide"]);
    refused(&["pc", "--rules", "classic", "--hold", "T"], &["no hold"]);
    refused(&["pc", "--rules", "nope"], &["nope", "guideline"]);
}

#[test]
fn no_height_is_no_error() {
    let (code, stdout, _) = minolab(&["pc", "--position", "x9", "--queue", "TIO"]);
    assert_eq!(code, 0);
    assert!(stdout.starts_with("no perfect clear"), "{stdout}");
    let value = json(&["pc", "--position", "x9", "--queue", "TIO", "--json"]);
    assert_eq!((&value["height"], &value["count"]), (&Value::Null, &0.into()));
}

#[test]
fn the_bench_has_figures() {
    let value = json(&["bench", "perfect", "--sequences", "3", "--json"]);
    for (name, questions) in [("all solutions", 100), ("eleven pieces", 3), ("straight drops", 3)] {
        assert_eq!(value[name]["questions"], questions, "{name}");
        assert!(value[name]["median_ms"].as_f64().unwrap() > 0.0, "{name}");
    }
    assert_eq!(value["all solutions"]["solved"], 56);
}

#[test]
fn help_has_examples() {
    for command in [&["pc"][..], &["bench", "perfect"]] {
        let (code, stdout, _) = minolab(&[command, &["--help"]].concat());
        assert_eq!(code, 0);
        assert!(stdout.contains("Examples:\n  minolab "), "{command:?}");
    }
}
