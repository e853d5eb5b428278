//! What people need who see, hear or move in another way.

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look, Tab};
use serde_json::json;

/// Every screen, once it shows what it is for.
const SCREENS: [(&str, &str); 20] = [
    ("#/", "+document.querySelector('#live canvas')?.dataset.pieces > 0"),
    (
        "#/play?mode=sprint&seed=7",
        "!!document.querySelector('#board') && !document.querySelector('.cover')",
    ),
    (
        "#/play?mode=practice&seed=7",
        "!!document.querySelector('#board') && !document.querySelector('.cover')",
    ),
    ("#/custom", "!!document.querySelector('#start')"),
    ("#/learn", "!!document.querySelector('#reviews')"),
    ("#/puzzles", "!!document.querySelector('#puzzle')"),
    ("#/openers", "!!document.querySelector('#openers')?.dataset.position"),
    ("#/habits", "document.querySelector('.habits')?.dataset.complete === 'true'"),
    ("#/train/finesse", "!!board.dataset.advice"),
    ("#/train/downstacking", "document.querySelector('#attempt')?.dataset.state === 'going'"),
    ("#/evolve?generations=4", "document.querySelectorAll('.filmstrip li').length > 0"),
    ("#/settings", "!!document.querySelector('#try')"),
    ("#/records", "!!document.querySelector('#replays')"),
    ("#/records/0", "document.querySelector('#pieces')?.textContent > 0"),
    ("#/runs", "!!document.querySelector('#no-server')"),
    ("#/analyse?position=x9/xx8_T_S_IOLJ", "document.querySelectorAll('.engine .line').length > 2"),
    ("#/watch?agent=bcts&seed=1", "document.querySelectorAll('.move').length > 2"),
    ("#/watch?agent=bcts&other=lee&seed=1", "document.querySelectorAll('.move').length > 5"),
    ("#/records/99", "!!document.querySelector('.error')"),
    ("#/nowhere", "!!document.querySelector('.error')"),
];

/// What the checker finds wrong; nothing where it is not there.
fn violations(tab: &Tab, axe: Option<&str>) -> Result<serde_json::Value> {
    let Some(axe) = axe else { return Ok(json!([])) };
    tab.eval(&format!("{axe}; true"))?;
    tab.eval(
        "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v => \
         [v.id, v.impact, v.nodes.slice(0, 3).map(n => n.html.slice(0, 120) + ' ' + n.any.map(a => a.message).join().slice(0, 120))]))",
    )
}

#[test]
fn no_screen_breaks_a_rule_of_accessibility() -> Result<()> {
    let axe = std::env::var_os("MINOLAB_AXE").map(std::fs::read_to_string).transpose()?;
    if axe.is_none() {
        println!("axe-core is not there: headings, titles and names only");
    }
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let mut wrong = Vec::new();
    for (dark, look) in [
        (true, Look { dark: true, ..Look::DESK }),
        (false, Look::DESK),
        (true, Look { width: 390, height: 844, dark: true, touch: true }),
    ] {
        let tab = browser.open(&page.address("#/"), look)?;
        // Colours as they are, not on their way.
        let review = crate::coach::kept(&tab)?;
        let graded = "/%/.test(document.querySelector('#accuracy')?.textContent) && !!document.querySelector('#played')";
        let mut titles = Vec::new();
        for (screen, ready) in SCREENS.into_iter().chain([(&review[..], graded)]) {
            tab.go_anywhere("about:blank")?;
            tab.go(&page.address(screen))?;
            tab.wait(ready)?;
            std::thread::sleep(std::time::Duration::from_millis(350));
            let heads = tab.eval("document.querySelectorAll('h1').length")?;
            let name = tab.eval("document.title")?;
            if heads != 1 {
                wrong.push(format!("{screen}: {heads} headings of the first rank"));
            }
            titles.push(name.as_str().context("a title")?.to_string());
            let found = violations(&tab, axe.as_deref())?;
            if found != json!([]) {
                wrong.push(format!("{screen} {}x{} dark {dark}: {found}", look.width, look.height));
            }
        }
        titles.sort();
        titles.dedup();
        ensure!(titles.len() >= 17, "screens share their titles: {titles:?}");
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn the_content_is_one_key_away_and_the_keys_another() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    tab.wait("!!document.querySelector('#sprint')")?;
    tab.tap("Tab")?;
    tab.wait("document.activeElement.className === 'skip'")?;
    tab.tap("Enter")?;
    tab.wait("document.activeElement.id === 'main' && location.hash === '#/'")?;
    tab.eval(
        "window.dispatchEvent(new KeyboardEvent('keydown', {key: '?', bubbles: true})); true",
    )?;
    tab.wait("document.querySelector('#key-sheet').open")?;
    tab.wait("document.querySelectorAll('#key-sheet kbd').length > 10")?;
    tab.tap("Escape")?;
    tab.wait("!document.querySelector('#key-sheet').open")
}
