//! Building and running the `minolab` program.

use std::{path::PathBuf, process::Command};

use anyhow::Result;

use crate::{page, tool};

/// How the program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// As the tests are: optimised, with every check.
    Checked,
    /// As people use it.
    Release,
}

impl Build {
    const fn profile(self) -> &'static str {
        match self {
            Build::Checked => "test",
            Build::Release => "release",
        }
    }

    const fn folder(self) -> &'static str {
        match self {
            Build::Checked => "debug",
            Build::Release => "release",
        }
    }
}

/// Builds the program.
///
/// As part of the whole workspace, so that what it shares with the tests is built once: alone it
/// would ask for fewer features of some dependencies, and they and all above them would differ.
pub fn build(build: Build) -> Result<()> {
    let program = ["build", "--workspace", "--bin", "minolab", "--profile", build.profile()];
    tool::run(tool::cargo().args(program))
}

/// Where the built program is.
pub fn path(build: Build) -> PathBuf {
    tool::built(build.folder(), &format!("minolab{}", std::env::consts::EXE_SUFFIX))
}

/// The built program, ready for arguments.
pub fn built(build: Build) -> Command {
    let mut command = Command::new(path(build));
    command.current_dir(tool::root());
    command
}

/// `cargo xtask run`: the program as people use it, with the page in it.
pub fn run(arguments: &[String]) -> Result<()> {
    page::dist(&page::folder())?;
    let mut build = tool::cargo();
    build.args(["build", "-p", "minolab", "--release"]).env("MINOLAB_PAGE", page::folder());
    tool::run(&mut build)?;
    tool::run(built(Build::Release).args(arguments))
}
