//! `minolab run`: games without a screen.

mod estimate;
mod progress;
mod table;

use std::{num::NonZeroUsize, path::PathBuf, thread};

use anyhow::Result;
use clap::value_parser;
use minolab_arena::{Extent, GameRun, RunReport, Shard};
use minolab_engine::KeyCounter;

pub use progress::clock;
pub use table::{Table, number};

use crate::{
    Outcome, bounds,
    flags::{AgentFlags, GameFlags},
    output,
    stop::Stop,
};

/// Plays games without a screen and prints statistics
///
/// Game number g of a run, counted from 0, has the seed S + g. The figures are the same for any
/// number of threads. Ctrl-C ends the run early and keeps what was played: the figures so far are
/// printed, unfinished games are counted separately, and the exit code is 130.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab run --agent dellacherie --board 10x10 --games 1000
  minolab run --agent bcts --pieces 100000000 --threads 1 --json
  minolab run --agent bcts --set holes=-20 --depth 2 --known 1 --board 10x10 --games 5
  minolab run --agent bcts --pieces 10000000000 --checkpoint long.run
  minolab run --agent lee --board 10x10 --games 100 --save games
  minolab run --agent bcts --games 1000 --shard 2/4 --save part-2
  minolab run --agent bcts --estimate splitting --replicas 3")]
pub struct Arguments {
    #[command(flatten)]
    agent: AgentFlags,
    #[command(flatten)]
    game: GameFlags,
    #[command(flatten)]
    run: RunFlags,
    #[command(flatten)]
    estimate: estimate::Flags,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// How much to play and how.
#[derive(Clone, Debug, clap::Args)]
struct RunFlags {
    /// How many games [default: 10, but no more than 10 million pieces; without a limit if
    /// --pieces is given].
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(bounds::RUN))]
    games: Option<u64>,
    /// Stop the whole run after this many pieces, starting new games as they end.
    #[arg(long, value_name = "P", value_parser = value_parser!(u64).range(bounds::RUN))]
    pieces: Option<u64>,
    /// The first game's seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads [default: all cores].
    #[arg(long, value_name = "T", value_parser = bounds::threads)]
    threads: Option<NonZeroUsize>,
    /// Keep a replay of every game in this folder.
    #[arg(long, value_name = "DIR", conflicts_with = "checkpoint")]
    save: Option<PathBuf>,
    /// Count key presses [default: true, except without --save under rules with soft drops and no
    /// hold, where it would slow fast agents down].
    #[arg(long, value_name = "BOOL")]
    keys: Option<bool>,
    /// Play only part i of n, such as 2/4; the parts together are the whole run.
    #[arg(long, value_name = "i/n", conflicts_with = "estimate")]
    shard: Option<Shard>,
    /// Save the run to this file, and resume it if the file exists.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let agent = arguments.agent.load()?;
    let flags = &arguments.run;
    let mut run = GameRun {
        agent: agent.name.clone(),
        identity: agent.to_toml(),
        rules: arguments.game.rules(&agent.rules)?,
        mode: arguments.game.mode(&agent.mode)?,
        seed: flags.seed,
        known: arguments.game.known,
        counts_keys: false,
        save: flags.save.clone(),
        extent: extent(flags),
        shard: flags.shard.unwrap_or(Shard::WHOLE),
        threads: threads(flags.threads),
        checkpoint: flags.checkpoint.clone(),
    };
    arguments.agent.changes.check_known(&agent, &run.rules, arguments.game.seen(&run.rules))?;
    arguments.game.check_known(&[&agent], &run.rules)?;
    // Elsewhere a path takes longer to find than a one-ply decision.
    let counts_keys = KeyCounter::is_quick(&run.rules) || run.rules.hold || run.save.is_some();
    run.counts_keys = flags.keys.unwrap_or(counts_keys);
    arguments.estimate.check(&run)?;
    let stop = Stop::listen()?;
    if let Some(path) = &run.checkpoint {
        let (path, seconds) = (path.display(), GameRun::SAVE.as_secs());
        output::note(format_args!(
            "saving the run to {path} every {seconds} seconds and when it is stopped"
        ));
    }
    let mut bar = progress::Bar::new(&run);
    let played =
        run.play(&|rules| agent.player(rules), &stop, &mut |progress| bar.tell(progress))?;
    bar.clear();
    if !played.is_complete {
        eprintln!("stopped before the end; the figures are of what was played");
        if let Some(path) = &run.checkpoint {
            output::note(format_args!(
                "the run is in {}; the same command resumes it",
                path.display()
            ));
        }
    }
    let report = RunReport::new(&run, &played);
    if !arguments.json {
        output::line(Table(&report))?;
    }
    let estimate = match played.is_complete {
        true => arguments.estimate.make(&agent, &run, &stop)?,
        false => None,
    };
    let is_complete = played.is_complete && estimate.is_some() == arguments.estimate.is_asked();
    if arguments.json {
        let mut value = serde_json::to_value(&report)?;
        if let Some(estimate) = &estimate {
            value["estimate"] = serde_json::to_value(estimate)?;
        }
        output::json(&value)?;
    } else if let Some(estimate) = &estimate {
        output::line(estimate::Table(estimate))?;
    }
    Ok(if is_complete { Outcome::Success } else { stop.outcome() })
}

fn extent(flags: &RunFlags) -> Extent {
    match (flags.games, flags.pieces) {
        (None, None) => Extent { games: Some(10), pieces: Some(10_000_000) },
        (games, pieces) => Extent { games, pieces },
    }
}

/// The threads asked for, or one for each core.
pub fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}
