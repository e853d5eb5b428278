//! The program as people and scripts see it: arguments in, text and exit codes out.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Command, Stdio},
};

use serde_json::Value;

struct Output {
    code: i32,
    stdout: String,
    stderr: String,
}

fn minolab(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_minolab")).args(arguments).output().unwrap();
    Output {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn json(arguments: &[&str]) -> Value {
    let output = minolab(arguments);
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&output.stdout).unwrap()
}

/// Exit code 2, nothing on stdout, and each of `words` in the message.
fn refused(arguments: &[&str], words: &[&str]) {
    let output = minolab(arguments);
    assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{arguments:?}");
    for word in words {
        assert!(output.stderr.contains(word), "{word:?} is not in {:?}", output.stderr);
    }
}

/// The program of the tests has no page built in.
#[test]
fn without_a_page_it_serves_how_to_get_one() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_minolab"))
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let host = address.trim().trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("cargo xtask run"), "{answer}");
}

#[test]
fn perft_counts() {
    let value = json(&["perft", "--queue", "IOLJ", "--spawn-row", "19", "--json"]);
    assert_eq!((&value["queue"], &value["nodes"]), (&"IOLJ".into(), &188_374.into()));
    for key in ["seconds", "cpu_seconds", "nodes_per_cpu_second"] {
        assert!(value[key].as_f64().unwrap() > 0.0, "{key}");
    }
}

#[test]
fn perft_tells_spins_apart_only_when_asked() {
    let nodes = |more: &[&str]| {
        let arguments = ["perft", "--queue", "TT", "--spawn-row", "19", "--json"];
        json(&[&arguments, more].concat())["nodes"].as_u64().unwrap()
    };
    assert_eq!((nodes(&[]), nodes(&["--spins"])), (1182, 1190));
}

#[test]
fn perft_uses_the_spawn_row_of_the_ruleset() {
    for (rules, row) in [("guideline", 20), ("mzmousa", 18)] {
        let value = json(&["perft", "--queue", "T", "--rules", rules, "--json"]);
        assert_eq!(value["spawn_row"], row, "{rules}");
    }
}

#[test]
fn a_failed_check_is_exit_code_1() {
    let output = minolab(&["perft", "--queue", "O", "--expect", "8"]);
    assert_eq!(output.code, 1);
    assert_eq!(output.stderr, "found 9 nodes, expected 8\n");
    assert_eq!(minolab(&["perft", "--queue", "O", "--expect", "9"]).code, 0);
}

#[test]
fn bad_input_is_exit_code_2_and_says_why() {
    refused(&["perft", "--queue", "IQ"], &["--queue", "character 2", "'Q'", "IOTLJSZ"]);
    refused(&["perft", "--queue", ""], &["--queue", "expected pieces"]);
    refused(&["perft", "--queue", "-"], &["--queue", "no pieces"]);
    refused(&["perft"], &["--queue"]);
    refused(&["perft", "--queue", "I", "--spawn-row", "48"], &["48", "0..48"]);
    refused(&["perft", "--queue", "I", "--spawn-row", "47"], &["does not fit", "row 47"]);
    refused(&["perft", "--queue", "I", "--rules", "nope"], &["nope", "guideline", "tetrio"]);
    refused(&["rules", "show", "nope"], &["nope", "expected a file or one of"]);
    refused(&["frobnicate"], &["frobnicate"]);
    refused(&["--port", "many"], &["--port", "many"]);
    refused(&["--no-open", "rules"], &["Usage"]);
}

#[test]
fn rules_can_be_listed_shown_and_loaded() {
    let list = json(&["rules", "--json"]);
    let names: Vec<&str> =
        list["rulesets"].as_array().unwrap().iter().map(|r| r["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"guideline") && names.contains(&"classic"));

    let folder = std::env::temp_dir().join(format!("minolab-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("mine.toml");
    for name in names {
        let shown = minolab(&["rules", "show", name]);
        std::fs::write(&path, &shown.stdout).unwrap();
        let loaded = json(&["rules", "show", path.to_str().unwrap(), "--json"]);
        assert_eq!(loaded, json(&["rules", "show", name, "--json"]));
    }

    let wide = minolab(&["rules", "show", "guideline"]).stdout.replace("width = 10", "width = 17");
    std::fs::write(&path, wide).unwrap();
    refused(&["rules", "show", path.to_str().unwrap()], &["mine.toml", "width is 17", "4 to 16"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn help_has_examples() {
    let commands: [&[&str]; 10] = [
        &["perft"],
        &["rules"],
        &["rules", "show"],
        &["bench"],
        &["bench", "rules"],
        &["agents"],
        &["run"],
        &["watch"],
        &["replay"],
        &["merge"],
    ];
    for command in commands {
        let output = minolab(&[command, &["--help"]].concat());
        assert_eq!(output.code, 0);
        assert!(output.stdout.contains("Examples:\n  minolab "), "{command:?}");
    }
}

#[test]
fn bench_has_figures_for_each_piece_and_a_signature() {
    let arguments = ["bench", "rules", "--rounds", "1"];
    let value = json(&[&arguments[..], &["--json"]].concat());
    assert_eq!(value["perft"]["nodes"], 67_002_200);
    for call in ["visit", "list", "count"] {
        for piece in ["I", "O", "T", "L", "J", "S", "Z", "mean"] {
            assert!(value["ns_per_call"][call][piece].as_f64().unwrap() > 0.0, "{call} {piece}");
        }
    }
    let signature = value["signature"].as_str().unwrap();
    assert_eq!(signature.len(), 16);
    assert_eq!(minolab(&[&arguments[..], &["--expect", "0"]].concat()).code, 1);
}

/// A change that means to alter play writes the file again: `minolab bench signatures >
/// data/bench.txt`.
#[test]
fn rules_and_play_have_the_signatures_that_are_kept() {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/bench.txt");
    let output = minolab(&["bench", "signatures", "--expect", kept]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert_eq!(output.stdout, std::fs::read_to_string(kept).unwrap());

    let other = std::env::temp_dir().join(format!("minolab-bench-{}", std::process::id()));
    let text = output.stdout.lines().skip(2).collect::<Vec<_>>().join("\n");
    std::fs::write(&other, format!("rules 0123456789abcdef\nnobody 0\n{text}\n")).unwrap();
    let output = minolab(&["bench", "signatures", "--expect", other.to_str().unwrap()]);
    assert_eq!(output.code, 1);
    for part in ["rules: the signature is", "expected 0123456789abcdef", "expected none", "nobody"]
    {
        assert!(output.stderr.contains(part), "{part}: {}", output.stderr);
    }
    std::fs::remove_file(&other).unwrap();
}
