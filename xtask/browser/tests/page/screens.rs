//! Every screen at every width.

use anyhow::{Context, Result, bail, ensure};
use minolab_browser::{Browser, Folder, Look};

const SCREENS: [&str; 18] = [
    "#/",
    "#/records/0",
    "#/learn",
    "#/puzzles",
    "#/openers",
    "#/habits",
    "#/train/finesse",
    "#/train/perfect-clears",
    "#/play?mode=sprint&seed=7",
    "#/play?mode=practice&seed=7",
    "#/custom",
    "#/evolve",
    "#/settings",
    "#/records",
    "#/runs",
    "#/analyse?position=x9/xx8_T_S_IOLJ",
    "#/watch?agent=bcts&seed=1",
    "#/watch?agent=bcts&other=lee&seed=1",
];

#[test]
fn no_screen_is_wider_than_its_window() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    for (width, height, touch) in [
        (320, 568, true),
        (390, 844, true),
        (844, 390, true),
        (1440, 900, false),
        (2560, 1440, false),
    ] {
        let look = Look { width, height, dark: touch, touch };
        let tab = browser.open(&page.address("#/"), look)?;
        let review = crate::coach::kept(&tab)?;
        for screen in SCREENS.into_iter().chain([&review[..]]) {
            tab.go(&page.address(screen))?;
            if screen == review {
                tab.wait("document.querySelectorAll('.point').length > 9 && !!document.querySelector('#played')")?;
            }
            // A screen may take a frame or two until its board has its size.
            let fits = format!("document.documentElement.scrollWidth <= {width}");
            if tab.wait(&fits).is_err() {
                let out = tab.eval(
                    "[...document.querySelectorAll('body *')].filter(e => \
                     e.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map(e => \
                     e.tagName + '.' + e.className).slice(0, 6)",
                )?;
                bail!("{screen} is wider than a window of {width}: {out}");
            }
            let boards = ["#/play", "#/records/0", "#/puzzles", "#/openers", "#/train"];
            if boards.iter().any(|board| screen.starts_with(board)) {
                let low = tab.eval(
                    "[...document.querySelectorAll('#board, .side *, .thumb, .game-bar button, .play .bar *')].filter(e => \
                     e.offsetParent && (e.getBoundingClientRect().bottom > innerHeight + 1 || \
                     e.getBoundingClientRect().left < -1)).map(e => e.outerHTML.slice(0, 90))",
                )?;
                ensure!(
                    low == serde_json::json!([]),
                    "{screen} at {width}x{height}: out of the window: {low}"
                );
            }
            // What a button says can be read in full.
            let cut = tab.eval(
                "[...document.querySelectorAll('button')].filter(e => e.offsetParent && \
                 e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)",
            )?;
            ensure!(cut == serde_json::json!([]), "{screen} at {width}: cut short: {cut}");
            // Whatever can be pressed says what it is.
            let silent = tab.eval(
                "[...document.querySelectorAll('a, button, input, select, textarea, progress, canvas, [role=slider]')].filter(e => \
                 !(e.textContent.trim() || e.ariaLabel || e.labels?.length || \
                 e.getAttribute('aria-labelledby'))).map(e => e.outerHTML)",
            )?;
            ensure!(silent == serde_json::json!([]), "{screen}: without a label: {silent}");
        }
    }
    Ok(())
}

#[test]
fn the_menu_fits_every_width() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/watch?agent=bcts&seed=1"), Look::DESK)?;
    for width in [320, 360, 390, 430, 479, 480, 520, 559, 560, 640, 800, 1440] {
        let touch = width < 500;
        tab.look(Look { width, height: 740, dark: false, touch })?;
        // Every entry is seen in full, beside the others and within its row; nothing scrolls.
        tab.wait(&format!("innerWidth === {width}"))?;
        let wrong = tab.eval(
            "(() => { const nav = document.querySelector('header nav'); \
             const all = [...document.querySelectorAll('header a, header button')].map(e => \
               [e.textContent || e.ariaLabel, e.getBoundingClientRect()]); \
             const isIn = r => r.bottom <= 56 || innerWidth < 800 && r.top >= innerHeight - 60; \
             const out = all.filter(([, r]) => r.left < 0 || r.right > innerWidth || r.top < 0 || \
               r.bottom > innerHeight || !isIn(r) || r.height < 24).map(([name]) => name + ' sticks out'); \
             all.forEach(([a, r], i) => all.slice(i + 1).forEach(([b, q]) => { \
               if (r.left < q.right && q.left < r.right && r.top < q.bottom && q.top < r.bottom) \
                 out.push(a + ' on ' + b); })); \
             if (nav.scrollWidth > nav.clientWidth) out.push('it scrolls'); \
             if (document.querySelector('header').offsetHeight !== 56) out.push('another height'); \
             return out; })()",
        )?;
        ensure!(wrong == serde_json::json!([]), "{width}: {wrong}");
    }
    // With the keyboard, in order; where one is, is said.
    ensure!(tab.text("header nav [aria-current=page]")? == "Watch");
    tab.eval("document.querySelector('.brand').focus()")?;
    let names = ["Play", "Watch", "Analyse", "Evolve", "Runs", "Learn", "Records"];
    for name in names {
        tab.tap("Tab")?;
        ensure!(tab.eval("document.activeElement.textContent")? == name);
    }
    tab.tap("Enter")?;
    tab.wait("location.hash === '#/records'")?;
    tab.wait("document.querySelector('header nav [aria-current]')?.textContent === 'Records'")?;
    tab.wait("document.title === 'Records · minolab'")
}

#[test]
fn the_tables_of_the_records_are_as_wide_as_each_other() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/play?mode=moves=2&seed=5"), Look::DESK)?;
    crate::play::begun(&tab)?;
    tab.tap("Space")?;
    tab.tap("Space")?;
    tab.wait("!!document.querySelector('#reason')")?;
    tab.go(&page.address("#/records"))?;
    for (width, height) in [(390, 844), (844, 390), (1440, 900), (2560, 1440)] {
        tab.look(Look { width, height, dark: false, touch: false })?;
        tab.wait(&format!(
            "innerWidth === {width} && document.querySelectorAll('table').length === 3"
        ))?;
        let ends = tab.eval(
            "['bests', 'history', 'replays'].map(id => document.getElementById(id).getBoundingClientRect()) \
             .map(r => [Math.round(r.left), Math.round(r.right)])",
        )?;
        let ends = ends.as_array().context("three tables")?;
        ensure!(ends.iter().all(|end| *end == ends[0]), "{width}: {ends:?}");
    }
    Ok(())
}

#[test]
fn the_page_is_quick_and_breaks_no_policy() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    tab.errors()?;
    for screen in SCREENS {
        tab.eval(&format!("location.hash = {screen:?}"))?;
        // Some screens write more of themselves into the address.
        let (path, _) = screen.split_once('?').unwrap_or((screen, ""));
        let there = format!("location.hash.startsWith({path:?})");
        tab.wait(&format!("{there} && !!document.querySelector('main > *')"))?;
    }
    let errors = tab.errors()?;
    ensure!(errors == serde_json::json!([]), "{errors}");
    let paint = tab.eval("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")?;
    println!("first paint after {paint} ms");
    // A second is the aim on a free machine; this one may be busy.
    ensure!(paint.as_f64().is_some_and(|ms| ms < 5000.0), "first paint after {paint} ms");
    Ok(())
}

#[test]
fn dark_follows_the_system_and_the_switch() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let back = "getComputedStyle(document.body).backgroundColor";
    let tab = browser.open(&page.address("#/"), Look { dark: true, ..Look::DESK })?;
    let dark = tab.eval(back)?;
    tab.look(Look::DESK)?;
    let light = tab.eval(back)?;
    ensure!(dark != light);
    tab.click("#theme")?;
    tab.click("#theme")?;
    tab.wait(&format!("{back} === {dark}"))?;
    // It is remembered.
    tab.go(&page.address("#/settings"))?;
    tab.eval("location.reload()")?;
    tab.wait(&format!("!!document.querySelector('main') && {back} === {dark}"))
}
