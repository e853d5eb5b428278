//! `cargo xtask test`: everything that must hold for every change.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use anyhow::Result;
use clap::ValueEnum;

use crate::{
    program::{self, Build},
    reference, tool,
};

/// Counts up to this many nodes are checked here, the others in the campaign.
const FEW_NODES: u64 = 5_000_000;

/// One of the things that are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Step {
    /// Every file is formatted.
    Fmt,
    /// No lint speaks up, in any target.
    Clippy,
    /// Every crate compiles for WebAssembly that must.
    Wasm,
    /// The documentation builds without a warning.
    Docs,
    /// Every test passes.
    Tests,
    /// The small reference counts are right.
    Perft,
}

impl Step {
    fn run(self) -> Result<()> {
        match self {
            Step::Fmt => tool::run(tool::cargo().args(["fmt", "--all", "--check"])),
            Step::Clippy => tool::run(tool::cargo().args([
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ])),
            Step::Wasm => wasm(),
            Step::Docs => tool::run(tool::cargo().env("RUSTDOCFLAGS", "-D warnings").args([
                "doc",
                "--workspace",
                "--no-deps",
            ])),
            Step::Tests => tests(),
            Step::Perft => perft(),
        }
    }

    fn name(self) -> String {
        self.to_possible_value().expect("no step is hidden").get_name().into()
    }
}

/// Runs the given steps, or all, up to the first that fails.
pub fn run(steps: &[Step]) -> Result<()> {
    let steps = if steps.is_empty() { Step::value_variants() } else { steps };
    let mut times: Vec<(String, Duration)> = Vec::new();
    for &step in steps {
        println!("== {}", step.name());
        let start = Instant::now();
        let result = step.run();
        times.push((step.name(), start.elapsed()));
        if let Err(error) = result {
            report(&times);
            return Err(error.context(format!("step {}", step.name())));
        }
    }
    report(&times);
    println!("all is well");
    Ok(())
}

fn report(times: &[(String, Duration)]) {
    println!("== times");
    for (name, time) in times {
        println!("{name:8} {:7.1} s", time.as_secs_f64());
    }
}

/// The tests, by nextest where it is installed, which does not run those in documentation.
fn tests() -> Result<()> {
    if tool::works(tool::cargo().args(["nextest", "--version"])) {
        tool::run(tool::cargo().args(["nextest", "run", "--workspace", "--no-fail-fast"]))?;
        tool::run(tool::cargo().args(["test", "--workspace", "--doc"]))
    } else {
        tool::run(tool::cargo().args(["test", "--workspace"]))
    }
}

fn perft() -> Result<()> {
    program::build(Build::Checked)?;
    let references = reference::all()?;
    references.iter().filter(|r| r.nodes <= FEW_NODES).try_for_each(|r| r.check(Build::Checked))
}

fn wasm() -> Result<()> {
    const TARGET: &str = "wasm32-unknown-unknown";
    if tool::works(Command::new("rustup").arg("--version")) {
        tool::run(Command::new("rustup").args(["target", "add", TARGET]))?;
    }
    tool::run(tool::cargo().args(["check", "-p", "minolab-rules", "--target", TARGET]))
}
