//! `cargo xtask test`: everything that must hold for every change.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};

use crate::{
    count::Count,
    dataset, deny, page,
    program::{self, Build},
    reference, system, tool, wheel,
};

/// Reference counts up to this many nodes are checked here, larger ones in the campaign.
const FEW_NODES: u64 = 5_000_000;

/// A step of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Fmt,
    Clippy,
    Deny,
    Docs,
    Tests,
    Perft,
    Page,
    Dataset,
    Python,
}

impl Step {
    /// All steps, in order.
    pub const ALL: [Step; 9] = [
        Step::Fmt,
        Step::Clippy,
        Step::Deny,
        Step::Docs,
        Step::Tests,
        Step::Perft,
        Step::Page,
        Step::Dataset,
        Step::Python,
    ];

    /// The step of this name.
    pub fn named(name: &str) -> Result<Step> {
        let names = Step::ALL.map(Step::name).join(", ");
        match Step::ALL.into_iter().find(|step| step.name() == name) {
            Some(step) => Ok(step),
            None => bail!("no step {name:?}, expected one of {names}"),
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Step::Fmt => "fmt",
            Step::Clippy => "clippy",
            Step::Deny => "deny",
            Step::Docs => "docs",
            Step::Tests => "tests",
            Step::Perft => "perft",
            Step::Page => "page",
            Step::Dataset => "dataset",
            Step::Python => "python",
        }
    }

    pub const fn about(self) -> &'static str {
        match self {
            Step::Fmt => "every file is formatted",
            Step::Clippy => "no warning from any lint, in any target",
            Step::Deny => "every dependency has an allowed licence and source",
            Step::Docs => "the documentation builds without a warning",
            Step::Tests => "every test passes, and every example in the documentation",
            Step::Perft => "the small reference counts are right",
            Step::Page => "the page works in a real browser, with the same rules as natively",
            Step::Dataset => "pyarrow and DuckDB read back our datasets correctly",
            Step::Python => "the Python package installs, and everything in it works",
        }
    }

    /// What it will install if missing.
    fn installs(self) -> Option<&'static str> {
        match self {
            Step::Deny if !deny::is_ready() => Some("cargo-deny, under target"),
            Step::Page if !system::has_browser() => Some("Debian's chromium, by apt-get"),
            Step::Dataset if !dataset::PYTHON.is_ready() => {
                Some("pyarrow and duckdb, by pip, in a virtual environment under target")
            }
            Step::Python if !wheel::PYTHON.is_ready() => Some(
                "maturin, Gymnasium, Ray and others, by pip, in a virtual environment under target",
            ),
            _ => None,
        }
    }

    fn run(self, count: &mut Count) -> Result<()> {
        match self {
            Step::Fmt => one(count, tool::cargo().args(["fmt", "--all", "--check"])),
            Step::Clippy => {
                let lint = |targets: &[&str]| {
                    let mut cargo = tool::cargo();
                    cargo.args(["clippy", "--workspace"]).args(targets);
                    cargo.args(["--", "-D", "warnings"]);
                    cargo
                };
                one(count, &mut lint(&["--all-targets"]))?;
                // Not one of the targets that are tested by default.
                one(count, &mut lint(&["--test", "page"]))
            }
            Step::Deny => {
                deny::check()?;
                count.passed += 1;
                Ok(())
            }
            Step::Docs => {
                let mut cargo = tool::cargo();
                cargo.env("RUSTDOCFLAGS", "-D warnings").args(["doc", "--workspace", "--no-deps"]);
                one(count, &mut cargo)
            }
            Step::Tests => tests(count),
            Step::Perft => perft(count),
            Step::Page => page::test(count),
            Step::Dataset => dataset::run(count),
            Step::Python => wheel::test(count),
        }
    }
}

/// Runs a command that counts as one check.
fn one(count: &mut Count, command: &mut Command) -> Result<()> {
    tool::run(command)?;
    count.passed += 1;
    Ok(())
}

/// Runs the given steps, or all; a failure does not keep the others from running.
pub fn run(steps: &[Step]) -> Result<()> {
    let steps = if steps.is_empty() { &Step::ALL } else { steps };
    for step in steps {
        if let Some(what) = step.installs() {
            eprintln!("{} will install {what}", step.name());
        }
    }
    let mut done: Vec<(Step, Count, Duration)> = Vec::new();
    for &step in steps {
        eprintln!("== {}: {}", step.name(), step.about());
        let (start, mut count) = (Instant::now(), Count::default());
        if let Err(error) = step.run(&mut count) {
            eprintln!("error: step {}: {error:#}", step.name());
            // A step that stops before counting its failures still failed.
            count.failed = count.failed.max(1);
        }
        done.push((step, count, start.elapsed()));
    }
    let mut total = Count::default();
    println!("== times");
    for (step, count, time) in &done {
        println!("{:8} {:7.1} s   {count}", step.name(), time.as_secs_f64());
        total.add(*count);
    }
    let failed: Vec<&str> =
        done.iter().filter(|done| done.1.failed > 0).map(|done| done.0.name()).collect();
    println!("{total}");
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    Ok(())
}

/// The tests, by nextest if it is installed, which does not run doc tests.
fn tests(count: &mut Count) -> Result<()> {
    if tool::works(tool::cargo().args(["nextest", "--version"])) {
        let nextest = ["nextest", "run", "--workspace", "--no-fail-fast"];
        tool::run_tests(tool::cargo().args(nextest), count)?;
        tool::run_tests(tool::cargo().args(["test", "--workspace", "--doc"]), count)
    } else {
        tool::run_tests(tool::cargo().args(["test", "--workspace", "--no-fail-fast"]), count)
    }
}

fn perft(count: &mut Count) -> Result<()> {
    program::build(Build::Checked)?;
    let references = reference::all()?;
    for reference in references.iter().filter(|reference| reference.nodes <= FEW_NODES) {
        reference.check(Build::Checked)?;
        count.passed += 1;
    }
    Ok(())
}
