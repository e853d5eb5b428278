//! Licences, sources and known vulnerabilities of dependencies, by `cargo deny`.

use std::process::Command;

use anyhow::Result;

use crate::tool;

/// The version to install if there is none.
const VERSION: &str = "0.20.2";

/// Checks licences and sources against `deny.toml`, without the network.
pub fn check() -> Result<()> {
    let mut deny = installed()?;
    deny.args(["--locked", "check", "--hide-inclusion-graph", "licenses", "bans", "sources"]);
    tool::run(&mut deny)
}

/// Checks dependencies for known vulnerabilities in the RustSec database, over the network.
pub fn advisories() -> Result<()> {
    tool::run(installed()?.args(["--locked", "check", "advisories"]))
}

/// `cargo deny`: the installed one, or our own under `target`.
fn installed() -> Result<Command> {
    if is_installed() {
        let mut command = tool::cargo();
        command.arg("deny");
        return Ok(command);
    }
    if !is_ours() {
        // Not optimised: it takes a second to run and minutes less to compile.
        let mut install = tool::cargo();
        install.args(["install", "cargo-deny", "--version", VERSION, "--locked", "--debug"]);
        install.arg("--root").arg(tool::built("tools", "")).env("CARGO_PROFILE_DEV_DEBUG", "0");
        install.env("CARGO_TARGET_DIR", tool::built("tools/build", ""));
        tool::run(&mut install)?;
    }
    let mut own = Command::new(tool::built("tools/bin", "cargo-deny"));
    own.current_dir(tool::root());
    Ok(own)
}

/// Whether one is available.
pub fn is_ready() -> bool {
    is_installed() || is_ours()
}

fn is_installed() -> bool {
    tool::works(tool::cargo().args(["deny", "--version"]))
}

/// Whether our own is installed in the right version.
fn is_ours() -> bool {
    let version = Command::new(tool::built("tools/bin", "cargo-deny")).arg("--version").output();
    version.is_ok_and(|said| String::from_utf8_lossy(&said.stdout).contains(VERSION))
}
