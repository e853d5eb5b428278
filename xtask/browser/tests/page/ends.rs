//! How games end on the screen.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look, Plan};
use minolab_rules::{Mode, shipped};

use crate::play::{begun, code};

#[test]
fn a_drop_too_many_does_not_begin_a_new_game() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/play?mode=moves=2&seed=5"), Look::DESK)?;
    begun(&tab)?;
    tab.tap("Space")?;
    tab.tap("Space")?;
    tab.wait("document.activeElement?.textContent === 'Retry'")?;
    tab.tap("Space")?;
    ensure!(tab.text("#reason")? == "Clear!");
    ensure!(tab.text("#standing")? == "First result: your personal best");
    tab.tap("Enter")?;
    tab.wait("!document.querySelector('#reason')")
}

#[test]
fn a_phones_end_screen_is_clear_of_what_was_touched() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let look = Look { width: 390, height: 844, dark: true, touch: true };
    let tab = browser.open(&page.address("#/play?mode=moves=2&seed=5"), look)?;
    begun(&tab)?;
    let border =
        "getComputedStyle(document.querySelector(\".thumb[data-key='hard-drop']\")).borderColor";
    let before = tab.eval(border)?;
    tab.touch(".thumb[data-key='hard-drop']")?;
    tab.wait("document.querySelector('#pieces').textContent === '1'")?;
    // The button that was touched looks as before, a moment later: where nothing can hover, no style is for it.
    tab.wait(&format!("{border} === {before}"))?;
    let hovered = tab.eval(
        "(function all(rules) { return [...rules].flatMap(rule => rule.conditionText?.includes('hover: hover') ? [] : \
         rule.selectorText?.includes(':hover') ? [rule.selectorText] : rule.cssRules ? all(rule.cssRules) : []); }) \
         ([...document.styleSheets].flatMap(sheet => [...sheet.cssRules]))",
    )?;
    ensure!(hovered == serde_json::json!([]), "{hovered}");
    tab.touch(".thumb[data-key='hard-drop']")?;
    tab.wait("!!document.querySelector('#reason')")?;
    // The border of the board is not seen below the end, which has one of its own.
    let stray = "getComputedStyle(document.querySelector('.field'), '::after').display";
    ensure!(tab.eval(stray)? == "none");
    Ok(())
}

#[test]
fn a_clear_is_named_but_not_over_the_end() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/play?mode=lines=2&seed=7"), Look::DESK)?;
    let plan = Plan::new(shipped::get("capstone").unwrap(), 7, Mode::Lines(2)).context("a plan")?;
    begun(&tab)?;
    tab.eval(
        "window.named = []; new MutationObserver(() => { const e = document.querySelector('.clear'); \
         if (e) named.push([e.textContent, !!document.querySelector('.cover.end')]); }) \
         .observe(document.querySelector('.field'), {subtree: true, childList: true}); true",
    )?;
    for (index, keys) in plan.pieces.iter().enumerate() {
        for &key in keys {
            tab.tap(code(key))?;
        }
        tab.tap("Space")?;
        // Every piece is seen to land.
        tab.wait(&format!("document.querySelector('#pieces').textContent === '{}'", index + 1))?;
    }
    tab.wait("!!document.querySelector('#reason')")?;
    std::thread::sleep(Duration::from_millis(200));
    ensure!(tab.eval("named.some(([name]) => /single|double/i.test(name))")? == true);
    ensure!(
        tab.eval("!document.querySelector('.clear') && !named.some(([, end]) => end)")? == true
    );
    Ok(())
}
