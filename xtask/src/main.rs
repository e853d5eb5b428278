//! The project's own commands: `cargo xtask run | test | dist | campaign`.

mod campaign;
mod count;
mod dataset;
mod deny;
mod experiment;
#[cfg(test)]
mod exports;
mod fumen;
mod fuzz;
#[cfg(test)]
mod graph;
mod kills;
#[cfg(test)]
mod modules;
mod page;
mod program;
mod python;
mod r;
mod reference;
mod release;
mod soak;
mod system;
mod test;
mod tool;
mod wheel;

use std::{ffi::OsString, path::PathBuf, process::ExitCode};

use anyhow::{Result, bail};
use lexopt::{Arg, Parser, ValueExt};
use program::Build;

const HELP: &str = "\
Builds, runs and checks the project

cargo xtask run [--release] [ARGUMENTS]
    Builds the `minolab` program and the page, serves the page on 127.0.0.1 and opens it.
    With ARGUMENTS it runs the program with those instead. The first build is a quick one;
    --release takes minutes longer and gives the fast program, with the page inside.

cargo xtask test [STEP...]
    Checks everything, or only these steps:
STEPS
cargo xtask dist [--out DIR]
    Writes a release to target/dist: the program with the page inside, the page as plain files for
    any static host, completions, manual pages, licences, a bill of materials and checksums.
    --page writes the page alone.

cargo xtask campaign [NAME]
    Checks all reference counts, the deep ones too, or only the one with this name; or rebuilds
    that experiment of docs/experiments; or kills commands while they write (kills); or loads the
    server and plays a billion pieces (soak); or fuzzes every parser for ten minutes, or for SECONDS
    (fuzz SECONDS); or checks dependencies for known vulnerabilities (advisories); or compares ten
    thousand fumens with the npm package tetris-fumen (fumen); or takes pictures of every screen of
    the page (screens); or runs the longer tests of the Python package and the examples that learn
    (python); or follows docs/r.md in R (r).

cargo xtask boards
    Prints the boards that the move generator is timed on.

Examples:
    cargo xtask run
    cargo xtask run -- run --agent bcts --games 10
    cargo xtask run --release -- bench rules
    cargo xtask test fmt clippy
    cargo xtask campaign 0001-human-advice
    cargo xtask campaign fuzz 60
";

enum Command {
    Help,
    Run { build: Build, arguments: Vec<OsString> },
    Test { steps: Vec<test::Step> },
    Dist { out: PathBuf, page: bool },
    Campaign { name: Option<String>, seconds: Option<u64> },
    Boards,
}

impl Command {
    fn read(mut parser: Parser) -> Result<Command> {
        let name = match parser.next()? {
            None | Some(Arg::Long("help") | Arg::Short('h')) => return Ok(Command::Help),
            Some(Arg::Value(name)) => name.string()?,
            Some(other) => return Err(other.unexpected().into()),
        };
        let command = match name.as_str() {
            "help" => Command::Help,
            "run" => return Command::read_run(parser),
            "test" => {
                let mut steps = Vec::new();
                while let Some(argument) = parser.next()? {
                    match argument {
                        Arg::Value(name) => steps.push(test::Step::named(&name.string()?)?),
                        Arg::Long("help") | Arg::Short('h') => return Ok(Command::Help),
                        other => return Err(other.unexpected().into()),
                    }
                }
                Command::Test { steps }
            }
            "dist" => {
                let (mut out, mut page) = (None, false);
                while let Some(argument) = parser.next()? {
                    match argument {
                        Arg::Long("out") => out = Some(PathBuf::from(parser.value()?)),
                        Arg::Long("page") => page = true,
                        Arg::Long("help") | Arg::Short('h') => return Ok(Command::Help),
                        other => return Err(other.unexpected().into()),
                    }
                }
                let usual = || if page { page::folder() } else { tool::built("dist", "") };
                Command::Dist { out: out.unwrap_or_else(usual), page }
            }
            "campaign" => match parser.next()? {
                None => Command::Campaign { name: None, seconds: None },
                Some(Arg::Value(name)) => {
                    let name = Some(name.string()?);
                    let seconds = match parser.next()? {
                        None => None,
                        Some(Arg::Value(number)) => Some(number.parse()?),
                        Some(other) => return Err(other.unexpected().into()),
                    };
                    Command::Campaign { name, seconds }
                }
                Some(Arg::Long("help") | Arg::Short('h')) => return Ok(Command::Help),
                Some(other) => return Err(other.unexpected().into()),
            },
            "boards" => Command::Boards,
            _ => bail!("no command {name:?}, expected run, test, dist, campaign or boards"),
        };
        match parser.next()? {
            None => Ok(command),
            Some(more) => Err(more.unexpected().into()),
        }
    }

    /// `--release` is ours if it comes first; everything else is the program's.
    fn read_run(mut parser: Parser) -> Result<Command> {
        let mut arguments: Vec<OsString> = parser.raw_args()?.collect();
        let mut build = Build::Quick;
        if arguments.first().is_some_and(|first| first == "--release") {
            build = Build::Release;
            arguments.remove(0);
        }
        if arguments.first().is_some_and(|first| first == "--") {
            arguments.remove(0);
        }
        Ok(Command::Run { build, arguments })
    }

    fn carry_out(self) -> Result<()> {
        match self {
            Command::Help => {
                let steps: String = test::Step::ALL
                    .iter()
                    .map(|s| format!("    {:8} {}\n", s.name(), s.about()))
                    .collect();
                print!("{}", HELP.replace("STEPS\n", &format!("{steps}\n")));
                Ok(())
            }
            Command::Run { build, arguments } => program::run(build, &arguments),
            Command::Test { steps } => test::run(&steps),
            Command::Dist { out, page: true } => page::dist(&out),
            Command::Dist { out, page: false } => release::dist(&out),
            Command::Campaign { name, seconds } => campaign::run(name.as_deref(), seconds),
            Command::Boards => tool::run(tool::cargo().args([
                "run",
                "-q",
                "-p",
                "minolab-golden",
                "--example",
                "boards",
            ])),
        }
    }
}

fn main() -> ExitCode {
    let command = match Command::read(Parser::from_env()) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("error: {error:#}\nSee cargo xtask help.");
            return ExitCode::from(2);
        }
    };
    match command.carry_out() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
