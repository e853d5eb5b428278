//! `minolab train`: weights in, better weights out.

use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use minolab_agents::catalog::Reference;
use minolab_arena::Goal;
use minolab_rules::Mode;
use minolab_train::{
    Folder, LogLine, Objective, ObjectiveKind, OptimizerSettings, Race, RunFile, Start,
    TrainerEvent, Training, by_name, names_of,
};
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::{
    Outcome, bounds,
    catalog::FILES,
    flags::{Changes, GameFlags},
    output::{self, counted, grouped},
    run::{clock, threads},
    stop::Stop,
};

/// Learns an agent's weights by playing
///
/// Everything a run does follows from its settings: the same file gives the same champion with any number of threads
/// and after any interruption. Ctrl-C stops it without losing anything; --resume continues it. Candidates of a
/// generation play the same games, and in the end the champion plays held-out games.
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

JSON: out, complete, generations, games, pieces, champion_generation, held_out {mean, se, n}, given (the agent
the run was given, on the same games), gain (game by game), gain_ci95.")]
pub struct Arguments {
    /// A run file; flags override it.
    #[arg(value_name = "FILE", conflicts_with = "resume")]
    file: Option<PathBuf>,
    /// Resume the run in this folder, with the settings it has; only --threads and --json go with it.
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "agent", "settings", "depth", "limits", "rules", "mode", "board", "known", "optimizer",
        "objective", "weights", "start", "spread", "values", "population", "generations", "games",
        "race", "pieces", "validation", "held_out", "seed", "out",
    ])]
    resume: Option<PathBuf>,
    /// The agent to train: a shipped agent's name, or an agent file.
    #[arg(long, value_name = "NAME|FILE")]
    agent: Option<String>,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    game: GameFlags,
    /// The optimizer [default: cmaes].
    #[arg(long, value_parser = optimizer())]
    optimizer: Option<OptimizerSettings>,
    /// What to maximise [default: lines].
    #[arg(long, value_parser = named::<ObjectiveKind>())]
    objective: Option<ObjectiveKind>,
    /// The weights to learn, separated by commas, by the names that --set takes [default: all that
    /// the agent has].
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    weights: Option<Vec<String>>,
    /// Where to start: from the agent's weights, or around zero [default: agent].
    #[arg(long, value_parser = named::<Start>())]
    start: Option<Start>,
    /// The spread of the first candidates: a fraction of each weight, or a number around zero
    /// [default: 0.3, or 1 around zero].
    #[arg(long, value_name = "X")]
    spread: Option<f64>,
    /// The values of a sweep, separated by commas: --optimizer sweep --weights NAME sets them side by
    /// side.
    #[arg(long, value_name = "X,…", value_delimiter = ',', allow_hyphen_values = true)]
    values: Option<Vec<f64>>,
    /// Candidates per generation [default: depends on the optimizer].
    #[arg(long, value_name = "N")]
    population: Option<usize>,
    /// How many generations [default: 50].
    #[arg(long, value_name = "N")]
    generations: Option<u64>,
    /// Games per candidate [default: 1].
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Stop candidates that are clearly worse after this many games, and again after twice as
    /// many.
    #[arg(long, value_name = "N")]
    race: Option<u64>,
    /// Stop each game after this many pieces.
    #[arg(long, value_name = "P")]
    pieces: Option<u64>,
    /// Games that decide whether a generation's best is a new champion [default: 100].
    #[arg(long, value_name = "N")]
    validation: Option<u64>,
    /// Held-out games that measure the final champion [default: 100].
    #[arg(long, value_name = "N")]
    held_out: Option<u64>,
    /// The random seed [default: 1].
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The run's folder [default: a new one under runs/].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many threads [default: all cores].
    #[arg(long, value_name = "T", value_parser = bounds::threads)]
    threads: Option<NonZeroUsize>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
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
    let stop = Stop::listen()?;
    let mut bar = Bar::new(folder.trainer().training().generations);
    if !arguments.json {
        output::note(format_args!("training in {}", folder.path().display()));
    }
    let is_complete =
        folder.run(threads(arguments.threads), &stop, &mut |event| bar.tell(event))?;
    bar.clear();
    let path = folder.path().display();
    if !is_complete {
        measured(&folder, arguments.json)?;
        output::note(format_args!("Stopped. Resume with: minolab train --resume {path}"));
        return Ok(stop.outcome());
    }
    let Some(end) = folder.trainer().end() else { return Ok(Outcome::Success) };
    let champion = folder.path().join("champion.toml");
    if arguments.json {
        output::json(&json!({
            "out": folder.path(),
            "complete": true,
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

/// Reports the progress of a run that was stopped.
fn measured(folder: &Folder, json: bool) -> Result<()> {
    let log = Folder::lines(folder.path())?;
    let last = log.iter().rev().find_map(|line| match line {
        LogLine::Generation(line) => Some(line),
        _ => None,
    });
    let generations = folder.trainer().training().generations;
    if json {
        output::json(&json!({
            "out": folder.path(),
            "complete": false,
            "generations": last.map_or(0, |line| line.generation),
            "games": last.map_or(0, |line| line.games),
            "pieces": last.map_or(0, |line| line.pieces),
            "champion": last.map(|line| line.champion),
            "champion_generation": last.map(|line| line.champion_generation),
        }))?;
    } else if let Some(line) = last {
        output::line(format_args!(
            "champion  {} on {} validation games, from generation {}; {} of {generations} generations, {}, {}",
            line.champion,
            line.champion.n,
            line.champion_generation,
            line.generation,
            counted(line.games, "game"),
            counted(line.pieces, "piece")
        ))?;
    }
    Ok(())
}

impl Arguments {
    /// The run file, or an empty one, with the flags' changes.
    fn training(&self) -> Result<Training> {
        let mut file = match &self.file {
            Some(path) => {
                let text = fs::read_to_string(path).with_context(|| format!("reading {path:?}"))?;
                let file = RunFile::from_toml(&text);
                beside(file.with_context(|| format!("in run file {path:?}"))?, path.parent())
            }
            None => RunFile::default(),
        };
        self.change(&mut file)?;
        let training = file.training(FILES)?;
        self.game.check_known(&[&training.agent], &training.rules)?;
        let seen = self.game.seen(&training.rules);
        self.changes.check_known(&training.agent, &training.rules, seen)?;
        Ok(training)
    }

    /// Applies the flags, which override the file.
    fn change(&self, file: &mut RunFile) -> Result<()> {
        if let Some(name) = &self.agent {
            file.agent = Some(Reference::Name(name.clone()));
        }
        if file.agent.is_some() {
            // The file's settings come first, so that flags override them.
            let agent = self.changes.apply(file.agent(FILES)?)?;
            (file.agent, file.set) = (Some(Reference::whole(agent)), Default::default());
        }
        if let Some(name) = &self.game.rules {
            file.rules = Some(Reference::Name(name.clone()));
        }
        if let Some(optimizer) = &self.optimizer {
            file.optimizer = Some(optimizer.clone());
        }
        if let Some(values) = &self.values {
            match file.optimizer() {
                OptimizerSettings::Sweep(sweep) => sweep.values = values.clone(),
                other => bail!("--values is for --optimizer sweep, found {}", other.name()),
            }
        }
        if let Some(population) = self.population {
            file.optimizer().set_population(population)?;
        }
        if let Some(kind) = self.objective {
            file.objective().kind = kind;
        }
        if let Some(mode) = self.game.mode {
            put_mode(file.objective(), mode)?;
        }
        let learn = &mut file.learn;
        if let Some(weights) = &self.weights {
            learn.learn.weights = weights.clone();
        }
        learn.learn.start = self.start.unwrap_or(learn.learn.start);
        learn.spread = self.spread.or(learn.spread);
        if let Some(first) = self.race {
            file.race = Some(Race::new(first));
        }
        if self.pieces.is_some() {
            file.objective().pieces = self.pieces;
        }
        file.board = self.game.board.or(file.board);
        file.seed = self.seed.or(file.seed);
        file.generations = self.generations.or(file.generations);
        file.games = self.games.or(file.games);
        file.validation = self.validation.or(file.validation);
        file.held_out = self.held_out.or(file.held_out);
        file.known = self.game.known.or(file.known);
        Ok(())
    }
}

/// Files that a run file names are looked for beside it first.
fn beside(file: RunFile, folder: Option<&Path>) -> RunFile {
    fn found<T>(reference: Reference<T>, folder: Option<&Path>) -> Reference<T> {
        match (&reference, folder) {
            (Reference::Name(name), Some(folder)) if folder.join(name).is_file() => {
                Reference::Name(folder.join(name).display().to_string())
            }
            _ => reference,
        }
    }
    let agent = file.agent.map(|agent| found(agent, folder));
    let rules = file.rules.map(|rules| found(rules, folder));
    RunFile { agent, rules, ..file }
}

/// The lines or pieces that end a mode, as limits of the objective.
fn put_mode(objective: &mut Objective, mode: Mode) -> Result<()> {
    let Goal { pieces, lines, seconds } = Goal::from(mode);
    if seconds.is_some() {
        bail!("mode {mode} ends by the clock, expected sprint, lines=N, blitz or moves=N");
    }
    let limit = |limit| Some(limit).filter(|&limit| limit != u64::MAX);
    (objective.pieces, objective.lines) = (limit(pieces), limit(lines));
    Ok(())
}

/// A flag whose values are the names of a plain enum of the trainer's.
fn named<T>() -> impl TypedValueParser<Value = T>
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names_of::<T>()).try_map(|name| by_name(&name))
}

/// The default settings of the optimiser with this name.
fn optimizer() -> impl TypedValueParser<Value = OptimizerSettings> {
    PossibleValuesParser::new(OptimizerSettings::NAMES)
        .try_map(|name| OptimizerSettings::named(&name).ok_or("expected an optimiser"))
}

/// The first unused folder named after the run.
fn new_folder(training: &Training) -> PathBuf {
    let name = format!("{}-{}", training.agent.name, training.optimizer.name());
    let folder = |number: u32| Path::new("runs").join(format!("{name}-{number}"));
    (1..).map(folder).find(|path| !path.exists()).unwrap_or_else(|| folder(0))
}

/// A progress line on standard error.
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

    fn tell(&mut self, event: &TrainerEvent) {
        match event {
            TrainerEvent::Line(LogLine::Generation(line)) => {
                self.text = format!(
                    "best {:.1}, mean {:.1}, champion {} (generation {})",
                    line.best, line.mean, line.champion, line.champion_generation
                );
            }
            TrainerEvent::Line(_) | TrainerEvent::Pause(_) => {}
            TrainerEvent::Progress(progress) => {
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
