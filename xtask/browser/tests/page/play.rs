//! Games played by key events.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look, Plan, Tab};
use minolab_page::KeyReplay;
use minolab_rules::{Key, Mode, shipped};

/// The community's keys.
pub fn code(key: Key) -> &'static str {
    match key {
        Key::Left => "ArrowLeft",
        Key::Right => "ArrowRight",
        Key::SoftDrop => "ArrowDown",
        Key::HardDrop => "Space",
        Key::Cw => "ArrowUp",
        Key::Ccw => "KeyZ",
        Key::Flip => "KeyA",
        Key::Hold => "KeyC",
        Key::SonicDrop => "KeyQ",
    }
}

/// Waits until the first tick is past.
pub fn begun(tab: &Tab) -> Result<()> {
    tab.wait("!!document.querySelector('#board') && !document.querySelector('.cover')")
}

/// Sets some of the stored settings before the page reads them.
pub fn settings(tab: &Tab, json: &str) -> Result<()> {
    tab.eval(&format!("localStorage.setItem('minolab.settings', {json:?}); location.reload()"))?;
    std::thread::sleep(Duration::from_millis(200));
    tab.wait("document.readyState === 'complete' && !!document.querySelector('main')")
}

/// The newest kept game.
pub fn newest(tab: &Tab) -> Result<KeyReplay> {
    let text = tab.eval("JSON.parse(localStorage.getItem('minolab.replays'))[0]")?;
    Ok(KeyReplay::from_json(text.as_str().context("a kept game")?)?)
}

fn summary(tab: &Tab, name: &str) -> Result<String> {
    let value = tab.eval(&format!(
        "[...document.querySelectorAll('#summary dt')].find(e => e.textContent === {name:?})\
         ?.nextElementSibling.textContent"
    ))?;
    Ok(value.as_str().with_context(|| format!("no {name} in the summary"))?.into())
}

#[test]
fn a_sprint_is_played_by_keys_to_its_end() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    // From the menu, by the keyboard alone; a seed cannot be chosen there.
    tab.eval("document.querySelector('#sprint').focus()")?;
    tab.tap("Enter")?;
    tab.wait("location.hash === '#/play?mode=sprint'")?;
    begun(&tab)?;
    ensure!(tab.text("#lines")? == "40");
    tab.go(&page.address("#/play?mode=sprint&seed=7"))?;
    begun(&tab)?;

    let plan = Plan::new(shipped::get("capstone").unwrap(), 7, Mode::Sprint).context("a plan")?;
    for (index, keys) in plan.pieces.iter().enumerate() {
        for &key in keys {
            tab.tap(code(key))?;
        }
        tab.tap(code(Key::HardDrop))?;
        if index == 20 {
            // Lines count down, pieces up, the clock up.
            tab.wait("document.querySelector('#pieces').textContent === '21'")?;
            let left: u64 = tab.text("#lines")?.parse()?;
            ensure!(left < 40, "{left} lines left after 21 pieces");
        }
    }
    tab.wait("!!document.querySelector('#reason')")?;
    let totals = plan.game.totals();
    ensure!(tab.text("#reason")? == "Clear!");
    ensure!(tab.text("#lines")? == "0");
    ensure!(summary(&tab, "Lines")? == totals.lines.to_string());
    ensure!(summary(&tab, "Pieces")? == totals.pieces.to_string());
    ensure!(summary(&tab, "Finesse faults")?.parse::<u64>().is_ok());

    // The same game, rebuilt here from its keys.
    let replay = newest(&tab)?;
    let here = replay.play();
    ensure!(here.game().state().board == plan.game.state().board);
    ensure!(summary(&tab, "Score")? == here.game().totals().score.to_string());
    ensure!(here.presses() == plan.pieces.iter().map(|keys| keys.len() as u64 + 1).sum::<u64>());

    // A personal best, seen in the menu and in the records.
    tab.click(".cover a[href='#/']")?;
    tab.wait("document.querySelector('#sprint em')?.textContent.startsWith('Best ')")?;
    tab.go(&page.address("#/records"))?;
    tab.wait("document.querySelectorAll('#bests tbody tr').length === 1")
}

#[test]
fn the_hold_label_turns_red_when_hold_is_used_up() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/play?mode=practice&seed=3"), Look::DESK)?;
    begun(&tab)?;
    let colour = "getComputedStyle(document.querySelector('#hold-label')).color";
    let before = tab.eval(colour)?;
    tab.tap("KeyC")?;
    tab.wait(&format!("{colour} === 'rgb(195, 38, 46)'"))?;
    tab.tap("Space")?;
    tab.wait(&format!("{colour} === {before}"))
}

#[test]
fn without_repeat_time_a_held_key_is_at_the_wall_in_one_tick() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/settings"), Look::DESK)?;
    tab.click("#advanced")?;
    tab.go(&page.address("#/play?mode=moves=1&seed=2"))?;
    begun(&tab)?;
    tab.eval(
        "window.seen = [board.dataset.piece]; new MutationObserver(() => \
         seen.push(board.dataset.piece)).observe(board, {attributes: true}); true",
    )?;
    tab.key("ArrowLeft", true)?;
    tab.wait("board.dataset.left === '0'")?;
    tab.key("ArrowLeft", false)?;
    tab.tap("Space")?;
    tab.wait("!!document.querySelector('#reason')")?;

    // By the keys and their ticks: one column at once, then nothing, then the wall.
    let replay = newest(&tab)?;
    ensure!(replay.handling.arr_ms == 0);
    let press = replay.keys.iter().find(|key| key.event == Key::Left.press()).context("a press")?;
    let at = |tick: u64| {
        let mut game = replay.start();
        game.play(&replay.keys, tick, |_, _| ());
        let falling = game.falling().unwrap_or_else(|| panic!("a piece at tick {tick}"));
        falling.cells().into_iter().map(|(x, _)| x).min().unwrap()
    };
    let das = replay.handling.das_ms as u64;
    let (before, charged) = (at(press.tick), at(press.tick + 1));
    ensure!(charged == before - 1 && at(press.tick + das - 1) == charged && charged > 1);
    ensure!(at(press.tick + das) == 0);
    // And what was drawn never showed anything in between.
    let columns = tab
        .eval("[...new Set(seen.filter(p => p).map(p => p.split('@')[1].split(',')[0]))].length")?;
    ensure!(columns.as_u64().is_some_and(|count| count <= 3), "{columns} columns were seen");
    Ok(())
}

#[test]
fn the_blitz_clock_ends_the_game() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    tab.click("#blitz")?;
    tab.wait("document.querySelector('#time')?.textContent === '3:00.00'")?;
    begun(&tab)?;
    tab.wait("/^2:5\\d/.test(document.querySelector('#time').textContent)")?;
    // Three seconds by the custom mode, for the sake of the waiting.
    tab.go(&page.address("#/custom"))?;
    tab.fill("#kind", "moves")?;
    tab.fill("#amount", "x")?;
    tab.wait(
        "/^pieces: \"x\", expected a number/.test(document.querySelector('.error').textContent)",
    )?;
    tab.fill("#kind", "blitz")?;
    tab.fill("#amount", "3")?;
    tab.click("#start")?;
    tab.wait("document.querySelector('#time')?.textContent === '0:03.00'")?;
    begun(&tab)?;
    tab.tap("Space")?;
    tab.wait("!!document.querySelector('#reason')")?;
    ensure!(tab.text("#reason")? == "Time's up!");
    ensure!(tab.text("#time")? == "0:00.00");
    ensure!(summary(&tab, "Time")? == "0:03.00" && summary(&tab, "Pieces")? == "1");
    ensure!(newest(&tab)?.ticks == 3000);
    Ok(())
}

#[test]
fn a_top_out_ends_the_game_and_practice_takes_it_back() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/play?mode=practice&seed=5"), Look::DESK)?;
    begun(&tab)?;
    for _ in 0..30 {
        tab.tap("Space")?;
    }
    tab.wait("!!document.querySelector('#reason')")?;
    ensure!(tab.text("#reason")? == "Topped out");
    let pieces: u64 = tab.text("#pieces")?.parse()?;
    tab.tap("KeyU")?;
    tab.wait(&format!("document.querySelector('#pieces').textContent === '{}'", pieces - 1))?;
    tab.tap("KeyU")?;
    tab.wait(&format!("document.querySelector('#pieces').textContent === '{}'", pieces - 2))?;
    tab.tap("KeyI")?;
    tab.wait(&format!("document.querySelector('#pieces').textContent === '{}'", pieces - 1))
}

#[test]
fn a_replay_saved_and_loaded_plays_back() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/play?mode=moves=6&seed=11"), Look::DESK)?;
    begun(&tab)?;
    for keys in [["ArrowLeft", "Space"], ["ArrowRight", "Space"], ["ArrowUp", "Space"]].repeat(2) {
        keys.iter().try_for_each(|key| tab.tap(key))?;
    }
    tab.wait("!!document.querySelector('#reason')")?;
    let score = summary(&tab, "Score")?;
    // What is saved is caught on its way to the disk.
    tab.eval(
        "window.saved = null; const make = URL.createObjectURL; \
         URL.createObjectURL = blob => { blob.text().then(t => saved = t); return make(blob); }; true",
    )?;
    tab.click("#export")?;
    tab.wait("saved !== null")?;
    let text = tab.eval("saved")?;
    let text = text.as_str().context("a file")?;
    let (saved, kept) = (KeyReplay::from_json(text)?, newest(&tab)?);
    ensure!(saved == KeyReplay { played_ms: saved.played_ms, ..kept });

    // Everything is forgotten, and the file is loaded.
    tab.eval("localStorage.clear()")?;
    tab.go(&page.address("#/records"))?;
    let load = |text: &str| {
        tab.eval(&format!(
            "{{ const list = new DataTransfer(); \
             list.items.add(new File([{text:?}], 'game.json', {{type: 'application/json'}})); \
             const input = document.querySelector('#import'); input.files = list.files; \
             input.dispatchEvent(new Event('change', {{bubbles: true}})); }}"
        ))
    };
    load(&text.replace("\"pieces\": 6", "\"pieces\": 7"))?;
    tab.wait("document.querySelector('#message').textContent.includes('the file says 7')")?;
    load(text)?;
    tab.wait("document.querySelectorAll('#replays tbody tr').length === 1")?;
    tab.click("#replays a[href='#/records/0']")?;
    tab.wait("location.hash === '#/records/0' && !!document.querySelector('#forward')")?;
    // Back to the beginning, whatever was played meanwhile; piece by piece, back, and to the end.
    for _ in 0..6 {
        tab.tap("ArrowLeft")?;
    }
    for (key, pieces) in [("ArrowLeft", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)]
    {
        tab.tap(key)?;
        tab.wait(&format!("document.querySelector('#pieces').textContent === '{pieces}'"))?;
    }
    tab.click("#end")?;
    tab.wait("document.querySelector('#pieces').textContent === '6'")?;
    ensure!(tab.text("#score")? == score);
    // Its hold has a place of its own, and at the end nothing is said to be playing.
    tab.wait("!!document.querySelector('#hold') && document.querySelector('#toggle').textContent === 'Again'")?;
    ensure!(
        tab.eval("document.querySelector('.bar').getBoundingClientRect().bottom <= innerHeight")?
            == true
    );
    Ok(())
}

#[test]
fn keys_can_be_changed_and_are_remembered() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/settings"), Look::DESK)?;
    tab.click("[data-action='hard-drop']")?;
    tab.tap("KeyJ")?;
    tab.wait("document.querySelector(\"[data-action='hard-drop']\").textContent === 'J'")?;
    tab.go(&page.address("#/play?mode=practice&seed=5"))?;
    tab.eval("location.reload()")?;
    std::thread::sleep(Duration::from_millis(200));
    begun(&tab)?;
    tab.tap("Space")?;
    tab.tap("KeyJ")?;
    tab.wait("document.querySelector('#pieces').textContent === '1'")?;
    // The capstone's own set.
    settings(&tab, "{\"key_set\": \"capstone\"}")?;
    tab.go(&page.address("#/play?mode=practice&seed=6"))?;
    begun(&tab)?;
    tab.tap("KeyW")?;
    tab.wait("document.querySelector('#pieces').textContent === '1'")?;
    tab.tap("ShiftLeft")?;
    tab.wait("document.querySelector('#hold-label').classList.contains('used')")
}

#[test]
fn thumbs_play_on_a_phone() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let look = Look { width: 360, height: 740, dark: true, touch: true };
    let tab = browser.open(&page.address("#/play?mode=practice&seed=5"), look)?;
    begun(&tab)?;
    let thumb = |key: &str, kind: &str| {
        tab.eval(&format!(
            "document.querySelector(\".thumb[data-key='{key}']\").dispatchEvent(\
             new PointerEvent('pointer{kind}', {{bubbles: true}}))"
        ))
    };
    ensure!(tab.eval("document.querySelector('.touch').offsetHeight > 100")? == true);
    thumb("hard-drop", "down")?;
    thumb("hard-drop", "up")?;
    tab.wait("document.querySelector('#pieces').textContent === '1'")
}

#[test]
fn a_phone_on_its_side_plays_a_piece() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let look = Look { width: 844, height: 390, dark: true, touch: true };
    let tab = browser.open(&page.address("#/play?mode=practice&seed=5"), look)?;
    begun(&tab)?;
    // The board is large enough to be read, and everything one plays with is in the window.
    let cell = tab.eval("document.querySelector('#board').clientWidth / 10")?;
    ensure!(cell.as_f64().is_some_and(|cell| cell >= 16.0), "cells of {cell} pixels");
    for key in ["left", "hard-drop"] {
        for kind in ["down", "up"] {
            tab.eval(&format!(
                "document.querySelector(\".thumb[data-key='{key}']\").dispatchEvent(\
                 new PointerEvent('pointer{kind}', {{bubbles: true}}))"
            ))?;
        }
    }
    tab.wait("document.querySelector('#pieces').textContent === '1'")?;
    // A flick on the board drops the next one.
    tab.eval(
        "{ const board = document.querySelector('#board'); const r = board.getBoundingClientRect(); \
         const send = (kind, y) => board.dispatchEvent(new PointerEvent('pointer' + kind, {bubbles: true, \
         pointerType: 'touch', clientX: r.left + 80, clientY: r.top + y})); \
         send('down', 100); send('move', 140); send('up', 190); }",
    )?;
    tab.wait("document.querySelector('#pieces').textContent === '2'")
}

#[test]
fn a_personal_best_is_said_with_the_old_one_and_the_difference() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/play?mode=moves=4&seed=5"), Look::DESK)?;
    let game = |drops: &[&str]| -> Result<String> {
        begun(&tab)?;
        for key in drops {
            tab.tap(key)?;
        }
        tab.wait("!!document.querySelector('#standing')")?;
        tab.text("#standing")
    };
    let four = ["Space"; 4];
    ensure!(game(&four)? == "First result: your personal best");
    let points: u64 = summary(&tab, "Score")?.parse()?;
    // One key, at once.
    tab.tap("KeyR")?;
    tab.wait("!document.querySelector('#standing')")?;
    let low = [
        "ArrowDown",
        "ArrowLeft",
        "ArrowLeft",
        "ArrowLeft",
        "Space",
        "Space",
        "ArrowRight",
        "ArrowRight",
        "ArrowRight",
        "Space",
        "Space",
    ];
    let said = game(&low)?;
    let now: u64 = summary(&tab, "Score")?.parse()?;
    let gap = now.abs_diff(points);
    let expected = match now > points {
        true => format!("Personal best: {gap} points better than {points} points"),
        false => format!("{gap} points behind your best, {points} points"),
    };
    ensure!(said == expected, "{said}, expected {expected}");
    // A game that was paused is no personal best.
    tab.tap("KeyR")?;
    begun(&tab)?;
    tab.tap("Space")?;
    tab.tap("Escape")?;
    tab.wait("document.querySelector('.cover h2')?.textContent === 'Paused'")?;
    // Nothing is to be seen meanwhile, and it counts down before it goes on.
    ensure!(tab.eval("document.querySelector('.cover').classList.contains('hides')")? == true);
    tab.tap("Escape")?;
    tab.wait("document.querySelector('.cover.ready')?.textContent === '3'")?;
    let said = game(&four[1..])?;
    ensure!(said.contains("do not count as personal bests"), "{said}");
    // All of it is in the history, with its date.
    tab.go(&page.address("#/records"))?;
    tab.wait("document.querySelectorAll('#history tbody tr').length === 3")?;
    tab.wait("/^20\\d\\d-\\d\\d-\\d\\d /.test(document.querySelector('#history td').textContent)")?;
    tab.wait("!!document.querySelector('#history-graph svg')")
}

#[test]
fn a_sprint_shows_its_pace_and_splits_against_the_best() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/play?mode=lines=4&seed=7"), Look::DESK)?;
    let plan = Plan::new(shipped::get("capstone").unwrap(), 7, Mode::Lines(4)).context("a plan")?;
    for round in 0..2 {
        begun(&tab)?;
        ensure!(tab.eval("!!document.querySelector('#pace')")? == (round > 0));
        for keys in &plan.pieces {
            for &key in keys {
                tab.tap(code(key))?;
            }
            tab.tap("Space")?;
        }
        tab.wait("document.querySelectorAll('#splits > span').length >= 9")?;
        let leads =
            tab.eval("document.querySelectorAll('#splits .ahead, #splits .behind').length")?;
        ensure!((leads.as_u64() > Some(0)) == (round > 0), "{leads} leads in round {round}");
        tab.go_anywhere("about:blank")?;
        tab.go(&page.address("#/play?mode=lines=4&seed=7"))?;
    }
    Ok(())
}

#[test]
fn a_game_that_was_reloaded_goes_on() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/play?mode=sprint"), Look::DESK)?;
    begun(&tab)?;
    for key in ["ArrowLeft", "Space", "KeyC", "Space", "ArrowRight", "Space"] {
        tab.tap(key)?;
    }
    tab.wait("document.querySelector('#pieces').textContent === '3'")?;
    let position = tab.eval("board.dataset.position")?;
    tab.eval("location.reload()")?;
    tab.wait("document.querySelector('#offer p')?.textContent.includes('3 pieces')")?;
    // Nothing of it is seen before it goes on, and then it is the same game. The button has the
    // keyboard a moment after it is there.
    tab.wait("document.activeElement?.id === 'resume'")?;
    tab.tap("Enter")?;
    begun(&tab)?;
    tab.wait(&format!("board.dataset.position === {position}"))?;
    tab.tap("Space")?;
    tab.wait("document.querySelector('#pieces').textContent === '4'")?;
    // Left for another screen, the front page offers it.
    tab.eval("location.hash = '#/'")?;
    tab.wait("document.querySelector('#go-on')?.textContent.includes('4 pieces')")?;
    tab.click("#go-on")?;
    tab.click("#anew")?;
    begun(&tab)?;
    ensure!(tab.text("#pieces")? == "0");
    Ok(())
}

#[test]
fn what_the_rules_do_not_have_is_said() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/play?mode=practice&seed=3"), Look::DESK)?;
    begun(&tab)?;
    tab.tap("KeyA")?;
    tab.wait("document.querySelector('#notice').textContent.includes('no rotate 180')")?;
    ensure!(tab.eval("document.querySelector(\".thumb[data-key='flip']\").disabled")? == true);
    Ok(())
}

#[test]
fn handling_is_tried_and_imported() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/settings"), Look::DESK)?;
    tab.wait("!!document.querySelector('#try')")?;
    tab.eval("document.querySelector('#tetrio').closest('details').open = true")?;
    tab.fill("#tetrio", "ARR 0F, DAS 6F, DCD 0F, SDF 41X")?;
    tab.click("#import-tetrio")?;
    tab.wait("document.querySelector('#das').value === '100' && document.querySelector('#arr').value === '0'")?;
    tab.eval("document.querySelector('#try').focus()")?;
    std::thread::sleep(Duration::from_millis(500));
    tab.key("ArrowLeft", true)?;
    tab.wait("document.querySelector('#try').dataset.left === '0'")?;
    tab.key("ArrowLeft", false)?;
    tab.tap("Space")?;
    tab.wait("document.querySelector('#try').dataset.pieces === '1'")
}
