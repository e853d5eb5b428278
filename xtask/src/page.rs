//! The page: WebAssembly and the few files around it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    program::{self, Build},
    tool,
};

const TARGET: &str = "wasm32-unknown-unknown";

/// Where the page is put unless somebody says otherwise.
pub fn folder() -> PathBuf {
    tool::built("dist", "")
}

/// `cargo xtask dist`: the page as a folder that any server of plain files can serve.
pub fn dist(out: &Path) -> Result<()> {
    if tool::works(Command::new("rustup").arg("--version")) {
        tool::run(Command::new("rustup").args(["target", "add", TARGET]))?;
    }
    let mut build = tool::cargo();
    build.args(["build", "-p", "minolab-page", "--lib", "--profile", "page", "--target", TARGET]);
    tool::run(&mut build)?;
    let wasm = tool::built(&format!("{TARGET}/page"), "minolab_page.wasm");
    fs::create_dir_all(out).with_context(|| format!("creating {}", out.display()))?;
    Bindgen::new()
        .input_path(&wasm)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(out)
        .context("binding the WebAssembly to the browser")?;
    let files = tool::root().join("crates/page/static");
    for entry in fs::read_dir(&files).with_context(|| format!("reading {}", files.display()))? {
        let path = entry?.path();
        fs::copy(&path, out.join(path.file_name().context("a file")?))?;
    }
    let mut size = 0;
    for entry in fs::read_dir(out)? {
        size += entry?.metadata()?.len();
    }
    println!("the page is in {} ({} kB)", out.display(), size / 1000);
    Ok(())
}

/// The page's lints, and its tests in a real browser.
pub fn test() -> Result<()> {
    let wasm = ["clippy", "-p", "minolab-page", "--lib", "--profile", "page", "--target", TARGET];
    tool::run(tool::cargo().args(wasm).args(["--", "-D", "warnings"]))?;
    let out = folder();
    dist(&out)?;
    install_browser()?;
    let mut golden = tool::cargo();
    tool::run(golden.args(["build", "--release", "-p", "minolab-golden", "--target", TARGET]))?;
    let golden = tool::built(&format!("{TARGET}/release"), "minolab_golden.wasm");
    program::build(Build::Checked)?;
    let program = program::built(Build::Checked);
    let mut test = tool::cargo();
    test.env("MINOLAB_PROGRAM", program.get_program());
    // As part of the whole workspace, so that what they share with the program is built once.
    test.args(["test", "--workspace", "--features", "minolab-browser/browser", "--test", "page"]);
    test.args(["--", "--test-threads=2"]);
    tool::run(test.env("MINOLAB_PAGE_FOLDER", &out).env("MINOLAB_GOLDEN", golden))
}

/// Debian's browser, where there is none and it can be installed.
fn install_browser() -> Result<()> {
    if std::env::var_os("CHROMIUM").is_some()
        || tool::works(Command::new("chromium").arg("--version"))
    {
        return Ok(());
    }
    let mut install = Command::new("apt-get");
    install.args(["install", "-y", "--no-install-recommends", "chromium"]);
    tool::run(install.env("DEBIAN_FRONTEND", "noninteractive"))
        .context("the page's tests need Chromium: install it, or set CHROMIUM to its path")
}
