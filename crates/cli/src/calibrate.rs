//! `minolab calibrate`: what a difference in evaluation costs in results.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::value_parser;
use minolab_arena::FileLock;
use minolab_study::calibrate::{Calibration, Curve, GapSample, Sampling, Tenth, calibrate, unit};
use serde_json::json;

use crate::{
    Outcome, curves,
    output::{self, counted, write_file},
    sampling::{SampleFile, SamplingFlags, beside, head},
    stop::Stop,
};

/// Measures how a difference in evaluation turns into a difference in results
///
/// Positions from games of many strengths are played on twice with the same pieces: from the
/// agent's choice and from another. What the other falls short by in the mode's result (pieces of a
/// sprint, points of a blitz, lines elsewhere) is averaged over choices that fall equally far
/// behind by evaluation, so that reviews can say what a move costs. Half of the positions give the
/// curve, the other half say how well it predicts. Samples are kept beside the result as they
/// come: the same command again resumes after an interruption. An agent that searches by the clock
/// gets 10000 nodes unless --limit says otherwise.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab calibrate --agent sprint --playing-on capstone-sprint --out sprint.toml
  minolab calibrate --agent marathon --playing-on lee --horizon 5000 --positions 24000 --out marathon.toml
  minolab curves show sprint.toml --plot sprint.svg

JSON: agent, rules, mode, unit, positions, resolution, held_out ([{predicted, realized, ci95, n}]), right (how many of those
tenths the curve was right about), out.")]
pub struct Arguments {
    #[command(flatten)]
    flags: SamplingFlags,
    /// How many positions.
    #[arg(long, value_name = "N", default_value_t = 24_000)]
    #[arg(value_parser = value_parser!(u64).range(100..=100_000_000))]
    positions: u64,
    /// Where the curve is written; samples are kept beside it in NAME.samples meanwhile.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let sampling = arguments.flags.sampling()?;
    let stop = Stop::listen()?;
    let Some(found) = measured(arguments, &sampling, &stop)? else { return Ok(stop.outcome()) };
    match arguments.json {
        true => {
            let mut value = curves::json(&found);
            value["out"] = json!(arguments.out);
            output::json(&value)?;
        }
        false => {
            curves::print(&found)?;
            output::line(format_args!("written to {}", arguments.out.display()))?;
        }
    }
    Ok(Outcome::Success)
}

/// Takes the samples and fits the curve; `None` if it was asked to stop.
fn measured(
    arguments: &Arguments,
    sampling: &Sampling,
    stop: &Stop,
) -> Result<Option<Calibration>> {
    let path = beside(&arguments.out);
    let lock = FileLock::take(&path).with_context(|| format!("{path:?}"))?;
    let file = SampleFile { path: &path, head: head(sampling), stop };
    let mut workers: Vec<_> = (0..arguments.flags.threads()).map(|_| sampling.samplers()).collect();
    let samples: Vec<Option<GapSample>> =
        file.take(arguments.positions, &mut workers, |number, players| {
            sampling.sample(number, players)
        })?;
    if samples.len() < arguments.positions as usize {
        output::note(format_args!(
            "Stopped after {}. Resume with the same command.",
            counted(samples.len() as u64, "position")
        ));
        return Ok(None);
    }
    let found = calibration(sampling, &samples)?;
    write_file(&arguments.out, found.to_toml().as_bytes())?;
    // The curve is kept, and the same command would come to the same samples.
    lock.remove().with_context(|| format!("removing {path:?}"))?;
    Ok(Some(found))
}

fn calibration(sampling: &Sampling, samples: &[Option<GapSample>]) -> Result<Calibration> {
    let known: Vec<GapSample> = samples.iter().copied().flatten().collect();
    let (curve, held_out) =
        calibrate(&known).context("no difference in evaluation makes one in results")?;
    Ok(description(sampling, known.len() as u64, curve, held_out))
}

/// What a curve of these settings says of itself, the curve apart.
fn description(
    sampling: &Sampling,
    positions: u64,
    curve: Curve,
    held_out: Vec<Tenth>,
) -> Calibration {
    let Sampling { rules, mode, judge, playing, horizon, seed, .. } = sampling;
    let budget = playing.search.nodes().map_or(String::new(), |nodes| format!(" at {nodes} nodes"));
    Calibration {
        agent: judge.name.clone(),
        rules: rules.name.clone(),
        mode: mode.to_string(),
        unit: unit(*mode).into(),
        nodes: judge.search.nodes(),
        played_on_by: format!("{}{budget}", playing.name),
        horizon: Some(*horizon).filter(|&horizon| horizon != u64::MAX),
        positions,
        seed: *seed,
        curve,
        held_out,
    }
}
