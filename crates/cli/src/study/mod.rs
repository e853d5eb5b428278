//! `minolab study`: what many games teach.

mod people;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use minolab_arena::peak_rss;
use minolab_study::{
    SourceError, Study, StudyError, StudySubject, chart, evidence::Evidence, report,
};
use minolab_train::LogLine;
use serde_json::{Value, json};

use crate::{
    Outcome,
    flags::load_agent,
    output::{self, counted, grouped, write_file},
    stop::Stop,
    stopwatch::Stopwatch,
};

/// Sums up games in a report: one page with text, tables and charts
///
/// Each folder is a group of its own, and so is each agent, ruleset and mode within it: one
/// group is described, several are compared. Folders of training runs make a page on how they
/// learned. The page needs nothing from elsewhere. Games that were interrupted count in figures per
/// placement alone; files that are no valid games are named and left out, and the exit code is then 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab run --agent sprint --limit nodes=2000 --games 200 --save sprint
  minolab study sprint --out sprint.html
  minolab run --agent capstone-sprint --games 200 --save capstone
  minolab study sprint capstone --out both.html --json
  minolab study mine/*.mino sprint --join --out me-and-it.html
  minolab study runs/bcts-cmaes-1 --out learned.html
  minolab study mine/ sprint/ --person --out habits.html

JSON: out, cpu_seconds, peak_rss_bytes, skipped (what was left out and why), groups ([{name, agent, rules, mode,
games, unfinished (apart from games), lost, placements, spins, emptied,
emptied_early, and {value, ci95, n} of pieces, lines, score, clear_score, keys, held, freestyle, main_well,
central_wells, stay, max_height, max_well_depth, spin_gap, spin_again, wells (by pattern), clears (by kind); setups (by name:
{appearances, games, games_ci95, per_piece, forms, made, both, lost, chains (by T-spins), held, span, longest}; null on boards
that are not ten wide)}]); of training runs: out, runs ([{name, generations, end}]); with --person: out, skipped, people ([{name, games, unit, result,
loss, accuracy, extra_presses, groups ([{title, rows ([{name, placements, share, loss}])}]), progress ({then, now}: accuracy of both
halves; null with fewer than four games)}]).")]
pub struct Arguments {
    /// Folders of replays, replays, or folders of training runs.
    #[arg(required = true, value_name = "DIR|FILE")]
    paths: Vec<PathBuf>,
    /// The page to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Review the games and sum up where results are lost: by piece, place, phase, hold and what the moves did.
    /// Each path is a person or an agent of its own, with its games in the order they were played.
    #[arg(long, conflicts_with_all = ["join", "agent", "pictures", "figures"])]
    person: bool,
    /// With --person, how far the reference agent looks.
    #[arg(long, value_name = "N", requires = "person", default_value_t = 2000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Take games of the same agent, rules and mode together, whichever folder they are in.
    #[arg(long)]
    join: bool,
    /// Call the groups this, in order; may be repeated.
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// An agent file whose weights to show, if it is not a shipped one; may be repeated.
    #[arg(long, value_name = "NAME|FILE")]
    agent: Vec<String>,
    /// Also write the main pictures, as SVG files, into this folder.
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    /// With --json, leave out what differs from one time to the next: time and memory.
    #[arg(long)]
    figures: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    if arguments.person {
        return people::run(arguments);
    }
    let stopwatch = Stopwatch::start();
    let study = Study {
        paths: arguments.paths.clone(),
        join: arguments.join,
        names: arguments.name.clone(),
        agents: arguments.agent.iter().map(|name| load_agent(name)).collect::<Result<_>>()?,
        command: command(arguments),
    };
    let bar = output::bar(0, "games");
    let stop = Stop::listen()?;
    let studied = study.make(&stop, &mut |read, all| {
        bar.set_length(all);
        bar.set_position(read);
    });
    bar.finish_and_clear();
    let studied = match studied {
        Err(error @ StudyError::Stopped) => {
            output::note(format_args!("{error}; no report was written"));
            return Ok(stop.outcome());
        }
        studied => studied?,
    };
    let out = &arguments.out;
    write_file(out, studied.page.as_bytes())?;
    match &studied.subject {
        StudySubject::Games(evidence) => games(arguments, evidence, &studied.skipped, &stopwatch),
        StudySubject::Training(runs) => training(arguments, runs),
    }
}

/// Says what the games came to.
fn games(
    arguments: &Arguments,
    evidence: &[Evidence],
    skipped: &[SourceError],
    stopwatch: &Stopwatch,
) -> Result<Outcome> {
    let out = &arguments.out;
    if let Some(folder) = &arguments.pictures {
        fs::create_dir_all(folder).with_context(|| format!("making {folder:?}"))?;
        for (name, svg) in report::pictures(evidence) {
            write_file(&folder.join(name), chart::standalone(&svg).as_bytes())?;
        }
    }
    let elapsed = stopwatch.elapsed();
    if arguments.json {
        let groups: Vec<Value> = evidence.iter().map(report::json).collect();
        let mut value = json!({ "out": out.display().to_string(), "groups": groups });
        value["skipped"] = output::skipped(skipped);
        if !arguments.figures {
            value["cpu_seconds"] = json!(elapsed.cpu_seconds);
            value["peak_rss_bytes"] = json!(peak_rss());
        }
        output::json(&value)?;
    } else {
        for group in evidence {
            let games = counted(group.games, "game");
            let placements = counted(group.placements, "placement");
            let unfinished = match group.unfinished {
                0 => String::new(),
                games => format!(" and {} unfinished", grouped(games)),
            };
            output::line(format_args!("{}: {games}{unfinished}, {placements}", group.name))?;
        }
        output::line(format_args!("written to {}", out.display()))?;
    }
    Ok(output::outcome(skipped))
}

/// Says what the training runs came to.
fn training(arguments: &Arguments, runs: &[report::ReportedRun]) -> Result<Outcome> {
    let out = &arguments.out;
    let done = |run: &report::ReportedRun| {
        run.log.iter().filter(|line| matches!(line, LogLine::Generation(_))).count()
    };
    if arguments.json {
        let runs = runs.iter().map(|run| {
            let end = run.log.iter().find_map(|line| match line {
                LogLine::End(end) => Some(end),
                _ => None,
            });
            json!({ "name": run.name, "generations": done(run), "end": end })
        });
        let runs: Vec<Value> = runs.collect();
        output::json(&json!({ "out": out.display().to_string(), "runs": runs }))?;
        return Ok(Outcome::Success);
    }
    for run in runs {
        output::line(format_args!("{}: {} generations", run.name, done(run)))?;
    }
    output::line(format_args!("written to {}", out.display()))?;
    Ok(Outcome::Success)
}

/// What makes the page again.
fn command(arguments: &Arguments) -> String {
    let paths: Vec<String> =
        arguments.paths.iter().map(|path| path.display().to_string()).collect();
    format!("minolab study {} --out {}", paths.join(" "), arguments.out.display())
}
