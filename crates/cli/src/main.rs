//! The `minolab` program: arguments, files and JSON around the library crates.

mod agents;
mod analyze;
mod bench;
mod boards;
mod bounds;
mod calibrate;
mod catalog;
mod color;
mod compare;
mod curves;
mod evaluate;
mod export;
mod flags;
mod manual;
mod merge;
mod mistakes;
mod output;
mod pc;
mod perft;
mod play;
mod position;
mod puzzles;
mod replay;
mod review;
mod rules;
mod ruleset;
mod run;
mod runs;
mod sampling;
mod screen;
mod serve;
mod stop;
mod stopwatch;
mod study;
mod tbp;
mod tbp_host;
mod train;
mod watch;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Falling-block play: rules, players, trainers and a laboratory.
#[derive(Parser)]
#[command(name = "minolab", version)]
#[command(after_help = "Without a command it serves the page on 127.0.0.1 and opens it.\n\n\
    Exit codes: 0 success, 1 a check failed, 2 bad usage or bad input; 130 (Ctrl-C), 143 and 129\n\
    (SIGTERM and SIGHUP) for work that was interrupted.")]
struct Arguments {
    #[command(flatten)]
    place: serve::Place,
    /// Prints the page's address and does not open it
    #[arg(long)]
    no_open: bool,
    /// When to print colours
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    #[arg(
        help = "When to print colours: auto (on a terminal, unless NO_COLOR is set), always or never"
    )]
    color: color::Color,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Agents(agents::Arguments),
    Rules(rules::Arguments),
    Run(Box<run::Arguments>),
    Train(Box<train::Arguments>),
    Runs(runs::Arguments),
    Analyze(analyze::Arguments),
    Evaluate(evaluate::Arguments),
    Watch(watch::Arguments),
    Play(play::Arguments),
    Replay(replay::Arguments),
    Review(review::Arguments),
    Merge(merge::Arguments),
    Calibrate(Box<calibrate::Arguments>),
    Curves(curves::Arguments),
    Mistakes(Box<mistakes::Arguments>),
    Puzzles(puzzles::Arguments),
    Compare(Box<compare::Arguments>),
    Export(export::Arguments),
    Study(study::Arguments),
    Pc(pc::Arguments),
    Perft(perft::Arguments),
    Bench(bench::Arguments),
    Tbp(tbp::Arguments),
    TbpHost(tbp_host::Arguments),
    Serve(serve::Arguments),
    Completions(manual::Completions),
    Man(manual::Man),
}

/// How a command ended that did not fail with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Success,
    /// A check failed, or some of the input was invalid.
    Failed,
    /// It was interrupted and kept what it had.
    Interrupted {
        code: u8,
    },
}

fn main() -> ExitCode {
    // To see what a processor without these vector instructions would do.
    if std::env::var_os("MINOLAB_PORTABLE").is_some() {
        minolab_rules::cpu::limit(minolab_rules::cpu::Level::Portable);
    }
    let Arguments { place, no_open, color, command } = Arguments::parse();
    color.choose();
    if command.is_some() && (no_open || place.is_given()) {
        let text = "--port, --data, --page and --no-open before a command are for the page alone";
        Arguments::command().error(clap::error::ErrorKind::ArgumentConflict, text).exit();
    }
    let Some(command) = command else { return end(serve::serve(&place, !no_open)) };
    end(match command {
        Command::Agents(arguments) => agents::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Runs(arguments) => runs::run(&arguments),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Evaluate(arguments) => evaluate::run(&arguments),
        Command::Watch(arguments) => watch::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Review(arguments) => review::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Calibrate(arguments) => calibrate::run(&arguments),
        Command::Curves(arguments) => curves::run(&arguments),
        Command::Mistakes(arguments) => mistakes::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Rules(arguments) => rules::run(&arguments),
        Command::Pc(arguments) => pc::run(&arguments),
        Command::Study(arguments) => study::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Tbp(arguments) => tbp::run(&arguments),
        Command::TbpHost(arguments) => tbp_host::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Completions(arguments) => manual::completions(&arguments),
        Command::Man(arguments) => manual::man(&arguments),
    })
}

fn end(result: anyhow::Result<Outcome>) -> ExitCode {
    match result {
        Ok(Outcome::Success) => ExitCode::SUCCESS,
        Ok(Outcome::Failed) => ExitCode::from(1),
        Ok(Outcome::Interrupted { code }) => ExitCode::from(code),
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::note(format_args!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}
