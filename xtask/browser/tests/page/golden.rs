//! The rules in the browser's WebAssembly, compared with the rules compiled for this machine.

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look};
use minolab_rules::shipped;

/// Instantiates the golden games in the page and asks for a digest.
const LOAD: &str = "(async () => { \
    const answer = await fetch('minolab_golden.wasm'); \
    const made = await WebAssembly.instantiate(await answer.arrayBuffer(), {}); \
    window.golden = made.instance.exports; return true; })()";

#[test]
fn golden_games_are_the_same_in_the_browser() -> Result<()> {
    let file = std::env::var_os("MINOLAB_GOLDEN").context("MINOLAB_GOLDEN is not set")?;
    let (browser, page) = (Browser::start()?, Folder::page_and(Some(file.into()))?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    ensure!(tab.eval(LOAD)? == true);
    for (index, name) in (0..).zip(shipped::NAMES) {
        for seed in 1..=4 {
            let found = tab
                .eval(&format!("String(BigInt.asUintN(64, golden.game({index}, {seed}, 120)))"))?;
            let expected = minolab_golden::game(index, seed, 120).to_string();
            ensure!(found == expected, "{name}, seed {seed}: {found}, expected {expected}");
        }
        let found =
            tab.eval(&format!("String(BigInt.asUintN(64, golden.realtime({index}, 1, 10000)))"))?;
        let expected = minolab_golden::realtime(index, 1, 10_000).to_string();
        ensure!(found == expected, "{name} in real time: {found}, expected {expected}");
    }
    Ok(())
}
