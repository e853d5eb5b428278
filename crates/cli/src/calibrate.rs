//! `minolab calibrate`: what a difference in evaluation costs in results.

use std::{
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use anyhow::{Context, Result, ensure};
use clap::value_parser;
use minolab_agents::Agent;
use minolab_arena::{FileLock, crew};
use minolab_rules::Mode;
use minolab_study::calibrate::{Calibration, GapSample, Sampling, calibrate, unit};
use serde_json::json;

use crate::{
    Outcome, bounds,
    flags::{Changes, GameFlags, load_agent},
    output::{self, counted, write_file},
    run::{number, threads},
    stop::Stop,
};

/// Measures how a difference in evaluation turns into a difference in results
///
/// Positions from games of many strengths are played on twice with the same pieces: from the
/// agent's choice and from another. What the other comes short in the mode's result (pieces of a
/// sprint, points of a blitz, lines elsewhere) is averaged over choices that fall equally far
/// behind by evaluation, so that reviews can say what a move costs. Half of the positions give the
/// curve, the other half say how well it foretells. Samples are kept beside the result as they
/// come: the same command again resumes after an interruption. An agent that searches by the clock
/// gets 10000 nodes unless --limit says otherwise.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab calibrate --agent sprint --playing-on capstone-sprint --out sprint.toml
  minolab calibrate --agent marathon --playing-on lee --horizon 5000 --positions 24000 --out marathon.toml

JSON: agent, rules, mode, unit, positions, resolution, held_out ([{predicted, realized, ci95, n}]), right (of those
tenths, how many the curve was right about), out.")]
pub struct Arguments {
    /// A shipped agent's name, or an agent file.
    #[arg(long, value_name = "NAME|FILE")]
    agent: String,
    #[command(flatten)]
    game: GameFlags,
    #[command(flatten)]
    changes: Changes,
    /// Who plays on, and leads up to the positions [default: the agent itself].
    #[arg(long, value_name = "NAME|FILE")]
    playing_on: Option<String>,
    /// Nodes per piece for playing on, where the player has such a limit.
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    playing_nodes: u64,
    /// Pieces to play after each choice [default: to the end in a race to lines, 60 where points
    /// count, 5000 elsewhere].
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    horizon: Option<u64>,
    /// Pieces before a position, at most [default: 95 in a sprint, 300 elsewhere].
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000))]
    lead: Option<u64>,
    /// How many positions.
    #[arg(long, value_name = "N", default_value_t = 24_000)]
    #[arg(value_parser = value_parser!(u64).range(100..=100_000_000))]
    positions: u64,
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads [default: all cores].
    #[arg(long, value_name = "T", value_parser = bounds::threads)]
    threads: Option<NonZeroUsize>,
    /// Where the curve is written; samples are kept beside it in NAME.samples meanwhile.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Nodes to choose and to rank, for an agent that goes by the clock.
const NODES: u64 = 10_000;
/// Samples between two writes to the file.
const BATCH: u64 = 100;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let mut judge = arguments.changes.apply(load_agent(&arguments.agent)?)?;
    let mode: Mode = arguments.game.mode(&judge.mode)?;
    ensure!(!matches!(mode, Mode::BlitzSeconds(_)), "{mode} ends by the clock, expected blitz");
    let rules = arguments.game.rules(&judge.rules)?;
    if judge.search.ms().is_some() && judge.search.nodes().is_none() {
        // Nodes come to the same curve every time.
        judge.search.limit_nodes(NODES);
    }
    let mut playing = match &arguments.playing_on {
        Some(name) => load_agent(name)?,
        None => judge.clone(),
    };
    if playing.search.has_budget() {
        playing.search.limit_nodes(arguments.playing_nodes);
    }
    let horizon = arguments.horizon.or(match unit(mode) {
        "pieces" => None,
        "points" => Some(60),
        _ => Some(5000),
    });
    let sampling = Sampling {
        rules,
        mode,
        judge,
        playing,
        horizon: horizon.unwrap_or(u64::MAX),
        lead: arguments.lead.unwrap_or(if mode == Mode::Sprint { 95 } else { 300 }),
        seed: arguments.seed,
    };
    arguments.changes.check_known(
        &sampling.judge,
        &sampling.rules,
        arguments.game.seen(&sampling.rules),
    )?;
    let stop = Stop::listen()?;
    let path = beside(&arguments.out);
    let lock = FileLock::take(&path).with_context(|| format!("{path:?}"))?;
    let samples = take(arguments, &sampling, &path, &stop)?;
    if samples.len() < arguments.positions as usize {
        output::note(format_args!(
            "Stopped after {}. Resume with the same command.",
            counted(samples.len() as u64, "position")
        ));
        return Ok(stop.outcome());
    }
    let found = calibration(&sampling, &samples)?;
    write_file(&arguments.out, found.to_toml().as_bytes())?;
    // The curve is kept, and the same command would come to the same samples.
    lock.remove().with_context(|| format!("removing {path:?}"))?;
    report(arguments, &found)?;
    Ok(Outcome::Success)
}

/// Where samples are kept until there are enough.
fn beside(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".samples");
    name.into()
}

/// A line of the file of samples: nothing where a position had no second choice.
type Line = Option<GapSample>;

/// Takes the samples that are not in the file yet, and adds them to it.
///
/// The first line says what they are samples of. A torn last line is left out and taken again.
fn take(arguments: &Arguments, sampling: &Sampling, path: &Path, stop: &Stop) -> Result<Vec<Line>> {
    let head = head(sampling);
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.with_context(|| format!("reading {path:?}"))?,
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut lines = whole.lines();
    let found = lines.next().unwrap_or(&head);
    ensure!(
        found == head,
        "{path:?} has samples of other settings: finish those, or delete it\nfound    {found}\nexpected {head}"
    );
    let read =
        |line: &str| serde_json::from_str(line).with_context(|| format!("{path:?}: {line:?}"));
    let mut samples: Vec<Line> = lines.map(read).collect::<Result<_>>()?;
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.set_len(whole.len() as u64)?;
    if whole.is_empty() {
        writeln!(file, "{head}")?;
    }
    let mut workers: Vec<_> =
        (0..threads(arguments.threads)).map(|_| sampling.samplers()).collect();
    let bar = output::bar(arguments.positions, "positions");
    bar.set_position(samples.len() as u64);
    while samples.len() < arguments.positions as usize && !stop.load(Ordering::Relaxed) {
        let from = samples.len() as u64;
        let count = BATCH.min(arguments.positions - from);
        let batch = crew::each(&mut workers, count, stop, |number, players| {
            sampling.sample(from + number, players)
        });
        // Without gaps: a later one may be there and an earlier one not.
        let whole = batch.into_iter().zip(0..).take_while(|((number, _), index)| number == index);
        let batch: Vec<Line> = whole.map(|((_, sample), _)| sample).collect();
        let mut text = String::new();
        for sample in &batch {
            text += &serde_json::to_string(sample)?;
            text.push('\n');
        }
        file.write_all(text.as_bytes()).with_context(|| format!("writing {path:?}"))?;
        samples.extend(batch);
        bar.set_position(samples.len() as u64);
    }
    bar.finish_and_clear();
    samples.truncate(arguments.positions as usize);
    Ok(samples)
}

/// All that samples depend on, in one line.
fn head(sampling: &Sampling) -> String {
    let Sampling { rules, mode, judge, playing, horizon, lead, seed } = sampling;
    let [judge, playing] = [judge, playing].map(Agent::to_toml);
    json!({
        "rules": rules.to_toml(), "mode": mode.to_string(), "judge": judge, "playing": playing,
        "horizon": horizon, "lead": lead, "seed": seed,
    })
    .to_string()
}

fn calibration(sampling: &Sampling, samples: &[Line]) -> Result<Calibration> {
    let Sampling { rules, mode, judge, playing, horizon, seed, .. } = sampling;
    let known: Vec<GapSample> = samples.iter().copied().flatten().collect();
    let (curve, held_out) =
        calibrate(&known).context("no difference in evaluation makes one in results")?;
    let budget = playing.search.nodes().map_or(String::new(), |nodes| format!(" at {nodes} nodes"));
    Ok(Calibration {
        agent: judge.name.clone(),
        rules: rules.name.clone(),
        mode: mode.to_string(),
        unit: unit(*mode).into(),
        nodes: judge.search.nodes(),
        played_on_by: format!("{}{budget}", playing.name),
        horizon: Some(*horizon).filter(|&horizon| horizon != u64::MAX),
        positions: known.len() as u64,
        seed: *seed,
        curve,
        held_out,
    })
}

fn report(arguments: &Arguments, found: &Calibration) -> Result<()> {
    let Calibration { agent, rules, mode, unit, positions, curve, held_out, .. } = found;
    if arguments.json {
        return output::json(&json!({
            "agent": agent,
            "rules": rules,
            "mode": mode,
            "unit": unit,
            "positions": positions,
            "resolution": curve.resolution,
            "right": found.right(),
            "held_out": held_out,
            "out": arguments.out,
        }));
    }
    output::line(format_args!(
        "{agent}, rules {rules}, {mode}: {}",
        counted(*positions, "position")
    ))?;
    output::line(format_args!(
        "{:>12} {:>12}   95 % interval",
        "foretold",
        format!("{unit} lost")
    ))?;
    for tenth in held_out {
        let [low, high] = tenth.ci95;
        let mark = if tenth.is_right() { "" } else { "  outside" };
        output::line(format_args!(
            "{:>12} {:>12}   {} to {}{mark}",
            number(tenth.predicted),
            number(tenth.realized),
            number(low),
            number(high)
        ))?;
    }
    output::line(format_args!(
        "right about {} of {} tenths of the positions held out; written to {}",
        found.right(),
        held_out.len(),
        arguments.out.display()
    ))
}
