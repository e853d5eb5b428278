//! Pictures of every screen at four sizes, light and dark, for people to look at.
//!
//! `cargo xtask campaign screens` builds what they need and puts them into `target/screens`, with an `index.html`. For some
//! of them, after that:
//!
//! `MINOLAB_PAGE_FOLDER=target/page-files target/debug/examples/screens OUT [SCREEN…] [WxH…]`
//!
//! With `MINOLAB_PROGRAM` set to the program, the screen of runs is its server's, with a training
//! run, games and a study, and `report` is that study.

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look, Plan, Server};
use minolab_page::Route;
use minolab_rules::{Mode, shipped};

const SCREENS: [(&str, &str); 25] = [
    ("front", "#/"),
    ("learn", "#/learn"),
    ("puzzles", "#/puzzles"),
    ("t-spins", "#/train/t-spins"),
    ("perfect", "#/train/perfect-clears"),
    ("downstacking", "#/train/downstacking"),
    ("finesse", "#/train/finesse"),
    ("openers", "#/openers"),
    ("habits", "#/habits"),
    ("keys", "#/settings"),
    ("playback", "#/records/0"),
    ("paused", "#/play?mode=sprint&seed=8"),
    ("play", "#/play?mode=sprint&seed=7"),
    ("end", "#/play?mode=moves=3&seed=7"),
    ("practice", "#/play?mode=practice&seed=7"),
    ("review", "#/review"),
    ("runs", "#/runs"),
    ("custom", "#/custom"),
    ("settings", "#/settings"),
    ("records", "#/records"),
    ("watch", "#/watch?agent=bcts&seed=1"),
    ("two", "#/watch?agent=bcts&other=lee&seed=1"),
    ("evolve", "#/evolve?generations=12"),
    ("analyse", "#/analyse?position=xx5xxx/xxx3xxxx/xxxx1xxxxx_T_S_IOLJ"),
    // Last: it opens a tab of its own, and the one behind it is not drawn any more.
    ("report", "studies/both.html"),
];

/// A puzzle from one's own game.
const PUZZLE: &str = r#"[{"rules": "capstone", "mode": "sprint", "lines_left": 20,
    "position": "xxx7/xxxxxxxxx1/xxxxxxxxx1/xxxxxxxxx1/xxxxxxxxx1 I - LOJST ? 0 -", "key": "I@9,2E", "line": ["I@9,2E"],
    "second": 3.2, "unit": "pieces", "theme": "quad", "sight": "at-once", "rating": 1450.0}]"#;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let out = PathBuf::from(arguments.next().context("where to put the pictures")?);
    let wanted: Vec<String> = arguments.collect();
    std::fs::create_dir_all(&out)?;
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let data = out.join("data");
    let server = match std::env::var_os("MINOLAB_PROGRAM") {
        Some(program) => {
            fill(&data, Path::new(&program))?;
            Some(Server::start(&data)?)
        }
        None => None,
    };
    // Names of sizes among the arguments choose those.
    let (sizes, wanted): (Vec<String>, Vec<String>) = wanted
        .into_iter()
        .partition(|word| word.contains('x') && word.starts_with(|c: char| c.is_ascii_digit()));
    for (width, height, touch) in
        [(390, 844, true), (844, 390, true), (1440, 900, false), (2560, 1440, false)]
    {
        if !sizes.is_empty() && !sizes.contains(&format!("{width}x{height}")) {
            continue;
        }
        for dark in [true, false] {
            let size = format!("{width}x{height}");
            let look = Look { width, height, dark, touch };
            let tab = browser.open(&page.address("#/"), look)?;
            let mode = Mode::Pieces(60);
            let plan = Plan::new(shipped::get("capstone").context("rules")?, 9, mode);
            let replay = plan.context("a plan")?.replay(mode);
            let text = replay.to_json();
            tab.eval(&format!(
                "localStorage.clear(); localStorage.setItem('minolab.replays', JSON.stringify([{text:?}, {text:?}])); \
                 localStorage.setItem('minolab.puzzles', {PUZZLE:?})"
            ))?;
            for (name, screen) in SCREENS {
                if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
                    continue;
                }
                let review = Route::Review(replay.id()).address();
                let screen = if name == "review" { &review } else { screen };
                let address = match (&server, name) {
                    (Some(server), "runs" | "report") => format!("{}{screen}", server.address()),
                    (None, "report") => continue,
                    _ => page.address(screen),
                };
                if name == "report" {
                    let report = browser.open_any(&address, look)?;
                    std::thread::sleep(Duration::from_millis(500));
                    let shade = if dark { "dark" } else { "light" };
                    let file = out.join(format!("{name}-{size}-{shade}.png"));
                    std::fs::write(&file, decoded(&report.whole()?))?;
                    continue;
                }
                tab.go_anywhere("about:blank")?;
                tab.go(&address)?;
                std::thread::sleep(Duration::from_millis(1000));
                if name == "review" {
                    tab.wait("document.querySelector('#accuracy').textContent.includes('%')")?;
                }
                if screen.starts_with("#/play") {
                    tab.wait("!document.querySelector('.cover')")?;
                    tab.tap("ArrowLeft")?;
                    tab.tap("KeyC")?;
                    tab.tap("Space")?;
                    tab.tap("ArrowRight")?;
                    tab.tap("Space")?;
                    tab.tap("KeyC")?;
                    if name == "end" {
                        tab.tap("Space")?;
                    }
                    if name == "practice" {
                        tab.tap("KeyH")?;
                        tab.wait("!!board.dataset.advice")?;
                    }
                    if name == "paused" {
                        tab.tap("Escape")?;
                    }
                    std::thread::sleep(Duration::from_millis(300));
                }
                if ["t-spins", "perfect", "downstacking"].contains(&name) {
                    tab.wait("document.querySelector('#attempt')?.dataset.state === 'going'")?;
                    std::thread::sleep(Duration::from_millis(800));
                }
                if name == "downstacking" {
                    tab.tap("KeyH")?;
                    std::thread::sleep(Duration::from_millis(300));
                }
                if name == "habits" {
                    tab.wait("document.querySelector('.habits')?.dataset.complete === 'true'")?;
                }
                if name == "keys" {
                    tab.click("#keys")?;
                }
                if name == "playback" {
                    tab.click("#end")?;
                    tab.tap("ArrowLeft")?;
                    std::thread::sleep(Duration::from_millis(200));
                }
                if name == "front" || name.starts_with("t") || name == "watch" {
                    std::thread::sleep(Duration::from_millis(6000));
                }
                if name == "evolve" {
                    tab.wait("+document.querySelector('.evolve').dataset.generation > 4")?;
                    std::thread::sleep(Duration::from_millis(1000));
                }
                let shade = if dark { "dark" } else { "light" };
                let file = out.join(format!("{name}-{size}-{shade}.png"));
                std::fs::write(&file, decoded(&tab.screenshot()?))?;
            }
        }
    }
    index(&out)
}

/// A page with all pictures that are there, screen by screen.
fn index(out: &Path) -> Result<()> {
    let mut names: Vec<String> = std::fs::read_dir(out)?
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .filter(|name| name.ends_with(".png"))
        .collect();
    names.sort();
    let picture = |name: &String| {
        format!("<figure><img src='{name}'><figcaption>{name}</figcaption></figure>\n")
    };
    let style = "<style>body{background:#888}figure{display:inline-block;margin:8px}img{max-width:46vw;max-height:90vh}</style>\n";
    let all: String = names.iter().map(picture).collect();
    Ok(std::fs::write(
        out.join("index.html"),
        format!("<!doctype html><title>Screens</title>{style}{all}"),
    )?)
}

/// A training run, games of two agents and a study of them.
fn fill(data: &Path, program: &Path) -> Result<()> {
    if data.exists() {
        return Ok(());
    }
    let minolab = |arguments: &[&str]| -> Result<()> {
        let path = |name: &&str| match name.strip_prefix("DATA/") {
            Some(name) => data.join(name).into_os_string(),
            None => name.into(),
        };
        let status = Command::new(program).args(arguments.iter().map(path)).status()?;
        ensure!(status.success(), "{arguments:?}");
        Ok(())
    };
    let run = ["train", "--agent", "bcts", "--board", "10x10", "--optimizer", "es", "--games", "2"];
    let more = ["--generations", "12", "--pieces", "200", "--validation", "10", "--held-out", "10"];
    minolab(&[&run[..], &more, &["--start", "zero", "--out", "DATA/bcts-es-1"]].concat())?;
    for (agent, folder) in [("lee", "DATA/lee-moves-300-1"), ("bcts", "DATA/bcts-moves-300-1")] {
        let games = ["--games", "60", "--mode", "moves=300", "--board", "10x10"];
        minolab(&[&["run", "--agent", agent, "--save", folder], &games[..]].concat())?;
    }
    let of = ["DATA/lee-moves-300-1", "DATA/bcts-moves-300-1"];
    minolab(&["study", of[0], of[1], "--out", "DATA/both.html"])
}

/// The bytes that a text in base 64 stands for.
fn decoded(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for letter in text.bytes() {
        let Some(value) = LETTERS.iter().position(|&known| known == letter) else { break };
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
