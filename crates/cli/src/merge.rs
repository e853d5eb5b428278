//! `minolab merge`: joins the parts of a run.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use minolab_arena::{Checkpoint, join};

use crate::{Outcome, output, run::Table};

/// Joins shards: reports on the parts of a run as on a single run
///
/// Takes the folders of `run --save`, and the files of `run --checkpoint`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab run --agent bcts --games 1000 --shard 1/2 --save one
  minolab run --agent bcts --games 1000 --shard 2/2 --save two
  minolab merge one two
  minolab merge one.run two.run three.run --json")]
pub struct Arguments {
    /// Folders with parts of a run, or the files of parts.
    #[arg(required = true, value_name = "DIR|FILE")]
    paths: Vec<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let mut parts = Vec::new();
    for path in &arguments.paths {
        match path.is_dir() {
            true => {
                for file in files(path)? {
                    parts.push(Checkpoint::read(&file)?);
                }
            }
            false => parts.push(Checkpoint::read(path)?),
        }
    }
    let count = parts.len();
    let (report, missing) = join(parts)?;
    if missing > 0 {
        eprintln!("{missing} of {} parts are missing", count as u64 + missing);
    }
    match arguments.json {
        true => output::json(&serde_json::to_value(&report)?)?,
        false => output::line(Table(&report))?,
    }
    Ok(Outcome::Success)
}

/// The parts in a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let failed = || format!("reading {folder:?}");
    let entries = fs::read_dir(folder).with_context(failed)?.collect::<Result<Vec<_>, _>>();
    let paths = entries.with_context(failed)?.into_iter().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "part")).collect();
    if files.is_empty() {
        bail!("no file in {folder:?} ends in .part");
    }
    files.sort();
    Ok(files)
}
