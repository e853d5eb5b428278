//! `minolab replay`: a game from a file.

mod form;
mod screen;
mod viewer;

use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use minolab_arena::replay::{GameEvent, Replay};
use minolab_rules::Totals;
use minolab_study::{Games, read, walk};
use serde_json::{Value, json};
use viewer::Viewer;

use crate::{
    Outcome,
    output::{self, counted},
    screen::Frame,
};

/// Plays back a replay, or verifies it
///
/// In a terminal: Space plays and pauses, Left and Right step, Page Up and Page Down step by
/// ten, Home, End, 0 to 9 and g with a number jump, Up and Down change the speed, q ends.
/// Elsewhere every position is printed, with letters for cells, or in colour with --color always.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab run --agent bcts --board 10x10 --games 3 --save games
  minolab replay games/game-00000000.mino
  minolab replay --verify games game.json
  minolab replay games/game-00000000.mino --text > game.txt
  minolab replay games/game-00000000.mino --to gif --until 100
  minolab replay games/game-00000000.mino --to svg --at 10,20,30 > boards.svg
  minolab replay games/game-00000000.mino --to fumen --until 20
  minolab replay games/game-00000000.mino --to tetrais-log > trial.txt
  minolab replay games/game-00000000.mino --to html --agent analyzer --out game.html
  minolab replay game.txt --color always | less -R")]
pub struct Arguments {
    /// A replay in any format, including a person's game from the page or a log of TetrAIs; with
    /// --verify any number of them, or folders of .mino files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Rebuild every game through the rules and check that the result is the one recorded.
    #[arg(long)]
    verify: bool,
    /// Print the text form.
    #[arg(long, conflicts_with = "verify")]
    text: bool,
    #[command(flatten)]
    form: form::FormFlags,
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
    let game = read(file)?;
    if let Some(form) = arguments.form.to {
        arguments.form.write(form, &game, file)?;
    } else if arguments.text {
        // Placements do not say how far a person soft-dropped, so the points would not match.
        ensure!(game.typed.is_empty(), "in {file:?}: a person's game has no text form");
        output::line(game.to_text().trim_end())?;
    } else if arguments.json {
        output::json(&describe(&game))?;
    } else if Frame::has_screen() {
        screen::show(Viewer::new(game)?)?;
    } else {
        print(Viewer::new(game)?)?;
    }
    Ok(Outcome::Success)
}

fn verify(arguments: &Arguments) -> Result<Outcome> {
    let (mut failed, mut unfinished) = (0, 0);
    let mut results = Vec::new();
    let games = Games::find(&arguments.files)?;
    for path in games.paths() {
        let checked = match read(&path) {
            Ok(game) => walk(&game, |_| ()).map(|_| game).map_err(|e| ("MISMATCH", e.to_string())),
            Err(error) => match error.mismatch() {
                Some(mismatch) => Err(("MISMATCH", mismatch)),
                // A single file that is not a replay is bad input; among others it is named.
                None if games.len() == 1 => return Err(error.into()),
                None => Err(("UNREADABLE", error.what())),
            },
        };
        failed += checked.is_err() as usize;
        let end = checked.as_ref().ok().map(|replay| replay.result.end);
        unfinished += end.is_some_and(|end| !end.is_end()) as u64;
        let file = path.display().to_string();
        if arguments.json {
            let totals = checked.as_ref().ok().map(|replay| replay.result.totals);
            results.push(json!({
                "file": file,
                "ok": checked.is_ok(),
                "error": checked.as_ref().err().map(|(_, error)| error),
                "end": end,
                "pieces": totals.map(|totals| totals.pieces),
                "lines": totals.map(|totals| totals.lines),
                "score": totals.map(|totals| totals.score),
            }));
            continue;
        }
        match checked {
            Ok(game) => {
                let Totals { pieces, lines, score, .. } = game.result.totals;
                let (pieces, lines) = (counted(pieces, "piece"), counted(lines, "line"));
                let points = counted(score, "point");
                let end = game.result.end;
                output::line(format_args!("{file}: OK, {pieces}, {lines}, {points}, {end}"))?;
            }
            Err((what, error)) => output::line(format_args!("{file}: {what}: {error}"))?,
        }
    }
    if arguments.json {
        let (checked, replays) = (games.len(), results);
        output::json(&json!({
            "checked": checked,
            "failed": failed,
            "unfinished": unfinished,
            "replays": replays,
        }))?;
    } else if games.len() > 1 {
        let unfinished = match unfinished {
            0 => String::new(),
            games => format!(", {games} unfinished"),
        };
        output::line(format_args!("{} replays, {failed} invalid{unfinished}", games.len()))?;
    }
    Ok(if failed == 0 { Outcome::Success } else { Outcome::Failed })
}

fn describe(replay: &Replay) -> Value {
    let totals = replay.result.totals;
    let choices: Vec<String> = replay.choices().map(|choice| choice.to_string()).collect();
    let mut found = json!({
        "rules": replay.rules.name,
        "board": [replay.rules.width, replay.rules.height],
        "agent": replay.agent,
        "mode": replay.mode.to_string(),
        "seed": replay.seed,
        "pieces": totals.pieces,
        "lines": totals.lines,
        "score": totals.score,
        "clear_score": totals.clear_score,
        "lost": replay.result.is_lost(),
        "end": replay.result.end,
        "choices": choices,
    });
    if replay.has_garbage() {
        found["garbage"] = garbage(replay);
    }
    found
}

/// The garbage rows, and the placement they came before, counted from 1.
fn garbage(replay: &Replay) -> Value {
    let (mut before, mut all) = (1, Vec::new());
    for event in &replay.events {
        match event {
            GameEvent::Placement(_) => before += 1,
            GameEvent::Garbage(rows) => {
                let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
                all.push(json!({ "before": before, "rows": rows }));
            }
        }
    }
    all.into()
}

/// Every position, one after the other.
fn print(mut viewer: Viewer) -> Result<()> {
    output::line(viewer.title())?;
    loop {
        output::line(viewer.caption())?;
        output::styled(Frame::new(viewer.painted(), viewer.height()))?;
        if viewer.is_at_end() {
            return Ok(());
        }
        viewer.jump(viewer.at() + 1);
    }
}
