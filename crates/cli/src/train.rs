//! `minolab train`: weights in, better weights out.

use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use minolab_arena::Goal;
use minolab_rules::Mode;
use minolab_train::{Event, Folder, Line, Training, VERSION};
use serde_json::json;
use toml::{Table, Value};

use crate::{
    Outcome,
    flags::{Changes, GameFlags, load_agent},
    output::{self, counted, grouped},
    ruleset,
    run::{clock, stop_on_interrupt, threads},
};

/// Learns an agent's weights by playing
///
/// Everything a run does follows from its settings: the same file gives the same champion with
/// any number of threads and after any interruption. Ctrl-C stops it without a loss; --resume goes
/// on. Candidates of a generation play the same games, and in the end the champion plays games
/// held out until then.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab train --agent capstone-sprint --optimizer es --objective sprint --start zero --out runs/sprint
  minolab train --agent bcts --optimizer cmaes --objective lines --board 10x13 --games 20 --generations 100
  minolab train --agent blitz --limit nodes=2000 --optimizer es --objective score --weights well_depth,tslot.2
  minolab train --agent bcts --board 10x10 --optimizer sweep --weights holes --values=-5,-13,-30 --games 50
  minolab train docs/experiments/hidamari-swarm.toml
  minolab train --resume runs/sprint

A run file is TOML: agent = \"NAME\" (or the agent written out), rules, board, and the settings that
run.toml in every run folder shows. The folder holds run.toml, log.jsonl, checkpoint and, at the end,
champion.toml, an agent file.

JSON: out, generations, games, pieces, champion_generation, held_out {mean, se, n}, given (the agent
the run was given, on the same games), gain (game by game), gain_ci95.")]
pub struct Arguments {
    /// A run file; flags given beside it win.
    #[arg(value_name = "FILE", conflicts_with = "resume")]
    file: Option<PathBuf>,
    /// Go on with the run in this folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["agent", "optimizer", "objective", "out"])]
    resume: Option<PathBuf>,
    /// Whose weights are learned: a shipped agent's name, or an agent file.
    #[arg(long, value_name = "NAME|FILE")]
    agent: Option<String>,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    game: GameFlags,
    /// The optimizer [default: cmaes].
    #[arg(long)]
    optimizer: Option<OptimizerName>,
    /// What for [default: lines].
    #[arg(long)]
    objective: Option<ObjectiveName>,
    /// The weights to learn, separated by commas [default: all that the agent has].
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    weights: Option<Vec<String>>,
    /// Where to begin: the agent's weights, or around zero [default: agent].
    #[arg(long)]
    start: Option<StartName>,
    /// How far from there the first candidates lie: a share of each weight, or a number if they
    /// start around zero [default: 0.3, or 1 around zero].
    #[arg(long, value_name = "X")]
    spread: Option<f64>,
    /// The values of a sweep, separated by commas: --optimizer sweep --weights NAME sets them side by
    /// side.
    #[arg(long, value_name = "X,…", value_delimiter = ',', allow_hyphen_values = true)]
    values: Option<Vec<f64>>,
    /// Candidates a generation [default: the optimiser's own].
    #[arg(long, value_name = "N")]
    population: Option<usize>,
    /// How many generations [default: 50].
    #[arg(long, value_name = "N")]
    generations: Option<u64>,
    /// Games each candidate plays [default: 1].
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Stop candidates that are clearly worse after this many games, and again after twice as
    /// many.
    #[arg(long, value_name = "N")]
    race: Option<u64>,
    /// Pieces that end a game.
    #[arg(long, value_name = "P")]
    pieces: Option<u64>,
    /// Games that decide whether a generation's best is a new champion [default: 100].
    #[arg(long, value_name = "N")]
    validation: Option<u64>,
    /// Games that say in the end how good the champion is [default: 100].
    #[arg(long, value_name = "N")]
    held_out: Option<u64>,
    /// Where all its randomness comes from [default: 1].
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The run's folder [default: a new one under runs/].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many threads [default: all cores].
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OptimizerName {
    Ga,
    Es,
    Pso,
    Cem,
    Cmaes,
    Sweep,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ObjectiveName {
    Lines,
    Sprint,
    Score,
    Keys,
    ScorePerCpu,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StartName {
    Agent,
    Zero,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let mut folder = match &arguments.resume {
        Some(path) => Folder::resume(path)?,
        None => {
            let training = arguments.training()?;
            let path = match &arguments.out {
                Some(path) => path.clone(),
                None => new_folder(&training),
            };
            Folder::create(&path, training)?
        }
    };
    let stop = stop_on_interrupt()?;
    let mut bar = Bar::new(folder.trainer().training().generations);
    if !arguments.json {
        eprintln!("training in {}", folder.path().display());
    }
    let is_complete =
        folder.run(threads(arguments.threads), &stop, &mut |event| bar.tell(event))?;
    bar.clear();
    let path = folder.path().display();
    if !is_complete {
        eprintln!("Stopped. Resume with: minolab train --resume {path}");
        return Ok(Outcome::Success);
    }
    let Some(end) = folder.trainer().end() else { return Ok(Outcome::Success) };
    let champion = folder.path().join("champion.toml");
    if arguments.json {
        output::json(&json!({
            "out": folder.path(),
            "generations": folder.trainer().training().generations,
            "games": end.games,
            "pieces": end.pieces,
            "champion_generation": folder.trainer().champion_generation(),
            "held_out": end.held_out,
            "given": end.given,
            "gain": end.gain,
            "gain_ci95": end.gain_ci95,
        }))?;
    } else {
        let [low, high] = end.gain_ci95;
        output::line(format_args!(
            "champion  {} on {} held-out games ({})",
            end.held_out,
            end.held_out.n,
            champion.display()
        ))?;
        output::line(format_args!("given     {} on the same games", end.given))?;
        output::line(format_args!("gain      {} (95 % interval {low:.3} to {high:.3})", end.gain))?;
        output::line(format_args!(
            "played    {}, {}",
            counted(end.games, "game"),
            counted(end.pieces, "piece")
        ))?;
    }
    Ok(Outcome::Success)
}

/// Reads a run file that came from elsewhere: it may name shipped agents and rules, but no file.
pub fn from_text(text: &str) -> Result<Training> {
    let table: Table = toml::from_str(text).context("in the run file")?;
    if let Some(Value::String(name)) = table.get("agent")
        && minolab_agents::shipped::get(name).is_none()
    {
        let names = minolab_agents::shipped::NAMES.join(", ");
        bail!("no agent {name:?}: expected one of {names}, or the agent written out");
    }
    if let Some(Value::String(name)) = table.get("rules")
        && minolab_rules::shipped::get(name).is_none()
    {
        let names = minolab_rules::shipped::NAMES.join(", ");
        bail!("no ruleset {name:?}: expected one of {names}, or the rules written out");
    }
    Alone::try_parse_from(["train"])?.arguments.training_of(table)
}

/// The arguments of a command without any.
#[derive(clap::Parser)]
struct Alone {
    #[command(flatten)]
    arguments: Arguments,
}

impl Arguments {
    /// The run file, or nothing, with the flags' changes.
    fn training(&self) -> Result<Training> {
        let table = match &self.file {
            Some(path) => {
                let text = fs::read_to_string(path).with_context(|| format!("reading {path:?}"))?;
                toml::from_str(&text).with_context(|| format!("in run file {path:?}"))?
            }
            None => Table::new(),
        };
        self.training_of(table)
    }

    /// What a run file says, with the flags' changes.
    fn training_of(&self, mut table: Table) -> Result<Training> {
        table.entry("version").or_insert_with(|| VERSION.into());
        self.put_agent(&mut table)?;
        self.put_rules(&mut table)?;
        if let Some(optimizer) = self.optimizer {
            let mut section = Table::new();
            section.insert("kind".into(), name(optimizer).into());
            table.insert("optimizer".into(), Value::Table(section));
        }
        let optimizer = section(&mut table, "optimizer")?;
        optimizer.entry("kind").or_insert_with(|| "cmaes".into());
        if let Some(values) = &self.values {
            optimizer.insert("values".into(), values.clone().into());
        }
        if let Some(population) = self.population {
            optimizer.insert("population".into(), Value::Integer(population as i64));
        }
        let objective = section(&mut table, "objective")?;
        if let Some(kind) = self.objective {
            objective.insert("kind".into(), name(kind).into());
        }
        objective.entry("kind").or_insert_with(|| "lines".into());
        if let Some(mode) = self.game.mode {
            put_mode(objective, mode)?;
        }
        if let Some(pieces) = self.pieces {
            objective.insert("pieces".into(), Value::Integer(pieces as i64));
        }
        let learn = section(&mut table, "learn")?;
        if let Some(weights) = &self.weights {
            learn.insert("weights".into(), weights.clone().into());
        }
        if let Some(start) = self.start {
            learn.insert("start".into(), name(start).into());
        }
        if let Some(spread) = self.spread {
            learn.insert("spread".into(), spread.into());
        } else if learn.get("start").and_then(Value::as_str) == Some("zero") {
            learn.entry("spread").or_insert(Value::Float(1.0));
        }
        if let Some(first) = self.race {
            let mut race = Table::new();
            race.insert("first".into(), Value::Integer(first as i64));
            table.insert("race".into(), Value::Table(race));
        }
        for (name, number) in [
            ("seed", self.seed),
            ("generations", self.generations),
            ("games", self.games),
            ("validation", self.validation),
            ("held_out", self.held_out),
            ("known", self.game.known.map(|known| known as u64)),
        ] {
            if let Some(number) = number {
                let number = i64::try_from(number).with_context(|| format!("{name} {number}"))?;
                table.insert(name.into(), Value::Integer(number));
            }
        }
        table.entry("generations").or_insert(Value::Integer(50));
        Ok(Training::from_toml(&toml::to_string(&table)?)?)
    }

    /// The agent written out, with its changes.
    fn put_agent(&self, table: &mut Table) -> Result<()> {
        let agent = match (&self.agent, table.get("agent")) {
            (Some(name), _) => load_agent(name)?,
            (None, Some(Value::String(name))) => load_agent(&self.beside(name))?,
            (None, Some(Value::Table(agent))) => {
                minolab_agents::Agent::from_toml(&toml::to_string(agent)?)?
            }
            (None, _) => {
                bail!("no agent given: expected --agent NAME|FILE, or agent in the run file")
            }
        };
        let mut agent = self.changes.apply(agent)?;
        // Settings of the agent that a run file changes, as --set does.
        if let Some(Value::Table(set)) = table.remove("set") {
            for (name, value) in &set {
                agent = agent.with_setting(name, &value.to_string())?;
            }
            // As with --limit: nodes alone give the same game on every machine.
            if set.contains_key("search.nodes") && !set.contains_key("search.ms") {
                agent.search.untime();
            }
        }
        table.insert("agent".into(), Value::Table(toml::from_str(&agent.to_toml())?));
        Ok(())
    }

    /// The rules written out, on the board asked for.
    fn put_rules(&self, table: &mut Table) -> Result<()> {
        let usual = table["agent"].get("rules").and_then(Value::as_str).unwrap_or("classic");
        let mut rules = match (&self.game.rules, table.get("rules")) {
            (Some(_), _) => self.game.rules(usual)?,
            (None, Some(Value::String(name))) => ruleset::load(&self.beside(name))?,
            (None, Some(Value::Table(rules))) => {
                minolab_rules::Ruleset::from_toml(&toml::to_string(rules)?)?
            }
            (None, _) => ruleset::load(usual)?,
        };
        let board = match (self.game.board, table.remove("board")) {
            (Some(size), _) => Some(size),
            (None, Some(Value::String(size))) => Some(size.parse()?),
            (None, Some(other)) => bail!("board is {other}, expected a size such as \"10x13\""),
            (None, None) => None,
        };
        if let Some(size) = board {
            rules = size.of(rules)?;
        }
        table.insert("rules".into(), Value::Table(toml::from_str(&rules.to_toml())?));
        Ok(())
    }

    /// A file named in a run file is looked for beside it first.
    fn beside(&self, name: &str) -> String {
        let beside = self.file.as_deref().and_then(Path::parent).map(|folder| folder.join(name));
        match beside {
            Some(path) if path.is_file() => path.display().to_string(),
            _ => name.into(),
        }
    }
}

/// The lines or pieces that a mode ends with, as the limits of the objective.
fn put_mode(objective: &mut Table, mode: Mode) -> Result<()> {
    let Goal { pieces, lines, seconds } = Goal::from(mode);
    if seconds.is_some() {
        bail!("mode {mode} ends by the clock, expected sprint, lines=N, blitz or moves=N");
    }
    for (name, limit) in [("pieces", pieces), ("lines", lines)] {
        match limit {
            u64::MAX => objective.remove(name),
            limit => objective.insert(name.into(), Value::Integer(limit as i64)),
        };
    }
    Ok(())
}

fn section<'a>(table: &'a mut Table, name: &str) -> Result<&'a mut Table> {
    match table.entry(name).or_insert_with(|| Value::Table(Table::new())) {
        Value::Table(section) => Ok(section),
        other => bail!("{name} is {other}, expected a section [{name}]"),
    }
}

fn name(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().into())
}

/// The first unused folder named after the run.
fn new_folder(training: &Training) -> PathBuf {
    let name = format!("{}-{}", training.agent.name, training.optimizer.name());
    let folder = |number: u32| Path::new("runs").join(format!("{name}-{number}"));
    (1..).map(folder).find(|path| !path.exists()).unwrap_or_else(|| folder(0))
}

/// A line on standard error that shows how far the run is.
struct Bar {
    bar: ProgressBar,
    generations: u64,
    text: String,
    first: Option<f64>,
}

const STEPS: u64 = 10_000;

impl Bar {
    fn new(generations: u64) -> Bar {
        let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr());
        bar.set_style(
            ProgressStyle::with_template("{bar:24} {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Bar { bar, generations, text: String::new(), first: None }
    }

    fn tell(&mut self, event: &Event) {
        match event {
            Event::Line(Line::Generation(line)) => {
                self.text = format!(
                    "best {:.1}, mean {:.1}, champion {} (generation {})",
                    line.best, line.mean, line.champion, line.champion_generation
                );
            }
            Event::Line(_) | Event::Pause(_) => {}
            Event::Progress(progress) => {
                let first = *self.first.get_or_insert(progress.fraction);
                let seconds = progress.elapsed.as_secs_f64().max(1e-9);
                let rate = progress.fresh_games as f64 / seconds;
                let mut text =
                    format!("{}/{} {}", progress.generations, self.generations, self.text);
                text += &format!(", {} games/s", grouped(rate as u64));
                let advance = progress.fraction - first;
                if advance > 0.0 {
                    let left = seconds * (1.0 - progress.fraction) / advance;
                    text += &format!(", {} left", clock(Duration::from_secs_f64(left.min(1e9))));
                }
                self.bar.set_position((progress.fraction * STEPS as f64) as u64);
                self.bar.set_message(text);
                self.bar.tick();
            }
        }
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_files_from_elsewhere_name_no_files() {
        let text = include_str!("../../../docs/experiments/capstone-sprint.toml");
        assert_eq!(from_text(text).unwrap().agent.name, "capstone-sprint");
        let refused = |text: &str| from_text(text).unwrap_err().to_string();
        // A file that is there, and would be read if it were looked for.
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/agents/bcts.toml");
        assert!(refused(&format!("agent = {file:?}")).starts_with("no agent"));
        assert!(refused("agent = 'bcts'\nrules = '/etc/passwd'").starts_with("no ruleset"));
        assert!(from_text("agent = 'bcts'\nboard = '10x13'").is_ok());
    }
}
