//! Positions looked into, in the page and on the command line.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look, Tab};
use minolab_page::{AnalyseOrder, Route};
use minolab_rules::{
    Board, Cell, Piece, Placement, Setup,
    notation::{Field, Fumen, FumenPage},
};

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
         const list = document.querySelector('.engine .lines'); \
         const move = list?.querySelector('.line')?.dataset.choice; \
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
    tab.wait("document.querySelectorAll('.engine .line').length > 3")?;
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
    tab.wait("document.querySelector('#queue-error').textContent.includes('X')")
}

#[test]
fn a_perfect_clear_is_found() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let address = page.address("#/analyse?rules=guideline&position=xxxx2xxxx/xxxx2xxxx_T_-_OI");
    let tab = browser.open(&address, Look::DESK)?;
    tab.wait("document.querySelectorAll('.engine .line').length > 1")?;
    tab.click("#perfect")?;
    let ways = "[...document.querySelectorAll('#perfect-ways .line')].map(e => e.dataset.way)";
    tab.wait(&format!("{ways}.some(way => way.startsWith('hO@4,0N'))"))?;
    // The first is drawn at once, all are counted, and one is played to the empty board.
    tab.wait("document.querySelector('#drawing').dataset.preview.startsWith('hO@4,0N')")?;
    tab.wait("/perfect clear/.test(document.querySelector('#solution').textContent) && !/Looking/.test(document.querySelector('#solution').textContent)")?;
    let count = tab.eval("document.querySelectorAll('#perfect-ways .line').length")?;
    println!("{count} ways: {}", tab.text("#solution")?);
    tab.click("#perfect-ways .line-move")?;
    tab.wait("document.querySelector('#position').value.startsWith('10 ')")?;
    // Not enough pieces: how likely it is.
    let address =
        page.address("#/analyse?rules=guideline&position=xxxx2xxxx/xxxx2xxxx_T_-_-_ISZJL");
    tab.go_anywhere("about:blank")?;
    tab.go(&address)?;
    tab.click("#perfect")?;
    tab.wait("/% of orders/.test(document.querySelector('#solution').textContent)")
}

/// A line is seen on the board, played, stepped through and branched off.
#[test]
fn a_line_is_hovered_clicked_stepped_and_branched() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let address =
        "#/analyse?agent=blitz&rules=capstone&position=xxx7/xx3xxxxx/xxx1xxxxxx_T_-_LIOJS";
    let tab = browser.open(&page.address(address), Look::DESK)?;
    tab.wait("document.querySelectorAll('.engine .line-piece').length > 5")?;
    // A name that people say, with the notation only on demand.
    tab.wait("[...document.querySelectorAll('.line-move b')].some(e => e.textContent === 'T-spin double, column 4')")?;
    ensure!(tab.eval("!document.querySelector('.notation')")? == true);
    tab.click("#notation")?;
    tab.wait("document.querySelector('.notation').textContent.includes('@')")?;
    // Deep enough, and still: its buttons are the same from now on.
    tab.wait("+document.querySelector('.engine .lines').dataset.nodes >= 256000")?;
    ensure!(tab.eval("+document.querySelector('.analyse').dataset.rate > 1000")? == true);
    let over = |selector: &str| {
        tab.eval(&format!(
            "document.querySelector({selector:?}).dispatchEvent(new MouseEvent('mouseenter')); true"
        ))
    };
    let preview = "document.querySelector('#drawing').dataset.preview";
    over(".line-move")?;
    tab.wait(&format!("{preview}.split(' ').length > 2"))?;
    let line = tab.eval(preview)?;
    let line: Vec<&str> = line.as_str().context("a line")?.split(' ').collect();
    over(".line-piece:nth-child(2)")?;
    tab.wait(&format!("{preview} === {:?}", line[..2].join(" ")))?;
    // Played up to there, and stepped back.
    tab.click(".line-piece:nth-child(2)")?;
    tab.wait("document.querySelector('.analyse').dataset.at === '2'")?;
    tab.wait(&format!("location.hash.includes('tree=0.{}~1.{}')", line[0], line[1]))?;
    tab.tap("ArrowLeft")?;
    tab.wait("document.querySelector('.analyse').dataset.at === '1'")?;
    tab.tap("ArrowLeft")?;
    tab.wait("document.querySelector('.analyse').dataset.at === '0'")?;
    // Another move is a branch beside it.
    tab.wait("document.querySelectorAll('.engine .line').length > 2")?;
    let second = "document.querySelectorAll('.engine .line')[1]";
    let choice = tab.eval(&format!("{second}.dataset.choice"))?;
    tab.eval(&format!("{second}.querySelector('.line-move').click()"))?;
    tab.wait("document.querySelector('.analyse').dataset.at === '3'")?;
    tab.wait("document.querySelectorAll('.variation .chip').length === 1")?;
    // Back to the first branch, undone and redone; all of it is in the address.
    tab.click(".chip[data-node='2']")?;
    tab.wait("document.querySelector('.analyse').dataset.at === '2'")?;
    tab.click("#undo")?;
    tab.wait("document.querySelectorAll('.chip').length === 3")?;
    tab.click("#redo")?;
    tab.wait("document.querySelectorAll('.chip').length === 4")?;
    let address = tab.eval("location.href")?;
    tab.go_anywhere("about:blank")?;
    tab.go(address.as_str().context("an address")?)?;
    tab.wait("document.querySelectorAll('.chip').length === 4")?;
    ensure!(address.to_string().contains(choice.as_str().context("a choice")?), "{address}");
    Ok(())
}

/// Colours, rows with holes, pieces by clicks, and on to a game from here.
#[test]
fn a_board_is_painted_and_played_from() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab =
        browser.open(&page.address("#/analyse?rules=tetrio&position=10_-_-_TI"), Look::DESK)?;
    tab.wait("!!document.querySelector('#drawing')")?;
    let at = |x: u32, y: u32, button: u32| {
        tab.eval(&format!(
            "{{ const c = document.querySelector('#drawing'), w = c.clientWidth / 10; \
             const r = c.getBoundingClientRect(); \
             for (const kind of ['pointerdown', 'pointerup']) c.dispatchEvent(new PointerEvent(kind, \
             {{bubbles: true, button: {button}, clientX: r.left + w * ({x} + .5), clientY: r.bottom - w * ({y} + .5)}})); }} true"
        ))
    };
    let colours = |wanted: &str| {
        tab.wait(&format!("document.querySelector('#drawing').dataset.colours === {wanted:?}"))
    };
    tab.click(".colour.T")?;
    tab.click(".study-tools .segmented button:nth-child(2)")?;
    at(3, 0, 0)?;
    colours("TTT1TTTTTT")?;
    tab.click(".study-tools .segmented button:nth-child(1)")?;
    tab.click(".colour.J")?;
    at(0, 1, 0)?;
    colours("J9/TTT1TTTTTT")?;
    at(0, 1, 2)?;
    colours("TTT1TTTTTT")?;
    tab.tap("Tab")?;
    tab.click("#flip")?;
    colours("TTTTTT1TTT")?;
    tab.click("[data-add='S']")?;
    tab.click(".study-pieces #hold")?;
    tab.click("[data-add='L']")?;
    tab.wait("document.querySelector('#position').value === 'xxxxxx1xxx - L TIS ? 0 -'")?;
    tab.click(".queue .slot:nth-child(2)")?;
    tab.wait("document.querySelector('#position').value.includes(' - L TS ')")?;
    tab.click("#play-here")?;
    crate::play::begun(&tab)?;
    tab.wait("board.dataset.position.startsWith('xxxxxx1xxx T L S')")?;
    tab.tap("Space")?;
    tab.wait("document.querySelector('#pieces').textContent === '1'")?;
    tab.eval("history.back()")?;
    tab.wait("!!document.querySelector('#watch-here')")?;
    tab.click("#watch-here")?;
    tab.wait("location.hash.startsWith('#/watch') && +document.querySelector('.pieces')?.textContent > 0")
}

/// A picture that is pasted is read by its colours, after one has seen what is read.
#[test]
fn a_picture_of_a_board_is_read() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let drawn = "#/analyse?rules=guideline&position=3xx5/xx1xx1xxx1/xxxx1xxxxx/xxxx1xxxxx_-_-_TI\
        &colours=3TT5/xI1TT1LLL1/xIOO1SSJZZ/xIOO1xSSxx";
    let tab = browser.open(&page.address(drawn), Look::DESK)?;
    tab.wait("document.querySelector('#drawing')?.dataset.colours.startsWith('3TT5')")?;
    tab.wait("document.querySelectorAll('.engine .line').length > 2")?;
    // What "Copy picture" makes, kept by the test in place of the clipboard.
    tab.eval(
        "window.kept = null; navigator.clipboard.write = async ([item]) => { kept = await item.getType('image/png'); }; true",
    )?;
    tab.click("#copy-picture")?;
    tab.wait("kept?.size > 500")?;
    tab.click("#clear-board")?;
    tab.wait("document.querySelector('#drawing').dataset.colours === ''")?;
    let paste = |what: &str| {
        tab.eval(&format!(
            "{{ const data = new DataTransfer(); data.items.add(new File([{what}], 'board.png', {{type: 'image/png'}})); \
             window.dispatchEvent(new ClipboardEvent('paste', {{clipboardData: data, bubbles: true, cancelable: true}})); }} true"
        ))
    };
    paste("kept")?;
    tab.wait("document.querySelector('#scan')?.open && /^27 cells/.test(document.querySelector('#scan-note').textContent)")?;
    tab.click("#scan-use")?;
    tab.wait("document.querySelector('#drawing').dataset.colours === '3TT5/xI1TT1LLL1/xIOO1SSJZZ/xIOO1xSSxx'")?;
    tab.wait("!document.querySelector('#scan').open")?;
    tab.tap("Tab")?;
    // One step back, as after any change.
    tab.click("#undo")?;
    tab.wait("document.querySelector('#drawing').dataset.colours === ''")?;
    // What is no picture is said.
    paste("'nothing'")?;
    tab.wait("document.querySelector('#notice').textContent.includes('no picture')")
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
        ..AnalyseOrder::default()
    };
    let tab = browser.open(&page.address(&Route::Analyse(order).address()), Look::DESK)?;
    tab.wait("document.querySelector('#worth output')?.textContent === '31.7386'")?;
    let terms =
        "[...document.querySelectorAll('#worth td')].map(e => +e.textContent.replace('−', '-'))";
    tab.wait(&format!("{terms}.length === 3"))?;
    let sum = tab.eval(&format!("{terms}.reduce((a, b) => a + b)"))?;
    ensure!((sum.as_f64().context("a number")? - 31.7386).abs() < 1e-3, "{sum}");
    Ok(())
}

/// Pages with comments, colours and pieces go in and come out as they were.
#[test]
fn a_fumen_with_three_pages_round_trips() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/analyse?rules=guideline"), Look::DESK)?;
    let mut fumen = Fumen::default();
    let mut field = Field::EMPTY;
    for (index, comment) in ["first", "second: é", "third"].into_iter().enumerate() {
        field.set(index, 0, Cell::Of(Piece::ALL[index]));
        field.set(9, index, Cell::Garbage);
        let mut page = FumenPage::new(field);
        page.comment = comment.into();
        page.colorize = index == 0;
        page.lock = false;
        page.piece = (index == 1)
            .then(|| "T@4,4N".parse::<Placement>().map(Placement::falling))
            .transpose()?;
        fumen.pages.push(page);
    }
    let text = fumen.to_text()?;
    tab.wait("!!document.querySelector('#fumen')")?;
    tab.fill("#fumen", &format!("https://fumen.zui.jp/?{text}"))?;
    tab.wait("document.querySelectorAll('.chip').length === 3")?;
    tab.wait("document.querySelector('#comment').value === 'first'")?;
    tab.wait("document.querySelector('#drawing').dataset.colours === 'I8x'")?;
    tab.click("#step-on")?;
    tab.wait("document.querySelector('#comment').value === 'second: é'")?;
    tab.wait("document.querySelector('#drawing').dataset.colours === '9x/IO7x;T@4,4N'")?;
    // And all of it through the address.
    let address = tab.eval("location.href")?;
    tab.go_anywhere("about:blank")?;
    tab.go(address.as_str().context("an address")?)?;
    tab.wait("document.querySelectorAll('.chip').length === 3")?;
    tab.click("#copy-fumen")?;
    tab.wait("document.querySelector('#fumen').value.startsWith('v115@')")?;
    let copied = tab.eval("document.querySelector('#fumen').value")?;
    let copied: Fumen = copied.as_str().context("a fumen")?.parse()?;
    ensure!(copied.pages.len() == 3);
    for (found, wanted) in copied.pages.iter().zip(&fumen.pages) {
        ensure!(
            (found.field, found.piece, &found.comment)
                == (wanted.field, wanted.piece, &wanted.comment)
        );
    }
    // What is none is said.
    tab.fill("#fumen", "v115@???")?;
    tab.wait("document.querySelector('#paste-error').textContent.length > 5")
}
