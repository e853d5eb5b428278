//! Puzzles, trainers, openers and habits, answered on the board by keys.

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look, Plan, Tab};
use minolab_rules::{Choice, Input, Key, Mode, Ruleset, Setup, State, path, shipped};

use crate::play::code;

/// The position on a practice board.
fn position(tab: &Tab) -> Result<Setup> {
    let text = tab.eval("board.dataset.position")?;
    Ok(text.as_str().context("a position")?.parse()?)
}

/// The keys that lead to a choice, where single rows down are not among them.
fn keys(rules: &Ruleset, setup: &Setup, choice: Choice) -> Result<Option<Vec<Key>>> {
    let state = State::from_setup(rules, setup.clone())?;
    let way = path(&state.board, rules, choice.placement).context("a way")?;
    let mut keys = Vec::new();
    if choice.hold {
        keys.push(Key::Hold);
    }
    for input in way.as_slice() {
        match input {
            Input::Left => keys.push(Key::Left),
            Input::Right => keys.push(Key::Right),
            // A wall is at most so far away.
            Input::FarLeft => keys.extend([Key::Left; 10]),
            Input::FarRight => keys.extend([Key::Right; 10]),
            Input::Cw => keys.push(Key::Cw),
            Input::Ccw => keys.push(Key::Ccw),
            Input::Flip => keys.push(Key::Flip),
            Input::Sonic => keys.push(Key::SonicDrop),
            Input::HardDrop => keys.push(Key::HardDrop),
            Input::Down | Input::Hold => return Ok(None),
        }
    }
    if keys.last() != Some(&Key::HardDrop) {
        keys.push(Key::HardDrop);
    }
    Ok(Some(keys))
}

/// Types a choice; whether it could be done.
fn play(tab: &Tab, rules: &Ruleset, choice: Choice) -> Result<bool> {
    let before = position(tab)?;
    let Some(keys) = keys(rules, &before, choice)? else { return Ok(false) };
    for key in keys {
        tab.tap(code(key))?;
    }
    tab.wait(&format!("board.dataset.position !== {:?}", before.to_string()))?;
    Ok(true)
}

/// A screen, once there is a key for the sonic drop: ways into slots need it.
fn opened<'a>(browser: &'a Browser, page: &Folder, screen: &str) -> Result<Tab<'a>> {
    let tab = browser.open(&page.address("#/settings"), Look::DESK)?;
    tab.click("[data-action='sonic-drop']")?;
    tab.tap("KeyQ")?;
    tab.wait("document.querySelector(\"[data-action='sonic-drop']\").textContent === 'Q'")?;
    tab.eval(&format!("location.hash = {screen:?}"))?;
    Ok(tab)
}

fn is(tab: &Tab, selector: &str, state: &str) -> Result<()> {
    tab.wait(&format!("document.querySelector({selector:?})?.dataset.state === {state:?}"))
}

/// The engine's line of the exercise that is shown.
fn line(tab: &Tab) -> Result<Vec<Choice>> {
    let text = tab.eval("document.querySelector('#attempt').dataset.line")?;
    let line =
        text.as_str().context("a line")?.split(' ').map(str::parse).collect::<Result<_, _>>();
    Ok(line?)
}

/// Exercises until one can be typed by the keys of [`keys`], played to its end.
fn solved(tab: &Tab) -> Result<Vec<Choice>> {
    let rules = shipped::get("guideline").context("rules")?;
    for _ in 0..8 {
        is(tab, "#attempt", "going")?;
        let line = line(tab)?;
        let mut typed = true;
        for &choice in &line {
            typed = typed && play(tab, rules, choice)?;
        }
        if typed {
            is(tab, "#attempt", "done")?;
            return Ok(line);
        }
        tab.click("#next-exercise")?;
        is(tab, "#attempt", "making")?;
    }
    anyhow::bail!("no exercise could be typed")
}

#[test]
fn t_spins_are_set_up_shown_and_spun() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = opened(&browser, &page, "#/learn")?;
    tab.click("#trainers a[href='#/train/t-spins']")?;
    tab.wait("location.hash === '#/train/t-spins'")?;
    // A T anywhere else misses it, and one can see the way and try again.
    is(&tab, "#attempt", "going")?;
    ensure!(tab.text("#task")?.contains("one piece"));
    tab.tap("Space")?;
    is(&tab, "#attempt", "missed")?;
    tab.tap("KeyH")?;
    is(&tab, "#attempt", "going")?;
    tab.wait("document.querySelector('#words').textContent.includes('T-spin')")?;
    tab.tap("KeyR")?;
    solved(&tab)?;
    // Two pieces ahead; Enter leads to the next one.
    tab.fill("#level", "2")?;
    is(&tab, "#attempt", "making")?;
    ensure!(solved(&tab)?.len() == 2);
    ensure!(tab.text("#done")? == "2 of 3" && tab.text("#streak")? == "2");
    tab.tap("Enter")?;
    tab.wait("document.querySelector('#attempt').dataset.state !== 'done'")?;
    is(&tab, "#attempt", "going")?;
    tab.eval("location.hash = '#/learn'")?;
    tab.wait("document.querySelector('#trainers').textContent.includes('2 of 3 right')")
}

#[test]
fn a_perfect_clear_is_practised_with_the_chance_that_is_left() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = opened(&browser, &page, "#/train/perfect-clears")?;
    is(&tab, "#attempt", "going")?;
    tab.wait("document.querySelector('#chance').textContent === '100 %'")?;
    let rules = shipped::get("guideline").context("rules")?;
    // After its first piece the rest of the line is still there.
    let first = line(&tab)?[0];
    if play(&tab, rules, first)? {
        tab.wait("document.querySelector('#chance').textContent === '100 %'")?;
        tab.tap("KeyR")?;
    }
    // Piled up in the middle it is not.
    for _ in 0..4 {
        tab.tap("Space")?;
    }
    is(&tab, "#attempt", "missed")?;
    tab.wait("document.querySelector('#chance').textContent !== '100 %' && document.querySelector('#chance').textContent !== '…'")?;
    tab.tap("Enter")?;
    is(&tab, "#attempt", "going")?;
    solved(&tab)?;
    tab.wait("document.querySelector('#chance').textContent === 'done'")
}

#[test]
fn garbage_is_dug_away_beside_the_engine() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = opened(&browser, &page, "#/train/downstacking")?;
    is(&tab, "#attempt", "going")?;
    let par = tab.text("#par")?;
    ensure!(position(&tab)?.board.top() == 4);
    let line = solved(&tab)?;
    ensure!(tab.text("#pieces")? == line.len().to_string());
    let words = tab.text("#words")?;
    ensure!(words.contains(&format!("the engine's {}", line.len())), "{words}, par {par}");
    Ok(())
}

#[test]
fn finesse_counts_the_keys() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = opened(&browser, &page, "#/train/finesse")?;
    tab.wait("!!board?.dataset.advice")?;
    let rules = shipped::get("capstone").context("rules")?;
    let target = |tab: &Tab| -> Result<Choice> {
        let text = tab.eval("board.dataset.advice")?;
        Ok(text.as_str().context("a target")?.parse()?)
    };
    // To the wall by a held key is one press: those that need it are skipped here.
    let asked = loop {
        let asked = target(&tab)?;
        let state = State::from_setup(rules, position(&tab)?)?;
        let way = path(&state.board, rules, asked.placement).context("a way")?;
        let is_far = |input: &Input| matches!(input, Input::FarLeft | Input::FarRight);
        if !way.as_slice().iter().any(is_far) {
            break asked;
        }
        tab.click("#skip")?;
        tab.wait(&format!("board.dataset.advice !== {:?}", asked.to_string()))?;
    };
    // A key too many is told with the fewest, and the same is asked again.
    tab.tap(code(Key::Left))?;
    tab.tap(code(Key::Right))?;
    let Some(keys) = keys(rules, &position(&tab)?, asked)? else {
        anyhow::bail!("no way to {asked}")
    };
    for &key in &keys {
        tab.tap(code(key))?;
    }
    tab.wait(
        "document.querySelector('#words').textContent.startsWith('2 keys too many. Fewest: ')",
    )?;
    ensure!(target(&tab)? == asked);
    tab.wait("board.dataset.left !== ''")?;
    for &key in &keys {
        tab.tap(code(key))?;
    }
    tab.wait("document.querySelector('#streak').textContent === '1'")?;
    ensure!(target(&tab)? != asked && tab.text("#done")? == "1 of 2");
    Ok(())
}

/// Two puzzles as they are kept: a quad, and another one.
const PUZZLES: &str = r#"[
    {"rules": "capstone", "mode": "sprint", "lines_left": 20, "position": "xxxxxxxxx1/xxxxxxxxx1/xxxxxxxxx1/xxxxxxxxx1 I - LOJST ? 0 -",
     "key": "I@9,2E", "line": ["I@9,2E"], "second": 3.2, "unit": "pieces", "theme": "quad", "sight": "at-once", "rating": 1450.0},
    {"rules": "capstone", "mode": "sprint", "lines_left": 20, "position": "1xxxxxxxxx/1xxxxxxxxx/1xxxxxxxxx/1xxxxxxxxx I - LOJST ? 0 -",
     "key": "I@0,2E", "line": ["I@0,2E"], "second": 3.2, "unit": "pieces", "theme": "quad", "sight": "at-once", "rating": 900.0}]"#;

#[test]
fn puzzles_are_answered_rated_repeated_and_carried_away() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    tab.eval(&format!(
        "localStorage.setItem('minolab.puzzles', JSON.stringify(JSON.parse({PUZZLES:?}))); location.hash = '#/learn'"
    ))?;
    tab.wait(
        "document.querySelector('#puzzles')?.textContent.includes('2 from your own mistakes')",
    )?;
    tab.click("#puzzles")?;
    tab.fill("#origin", "Own")?;
    // The one nearest to an unknown person's rating comes first.
    is(&tab, "#puzzle", "asked")?;
    ensure!(tab.eval("document.querySelector('#puzzle').dataset.key")? == "I@9,2E");
    let rating = |tab: &Tab| -> Result<u32> {
        Ok(tab.text("#rating")?.split(' ').next().context("a rating")?.parse()?)
    };
    ensure!(rating(&tab)? == 1500);
    let drop = |side: &str| -> Result<()> {
        tab.tap("ArrowUp")?;
        for _ in 0..8 {
            tab.tap(side)?;
        }
        tab.tap("Space")
    };
    drop("ArrowRight")?;
    is(&tab, "#puzzle", "right")?;
    let better = rating(&tab)?;
    ensure!(better > 1500, "{better}");
    ensure!(
        tab.text("#words")?.starts_with("Right: I upright, column 10, quad"),
        "{}",
        tab.text("#words")?
    );
    // The other is answered wrongly: it costs rating, and comes again soon.
    tab.tap("Enter")?;
    tab.wait("document.querySelector('#puzzle').dataset.key === 'I@0,2E'")?;
    is(&tab, "#puzzle", "asked")?;
    drop("ArrowRight")?;
    is(&tab, "#puzzle", "wrong")?;
    ensure!(rating(&tab)? < better);
    ensure!(tab.text("#words")?.contains("I upright, column 1,"), "{}", tab.text("#words")?);
    tab.tap("Enter")?;
    is(&tab, "#puzzle", "none")?;
    ensure!(tab.text("#words")?.starts_with("All done for today"));
    let ended = tab.text("#rating")?;

    // Away as a file, and back where nothing is known.
    tab.eval(
        "window.saved = null; const make = URL.createObjectURL; \
         URL.createObjectURL = blob => { blob.text().then(text => saved = text); return make.call(URL, blob); }; \
         location.hash = '#/learn'",
    )?;
    tab.click("#save-progress")?;
    tab.wait("saved?.includes('cards')")?;
    tab.eval(
        "['minolab.progress', 'minolab.puzzles'].forEach(name => localStorage.removeItem(name))",
    )?;
    tab.eval("location.hash = '#/puzzles'")?;
    tab.wait("document.querySelector('#rating')?.textContent.startsWith('1500')")?;
    tab.eval("location.hash = '#/learn'")?;
    tab.wait("!!document.querySelector('#progress-file')")?;
    let load = |what: &str| {
        tab.eval(&format!(
            "{{ const list = new DataTransfer(); list.items.add(new File([{what}], 'progress.json')); \
             const input = document.querySelector('#progress-file'); input.files = list.files; \
             input.dispatchEvent(new Event('change', {{bubbles: true}})); }} true"
        ))
    };
    load("'{}'")?;
    tab.wait("document.querySelector('#notice').textContent.includes('That is no progress')")?;
    load("saved")?;
    tab.wait("document.querySelector('#notice').textContent.includes('is joined')")?;
    tab.wait(
        "document.querySelector('#puzzles').textContent.includes('2 from your own mistakes')",
    )?;
    tab.eval("location.hash = '#/puzzles'")?;
    tab.wait(&format!("document.querySelector('#rating')?.textContent === {ended:?}"))
}

#[test]
fn openers_are_ghosts_for_the_bag_at_hand() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = opened(&browser, &page, "#/openers")?;
    let rules = shipped::get("guideline").context("rules")?;
    // Bags differ: one that can become something comes soon.
    let mut built = 0;
    for _ in 0..6 {
        tab.wait("!/Looking/.test(document.querySelector('#words')?.textContent ?? 'Looking')")?;
        if tab.eval("document.querySelectorAll('#openers .opener').length")?.as_u64() > Some(0) {
            ensure!(tab.text("#chance")?.ends_with(" %"));
            ensure!(
                tab.eval("document.querySelectorAll('#openers [aria-pressed=true]').length")? == 1
            );
            let next = tab.eval("document.querySelector('#openers').dataset.next")?;
            let next: Choice = next.as_str().context("a choice")?.parse()?;
            if play(&tab, rules, next)? {
                // What was advised leaves the opener possible.
                tab.wait("document.querySelector('#openers').dataset.position === board.dataset.position")?;
                tab.wait("document.querySelectorAll('#openers .opener').length > 0")?;
                built += 1;
                tab.tap("KeyU")?;
                tab.wait("document.querySelector('#openers').dataset.position === board.dataset.position")?;
            }
        }
        let before = position(&tab)?.to_string();
        tab.tap("KeyR")?;
        tab.wait(&format!("board.dataset.position !== {before:?}"))?;
        tab.wait("document.querySelector('#openers').dataset.position === board.dataset.position")?;
    }
    ensure!(built > 0, "no bag could become an opener");
    Ok(())
}

#[test]
fn habits_sum_up_the_kept_games() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/habits"), Look::DESK)?;
    tab.wait("document.querySelector('#habit-state')?.textContent.includes('No game is kept')")?;
    let rules = shipped::get("capstone").context("rules")?;
    let mode = Mode::Lines(4);
    let games = (1..).filter_map(|seed| Plan::new(rules, seed, mode)).take(4);
    let games: Vec<String> = games.map(|plan| plan.replay(mode).to_json()).collect();
    tab.eval(&format!(
        "localStorage.setItem('minolab.replays', JSON.stringify({})); location.reload()",
        serde_json::to_string(&games)?
    ))?;
    tab.wait("document.querySelector('.habits')?.dataset.complete === 'true'")?;
    ensure!(tab.text("#habit-state")?.starts_with("From 4 games"), "{}", tab.text("#habit-state")?);
    ensure!(tab.text("#habit-loss")?.contains("piece"), "{}", tab.text("#habit-loss")?);
    ensure!(!tab.text("#habit-progress")?.is_empty());
    // The pieces of all games are in the first table, each once.
    let counted = tab.eval(
        "[...document.querySelector('.habit-table tbody').querySelectorAll('.count')].reduce((sum, e) => sum + +e.textContent, 0)",
    )?;
    let placed: u64 = games
        .iter()
        .map(|game| Ok(minolab_page::KeyReplay::from_json(game)?.totals.pieces))
        .sum::<Result<u64>>()?;
    ensure!(counted == placed, "{counted} of {placed}");
    Ok(())
}
