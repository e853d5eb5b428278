//! Building and running the `minolab` program.

use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
    process::Command,
};

use anyhow::Result;

use crate::{page, system, tool};

/// How the program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// Like the tests: our own code optimised, with every check.
    Checked,
    /// Fast enough to use, and fast to compile.
    Quick,
    /// The fastest program.
    Release,
}

impl Build {
    const fn profile(self) -> &'static str {
        match self {
            Build::Checked => "dev",
            Build::Quick => "quick",
            Build::Release => "release",
        }
    }

    const fn folder(self) -> &'static str {
        match self {
            Build::Checked => "debug",
            Build::Quick => "quick",
            Build::Release => "release",
        }
    }
}

/// Builds the program, and for tests also the page's bundler.
pub fn build(build: Build) -> Result<()> {
    let mut cargo = tool::cargo();
    cargo.args(["build", "--profile", build.profile()]);
    match build {
        // As part of the whole workspace, so that what it shares with the tests is built once: alone it would need fewer features of some dependencies, and they and everything above them would be built again.
        Build::Checked => {
            cargo.args(["--workspace", "--bin", "minolab", "--bin", "minolab-bundle"]);
        }
        // A release would build the page too, which measurements do not need.
        Build::Quick | Build::Release => {
            cargo.args(["-p", "minolab"]).env("MINOLAB_PAGE", "none");
        }
    }
    tool::run(&mut cargo)
}

/// The path of a built program.
pub fn path(build: Build, name: &str) -> PathBuf {
    tool::built(build.folder(), &format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// The built program, ready for arguments.
pub fn built(build: Build) -> Command {
    let mut command = Command::new(path(build, "minolab"));
    command.current_dir(tool::root());
    command
}

/// `cargo xtask run`: runs the program, and builds the page if it is needed.
pub fn run(build: Build, arguments: &[OsString]) -> Result<()> {
    let mut program = tool::cargo();
    program.args(["build", "--profile", build.profile(), "-p", "minolab"]);
    let out = page::folder();
    if build == Build::Release {
        eprintln!("the fast build: link-time optimisation takes minutes");
        page::dist(&out)?;
        tool::run(program.env("MINOLAB_PAGE", &out))?;
        return tool::run(built(build).args(arguments));
    }
    if !shows_page(arguments) {
        tool::run(&mut program)?;
        return tool::run(built(build).args(arguments));
    }
    system::install_wasm()?;
    program.args(["-p", "minolab-bundle"]);
    tool::side_by_side(vec![("page", &mut page::compile()?), ("program", &mut program)])?;
    page::bind(build, &out)?;
    eprintln!(
        "a quick build; `cargo xtask run --release` plays faster and takes longer to compile"
    );
    tool::run(built(build).args(arguments).arg("--page").arg(&out))
}

/// Whether these arguments make the program serve the page: none, or `serve`.
fn shows_page(arguments: &[OsString]) -> bool {
    let own = ["--help", "-h", "--version", "-V"];
    let says = |word: &OsStr| own.iter().any(|own| word == *own);
    match arguments.first() {
        None => true,
        Some(first) if first == "serve" || first.to_string_lossy().starts_with("--") => {
            !arguments.iter().any(|word| says(word))
        }
        Some(_) => false,
    }
}
