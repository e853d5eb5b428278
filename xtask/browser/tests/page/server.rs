//! The page from our own server, under its policy.

use std::{sync::mpsc, thread};

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Look};
use minolab_serve::Page;

#[test]
fn the_page_works_under_the_servers_policy() -> Result<()> {
    let folder =
        std::env::var_os("MINOLAB_PAGE_FOLDER").context("MINOLAB_PAGE_FOLDER is not set")?;
    let page = Page::in_folder(folder.as_ref())?;
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        minolab_serve::serve(page, None, 0, |address| send.send(address).unwrap())
    });
    let address = receive.recv()?;
    let browser = Browser::start()?;
    let tab = browser.open(&format!("http://{address}/#/"), Look::DESK)?;
    tab.errors()?;
    // A game, an agent in its worker, and a position.
    tab.eval("location.hash = '#/play?mode=practice&seed=5'")?;
    tab.wait("!!document.querySelector('#board') && !document.querySelector('.cover')")?;
    tab.tap("Space")?;
    tab.wait("document.querySelector('#pieces').textContent === '1'")?;
    tab.eval("location.hash = '#/watch?agent=lee&seed=2'")?;
    tab.wait("+document.querySelector('.pieces')?.textContent > 2")?;
    tab.eval("location.hash = '#/analyse?position=10_T_-_IO'")?;
    tab.wait("document.querySelectorAll('.engine .line').length > 3")?;
    let errors = tab.errors()?;
    ensure!(errors == serde_json::json!([]), "{errors}");
    // Nothing can be fetched from elsewhere, and no text becomes code.
    let blocked = "fetch('http://localhost:1/').then(() => false, () => true)";
    ensure!(tab.eval(blocked)? == true);
    tab.eval(
        "window.ran = false; const script = document.createElement('script'); \
         script.textContent = 'window.ran = true'; document.head.append(script); true",
    )?;
    ensure!(tab.eval("window.ran")? == false);
    let violations = tab.errors()?;
    ensure!(violations.to_string().contains("script-src"), "{violations}");
    Ok(())
}
