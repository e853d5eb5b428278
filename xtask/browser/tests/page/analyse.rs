//! Positions looked into, in the page and on the command line.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look, Tab};
use minolab_page::{AnalyseOrder, Route};
use minolab_rules::{Board, Setup};

const BOARDS: &str = include_str!("../../../../data/boards/midgame.txt");
const QUEUES: [&str; 4] = ["TIOLJS", "SZOTLI", "JLSTZO", "IZTOSJ"];
const NODES: u64 = 4000;

/// Twenty positions from the middle of games, each with other pieces to come.
fn positions() -> Result<Vec<String>> {
    let text: Vec<&str> = BOARDS.lines().filter(|line| !line.starts_with(';')).collect();
    let text = text.join("\n");
    let boards = text.split("\n\n").map(str::trim).filter(|board| !board.is_empty());
    let position = |(index, board): (usize, &str)| {
        let board: Board = board.parse()?;
        let mut setup: Setup = "10".parse()?;
        setup.board = board;
        let queue = QUEUES[index % QUEUES.len()];
        Ok(setup.to_string().replacen(" - - - ?", &format!(" - - {queue} ?"), 1))
    };
    boards.take(20).enumerate().map(position).collect()
}

/// The best move on the command line.
fn expected(position: &str) -> Result<String> {
    let program = std::env::var_os("MINOLAB_PROGRAM").context("MINOLAB_PROGRAM is not set")?;
    let output = Command::new(program)
        .args(["analyze", "--agent", "blitz", "--rules", "capstone", "--json"])
        .args(["--limit", &format!("nodes={NODES}"), "--position", position])
        .output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    Ok(answer["best"].as_str().context("a best move")?.into())
}

/// The best move in the page after so many nodes.
fn found(tab: &Tab, address: &str) -> Result<String> {
    tab.eval(
        "window.best = {}; window.watcher ??= new MutationObserver(() => { \
         const list = document.querySelector('.analyse .moves'); \
         const move = list?.querySelector('b')?.textContent; \
         if (move) best[list.dataset.nodes] ??= move; }); \
         watcher.observe(document.body, {subtree: true, childList: true, attributes: true}); true",
    )?;
    tab.eval(&format!("location.hash = {address:?}"))?;
    tab.wait(&format!("best[{NODES}] !== undefined"))?;
    Ok(tab.eval(&format!("best[{NODES}]"))?.as_str().context("a move")?.into())
}

#[test]
fn the_best_move_is_that_of_the_command_line() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    let positions = positions()?;
    ensure!(positions.len() == 20);
    for position in positions {
        let line = position.replace(' ', "_");
        let found = found(&tab, &format!("#/analyse?agent=blitz&rules=capstone&position={line}"))?;
        let expected = expected(&position)?;
        ensure!(
            found == expected,
            "{position}: {found} in the page, {expected} on the command line"
        );
    }
    Ok(())
}

#[test]
fn a_position_in_the_address_opens_as_written_and_is_drawn_on() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let address =
        page.address("#/analyse?agent=blitz&rules=tetrio&position=x9/xx8_T_s_IOLJ_?_2_b2b");
    let tab = browser.open(&address, Look::DESK)?;
    let shows =
        |line: &str| tab.wait(&format!("document.querySelector('#position')?.value === {line:?}"));
    shows("x9/xx8 T s IOLJ ? 2 b2b")?;
    tab.wait("document.querySelectorAll('.move').length > 3")?;
    // The address follows every change.
    tab.eval("document.querySelector('#drawing').focus()")?;
    tab.tap("ArrowRight")?;
    tab.tap("ArrowRight")?;
    tab.tap("Space")?;
    shows("x9/xxx7 T s IOLJ ? 2 b2b")?;
    tab.wait("location.hash.includes('position=x9/xxx7_T_s_IOLJ')")?;
    tab.click("#flip")?;
    shows("9x/7xxx T z IOJL ? 2 b2b")?;
    tab.fill("#queue", "LJ")?;
    tab.wait("document.querySelector('#position').value.includes(' - z LJ ')")?;
    tab.fill("#queue", "LX")?;
    tab.wait("document.querySelector('#error').textContent.includes('X')")
}

#[test]
fn a_perfect_clear_is_found() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let address = page.address("#/analyse?rules=guideline&position=xxxx2xxxx/xxxx2xxxx_T_-_OI");
    let tab = browser.open(&address, Look::DESK)?;
    tab.wait("document.querySelectorAll('.move').length > 1")?;
    tab.click("#perfect")?;
    tab.wait("document.querySelector('#solution').textContent.includes('hO@4,0N')")
}

/// Tetris Analyzer's worked example, three rows at the bottom of 10x20.
#[test]
fn a_board_is_evaluated_as_it_stands() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let mut setup: Setup = "10".parse()?;
    setup.board = "
        .X...XX...
        .XX.XX.X..
        XXXX.XXX..
    "
    .parse()?;
    let position = setup.to_string().replacen(" - - - ?", " - - S ?", 1);
    let order = AnalyseOrder {
        agent: "analyzer".into(),
        rules: "tengstrand".into(),
        position: Some(position),
    };
    let tab = browser.open(&page.address(&Route::Analyse(order).address()), Look::DESK)?;
    tab.wait("document.querySelector('#worth output')?.textContent === '31.7386'")?;
    let terms = "[...document.querySelectorAll('#worth td')].map(e => +e.textContent)";
    tab.wait(&format!("{terms}.length === 3"))?;
    let sum = tab.eval(&format!("{terms}.reduce((a, b) => a + b)"))?;
    ensure!((sum.as_f64().context("a number")? - 31.7386).abs() < 1e-3, "{sum}");
    Ok(())
}
