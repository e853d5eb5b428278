//! `minolab export`: games as datasets.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use clap::ValueEnum;
use minolab_arena::peak_rss;
use minolab_study::{
    Games,
    dataset::{self, ExportError, Form},
};
use serde_json::json;

use crate::{
    Outcome,
    output::{self, counted},
    stop::Stop,
    stopwatch::Stopwatch,
};

/// Writes games as datasets: one row per placement, one row per game
///
/// Every game is rebuilt through the rules; one that cannot be read or is invalid is named and left out, and the exit
/// code is then 1. Interrupted games are marked in the column `end`. The files appear when they are complete. Memory
/// does not grow with the number of games. The columns are described in docs/FORMATS.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab run --agent sprint --limit nodes=2000 --games 100 --save games
  minolab export games --to parquet
  minolab export games other-games --to csv --out tables
  duckdb -c \"select stack, count(*) from 'games/placements.parquet' group by stack\"

JSON: games, unfinished (of them), placements, files (of games and of placements), skipped (what was left out and
why), cpu_seconds, peak_rss_bytes.")]
pub struct Arguments {
    /// Folders of replays, or replays.
    #[arg(required = true, value_name = "DIR|FILE")]
    paths: Vec<PathBuf>,
    /// The format.
    #[arg(long, value_enum)]
    to: To,
    /// The folder for placements.* and games.* [default: the first DIR, or the one FILE is in].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The formats, by their names in the flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    /// Columns, compressed, with their types.
    Parquet,
    /// Text.
    Csv,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let games = Games::find(&arguments.paths)?;
    let folder = arguments.out.clone().unwrap_or_else(|| match &arguments.paths[0] {
        path if path.is_dir() => path.clone(),
        path => path.parent().unwrap_or(path).to_path_buf(),
    });
    fs::create_dir_all(&folder).with_context(|| format!("making {folder:?}"))?;
    let form = match arguments.to {
        To::Parquet => Form::Parquet,
        To::Csv => Form::Csv,
    };
    let stopwatch = Stopwatch::start();
    let bar = output::bar(games.len() as u64, "games");
    let stop = Stop::listen()?;
    let tell = &mut |game| bar.set_position(game);
    let exported = dataset::export(&games, form, &folder, &stop, tell);
    bar.finish_and_clear();
    let exported = match exported {
        Err(error @ ExportError::Stopped) => {
            output::note(error);
            return Ok(stop.outcome());
        }
        exported => exported?,
    };
    let elapsed = stopwatch.elapsed();
    if arguments.json {
        output::json(&json!({
            "games": exported.games,
            "unfinished": exported.unfinished,
            "placements": exported.placements,
            "files": {
                "games": exported.games_file.display().to_string(),
                "placements": exported.placements_file.display().to_string(),
            },
            "skipped": output::skipped(&exported.skipped),
            "cpu_seconds": elapsed.cpu_seconds,
            "peak_rss_bytes": peak_rss(),
        }))?;
    } else {
        let name = |path: PathBuf| path.display().to_string();
        output::line(format_args!(
            "{} in {}",
            counted(exported.placements, "placement"),
            name(exported.placements_file)
        ))?;
        output::line(format_args!(
            "{}{} in {}",
            counted(exported.games, "game"),
            output::unfinished(exported.unfinished),
            name(exported.games_file)
        ))?;
    }
    Ok(output::outcome(&exported.skipped))
}
