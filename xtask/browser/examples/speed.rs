//! How fast the page is: its first paint and size from the program's own server, agents at play in its workers, and its
//! frames while the engine thinks and effects run.
//!
//! `MINOLAB_PAGE_FOLDER=target/page-files MINOLAB_PROGRAM=target/quick/minolab cargo run -p minolab-browser --example speed -- [AGENT…]`

use std::time::Duration;

use anyhow::{Context, Result};
use minolab_browser::{Browser, Folder, Look, Plan, Server, Tab};
use minolab_page::Route;
use minolab_rules::{Mode, shipped};

/// What the browser takes to compile what is hot, and more.
const WARM: Duration = Duration::from_secs(6);

/// Milliseconds between frames for three seconds: how many, the median, the 99th percentile and the longest; and of the
/// frames that took long, how long the page's own scripts, styles and layout took in the longest one.
const FRAMES: &str = "new Promise(done => { const all = [], long = []; let last = 0; const start = performance.now(); \
    const seen = new PerformanceObserver(list => list.getEntries().forEach(e => long.push([Math.round(e.duration), \
    Math.round(e.scripts.reduce((sum, s) => sum + s.duration, 0)), \
    Math.round(e.styleAndLayoutStart ? e.startTime + e.duration - e.styleAndLayoutStart : 0)]))); \
    seen.observe({type: 'long-animation-frame'}); \
    const next = now => { if (last) all.push(now - last); last = now; if (now - start < 3000) requestAnimationFrame(next); \
    else { seen.disconnect(); all.sort((a, b) => a - b); \
    const at = p => +all[Math.min(all.length - 1, Math.floor(all.length * p))].toFixed(1); \
    long.sort((a, b) => b[1] - a[1]); done([all.length, at(.5), at(.99), at(1), long.slice(0, 3)]); } }; \
    requestAnimationFrame(next); })";

/// What a first visit takes, cold and warm.
fn visit(browser: &Browser) -> Result<()> {
    let data = std::env::temp_dir().join(format!("minolab-speed-{}", std::process::id()));
    std::fs::create_dir_all(&data)?;
    let server = Server::start(&data)?;
    // The server compresses each file when it is first asked for.
    browser.open(&format!("{}#/learn", server.address()), Look::DESK)?;
    let times = |tab: &Tab| {
        tab.wait("!!window.usable")?;
        tab.eval(
            "[Math.round(performance.getEntriesByName('first-contentful-paint')[0].startTime), Math.round(usable), \
             performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')) \
             .filter(e => !e.name.includes('worker')).reduce((sum, e) => sum + e.encodedBodySize, 0)]",
        )
    };
    for name in ["cold", "warm"] {
        let fresh = Browser::start()?;
        let browser = if name == "cold" { &fresh } else { browser };
        let tab = browser.open_any("about:blank", Look::DESK)?;
        tab.before(
            "new MutationObserver((_, o) => { if (document.querySelector('#sprint')) { o.disconnect(); \
             requestAnimationFrame(() => window.usable = performance.now()); } }).observe(document, \
             {childList: true, subtree: true})",
        )?;
        tab.go(&format!("{}#/", server.address()))?;
        println!("{name}: first paint, usable (ms) and bytes as sent {}", times(&tab)?);
    }
    std::fs::remove_dir_all(&data)?;
    Ok(())
}

/// Frames of a page with nothing on it, which are the browser's and the machine's own: alone, and beside a worker that
/// never rests, as the engine's does not.
fn empty(browser: &Browser) -> Result<()> {
    let tab = browser.open_any("data:text/html,<title>empty</title>", Look::DESK)?;
    println!("empty page: {}", tab.eval(FRAMES)?);
    tab.eval("window.busy = new Worker(URL.createObjectURL(new Blob(['for (;;) ;']))); true")?;
    println!("empty page beside a busy worker: {}", tab.eval(FRAMES)?);
    tab.eval("busy.terminate(); true")?;
    Ok(())
}

/// Frames of the screens on which something is thought or seen all the time.
fn frames(browser: &Browser, page: &Folder) -> Result<()> {
    let tab = browser.open(
        &page.address("#/analyse?position=xx5xxx/xxx3xxxx/xxxx1xxxxx_T_S_IOLJ"),
        Look::DESK,
    )?;
    tab.wait("document.querySelectorAll('.engine .line').length > 2")?;
    println!("analyse, thinking: {}", tab.eval(FRAMES)?);
    let tab = browser.open(&page.address("#/play?mode=practice&seed=3"), Look::DESK)?;
    tab.wait("!!document.querySelector('#board') && !document.querySelector('.cover')")?;
    tab.tap("KeyH")?;
    tab.wait("!!board.dataset.advice")?;
    // Drops with their trails and flashes, undone before the stack is too high, while hints are sought.
    tab.eval(
        "{ let count = 0; window.mash = setInterval(() => { for (const kind of ['keydown', 'keyup']) \
         dispatchEvent(new KeyboardEvent(kind, {code: count % 9 < 5 ? 'Space' : 'KeyU', bubbles: true})); \
         count++; }, 90); } true",
    )?;
    println!("practice, hints and effects: {}", tab.eval(FRAMES)?);
    Ok(())
}

/// How soon a game of a hundred pieces is graded.
fn review(browser: &Browser, page: &Folder) -> Result<()> {
    let mode = Mode::Sprint;
    let rules = shipped::get("capstone").context("rules")?;
    let plan = (1..).find_map(|seed| Plan::new(rules, seed, mode)).context("a plan")?;
    let replay = plan.replay(mode);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    tab.eval(&format!(
        "localStorage.setItem('minolab.replays', JSON.stringify([{:?}])); \
         window.passed = {{}}; new MutationObserver(() => {{ \
         const pass = document.querySelector('.review')?.dataset.pass; passed[pass] ??= performance.now(); }}) \
         .observe(document.body, {{subtree: true, childList: true, attributes: true}}); true",
        replay.to_json()
    ))?;
    tab.eval(&format!(
        "window.began = performance.now(); location.hash = {:?}",
        Route::Review(replay.id()).address()
    ))?;
    tab.wait("passed.final !== undefined")?;
    println!(
        "review of {} pieces: first grades of all after {} ms, final ones after {} ms",
        replay.totals.pieces,
        tab.eval("Math.round(passed.first - began)")?,
        tab.eval("Math.round(passed.final - began)")?
    );
    Ok(())
}

fn main() -> Result<()> {
    let mut agents: Vec<String> = std::env::args().skip(1).collect();
    if agents.is_empty() {
        agents = vec!["bcts".into(), "bcts&other=lee".into()];
    }
    let (browser, page) = (Browser::start()?, Folder::page()?);
    if std::env::var_os("MINOLAB_PROGRAM").is_some() {
        visit(&browser)?;
    }
    println!("frames, median, p99, longest (ms), [long frame, its scripts, style and paint]");
    empty(&browser)?;
    frames(&browser, &page)?;
    empty(&browser)?;
    review(&browser, &page)?;
    for agent in agents {
        let tab =
            browser.open(&page.address(&format!("#/watch?agent={agent}&seed=1")), Look::DESK)?;
        tab.wait("!!document.querySelector('#max')")?;
        tab.click("#max")?;
        std::thread::sleep(WARM);
        let pieces = "[...document.querySelectorAll('.pieces')].map(e => +e.textContent)";
        let frames = tab.eval(&format!(
            "new Promise(done => {{ const pieces = () => {pieces}; \
             let count = 0; const start = performance.now(), before = pieces(); \
             const next = now => {{ count++; if (now - start < 3000) requestAnimationFrame(next); \
             else done([count * 1000 / (now - start), \
             ...pieces().map((n, i) => (n - before[i]) * 1000 / (now - start))].map(Math.round)); }}; \
             requestAnimationFrame(next); }})",
        ))?;
        println!("{agent}: frames and pieces a second {frames}");
    }
    Ok(())
}
