//! How fast the page is: agents at play in its workers, and its frames meanwhile.
//!
//! `MINOLAB_PAGE_FOLDER=target/dist cargo run -p minolab-browser --example speed -- [AGENT…]`

use std::time::Duration;

use anyhow::Result;
use minolab_browser::{Browser, Folder, Look};

/// What the browser takes to compile what is hot, and more.
const WARM: Duration = Duration::from_secs(6);

fn main() -> Result<()> {
    let mut agents: Vec<String> = std::env::args().skip(1).collect();
    if agents.is_empty() {
        agents = vec!["bcts".into(), "bcts&other=lee".into()];
    }
    let (browser, page) = (Browser::start()?, Folder::page()?);
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
