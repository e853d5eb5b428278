//! The rules in the browser's WebAssembly, compared with the rules compiled for this machine.

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look};
use minolab_rules::shipped;

/// Instantiates the golden games in the page and asks for a digest.
const LOAD: &str = "(async () => { \
    const answer = await fetch('minolab_golden.wasm'); \
    const made = await WebAssembly.instantiate(await answer.arrayBuffer(), {}); \
    window.golden = made.instance.exports; return true; })()";

/// Games per ruleset, and pieces per game at most.
const GAMES: (u32, u32) = (10, 200);
/// Games in real time per ruleset, and ticks of each.
const REALTIME: (u32, u32) = (4, 10_000);
/// Plies of the counts.
const DEPTH: u32 = 3;

#[test]
fn golden_games_are_the_same_in_the_browser() -> Result<()> {
    let file = std::env::var_os("MINOLAB_GOLDEN").context("MINOLAB_GOLDEN is not set")?;
    let (browser, page) = (Browser::start()?, Folder::page_and(Some(file.into()))?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    ensure!(tab.eval(LOAD)? == true);
    ensure!(tab.eval("golden.rulesets()")? == minolab_golden::rulesets());
    let same = |name: &str, call: String, expected: u64| -> Result<()> {
        let found = tab.eval(&format!("String(BigInt.asUintN(64, golden.{call}))"))?;
        let digest = expected.to_string();
        ensure!(found.as_str() == Some(&digest), "{name}: {call} is {found}, expected {expected}");
        Ok(())
    };
    for (index, name) in (0..).zip(shipped::NAMES) {
        let (games, pieces) = GAMES;
        for seed in 1..=games {
            let expected = minolab_golden::game(index, seed, pieces);
            same(name, format!("game({index}, {seed}, {pieces})"), expected)?;
        }
        let (games, ticks) = REALTIME;
        for seed in 1..=games {
            let expected = minolab_golden::realtime(index, seed, ticks);
            same(name, format!("realtime({index}, {seed}, {ticks})"), expected)?;
        }
        let expected = minolab_golden::count(index, DEPTH);
        same(name, format!("count({index}, {DEPTH})"), expected)?;
    }
    Ok(())
}
