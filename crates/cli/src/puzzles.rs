//! `minolab puzzles`: positions with one clear best move.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, ensure};
use clap::value_parser;
use minolab_agents::Agent;
use minolab_arena::{FileLock, crew};
use minolab_engine::{Player, Position};
use minolab_rules::Ruleset;
use minolab_study::{
    calibrate,
    puzzle::{self, OpenPuzzle, Puzzle, PuzzleMaker},
};
use serde_json::{Value, json};

use crate::{
    Outcome,
    flags::AgentFlags,
    output::{self, counted, write_file},
    run::threads,
    sampling::{SampleFile, SamplingFlags, beside, head},
    stop::Stop,
};

/// Makes puzzles from games, or checks them: positions with one clear best move
///
/// A position of a game, by an agent that now and then errs, is a puzzle if one choice is clearly the best
/// by the agent's calibration, with five times the nodes as well, and if no more than a search of a
/// person's range finds it. Those found are kept beside the result as they come: the same command again
/// resumes after an interruption.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab puzzles make --agent blitz --limit nodes=10000 --playing-on capstone-blitz --positions 2000 --out blitz.jsonl
  minolab puzzles check blitz.jsonl --agent blitz --limit nodes=100000

JSON of make: positions, puzzles, themes (counts), out. JSON of check: puzzles, agreed, share, others ([{id, position, key, found}]).")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Make(Box<Make>),
    Check(Check),
}

/// Makes puzzles from games of agents
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab puzzles make --agent sprint --playing-on capstone-sprint --positions 2000 --out sprint.jsonl")]
struct Make {
    #[command(flatten)]
    flags: SamplingFlags,
    /// How many positions to look at.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = value_parser!(u64).range(1..=100_000_000))]
    positions: u64,
    /// Where the puzzles are written, one JSON object per line.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Lets an agent solve puzzles; exit code 1 if it agrees with fewer than 98 in 100 keys
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab puzzles check sprint.jsonl --agent sprint --limit nodes=100000
  minolab puzzles check --agent blitz --limit nodes=100000")]
struct Check {
    /// Puzzles, one per line [default: the shipped ones of the agent's mode].
    file: Option<PathBuf>,
    #[command(flatten)]
    agent: AgentFlags,
    /// How many threads [default: all cores].
    #[arg(long, value_name = "T", value_parser = crate::bounds::threads)]
    threads: Option<std::num::NonZeroUsize>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    match &arguments.command {
        Command::Make(make) => make.run(),
        Command::Check(check) => check.run(),
    }
}

impl Make {
    fn run(&self) -> Result<Outcome> {
        let sampling = self.flags.sampling()?;
        let calibration = calibrate::shipped::of(&sampling.judge, sampling.mode)
            .filter(|curve| curve.unit == calibrate::unit(sampling.mode))
            .with_context(|| {
                format!("what {} loses in {} is not known", sampling.judge.name, sampling.mode)
            })?;
        let stop = Stop::listen()?;
        let path = beside(&self.out);
        let lock = FileLock::take(&path).with_context(|| format!("{path:?}"))?;
        let file = SampleFile { path: &path, head: head(&sampling), stop: &stop };
        let maker = PuzzleMaker { sampling, calibration: calibration.clone() };
        let mut workers: Vec<_> = (0..self.flags.threads()).map(|_| maker.players()).collect();
        let found: Vec<Option<Puzzle>> =
            file.take(self.positions, &mut workers, |number, players| maker.make(number, players))?;
        let looked_at = found.len() as u64;
        if looked_at < self.positions {
            output::note(format_args!(
                "Stopped after {}. Resume with the same command.",
                counted(looked_at, "position")
            ));
            return Ok(stop.outcome());
        }
        let puzzles: Vec<Puzzle> = found.into_iter().flatten().collect();
        let mut text = String::new();
        let mut themes: BTreeMap<&str, u64> = BTreeMap::new();
        for puzzle in &puzzles {
            text += &serde_json::to_string(puzzle)?;
            text.push('\n');
            *themes.entry(puzzle.theme.title()).or_default() += 1;
        }
        write_file(&self.out, text.as_bytes())?;
        lock.remove().with_context(|| format!("removing {path:?}"))?;
        let count = puzzles.len() as u64;
        if self.json {
            output::json(&json!({
                "positions": looked_at, "puzzles": count, "themes": themes, "out": self.out,
            }))?;
            return Ok(Outcome::Success);
        }
        output::line(format_args!(
            "{} in {}",
            counted(count, "puzzle"),
            counted(looked_at, "position")
        ))?;
        for (theme, count) in themes {
            output::line(format_args!("  {theme}: {count}"))?;
        }
        output::line(format_args!("written to {}", self.out.display()))?;
        Ok(Outcome::Success)
    }
}

/// The share of keys that a check expects.
const AGREEMENT: f64 = 0.98;

/// A player for each ruleset that came up.
type Players = Vec<(Ruleset, Player)>;

impl Check {
    fn run(&self) -> Result<Outcome> {
        let agent = self.agent.load()?;
        let unit = calibrate::unit(agent.mode.parse().map_err(|error| anyhow!("{error}"))?);
        let puzzles = match &self.file {
            Some(path) => read(path)?,
            None => {
                puzzle::shipped().iter().filter(|puzzle| puzzle.unit == unit).cloned().collect()
            }
        };
        ensure!(!puzzles.is_empty(), "there are no puzzles whose losses are {unit}");
        let open = |puzzle: &Puzzle| {
            puzzle.open().map_err(|error| anyhow!("puzzle {}: {error}", puzzle.id()))
        };
        let opened: Vec<OpenPuzzle> = puzzles.iter().map(open).collect::<Result<_>>()?;
        let stop = Stop::listen()?;
        let bar = output::bar(puzzles.len() as u64, "puzzles");
        let mut workers: Vec<Players> = (0..threads(self.threads)).map(|_| Vec::new()).collect();
        let answers = crew::each(&mut workers, puzzles.len() as u64, &stop, |number, players| {
            bar.inc(1);
            answer(&agent, &opened[number as usize], players)
        });
        bar.finish_and_clear();
        if answers.len() < puzzles.len() {
            output::note("stopped before all puzzles were tried");
            return Ok(stop.outcome());
        }
        let wrong = answers.iter().filter(|(_, answer)| answer.is_some());
        let others: Vec<Value> = wrong
            .map(|(number, answer)| {
                let puzzle = &puzzles[*number as usize];
                json!({
                    "id": puzzle.id(), "position": puzzle.position, "key": puzzle.key,
                    "found": answer,
                })
            })
            .collect();
        let agreed = puzzles.len() - others.len();
        let share = agreed as f64 / puzzles.len() as f64;
        if self.json {
            output::json(&json!({
                "puzzles": puzzles.len(), "agreed": agreed, "share": share, "others": others,
            }))?;
        } else {
            for other in &others {
                let text = |key: &str| other[key].as_str().unwrap_or_default().to_string();
                output::line(format_args!(
                    "{}: {} instead of {}",
                    text("position"),
                    text("found"),
                    text("key")
                ))?;
            }
            output::line(format_args!(
                "agrees with {agreed} of {} ({:.1} %)",
                counted(puzzles.len() as u64, "key"),
                100.0 * share
            ))?;
        }
        Ok(if share < AGREEMENT { Outcome::Failed } else { Outcome::Success })
    }
}

/// What an agent plays instead of the key; `None` if it plays the key.
fn answer(agent: &Agent, puzzle: &OpenPuzzle, players: &mut Players) -> Option<String> {
    let known = players.iter().position(|(rules, _)| *rules == puzzle.rules);
    let place = known.unwrap_or_else(|| {
        players.push((puzzle.rules.clone(), agent.player(&puzzle.rules)));
        players.len() - 1
    });
    let position = Position::new(&puzzle.state).with_remaining(puzzle.remaining);
    match players[place].1.choose(&position) {
        Some(choice) if puzzle.is_solved_by(choice) => None,
        Some(choice) => Some(choice.to_string()),
        None => Some("nothing".into()),
    }
}

fn read(path: &Path) -> Result<Vec<Puzzle>> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {path:?}"))?;
    puzzle::read(&text).map_err(|error| anyhow!("in {path:?}: {error}"))
}
