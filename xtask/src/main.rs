//! The project's own commands: `cargo xtask run | test | campaign`.

mod boards;
mod campaign;
mod dataset;
mod experiment;
mod fuzz;
mod page;
mod program;
mod python;
mod reference;
mod test;
mod tool;
mod wasm;

use std::{path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

/// Builds, runs and checks the project
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Builds the page and the `minolab` program with it, and runs that with the given arguments;
    /// without any it serves the page and opens it.
    Run {
        /// Handed on to `minolab`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Checks everything: format, lints, docs, tests, WebAssembly and the parsers.
    Test {
        /// Only these steps, in this order.
        #[arg(value_enum)]
        steps: Vec<test::Step>,
    },
    /// Builds the page as a folder of plain files.
    Dist {
        /// Where to put it.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Checks the reference counts, the deep ones too; or rebuilds an experiment.
    Campaign {
        /// Only this reference count, or this experiment of docs/experiments.
        name: Option<String>,
    },
    /// Prints the boards that the move generator is timed on.
    Boards,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Run { arguments } => program::run(&arguments),
        Command::Test { steps } => test::run(&steps),
        Command::Dist { out } => page::dist(&out.unwrap_or_else(page::folder)),
        Command::Campaign { name } => campaign::run(name.as_deref()),
        Command::Boards => boards::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
