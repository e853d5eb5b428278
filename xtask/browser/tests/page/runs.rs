//! Training runs, with the program's own server and without.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look, Tab};

/// A run that would go on for hours.
const RUN: &str = "agent = 'bcts'\nboard = '10x10'\nseed = 1\ngenerations = 1000000\ngames = 1\n\
    validation = 2\nheld_out = 2\n[optimizer]\nkind = 'es'\npopulation = 4\n\
    [objective]\nkind = 'lines'\npieces = 40\n";

/// `minolab serve` with the built page; it ends with this value.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &Path) -> Result<Server> {
        let program = std::env::var_os("MINOLAB_PROGRAM").context("MINOLAB_PROGRAM is not set")?;
        let page =
            std::env::var_os("MINOLAB_PAGE_FOLDER").context("MINOLAB_PAGE_FOLDER is not set")?;
        let mut child = Command::new(program)
            .arg("serve")
            .arg("--page")
            .arg(page)
            .arg("--data")
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut address = String::new();
        BufReader::new(child.stdout.take().context("a pipe")?).read_line(&mut address)?;
        Ok(Server { child, address: address.trim().into() })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder that goes with this value.
struct Data(PathBuf);

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
    let tab = browser.open(&page.address("#/runs"), Look::DESK)?;
    tab.wait("!!document.querySelector('#no-server')")?;
    ensure!(tab.text("#no-server pre")? == "minolab serve");
    ensure!(tab.eval("!document.querySelector('#start')")? == true);
    Ok(())
}

#[test]
fn a_run_is_started_followed_stopped_and_gone_on_with() -> Result<()> {
    let data = std::env::temp_dir().join(format!("minolab-runs-{}", std::process::id()));
    let data = Data(data);
    std::fs::create_dir_all(&data.0)?;
    std::fs::write(data.0.join("study.html"), "<h1>A study</h1>")?;
    let server = Server::start(&data.0)?;
    let browser = Browser::start()?;
    let tab = browser.open(&format!("{}#/runs", server.address), Look::DESK)?;
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
    let tab = browser.open(&format!("{}#/runs", server.address), Look::DESK)?;
    is(&tab, "stopped")?;
    let left = complete(&tab)?;
    ensure!(left > stopped);
    tab.click("#resume")?;
    tab.wait(&format!("+document.querySelector('.run').dataset.complete > {}", left + 2))?;
    tab.click("#stop")?;
    is(&tab, "stopped")
}
