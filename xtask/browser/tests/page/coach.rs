//! Hints while a person practises, and reviews of games.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look, Plan, Tab};
use minolab_page::{KeyReplay, Route};
use minolab_rules::{Choice, Game, Mode, Placement, Spin, State, shipped};
use serde_json::Value;

use crate::play::{begun, newest};

/// What a hint is looked for with.
const HINT_NODES: u64 = 60_000;
/// What a review is made with unless somebody says otherwise.
const REVIEW_NODES: u64 = 10_000;

/// The program's answer to these arguments.
fn program(arguments: &[&str]) -> Result<Value> {
    let program = std::env::var_os("MINOLAB_PROGRAM").context("MINOLAB_PROGRAM is not set")?;
    let output = Command::new(program).args(arguments).arg("--json").output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Waits for the hint in this position and compares it with the command line's.
fn hinted(tab: &Tab, state: &State) -> Result<String> {
    let position = state.to_string();
    tab.wait(&format!("board.dataset.position === {position:?} && !!board.dataset.advice"))?;
    let found = tab.eval("board.dataset.advice")?;
    let nodes = format!("nodes={HINT_NODES}");
    let asked = ["analyze", "--agent", "blitz", "--rules", "capstone", "--limit", &nodes];
    let easiest = &program(&[&asked[..], &["--position", &position]].concat())?["easiest"];
    ensure!(found == *easiest, "{position}: the page says {found}, the command line {easiest}");
    Ok(easiest.as_str().context("a choice")?.into())
}

#[test]
fn a_hint_is_good_and_easy_to_play() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/play?mode=practice&seed=3"), Look::DESK)?;
    begun(&tab)?;
    ensure!(tab.eval("board.dataset.advice")? == "" && tab.text("#advice")?.is_empty());
    tab.tap("KeyH")?;
    let mut game = Game::new(shipped::get("capstone").unwrap().clone(), 3);
    let mut holds = 0;
    for turn in 0..4 {
        let advice = hinted(&tab, game.state())?;
        holds += advice.starts_with('h') as u32;
        tab.wait("document.querySelector('#advice').textContent.startsWith('Hint: ')")?;
        // Another position: hold, or drop where it is.
        if turn == 1 {
            tab.tap("KeyC")?;
            game.swap()?;
        } else {
            tab.tap("Space")?;
            let rest = game.spawn().context("a piece")?.dropped(&game.state().board);
            game.play(Choice { hold: false, placement: Placement::new(rest, Spin::None) })?;
        }
    }
    println!("{holds} of 4 hints hold");
    ensure!(tab.eval("document.querySelector('#hint').ariaPressed")? == "true");
    tab.click("#hint")?;
    tab.wait(
        "board.dataset.advice === '' && document.querySelector('#advice').textContent === ''",
    )?;
    // Elsewhere nobody helps.
    tab.go(&page.address("#/play?mode=sprint&seed=3"))?;
    begun(&tab)?;
    tab.tap("KeyH")?;
    ensure!(tab.eval("!document.querySelector('#hint') && !board.dataset.advice")? == true);
    Ok(())
}

/// Puts a game among the kept ones; the address of its review.
pub fn kept(tab: &Tab) -> Result<String> {
    let mode = Mode::Pieces(24);
    let plan = Plan::new(shipped::get("capstone").unwrap(), 9, mode).context("a plan")?;
    let replay = plan.replay(mode);
    let text = replay.to_json();
    tab.eval(&format!("localStorage.setItem('minolab.replays', JSON.stringify([{text:?}]))"))?;
    Ok(Route::Review(replay.id()).address())
}

/// The losses that the page shows, and those of the command line for the same game.
fn losses(tab: &Tab, replay: &KeyReplay) -> Result<(Value, Value)> {
    let file = std::env::temp_dir().join(format!("minolab-review-{}.json", std::process::id()));
    std::fs::write(&file, replay.to_json())?;
    let nodes = format!("nodes={REVIEW_NODES}");
    let asked = ["review", file.to_str().context("a path")?, "--limit", &nodes];
    let expected = program(&asked)?;
    std::fs::remove_file(&file)?;
    let found = tab.eval(
        "[...document.querySelectorAll('.point')].map(p => p.dataset.loss === undefined ? null : +p.dataset.loss)",
    )?;
    Ok((found, expected))
}

#[test]
fn a_finished_game_is_reviewed_and_played_on() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/play?mode=moves=10&seed=11"), Look::DESK)?;
    begun(&tab)?;
    for keys in
        [["ArrowLeft", "Space"], ["KeyC", "Space"], ["ArrowUp", "Space"], ["ArrowRight", "Space"]]
            .repeat(3)
    {
        keys.iter().try_for_each(|key| tab.tap(key))?;
    }
    tab.wait("!!document.querySelector('#reason')")?;
    // What the end of the game counts as faults is what its review counts.
    let faults = tab.text("#faults")?;
    let replay = newest(&tab)?;
    ensure!(replay.totals.pieces == 10);
    tab.click("#review")?;
    tab.wait("document.querySelector('.review')?.dataset.pass === 'final'")?;
    // As many points as pieces, each with the command line's loss.
    let (found, expected) = losses(&tab, &replay)?;
    let placements = expected["placements"].as_array().context("placements")?;
    let wanted: Vec<Value> = placements.iter().map(|placement| placement["loss"].clone()).collect();
    ensure!(wanted.len() == 10);
    for (index, (found, wanted)) in
        found.as_array().context("points")?.iter().zip(&wanted).enumerate()
    {
        let is_same =
            found.as_f64().zip(wanted.as_f64()).is_some_and(|(a, b)| (a - b).abs() < 1e-6);
        ensure!(is_same || found == wanted, "placement {}: {found}, expected {wanted}", index + 1);
    }
    ensure!(found.as_array().map(Vec::len) == Some(10), "{found}");
    let accuracy = expected["accuracy"].as_f64().context("an accuracy")?;
    ensure!(tab.text("#accuracy")? == format!("{:.1} %", 100.0 * accuracy));
    ensure!(tab.text("#finesse")? == expected["finesse_faults"].to_string());
    ensure!(tab.text("#finesse")? == faults);
    ensure!(tab.text("#state")?.contains(expected["budget"].as_str().context("a budget")?));
    // The worst is shown first.
    let worst = expected["turning_points"][0].as_u64().context("a turning point")? as usize;
    ensure!(tab.text("#placement")? == format!("Placement {worst} of 10"));
    let reasons = placements[worst - 1]["reasons"].as_array().context("reasons")?;
    let reasons: Vec<&str> = reasons.iter().filter_map(Value::as_str).collect();
    ensure!(reasons.is_empty() || tab.text("#why")? == reasons.join(" "));
    ensure!(tab.text("#summary")? == expected["summary"].as_str().context("a summary")?);
    let best = tab.eval("document.querySelector('#best').dataset.choice")?;
    ensure!(best == placements[worst - 1]["best"]);

    // Both lines, piece by piece: the better one begins with the best move.
    let line = placements[worst - 1]["line"].as_array().map_or(0, Vec::len);
    if line > 1 && worst < 10 {
        tab.click("#line-on")?;
        tab.wait(&format!("document.querySelector('#better')?.dataset.choice === {best}"))?;
        ensure!(tab.text("#line-step")?.starts_with("1 of "));
        tab.click("#line-on")?;
        tab.wait("document.querySelector('#line-step').textContent.startsWith('2 of ')")?;
        tab.click("#line-back")?;
        tab.click("#line-back")?;
        tab.wait("!document.querySelector('#better')")?;
    }

    // Along the graph by keys, and by a click on it.
    tab.eval("document.querySelector('#graph').focus()")?;
    tab.tap("Home")?;
    tab.wait("document.querySelector('#placement').textContent === 'Placement 1 of 10'")?;
    tab.tap("ArrowRight")?;
    tab.tap("ArrowRight")?;
    tab.wait("document.querySelector('#graph').ariaValueNow === '3'")?;
    tab.eval(
        "{ const box = document.querySelector('.point[data-index=\"6\"]').getBoundingClientRect(); \
         document.querySelector('#graph').dispatchEvent(new MouseEvent('click', \
         {bubbles: true, clientX: box.left + box.width / 2, clientY: box.top})); }",
    )?;
    tab.wait("document.querySelector('#placement').textContent === 'Placement 6 of 10'")?;
    let position = placements[5]["position"].as_str().context("a position")?;
    ensure!(tab.eval("document.querySelector('#position').dataset.position")? == position);

    // On the board of another screen, and played on from there.
    let analyse = tab.eval("document.querySelector('#analyse').hash")?;
    ensure!(
        analyse.as_str().is_some_and(|hash| hash.contains(&position.replace(' ', "_"))),
        "{analyse}"
    );
    tab.click("#play-on")?;
    tab.wait(&format!("board?.dataset.position === {position:?}"))?;
    begun(&tab)?;
    ensure!(tab.text("#pieces")? == "5");
    tab.tap("Space")?;
    tab.wait("document.querySelector('#pieces').textContent === '6'")?;
    tab.tap("KeyU")?;
    tab.tap("KeyU")?;
    tab.wait("document.querySelector('#pieces').textContent === '4'")?;
    // The new game can be looked back on too.
    tab.tap("Escape")?;
    tab.click("#review")?;
    tab.wait("document.querySelectorAll('.point').length === 4")
}

#[test]
fn a_loaded_game_is_reviewed_from_the_records() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    let address = kept(&tab)?;
    tab.go(&page.address("#/records"))?;
    tab.wait("!!document.querySelector('#replays')")?;
    tab.click(&format!("#replays a[href='{address}']"))?;
    tab.wait("document.querySelectorAll('.point').length === 24")?;
    // Another judge begins anew.
    tab.fill("#nodes", "1000")?;
    tab.wait("document.querySelector('#state').textContent.includes('1 000 nodes')")?;
    tab.go(&page.address("#/review/123"))?;
    tab.wait("document.body.textContent.includes('no such game')")
}

#[test]
fn with_storage_blocked_a_game_is_still_reviewed() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    for error in ["SecurityError", "QuotaExceededError"] {
        tab.before(&format!(
            "Storage.prototype.setItem = () => {{ throw new DOMException('no', {error:?}); }}; \
             if ({error:?} === 'SecurityError') Object.defineProperty(window, 'localStorage', {{ configurable: true, \
             get() {{ throw new DOMException('no', 'SecurityError'); }} }});"
        ))?;
        tab.go_anywhere("about:blank")?;
        tab.go(&page.address("#/play?mode=moves=3&seed=11"))?;
        // It is told at once, and the game and its review are there as long as the tab.
        tab.wait("document.querySelector('#notice').textContent.includes('keeps nothing')")?;
        begun(&tab)?;
        for _ in 0..3 {
            tab.tap("Space")?;
        }
        tab.wait("!!document.querySelector('#reason')")?;
        tab.click("#review")?;
        tab.wait("document.querySelectorAll('.point').length === 3")?;
        tab.eval("location.hash = '#/learn'")?;
        tab.wait("document.querySelectorAll('#reviews li').length === 1")?;
    }
    Ok(())
}
