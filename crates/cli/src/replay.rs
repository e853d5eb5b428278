//! `minolab replay`: a game from a file.

mod screen;
mod viewer;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use minolab_arena::replay::{Replay, ReplayError, VerifyError};
use minolab_rules::Totals;
use serde_json::{Value, json};
use viewer::Viewer;

use crate::{
    Outcome,
    output::{self, grouped},
    screen::Frame,
};

/// Shows a game; or rebuilds it and checks that it is true
///
/// In a terminal: Space plays and pauses, Left and Right step, Page Up and Page Down step by
/// ten, Home, End, 0 to 9 and g with a number jump, Up and Down change the speed, q ends.
/// Elsewhere every position is printed, in colour unless NO_COLOR is set.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab run --agent bcts --board 10x10 --games 3 --save games
  minolab replay games/game-00000000.mino
  minolab replay --verify games
  minolab replay games/game-00000000.mino --text > game.txt
  minolab replay game.txt | less -R")]
pub struct Arguments {
    /// A replay in either form; with --verify any number of them, or folders of them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Rebuild every game through the rules and check that it comes out as it says.
    #[arg(long)]
    verify: bool,
    /// Print the text form.
    #[arg(long, conflicts_with = "verify")]
    text: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    if arguments.verify {
        return verify(arguments);
    }
    let [file] = arguments.files.as_slice() else {
        bail!("{} files, expected one unless --verify is given", arguments.files.len());
    };
    let replay = read(file)?;
    if arguments.text {
        output::line(replay.to_text().trim_end())?;
    } else if arguments.json {
        output::json(&describe(&replay))?;
    } else if Frame::has_screen() {
        screen::show(Viewer::new(replay)?)?;
    } else {
        print(Viewer::new(replay)?)?;
    }
    Ok(Outcome::Success)
}

/// Reads a replay in whichever form it is.
fn read(path: &PathBuf) -> Result<Replay> {
    let bytes = fs::read(path).with_context(|| format!("reading {path:?}"))?;
    let replay = match std::str::from_utf8(&bytes) {
        Ok(text) if text.starts_with("minolab") => Replay::from_text(text),
        _ => Replay::from_bytes(&bytes),
    };
    replay.with_context(|| format!("in {path:?}"))
}

fn verify(arguments: &Arguments) -> Result<Outcome> {
    let mut failed = 0;
    let mut results = Vec::new();
    let files = files(&arguments.files)?;
    for path in &files {
        let checked = read(path).and_then(|replay| {
            replay.verify()?;
            Ok(replay)
        });
        // Something else than a replay is bad input; one that is not true is a failed check.
        let checked = match checked {
            Err(error) if !is_replay(&error) => return Err(error),
            checked => checked.map_err(|error| error.root_cause().to_string()),
        };
        failed += checked.is_err() as usize;
        let file = path.display().to_string();
        if arguments.json {
            let totals = checked.as_ref().ok().map(|replay| replay.result.totals);
            results.push(json!({
                "file": file,
                "ok": checked.is_ok(),
                "error": checked.as_ref().err(),
                "pieces": totals.map(|totals| totals.pieces),
                "lines": totals.map(|totals| totals.lines),
                "score": totals.map(|totals| totals.score),
            }));
            continue;
        }
        match checked {
            Ok(Replay { result, .. }) => {
                let Totals { pieces, lines, score, .. } = result.totals;
                let (pieces, lines) = (grouped(pieces), grouped(lines));
                output::line(format_args!(
                    "{file}: true, {pieces} pieces, {lines} rows, {} points",
                    grouped(score)
                ))?;
            }
            Err(error) => output::line(format_args!("{file}: false: {error}"))?,
        }
    }
    if arguments.json {
        let (checked, replays) = (files.len(), results);
        output::json(&json!({ "checked": checked, "failed": failed, "replays": replays }))?;
    } else if files.len() > 1 {
        output::line(format_args!("{} replays, {failed} of them false", files.len()))?;
    }
    Ok(if failed == 0 { Outcome::Success } else { Outcome::Failed })
}

/// The files, with folders replaced by the replays in them.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let failed = || format!("reading {path:?}");
        let entries = fs::read_dir(path).with_context(failed)?.collect::<Result<Vec<_>, _>>();
        let mut inside: Vec<PathBuf> =
            entries.with_context(failed)?.into_iter().map(|entry| entry.path()).collect();
        inside.retain(|path| path.extension().is_some_and(|end| end == "mino"));
        if inside.is_empty() {
            bail!("no file in {path:?} ends in .mino");
        }
        inside.sort();
        files.append(&mut inside);
    }
    Ok(files)
}

/// Whether what could not be read or believed is a replay at all.
fn is_replay(error: &anyhow::Error) -> bool {
    if error.is::<VerifyError>() {
        return true;
    }
    let foreign = |error: &ReplayError| {
        matches!(error, ReplayError::Foreign { .. } | ReplayError::Version { .. })
    };
    error.downcast_ref().is_some_and(|error| !foreign(error))
}

fn describe(replay: &Replay) -> Value {
    let totals = replay.result.totals;
    let choices: Vec<String> = replay.choices.iter().map(ToString::to_string).collect();
    json!({
        "rules": replay.rules.name,
        "board": [replay.rules.width, replay.rules.height],
        "agent": replay.agent,
        "mode": replay.mode.to_string(),
        "seed": replay.seed,
        "pieces": totals.pieces,
        "lines": totals.lines,
        "score": totals.score,
        "clear_score": totals.clear_score,
        "lost": replay.result.lost,
        "choices": choices,
    })
}

/// Every position, one after the other.
fn print(mut viewer: Viewer) -> Result<()> {
    output::line(viewer.title())?;
    loop {
        output::line(viewer.caption())?;
        output::line(Frame::new(viewer.painted(), viewer.height()))?;
        if viewer.is_at_end() {
            return Ok(());
        }
        viewer.jump(viewer.at() + 1);
    }
}
