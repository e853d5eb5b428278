//! What the machine needs, and how to install it.

use std::process::Command;

use anyhow::{Context, Result};

use crate::tool;

/// The target that the page is compiled for.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Adds the WebAssembly target by rustup, if missing.
pub fn install_wasm() -> Result<()> {
    if has_wasm() {
        return Ok(());
    }
    tool::run(Command::new("rustup").current_dir(tool::root()).args(["target", "add", WASM]))
        .context("the page needs Rust's WebAssembly target")
}

/// Whether the compiler has the WebAssembly target's libraries.
pub fn has_wasm() -> bool {
    let mut rustc = Command::new("rustc");
    rustc.current_dir(tool::root()).args(["--print", "target-libdir", "--target", WASM]);
    let Ok(output) = rustc.output() else { return false };
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_string();
    std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some())
}

/// Whether there is a browser for the page's tests.
pub fn has_browser() -> bool {
    std::env::var_os("CHROMIUM").is_some() || tool::works(Command::new("chromium").arg("--version"))
}

/// Installs Debian's browser, if there is none.
pub fn install_browser() -> Result<()> {
    if has_browser() {
        return Ok(());
    }
    install(&["chromium"])
        .context("the page's tests need Chromium: install it, or set CHROMIUM to its path")
}

/// Installs Debian packages.
pub fn install(packages: &[&str]) -> Result<()> {
    let apt = |arguments: &[&str]| {
        let mut command = match tool::works(Command::new("sudo").args(["-n", "true"])) {
            true => Command::new("sudo"),
            false => Command::new("env"),
        };
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]).args(arguments);
        tool::run(&mut command)
    };
    // A new machine has no package lists, or old ones.
    apt(&["update", "-q"])?;
    apt(&[&["install", "-q", "-y", "--no-install-recommends"], packages].concat())
}
