//! `cargo xtask test`: everything that must hold for every change.

use std::time::{Duration, Instant};

use anyhow::Result;
use clap::ValueEnum;

use crate::{
    dataset, fuzz, page,
    program::{self, Build},
    reference, tool, wasm,
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
    /// The documentation builds without a warning.
    Docs,
    /// Every test passes.
    Tests,
    /// The small reference counts are right.
    Perft,
    /// The rules do the same in WebAssembly as here.
    Wasm,
    /// The page does what it should, in a real browser.
    Page,
    /// Other programs read our datasets as we wrote them.
    Dataset,
    /// No parser breaks on some thousands of bad inputs.
    Fuzz,
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
            Step::Docs => tool::run(tool::cargo().env("RUSTDOCFLAGS", "-D warnings").args([
                "doc",
                "--workspace",
                "--no-deps",
            ])),
            Step::Tests => tests(),
            Step::Perft => perft(),
            Step::Wasm => wasm::run(),
            Step::Page => page::test(),
            Step::Dataset => dataset::run(),
            Step::Fuzz => fuzz::run(),
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
