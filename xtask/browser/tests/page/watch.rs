//! Agents at play in workers.

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look, Tab};

/// Where `bcts` stands after a hundred pieces of seed 1, as
/// `minolab run --agent bcts --games 1 --pieces 100 --seed 1 --save DIR` has it.
const BCTS_100: &str = "x9/xx3x2xx/xx3x2xx/xx1xxxxxxx L - - IOTLJSZ 2 -";

fn pieces(tab: &Tab) -> Result<u64> {
    Ok(tab.text(".pieces")?.parse()?)
}

fn position(tab: &Tab) -> Result<String> {
    let value = tab.eval("document.querySelector('.watched').dataset.position")?;
    Ok(value.as_str().context("a position")?.into())
}

/// Waits until exactly so many pieces are placed.
fn at(tab: &Tab, pieces: u64) -> Result<()> {
    tab.wait(&format!("document.querySelector('.pieces').textContent === '{pieces}'"))
}

fn pause(tab: &Tab) -> Result<()> {
    tab.tap("Space")?;
    tab.wait("document.querySelectorAll('.move').length > 1")
}

#[test]
fn an_agent_plays_a_hundred_pieces_and_steps_back() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/watch?agent=bcts&seed=1"), Look::DESK)?;
    tab.wait("+document.querySelector('.pieces')?.textContent > 0")?;
    for _ in 0..2 {
        tab.tap("Equal")?;
    }
    tab.wait("+document.querySelector('.pieces').textContent >= 60")?;
    pause(&tab)?;
    for next in pieces(&tab)? + 1..=100 {
        tab.tap("ArrowRight")?;
        at(&tab, next)?;
    }
    ensure!(pieces(&tab)? == 100);
    ensure!(position(&tab)? == BCTS_100, "{}", position(&tab)?);

    tab.tap("ArrowLeft")?;
    at(&tab, 99)?;
    ensure!(position(&tab)? != BCTS_100);
    tab.click("#back")?;
    at(&tab, 98)?;
    for next in [99, 100] {
        tab.tap("ArrowRight")?;
        at(&tab, next)?;
    }
    ensure!(position(&tab)? == BCTS_100, "{}", position(&tab)?);

    // Another move than the agent's own, and on from there.
    tab.tap("ArrowLeft")?;
    at(&tab, 99)?;
    tab.click(".moves li:nth-child(3) button")?;
    at(&tab, 100)?;
    ensure!(position(&tab)? != BCTS_100);
    tab.tap("Space")?;
    tab.wait("+document.querySelector('.pieces').textContent > 110")
}

#[test]
fn two_agents_play_the_same_pieces_and_as_fast_as_they_can() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let address = page.address("#/watch?agent=bcts&other=lee&seed=3");
    let tab = browser.open(&address, Look::DESK)?;
    tab.wait("document.querySelectorAll('.seat').length === 2")?;
    pause(&tab)?;
    // The same piece in hand wherever both have placed as many.
    tab.wait(
        "(() => { const [a, b] = [...document.querySelectorAll('.seat')]; \
         const pieces = seat => seat.querySelector('.pieces').textContent; \
         const hand = seat => seat.querySelector('.watched').dataset.position?.split(' ')[1]; \
         return pieces(a) === pieces(b) && hand(a) === hand(b); })()",
    )?;
    tab.tap("Space")?;
    // In step: neither is ever more than a piece ahead, and as one sees them they have as many.
    for _ in 0..20 {
        let apart = tab.eval(
            "(([a, b]) => Math.abs(a - b))([...document.querySelectorAll('.pieces')].map(e => +e.textContent))",
        )?;
        ensure!(apart.as_u64() <= Some(1), "{apart} pieces apart");
        std::thread::sleep(std::time::Duration::from_millis(60));
    }
    tab.click("#max")?;
    tab.wait("+document.querySelector('.pieces').textContent > 20000")?;
    println!("bcts beside lee: {} pieces a second", tab.text(".rate")?);
    // The page goes on drawing meanwhile.
    let frames = tab.eval(
        "new Promise(done => { let count = 0; const start = performance.now(); \
         const next = now => { count++; now - start < 1000 ? requestAnimationFrame(next) : done(count); }; \
         requestAnimationFrame(next); })",
    )?;
    println!("{frames} frames in a second while both play");
    ensure!(frames.as_u64().is_some_and(|count| count >= 10), "{frames} frames a second");
    // Standing still, no speed is shown; the button says what it would do.
    tab.click("#pause")?;
    tab.wait("document.querySelector('.rate').textContent === '–' && document.querySelector('#pause').textContent === 'Play'")?;
    // Settings are in the address, and change it.
    tab.fill("#next", "on")?;
    tab.wait("location.hash.includes('next=on')")
}

#[test]
fn a_game_goes_on_where_it_was_left() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/watch?agent=lee&seed=4"), Look::DESK)?;
    tab.wait("+document.querySelector('.pieces')?.textContent > 12")?;
    pause(&tab)?;
    let (count, place) = (pieces(&tab)?, position(&tab)?);
    tab.eval("location.hash = '#/learn'")?;
    tab.wait("!document.querySelector('.watch')")?;
    // By the way that leads there from everywhere.
    tab.click("header nav a[href='#/watch']")?;
    at(&tab, count)?;
    tab.wait(&format!("document.querySelector('.watched').dataset.position === {place:?}"))?;
    tab.wait("location.hash.includes('agent=lee') && document.querySelector('#pause').textContent === 'Play'")?;
    tab.tap("Space")?;
    tab.wait(&format!("+document.querySelector('.pieces').textContent > {count}"))?;
    // What was going on goes on by itself; back leads to where it was.
    tab.eval("location.hash = '#/learn'")?;
    tab.wait("!document.querySelector('.watch')")?;
    tab.eval("history.back()")?;
    tab.wait(&format!("+document.querySelector('.pieces')?.textContent > {}", count + 2))?;
    tab.tap("ArrowLeft")?;
    // Another order is another game.
    tab.eval("location.hash = '#/watch?agent=bcts&seed=4'")?;
    tab.wait("document.querySelector('.seat h2')?.textContent.startsWith('bcts')")?;
    tab.wait("+document.querySelector('.pieces').textContent < 9")
}

#[test]
fn an_agent_from_a_file_plays() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/watch"), Look::DESK)?;
    let agent = "name = 'mine'\ndescription = 'd'\nrules = 'classic'\n[weights]\nholes = -1\n";
    tab.wait("!!document.querySelector('#agent-file')")?;
    tab.eval(&format!(
        "{{ const list = new DataTransfer(); list.items.add(new File([{agent:?}], 'mine.toml')); \
         const input = document.querySelector('#agent-file'); input.files = list.files; \
         input.dispatchEvent(new Event('change', {{bubbles: true}})); }}"
    ))?;
    tab.wait("location.hash.includes('agent=own-mine')")?;
    tab.wait("document.querySelector('.seat h2').textContent.startsWith('mine')")?;
    tab.wait("+document.querySelector('.pieces').textContent > 1")
}
