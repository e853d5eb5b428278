//! The page without a network, once it was there.

use anyhow::{Result, ensure};
use minolab_browser::{Browser, Folder, Look};

#[test]
fn without_a_network_the_page_is_still_there() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    tab.wait("navigator.serviceWorker?.controller?.state === 'activated'")?;
    // It can be installed: a manifest with a name, a start and an icon.
    let manifest =
        tab.eval("fetch(document.querySelector('link[rel=manifest]').href).then(r => r.json())")?;
    ensure!(manifest["name"] == "minolab" && manifest["display"] == "standalone", "{manifest}");
    let icon = tab.eval("fetch(new URL('icon.svg', location.href)).then(r => r.ok)")?;
    ensure!(icon == true);
    // One cache, of this version.
    let caches = tab.eval("caches.keys()")?;
    ensure!(caches.as_array().is_some_and(|all| all.len() == 1), "{caches}");
    page.leave();
    tab.go_anywhere("about:blank")?;
    tab.go(&page.address("#/watch?agent=lee&seed=1"))?;
    tab.wait("+document.querySelector('.pieces')?.textContent > 2")?;
    tab.eval("location.reload()")?;
    tab.wait("+document.querySelector('.pieces')?.textContent > 2")
}
