//! Runs started, stopped and resumed over HTTP, and what is refused.

use std::{
    net::{Ipv4Addr, TcpStream},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::*;
use crate::tests::{ask, get, started_with, status};

/// A small run that would last a long time.
const RUN: &str = "
agent = \"bcts\"
seed = 1
generations = 100000
games = 1
validation = 2
held_out = 2
[optimizer]
kind = \"es\"
population = 4
[objective]
kind = \"lines\"
pieces = 30
";

/// A new folder; it goes with this value.
struct Place(PathBuf);

impl Place {
    fn new() -> Place {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("minolab-serve-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Place(path)
    }

    fn serve(&self) -> u16 {
        started_with(Some(Arc::new(Runs::new(&self.0, 1))))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn post(port: u16, path: &str, head: &str, body: &str) -> String {
    let head = head.replace("ORIGIN", "Origin: http://127.0.0.1:PORT\n");
    ask(
        port,
        &format!(
            "POST {path} HTTP/1.1\nHost: 127.0.0.1:PORT\nConnection: close\n{head}Content-Length: {}\n\n{body}",
            body.replace('\n', "\r\n").len()
        ),
    )
}

fn body(answer: &str) -> Value {
    let text = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{answer}"))
}

/// Waits until an entry of one of the lists meets a condition.
fn wait_in(port: u16, list: &str, name: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let found = body(&get(port, "/api/runs", ""));
        let one = found[list].as_array().unwrap().iter().find(|one| one["name"] == name);
        if let Some(one) = one.filter(|one| is_so(one)) {
            return one.clone();
        }
        assert!(Instant::now() < until, "{found}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Requests something that gets a name; returns the name.
fn begun(port: u16, path: &str, order: &Value) -> String {
    let answer = post(port, path, "ORIGIN", &order.to_string());
    assert_eq!(status(&answer), "200", "{answer}");
    body(&answer)["name"].as_str().unwrap().into()
}

/// Waits until a run meets a condition.
fn wait(port: u16, name: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let found = body(&get(port, &format!("/api/runs/{name}"), ""));
        if is_so(&found) {
            return found;
        }
        assert!(Instant::now() < until, "{found}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_run_is_started_stopped_and_gone_on_with() {
    let place = Place::new();
    let port = place.serve();
    assert_eq!(body(&get(port, "/api/runs", ""))["runs"], json!([]));
    let answer = post(port, "/api/runs", "ORIGIN", RUN);
    assert_eq!(status(&answer), "200", "{answer}");
    let name = body(&answer)["name"].as_str().unwrap().to_string();
    assert_eq!(name, "bcts-es-1");
    wait(port, &name, |run| run["complete"].as_u64() > Some(2) && run["state"] == "running");
    let again = post(port, &format!("/api/runs/{name}/resume"), "ORIGIN", "");
    assert_eq!(status(&again), "409");
    assert_eq!(status(&post(port, &format!("/api/runs/{name}/stop"), "ORIGIN", "")), "200");
    let stopped = wait(port, &name, |run| run["state"] == "stopped");
    let done = stopped["complete"].as_u64().unwrap();
    assert_eq!(stopped["curve"].as_array().map(Vec::len), Some(done as usize));
    let again = post(port, &format!("/api/runs/{name}/stop"), "ORIGIN", "");
    assert_eq!(status(&again), "409");
    assert_eq!(status(&post(port, &format!("/api/runs/{name}/resume"), "ORIGIN", "")), "200");
    wait(port, &name, |run| run["complete"].as_u64() > Some(done + 1));
    // Another one beside it has another name.
    let other = body(&post(port, "/api/runs", "ORIGIN", RUN))["name"].clone();
    assert_eq!(other, "bcts-es-2");
    for name in [&name[..], "bcts-es-2"] {
        assert_eq!(status(&post(port, &format!("/api/runs/{name}/stop"), "ORIGIN", "")), "200");
        wait(port, name, |run| run["state"] == "stopped");
    }
    // A run started by the page is a run like any other.
    assert!(Folder::resume(&place.0.join(&name)).is_ok());
}

#[test]
fn games_are_played_and_studied() {
    let place = Place::new();
    let port = place.serve();
    let order = json!({ "agent": "bcts", "mode": "moves=60", "games": 12, "seed": 5 });
    let first = begun(port, "/api/games", &order);
    assert_eq!(first, "bcts-moves-60-1");
    let played = wait_in(port, "games", &first, |games| games["state"] == "done");
    assert_eq!((&played["games"], &played["wanted"]), (&json!(12), &json!(12)));
    assert_eq!((&played["pieces"], &played["seed"]), (&json!(12 * 60), &json!(5)));
    assert_eq!(played["mode"], "moves=60");
    // They are the games of the command line: the first has the first seed.
    let game = place.0.join(&first).join("game-00000000.mino");
    let game = minolab_study::read(&game).unwrap();
    assert_eq!((game.seed, &game.agent[..]), (5, "bcts"));
    let order = json!({ "agent": "lee", "mode": "moves=60", "games": 12, "seed": 5 });
    let second = begun(port, "/api/games", &order);
    wait_in(port, "games", &second, |games| games["state"] == "done");

    let study = begun(port, "/api/studies", &json!({ "of": [first, second] }));
    assert_eq!(study, "bcts-moves-60-1-and-lee-moves-60-1-1.html");
    wait_in(port, "studies", &study, |study| study["state"] == "done");
    let page = get(port, &format!("/studies/{study}"), "");
    assert_eq!(status(&page), "200");
    assert!(page.contains("<h1>bcts and lee</h1>") && page.contains("12 games of moves=60"));
    assert_eq!(status(&post(port, &format!("/api/studies/{study}/stop"), "ORIGIN", "")), "409");
    // Nothing half-made is left beside it.
    let names = fs::read_dir(&place.0).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.count(), 3);
}

#[test]
fn games_that_are_stopped_are_kept() {
    let place = Place::new();
    let port = place.serve();
    let order = json!({ "agent": "bcts", "mode": "moves=2000", "games": 100_000 });
    let name = begun(port, "/api/games", &order);
    wait_in(port, "games", &name, |games| games["games"].as_u64() > Some(3));
    // What is still being written is not studied, and a run is no training run.
    let answer = post(port, "/api/studies", "ORIGIN", &json!({ "of": [name] }).to_string());
    assert_eq!(status(&answer), "409", "{answer}");
    assert_eq!(status(&post(port, &format!("/api/runs/{name}/stop"), "ORIGIN", "")), "404");
    assert_eq!(status(&post(port, &format!("/api/games/{name}/stop"), "ORIGIN", "")), "200");
    let stopped = wait_in(port, "games", &name, |games| games["state"] == "stopped");
    let games = stopped["games"].as_u64().unwrap();
    assert!((4..100_000).contains(&games) && stopped["wanted"] == 100_000, "{stopped}");
    assert_eq!(status(&post(port, &format!("/api/games/{name}/stop"), "ORIGIN", "")), "409");
    // Another server finds the same.
    let port = place.serve();
    let found = wait_in(port, "games", &name, |games| games["state"] == "stopped");
    assert_eq!(found["games"], games);
    let study = begun(port, "/api/studies", &json!({ "of": [name] }));
    wait_in(port, "studies", &study, |study| study["state"] == "done");
    // One that was killed: its games are counted.
    fs::remove_file(place.0.join(&name).join("run-1-of-1.part")).unwrap();
    let left = wait_in(port, "games", &name, |games| games["pieces"].is_null());
    assert!(left["games"].as_u64() >= Some(games) && left["state"] == "stopped", "{left}");
}

#[test]
fn a_champion_plays_and_training_is_studied() {
    let place = Place::new();
    let port = place.serve();
    let run = RUN.replace("generations = 100000", "generations = 2");
    let name = body(&post(port, "/api/runs", "ORIGIN", &run))["name"].as_str().unwrap().to_string();
    wait(port, &name, |run| run["state"] == "done");
    let order = json!({ "agent": name, "mode": "moves=20", "games": 2 });
    let games = begun(port, "/api/games", &order);
    let played = wait_in(port, "games", &games, |games| games["state"] == "done");
    assert_eq!(played["agent"], name);
    let mixed = json!({ "of": [name, games] }).to_string();
    let answer = post(port, "/api/studies", "ORIGIN", &mixed);
    assert!(status(&answer) == "400" && answer.contains("one or the other"), "{answer}");
    for of in [&name, &games] {
        let study = begun(port, "/api/studies", &json!({ "of": [of] }));
        wait_in(port, "studies", &study, |study| study["state"] == "done");
        assert!(get(port, &format!("/studies/{study}"), "").contains(&name));
    }
    // Games that are no games are named in the report.
    fs::write(place.0.join(&games).join("game-00000001.mino"), "no game").unwrap();
    let study = begun(port, "/api/studies", &json!({ "of": [games] }));
    wait_in(port, "studies", &study, |study| study["state"] == "done");
    let report = get(port, &format!("/studies/{study}"), "");
    assert!(report.contains("Left out: ") && report.contains("game-00000001"), "{report}");
    // Without any game what is wrong is said, and there is no report.
    fs::write(place.0.join(&games).join("game-00000000.mino"), "").unwrap();
    let study = begun(port, "/api/studies", &json!({ "of": [games] }));
    let failed = wait_in(port, "studies", &study, |study| study["state"] == "failed");
    assert!(failed["error"].as_str().unwrap().contains("game-00000000"), "{failed}");
    assert_eq!(status(&get(port, &format!("/studies/{study}"), "")), "404");
}

#[test]
fn whoever_listens_hears_of_changes() {
    use std::io::{Read as _, Write as _};
    let place = Place::new();
    let port = place.serve();
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    let request = format!("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let (mut text, mut bytes) = (String::new(), [0; 4096]);
    let mut hear = |word: &str| {
        while !text.contains(word) {
            let count = stream.read(&mut bytes).unwrap();
            assert!(count > 0, "{text}");
            text += &String::from_utf8_lossy(&bytes[..count]);
        }
    };
    hear("text/event-stream");
    hear("\"runs\":[]");
    assert_eq!(status(&post(port, "/api/runs", "ORIGIN", RUN)), "200");
    hear("bcts-es-1");
    hear("running");
    assert_eq!(status(&post(port, "/api/runs/bcts-es-1/stop", "ORIGIN", "")), "200");
    hear("stopped");
}

#[test]
fn nothing_changes_for_strangers() {
    let place = Place::new();
    let port = place.serve();
    let changes = [
        "/api/runs",
        "/api/runs/a/stop",
        "/api/runs/a/resume",
        "/api/games",
        "/api/games/a/stop",
        "/api/studies",
        "/api/studies/a.html/stop",
    ];
    for path in changes {
        assert_eq!(status(&post(port, path, "", RUN)), "403", "{path} without an origin");
        for origin in ["http://evil.example", "null", "https://127.0.0.1:PORT"] {
            let answer = post(port, path, &format!("Origin: {origin}\n"), RUN);
            assert_eq!(status(&answer), "403", "{path} from {origin}");
        }
        let request = format!(
            "POST {path} HTTP/1.1\nHost: evil.example\nOrigin: http://evil.example\n\
             Connection: close\nContent-Length: 0\n\n"
        );
        assert_eq!(status(&ask(port, &request)), "421", "{path} for another host");
    }
    for path in ["/api/runs", "/api/events", "/api/runs/a", "/studies/a.html"] {
        let request = format!("GET {path} HTTP/1.1\nHost: evil.example\nConnection: close\n\n");
        assert_eq!(status(&ask(port, &request)), "421", "{path} for another host");
        let answer = get(port, path, "Origin: http://evil.example\n");
        assert_eq!(status(&answer), "403", "{path} for another page");
    }
    assert_eq!(fs::read_dir(&place.0).unwrap().count(), 0);
}

#[test]
fn large_bodies_and_wrong_run_files_are_refused() {
    let place = Place::new();
    let port = place.serve();
    for path in ["/api/runs", "/api/games", "/api/studies"] {
        // Refused by what it says of itself, before any of it comes.
        let request = format!(
            "POST {path} HTTP/1.1\nHost: 127.0.0.1:PORT\nConnection: close\n\
             Origin: http://127.0.0.1:PORT\nContent-Length: 70000\n\n"
        );
        assert_eq!(status(&ask(port, &request)), "413", "{path}");
        // In pieces, without saying how much there will be; the end of it never comes.
        let request = format!(
            "POST {path} HTTP/1.1\nHost: 127.0.0.1:PORT\nConnection: close\n\
             Origin: http://127.0.0.1:PORT\nTransfer-Encoding: chunked\n\n11170\n{}",
            "#".repeat(65_600)
        );
        assert_eq!(status(&ask(port, &request)), "413", "{path}");
    }
    for text in ["", "generations = ", "generations = 1", &RUN.replace("lines", "luck")] {
        let answer = post(port, "/api/runs", "ORIGIN", text);
        assert_eq!(status(&answer), "400", "{text}: {answer}");
        assert!(body(&answer)["error"].is_string());
    }
    let games = [
        json!({}),
        json!({ "agent": "bcts" }),
        json!({ "agent": "bcts", "games": 0 }),
        json!({ "agent": "bcts", "games": 1_000_000_000 }),
        json!({ "agent": "bcts", "games": 1, "mode": "golf" }),
        json!({ "agent": "bcts", "games": 1, "save": "/tmp" }),
        json!({ "agent": "bcts", "games": 1, "seed": -1 }),
    ];
    for order in games {
        let answer = post(port, "/api/games", "ORIGIN", &order.to_string());
        assert_eq!(status(&answer), "400", "{order}: {answer}");
        assert!(body(&answer)["error"].is_string());
    }
    let studies = [
        json!({}),
        json!({ "of": [] }),
        json!({ "of": ["a", "b", "c", "d", "e"] }),
        json!({ "of": ["a"], "out": "/tmp/x.html" }),
    ];
    for order in studies {
        let answer = post(port, "/api/studies", "ORIGIN", &order.to_string());
        assert_eq!(status(&answer), "400", "{order}: {answer}");
    }
    assert_eq!(fs::read_dir(&place.0).unwrap().count(), 0);
}

#[test]
fn no_name_leads_out_of_the_folder() {
    let (place, elsewhere) = (Place::new(), Place::new());
    fs::create_dir_all(elsewhere.0.join("run")).unwrap();
    fs::write(elsewhere.0.join("run/run.toml"), RUN).unwrap();
    fs::write(elsewhere.0.join("run/champion.toml"), "secret").unwrap();
    fs::write(elsewhere.0.join("run/games.json"), "{}").unwrap();
    fs::write(elsewhere.0.join("secret.html"), "secret").unwrap();
    fs::write(place.0.join("study.html"), "<h1>study").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(elsewhere.0.join("run"), place.0.join("link")).unwrap();
        let secret = elsewhere.0.join("secret.html");
        std::os::unix::fs::symlink(secret, place.0.join("link.html")).unwrap();
    }
    let port = place.serve();
    let other = elsewhere.0.file_name().unwrap().to_str().unwrap();
    let names = [
        "..".into(),
        "%2e%2e".into(),
        format!("..%2f{other}%2frun"),
        format!("%2e%2e%2f{other}%2frun"),
        "%2fetc".into(),
        "..%5c..".into(),
        "a%00".into(),
        ".git".into(),
        "link".into(),
        "nobody".into(),
    ];
    for name in &names {
        let answer = get(port, &format!("/api/runs/{name}"), "");
        assert!(matches!(status(&answer), "400" | "404"), "{name}: {answer}");
        for act in ["stop", "resume"] {
            let answer = post(port, &format!("/api/runs/{name}/{act}"), "ORIGIN", "");
            assert!(matches!(status(&answer), "400" | "404"), "{name} {act}: {answer}");
        }
    }
    // Nor does a name in what is sent: of an agent, or of what a study is of.
    let mut plain = names.to_vec();
    plain.extend(["/etc/passwd", "../run", "a/b", "", "%2e%2e"].map(String::from));
    plain.push(format!("../{other}/run"));
    for name in &plain {
        let order = json!({ "agent": name, "games": 1, "mode": "moves=5" });
        let answer = post(port, "/api/games", "ORIGIN", &order.to_string());
        assert!(matches!(status(&answer), "400" | "404"), "{name}: {answer}");
        let answer = post(port, "/api/studies", "ORIGIN", &json!({ "of": [name] }).to_string());
        assert!(matches!(status(&answer), "400" | "404"), "{name}: {answer}");
    }
    for name in &names {
        for list in ["games", "studies"] {
            let answer = post(port, &format!("/api/{list}/{name}/stop"), "ORIGIN", "");
            assert!(matches!(status(&answer), "400" | "404" | "409"), "{name}: {answer}");
        }
    }
    for name in ["link.html", "nobody.html", &format!("..%2f{other}%2fsecret.html"), "run.toml"] {
        let answer = get(port, &format!("/studies/{name}"), "");
        assert!(status(&answer) == "404" && !answer.contains("secret\""), "{name}: {answer}");
    }
    let found = body(&get(port, "/api/runs", ""));
    assert_eq!(
        (&found["runs"], &found["studies"]),
        (&json!([]), &json!([{ "name": "study.html", "state": "done" }]))
    );
    assert_eq!(found["games"], json!([]));
    let study = get(port, "/studies/study.html", "");
    assert!(study.ends_with("<h1>study"));
    let policies: Vec<&str> =
        study.lines().filter(|line| line.starts_with("content-security-policy")).collect();
    assert!(policies.len() == 1 && policies[0].contains("sandbox"), "{policies:?}");
}

#[cfg(unix)]
#[test]
fn links_and_pipes_in_a_run_are_not_read() {
    let place = Place::new();
    for (name, file) in [("piped", "log.jsonl"), ("linked", "checkpoint")] {
        let run = place.0.join(name);
        std::fs::create_dir_all(&run).unwrap();
        std::fs::write(run.join("run.toml"), RUN).unwrap();
        match name {
            "piped" => assert!(
                std::process::Command::new("mkfifo")
                    .arg(run.join(file))
                    .status()
                    .unwrap()
                    .success()
            ),
            _ => std::os::unix::fs::symlink("/etc/hostname", run.join(file)).unwrap(),
        }
    }
    // A folder of games whose mark is a pipe is none.
    let games = place.0.join("games");
    std::fs::create_dir_all(&games).unwrap();
    assert!(
        std::process::Command::new("mkfifo")
            .arg(games.join("games.json"))
            .status()
            .unwrap()
            .success()
    );
    let found = body(&get(place.serve(), "/api/runs", ""));
    let errors: Vec<&str> = found["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| run["error"].as_str().unwrap())
        .collect();
    assert_eq!(
        errors,
        [
            "checkpoint is a link or a pipe, expected a file",
            "log.jsonl is a link or a pipe, expected a file"
        ]
    );
    assert_eq!(found["games"], json!([]));
}

#[test]
fn without_a_folder_there_are_no_runs() {
    let port = started_with(None);
    assert_eq!(status(&get(port, "/api/runs", "")), "404");
    assert_eq!(status(&post(port, "/api/runs", "ORIGIN", RUN)), "404");
}
