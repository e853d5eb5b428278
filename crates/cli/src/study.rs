//! `minolab study`: what many games teach.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use minolab_arena::{peak_rss, replay::Replay};
use minolab_engine::{Agent, shipped};
use minolab_study::{Games, SourceError, chart, evidence::Evidence, report};
use minolab_train::{Folder, Line};
use serde_json::{Value, json};

use crate::{
    Outcome,
    flags::load_agent,
    output::{self, grouped},
    stopwatch::Stopwatch,
};

/// Sums up games in a report: one page with text, tables and charts
///
/// Each folder is a group of its own, and so is each agent, ruleset and mode within it: one
/// group is described, several are compared. Folders of training runs make a page on how they
/// learned. The page needs nothing from elsewhere.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab run --agent sprint --limit nodes=2000 --games 200 --save sprint
  minolab study sprint --out sprint.html
  minolab run --agent capstone-sprint --games 200 --save capstone
  minolab study sprint capstone --out both.html --json
  minolab study mine/*.mino sprint --join --out me-and-it.html
  minolab study runs/bcts-cmaes-1 --out learned.html

JSON: out, cpu_seconds, peak_rss_bytes, groups ([{name, agent, rules, mode, games, lost, placements, spins, emptied,
emptied_early, and {value, ci95, n} of pieces, lines, score, clear_score, keys, held, freestyle, main_well,
central_wells, stay, max_height, max_well_depth, spin_gap, spin_again, wells (by pattern), clears (by kind)}]); of
training runs: out, runs ([{name, generations, end}]).")]
pub struct Arguments {
    /// Folders of replays, replays, or folders of training runs.
    #[arg(required = true, value_name = "DIR|FILE")]
    paths: Vec<PathBuf>,
    /// The page to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
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

/// More groups than colours could not be told apart.
const MOST_GROUPS: usize = 4;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let stopwatch = Stopwatch::start();
    let is_training = |path: &&PathBuf| path.join("run.toml").is_file();
    match arguments.paths.iter().filter(is_training).count() {
        0 => {}
        runs if runs == arguments.paths.len() => return training(arguments),
        _ => {
            bail!("found games and training runs, expected either: a report is on one or the other")
        }
    }
    let mut groups = gather(arguments)?;
    name(&mut groups, arguments);
    let mut evidence: Vec<Evidence> = groups.into_iter().map(|(_, evidence)| evidence).collect();
    for (group, name) in evidence.iter_mut().zip(&arguments.name) {
        group.name = name.clone();
    }
    let agents = agents(arguments, &evidence)?;
    let page = report::html(&evidence, &agents, &command(arguments));
    let out = &arguments.out;
    fs::write(out, page).with_context(|| format!("writing {out:?}"))?;
    if let Some(folder) = &arguments.pictures {
        fs::create_dir_all(folder).with_context(|| format!("making {folder:?}"))?;
        for (name, svg) in report::pictures(&evidence) {
            let path = folder.join(name);
            fs::write(&path, chart::standalone(&svg))
                .with_context(|| format!("writing {path:?}"))?;
        }
    }
    let elapsed = stopwatch.elapsed();
    if arguments.json {
        let groups: Vec<Value> = evidence.iter().map(report::json).collect();
        let mut value = json!({ "out": out.display().to_string(), "groups": groups });
        if !arguments.figures {
            value["cpu_seconds"] = json!(elapsed.cpu_seconds);
            value["peak_rss_bytes"] = json!(peak_rss());
        }
        output::json(&value)?;
    } else {
        for group in &evidence {
            let (games, placements) = (grouped(group.games), grouped(group.placements));
            output::line(format_args!("{}: {games} games, {placements} placements", group.name))?;
        }
        output::line(format_args!("written to {}", out.display()))?;
    }
    Ok(Outcome::Success)
}

/// The page on training runs.
fn training(arguments: &Arguments) -> Result<Outcome> {
    let mut runs = Vec::new();
    for (at, path) in arguments.paths.iter().enumerate() {
        let folder = path.file_name().unwrap_or(path.as_os_str());
        let name = arguments.name.get(at).cloned();
        runs.push(report::Run {
            name: name.unwrap_or_else(|| folder.to_string_lossy().into_owned()),
            training: Folder::training(path)?,
            log: Folder::lines(path)?,
        });
    }
    let out = &arguments.out;
    let page = report::training(&runs, &command(arguments));
    fs::write(out, page).with_context(|| format!("writing {out:?}"))?;
    let done = |run: &report::Run| {
        run.log.iter().filter(|line| matches!(line, Line::Generation(_))).count()
    };
    if arguments.json {
        let runs = runs.iter().map(|run| {
            let end = run.log.iter().find_map(|line| match line {
                Line::End(end) => Some(end),
                _ => None,
            });
            json!({ "name": run.name, "generations": done(run), "end": end })
        });
        let runs: Vec<Value> = runs.collect();
        output::json(&json!({ "out": out.display().to_string(), "runs": runs }))?;
        return Ok(Outcome::Success);
    }
    for run in &runs {
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

/// What tells groups apart: the place among the arguments, agent, rules and mode.
type Key = (usize, String, String, String);

fn gather(arguments: &Arguments) -> Result<Vec<(Key, Evidence)>> {
    let sources: Vec<Games> = arguments
        .paths
        .iter()
        .map(|path| Games::find(&[path]))
        .collect::<Result<_, SourceError>>()?;
    let total: usize = sources.iter().map(Games::len).sum();
    let bar = output::bar(total as u64, "games");
    let mut groups: Vec<(Key, Evidence)> = Vec::new();
    for (place, games) in sources.iter().enumerate() {
        for found in games.iter() {
            let (path, replay) = found?;
            let place = if arguments.join { 0 } else { place };
            let key = key(place, &replay);
            let at = match groups.iter().position(|(known, _)| *known == key) {
                Some(at) => at,
                None if groups.len() == MOST_GROUPS => {
                    bail!("more than {MOST_GROUPS} groups of games: {path:?} begins another")
                }
                None => {
                    groups.push((key, Evidence::new(&replay.agent, &replay)));
                    groups.len() - 1
                }
            };
            groups[at].1.add(&replay).map_err(|error| SourceError::Untrue { path, error })?;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(groups)
}

fn key(place: usize, replay: &Replay) -> Key {
    (place, replay.agent.clone(), replay.rules.name.clone(), replay.mode.to_string())
}

/// Groups of one agent need longer names.
fn name(groups: &mut [(Key, Evidence)], arguments: &Arguments) {
    let keys: Vec<Key> = groups.iter().map(|(key, _)| key.clone()).collect();
    for (key, evidence) in groups {
        let (place, agent, _, mode) = key;
        let twins = keys.iter().filter(|other| other.1 == *agent).count();
        let same_mode = keys.iter().filter(|other| other.1 == *agent && other.3 == *mode).count();
        if twins > 1 {
            let folder = arguments.paths[*place].file_name().map(Path::new);
            let folder = folder.map_or(String::new(), |name| name.display().to_string());
            evidence.name = match same_mode {
                1 => format!("{agent} ({mode})"),
                _ => format!("{agent} ({folder})"),
            };
        }
    }
}

/// The agents whose weights are known, each once.
fn agents(arguments: &Arguments, groups: &[Evidence]) -> Result<Vec<Agent>> {
    let mut agents: Vec<Agent> = Vec::new();
    for name in &arguments.agent {
        agents.push(load_agent(name)?);
    }
    for group in groups {
        let is_new = agents.iter().all(|agent| agent.name != group.agent);
        agents.extend(shipped::get(&group.agent).filter(|_| is_new).cloned());
    }
    Ok(agents)
}
