//! Training runs, games and studies, with the program's own server and without.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look, Server, Tab};

/// A run that would go on for hours.
const RUN: &str = "agent = 'bcts'\nboard = '10x10'\nseed = 1\ngenerations = 1000000\ngames = 1\n\
    validation = 2\nheld_out = 2\n[optimizer]\nkind = 'es'\npopulation = 4\n\
    [objective]\nkind = 'lines'\npieces = 40\n";

/// A folder that goes with this value.
struct Data(PathBuf);

impl Data {
    fn new(name: &str) -> Result<Data> {
        let path = std::env::temp_dir().join(format!("minolab-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Data(path))
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn is(tab: &Tab, state: &str) -> Result<()> {
    tab.wait(&format!("document.querySelector('.run')?.dataset.state === {state:?}"))
}

fn complete(tab: &Tab) -> Result<u64> {
    let value = tab.eval("+document.querySelector('.run').dataset.complete")?;
    value.as_u64().context("a number of generations")
}

#[test]
fn without_our_server_the_page_says_what_to_do() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    // Nothing is asked for that would be an error in the log of the page's server.
    tab.eval(
        "window.asked = []; const ask = window.fetch; \
         window.fetch = (...what) => { asked.push(String(what[0])); return ask(...what); }; \
         location.hash = '#/runs'",
    )?;
    tab.wait("!!document.querySelector('#no-server')")?;
    ensure!(tab.eval("asked")? == serde_json::json!([]), "{}", tab.eval("asked")?);
    ensure!(tab.text("#no-server pre")? == "minolab serve");
    ensure!(tab.eval("!document.querySelector('#start')")? == true);
    Ok(())
}

#[test]
fn a_run_is_started_followed_stopped_and_gone_on_with() -> Result<()> {
    let data = Data::new("runs")?;
    std::fs::write(data.0.join("study.html"), "<h1>A study</h1>")?;
    let server = Server::start(&data.0)?;
    let browser = Browser::start()?;
    let tab = browser.open(&format!("{}#/runs", server.address()), Look::DESK)?;
    tab.errors()?;
    tab.wait("document.querySelector('#run-file')?.value.includes('agent = ')")?;
    tab.wait("document.querySelector('#studies a').getAttribute('href') === 'studies/study.html'")?;
    // What is wrong is said, and nothing begins.
    tab.fill("#run-file", "agent = '/etc/passwd'")?;
    tab.click("#start")?;
    tab.wait("document.querySelector('#error').textContent.includes('no agent')")?;
    tab.fill("#run-file", RUN)?;
    tab.click("#start")?;
    is(&tab, "running")?;
    ensure!(tab.text("#run-name")? == "bcts-es-1");
    // Its curve grows.
    tab.wait("+document.querySelector('#curve').dataset.points > 2")?;
    let points = tab.eval("+document.querySelector('#curve').dataset.points")?;
    tab.wait(&format!("+document.querySelector('#curve').dataset.points > {points}"))?;
    tab.wait("document.querySelectorAll('#curve svg path.line').length === 3")?;
    tab.click("#stop")?;
    is(&tab, "stopped")?;
    let stopped = complete(&tab)?;
    std::thread::sleep(std::time::Duration::from_millis(900));
    ensure!(complete(&tab)? == stopped);
    tab.click("#resume")?;
    tab.wait(&format!("+document.querySelector('.run').dataset.complete > {}", stopped + 2))?;
    is(&tab, "running")?;
    let errors = tab.errors()?;
    ensure!(errors == serde_json::json!([]), "{errors}");

    // However the server ends, the run can be gone on with.
    drop(server);
    let server = Server::start(&data.0)?;
    let tab = browser.open(&format!("{}#/runs", server.address()), Look::DESK)?;
    is(&tab, "stopped")?;
    let left = complete(&tab)?;
    ensure!(left > stopped);
    tab.click("#resume")?;
    tab.wait(&format!("+document.querySelector('.run').dataset.complete > {}", left + 2))?;
    tab.click("#stop")?;
    is(&tab, "stopped")
}

/// Waits until games or a study are in this state.
fn job_is(tab: &Tab, list: &str, name: &str, state: &str) -> Result<()> {
    tab.wait(&format!(
        "document.querySelector('#{list} [data-{}={name:?}]')?.dataset.state === {state:?}",
        if list == "games" { "games" } else { "study" }
    ))
}

#[test]
fn games_are_played_and_studied_from_the_page() -> Result<()> {
    let data = Data::new("games")?;
    let server = Server::start(&data.0)?;
    let browser = Browser::start()?;
    let tab = browser.open(&format!("{}#/runs", server.address()), Look::DESK)?;
    tab.errors()?;
    // There is nothing to study yet.
    tab.wait("document.querySelector('#make-study')?.disabled === true")?;
    tab.fill("#games-agent", "lee")?;
    tab.fill("#games-mode", "moves=100")?;
    tab.fill("#games-count", "30")?;
    tab.fill("#games-seed", "7")?;
    tab.click("#play-games")?;
    let name = "lee-moves-100-1";
    job_is(&tab, "games", name, "done")?;
    let words = tab.text("#games .job span")?;
    ensure!(words.starts_with("done: 30 games, "), "{words}");
    let kept = std::fs::read_dir(data.0.join(name))?.flatten();
    let kept = kept.filter(|entry| entry.path().extension().is_some_and(|end| end == "mino"));
    ensure!(kept.count() == 30);

    // Games without an end are counted while they are played, stopped, and kept.
    tab.fill("#games-agent", "bcts")?;
    tab.fill("#games-mode", "moves=1000")?;
    tab.fill("#games-count", "100000")?;
    tab.click("#play-games")?;
    let long = "bcts-moves-1000-1";
    let played = format!("+document.querySelector('[data-games={long:?}]')?.dataset.played");
    tab.wait(&format!("{played} > 2"))?;
    let then = tab.eval(&played)?;
    tab.wait(&format!("{played} > {then}"))?;
    tab.click(&format!("[data-games={long:?}] button"))?;
    job_is(&tab, "games", long, "stopped")?;

    // The report on both opens from the page, with its pictures.
    tab.wait("document.querySelector('#make-study').disabled === false")?;
    tab.fill("#study-first", name)?;
    tab.fill("#study-second", long)?;
    tab.click("#make-study")?;
    let study = "lee-moves-100-1-and-bcts-moves-1000-1-1.html";
    job_is(&tab, "studies", study, "done")?;
    let address = tab.eval("document.querySelector('#studies a').href")?;
    let report = browser.open_any(address.as_str().context("an address")?, Look::DESK)?;
    report.wait("document.querySelector('h1')?.textContent === 'lee and bcts'")?;
    report.wait("document.querySelectorAll('svg').length > 3")?;
    // What is wrong is said where one looks.
    tab.fill("#study-first", long)?;
    tab.fill("#games-count", "0")?;
    tab.click("#play-games")?;
    tab.wait("document.querySelector('#error').textContent.includes('expected 1 to')")?;
    let errors = tab.errors()?;
    ensure!(errors == serde_json::json!([]), "{errors}");
    Ok(())
}
