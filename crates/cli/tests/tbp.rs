//! `minolab tbp` and `minolab tbp-host` from outside, with bots that behave and bots that do not.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

const MINOLAB: &str = env!("CARGO_BIN_EXE_minolab");

fn minolab(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(MINOLAB).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The command that starts `examples/bad_bot.rs`, which is built beside the tests.
fn bad_bot(how: &str) -> String {
    let test = std::env::current_exe().unwrap();
    let built = test.parent().and_then(Path::parent).unwrap();
    let program = built.join("examples").join(format!("bad_bot{}", std::env::consts::EXE_SUFFIX));
    assert!(
        program.exists(),
        "{program:?} is missing: build it with `cargo build --workspace --examples`"
    );
    format!("'{}' {how}", program.display())
}

fn json(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = minolab(arguments);
    assert_eq!(code, 0, "{arguments:?}: {stderr}");
    serde_json::from_str(&stdout).unwrap()
}

/// Feeds bytes to `minolab tbp` and gives back its messages and what it complained about.
fn tbp(arguments: &[&str], input: &[u8]) -> (Vec<Value>, String) {
    let mut child = Command::new(MINOLAB)
        .arg("tbp")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let messages = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (messages, String::from_utf8(output.stderr).unwrap())
}

fn start(queue: &str, board: Value) -> String {
    let queue: Vec<String> = queue.chars().map(String::from).collect();
    let start = json!({
        "type": "start", "hold": null, "queue": queue, "combo": 0, "back_to_back": false,
        "board": board, "mood": "good",
    });
    format!("{start}\n")
}

fn empty_board() -> Value {
    json!(vec![vec![Value::Null; 10]; 40])
}

const SUGGEST: &str = "{\"type\":\"suggest\"}\n";

/// A suggestion's moves as text, without what depends on the clock.
fn moves(messages: &[Value]) -> Vec<String> {
    let suggestions = messages.iter().filter(|message| message["type"] == "suggestion");
    suggestions.map(|message| message["moves"].to_string()).collect()
}

#[test]
fn our_bot_plays_the_games_that_our_agent_plays() {
    let folder = std::env::temp_dir().join(format!("minolab-tbp-{}", std::process::id()));
    let bot = format!("'{MINOLAB}' tbp --limit nodes=1000 --mode moves=40");
    let folder_name = folder.to_str().unwrap();
    let host = [
        "tbp-host",
        "--bot",
        &bot,
        "--bot",
        &bot,
        "--mode",
        "moves=40",
        "--games",
        "2",
        "--seed",
        "7",
        "--threads",
        "2",
        "--save",
        folder_name,
        "--json",
    ];
    let report = json(&host);
    let run = json(&[
        "run",
        "--agent",
        "blitz",
        "--rules",
        "guideline",
        "--limit",
        "nodes=1000",
        "--mode",
        "moves=40",
        "--games",
        "2",
        "--seed",
        "7",
        "--json",
    ]);
    assert_eq!(report["bots"].as_array().unwrap().len(), 2);
    for bot in report["bots"].as_array().unwrap() {
        assert_eq!((&bot["games"], &bot["forfeits"]), (&json!(2), &json!(0)), "{bot}");
        assert_eq!(bot["name"], "minolab blitz");
        for figure in ["deaths", "pieces", "lines", "score", "clear_score", "clears"] {
            assert_eq!(bot[figure], run[figure], "{figure}");
        }
        assert!(bot["response_ms"]["mean"].as_f64() <= bot["response_ms"]["max"].as_f64());
        assert_eq!(bot["skipped_lines"], 0);
    }
    for bot in ["bot-1", "bot-2"] {
        let replays = folder.join(bot);
        assert!(Path::new(&replays.join("game-00000001.mino")).exists());
        let (code, stdout, _) = minolab(&["replay", "--verify", replays.to_str().unwrap()]);
        assert_eq!(code, 0, "{stdout}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_question_before_quitting_is_answered() {
    let input = format!(
        "{{\"type\":\"rules\"}}\n{}{SUGGEST}{{\"type\":\"quit\"}}\n{{\"type\":\"stop\"}}\n",
        start("TIOLJ", empty_board())
    );
    let (messages, _) = tbp(&["--limit", "nodes=3000"], input.as_bytes());
    let last = messages.last().unwrap();
    assert_eq!(last["type"], "suggestion", "{messages:?}");
    assert!(!last["moves"].as_array().unwrap().is_empty(), "{last}");
}

/// No game was played, so there are no figures.
#[test]
fn a_bot_that_cannot_start_is_an_error() {
    let (code, stdout, stderr) = minolab(&["tbp-host", "--bot", "/no/such/bot --fast"]);
    assert_eq!((code, stdout.as_str()), (1, ""), "{stderr}");
    let expected = "error: \"/no/such/bot --fast\" could not be started: No such file";
    assert!(stderr.starts_with(expected), "{stderr}");
}

#[test]
fn bots_that_misbehave_lose_with_the_reason_and_the_host_goes_on() {
    let names = [
        "hangs",
        "exits",
        "garbage",
        "too_long",
        "not_utf8",
        "illegal",
        "silent",
        "refuses",
        "nothing",
        "odd_but_sound",
    ];
    let commands: Vec<String> = names.iter().map(|name| bad_bot(name)).collect();
    let mut arguments = vec!["tbp-host", "--mode", "moves=10", "--games", "2", "--json"];
    arguments.extend(["--timeout", "ms=2000", "--threads", "4", "--bot", "/no/such/bot"]);
    for command in &commands {
        arguments.extend(["--bot", command]);
    }
    let clock = Instant::now();
    let (code, stdout, stderr) = minolab(&arguments);
    assert_eq!(code, 1, "{stderr}");
    let launch = "error: \"/no/such/bot\" could not be started: ";
    assert!(stderr.contains(launch), "{stderr}");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    // A bot that is left over keeps our standard error open.
    assert!(clock.elapsed() < Duration::from_secs(45), "{:?}", clock.elapsed());
    assert_eq!(report["complete"], true);
    let expected = [
        ("/no/such/bot", "launch", 0, "could not be started"),
        ("hangs", "timeout", 3, "sent no suggestion within 2000 ms"),
        ("exits", "exit", 3, "exited before it sent"),
        ("garbage", "garbage", 3, "unexpected lines"),
        ("too_long", "too-long", 3, "sent a line of more than 1048576 bytes"),
        ("not_utf8", "garbage", 3, "not UTF-8"),
        ("illegal", "illegal", 3, "none of 3 suggestions is possible; the first: "),
        ("silent", "timeout", 0, "sent no info within 2000 ms"),
        ("refuses", "refusal", 0, "unsupported_rules"),
        ("nothing", "no-moves", 3, "suggested nothing"),
    ];
    let bots = report["bots"].as_array().unwrap();
    for (bot, (name, kind, pieces, reason)) in bots.iter().zip(expected) {
        assert_eq!(bot["forfeit_reasons"], json!({ kind: 2 }), "{name}: {bot}");
        assert_eq!((&bot["forfeits"], &bot["deaths"]), (&json!(2), &json!(0)), "{name}");
        assert_eq!(bot["pieces_per_game"]["max"], json!(pieces as f64), "{name}");
        let first = bot["first_forfeit"]["reason"].as_str().unwrap();
        assert!(first.contains(reason), "{name}: {first}");
        assert_eq!(bot["first_forfeit"]["game"], 0, "{name}");
    }
    // Garbage around valid answers, and illegal moves before legal ones, are tolerated.
    let sound = bots.last().unwrap();
    assert_eq!((&sound["forfeits"], &sound["pieces"]), (&json!(0), &json!(20)), "{sound}");
    assert!(sound["skipped_lines"].as_u64().unwrap() > 40, "{sound}");
    // Names are process ids: none is left.
    for bot in bots.iter().filter(|_| cfg!(target_os = "linux")) {
        let number = bot["name"].as_str().unwrap();
        assert!(number.is_empty() || !Path::new("/proc").join(number).exists(), "{bot}");
    }
}

/// Even those that left the bot's process group and cleared their environment.
#[test]
#[cfg(target_os = "linux")]
fn what_a_bot_started_ends_with_it() {
    let bot = bad_bot("leaves_programs");
    let command = ["tbp-host", "--mode", "moves=3", "--games", "1", "--json", "--bot", &bot];
    let (code, stdout, stderr) = minolab(&command);
    assert_eq!(code, 0, "{stderr}");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let mark = format!("98765.{}", report["bots"][0]["name"].as_str().unwrap());
    let left = std::fs::read_dir("/proc").unwrap().filter(|entry| {
        let path = entry.as_ref().unwrap().path().join("cmdline");
        std::fs::read(path).is_ok_and(|line| String::from_utf8_lossy(&line).contains(&mark))
    });
    assert_eq!(left.count(), 0, "{mark}");
}

#[test]
fn our_bot_answers_after_any_rubbish() {
    let mut input =
        b"{\"type\":\"rules\",\"randomizer\":\"seven_bag\"}\nrubbish\n\xFF\xFE\xC0\n".to_vec();
    input.extend(vec![b'['; 10 << 20]);
    input.extend(b"\n{\"type\":\"dance\"}\n{\"type\":7}\n{}\n[]\nnull\n{\"type\":\"suggest\"}\n");
    input.extend(b"{\"type\":\"play\",\"move\":{\"location\":{\"type\":\"T\",\"orientation\":\"north\",\"x\":99999999999,\"y\":-4},\"spin\":\"none\"}}\n");
    input.extend(start("TIOLJ", empty_board()).bytes());
    input.extend(
        b"{\"type\":\"new_piece\",\"piece\":\"?\"}\n{\"type\":\"new_piece\",\"piece\":\"S\"}\n",
    );
    input.extend(SUGGEST.bytes());
    let (messages, complaints) = tbp(&["--limit", "nodes=500"], &input);
    assert_eq!(messages[0]["type"], "info");
    assert_eq!(messages[0]["features"], json!(["randomizer", "move_info"]));
    assert_eq!(messages[1], json!({ "type": "ready" }));
    assert_eq!(messages[2], json!({ "type": "suggestion", "moves": [] }));
    assert_eq!(messages.len(), 4);
    assert_eq!(messages[3]["moves"].as_array().unwrap().len(), 5);
    let info = &messages[3]["move_info"];
    assert!(info["nodes"].as_u64().unwrap() > 0 && info["nps"].is_number(), "{info}");
    assert_eq!(info["depth"], 6);
    for word in ["too long", "not UTF-8", "skipped a line: expected value", "no game"] {
        assert!(complaints.contains(word), "{word:?} is not in {complaints:?}");
    }
}

#[test]
fn positions_that_cannot_be_get_no_moves() {
    let full = |letter: &str| json!(vec![vec![json!(letter); 10]; 40]);
    let boards = [
        json!([]),
        json!(vec![vec![Value::Null; 10]; 39]),
        json!(vec![vec![Value::Null; 11]; 40]),
        full("X"),
        full("G"),
    ];
    let count = boards.len();
    let mut input = String::new();
    for board in boards {
        input += &(start("TIO", board) + SUGGEST);
    }
    input += &(start("", empty_board()) + SUGGEST);
    input += &(start("TIO", json!("none")) + SUGGEST);
    input += &(start("TIO", empty_board()) + SUGGEST);
    let (messages, _) = tbp(&["--limit", "nodes=500"], input.as_bytes());
    let answers = moves(&messages);
    assert_eq!(answers.len(), count + 3);
    let (last, others) = answers.split_last().unwrap();
    assert!(others.iter().all(|moves| moves == "[]"), "{answers:?}");
    assert_ne!(last, "[]");
    // Valid but over: no room for a piece.
    let hopeless: Vec<Value> =
        (0..10).map(|x| if x > 0 { json!("G") } else { Value::Null }).collect();
    let input = start("TIO", json!(vec![hopeless; 40])) + SUGGEST;
    assert_eq!(moves(&tbp(&["--limit", "nodes=500"], input.as_bytes()).0), ["[]"]);
}

#[test]
fn the_same_nodes_give_the_same_suggestions() {
    let mut input = start("TIOLJSZTI", empty_board()) + SUGGEST;
    let played = json!({
        "type": "play",
        "move": { "location": { "type": "T", "orientation": "north", "x": 1, "y": 0 }, "spin": "none" },
    });
    input += &format!("{played}\n{{\"type\":\"new_piece\",\"piece\":\"O\"}}\n{SUGGEST}");
    // A slow player, so that the second position comes while it thinks about the first.
    let arguments = ["--limit", "nodes=20000"];
    let (first, _) = tbp(&arguments, input.as_bytes());
    let (second, _) = tbp(&arguments, input.as_bytes());
    assert_eq!((moves(&first).len(), moves(&second).len()), (2, 2));
    assert_eq!(moves(&first)[1], moves(&second)[1]);
    assert_ne!(moves(&first)[1], "[]");
}

#[test]
fn rules_that_cannot_be_are_refused() {
    let (messages, _) =
        tbp(&[], b"{\"type\":\"rules\",\"garbage\":\"general\"}\n{\"type\":\"quit\"}\n");
    assert_eq!(messages[1], json!({ "type": "error", "reason": "unsupported_rules" }));
    let refused = |arguments: &[&str], word: &str| {
        let (code, stdout, stderr) = minolab(arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(stderr.contains(word), "{stderr}");
    };
    refused(&["tbp", "--agent", "nobody"], "no agent \"nobody\"");
    refused(&["tbp-host", "--bot", " "], "the command is empty");
    refused(&["tbp-host", "--bot", "a 'b"], "unclosed");
    refused(&["tbp-host", "--bot", "a", "--limit", "nodes=5"], "expected ms=N");
    refused(&["tbp-host"], "--bot");
}
