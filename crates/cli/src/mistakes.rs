//! `minolab mistakes`: what typical mistakes cost.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::value_parser;
use minolab_arena::FileLock;
use minolab_study::calibrate::{MistakeCost, MistakeSample, mistake_costs, unit};
use serde_json::json;

use crate::{
    Outcome,
    output::{self, counted, write_file},
    run::number,
    sampling::{SampleFile, SamplingFlags, beside, head},
    stop::Stop,
};

/// Measures what typical mistakes cost: a hole, a covered well, a wasted T, a missed hold
///
/// In positions from games of many strengths, the agent's choice is compared with the mildest of
/// those that make just one mistake of a kind. Both are played on with the same pieces; the mean of
/// the differences in results is what the mistake costs that player. Samples are kept beside the
/// result as they come: the same command again resumes after an interruption.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab mistakes --agent sprint --playing-on capstone-sprint --out sprint.json
  minolab mistakes --agent blitz --limit nodes=2000 --playing-on capstone-blitz --out blitz.json

JSON, also in the file: agent, rules, mode, unit, nodes, played_on_by, positions, seed, mistakes ([{mistake, title, cost ({mean,
sd, ci95, n})}]).")]
pub struct Arguments {
    #[command(flatten)]
    flags: SamplingFlags,
    /// How many positions.
    #[arg(long, value_name = "N", default_value_t = 24_000)]
    #[arg(value_parser = value_parser!(u64).range(1..=100_000_000))]
    positions: u64,
    /// Where the result is written; samples are kept beside it in NAME.samples meanwhile.
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
    let path = beside(&arguments.out);
    let lock = FileLock::take(&path).with_context(|| format!("{path:?}"))?;
    let file = SampleFile { path: &path, head: head(&sampling), stop: &stop };
    let mut workers: Vec<_> = (0..arguments.flags.threads()).map(|_| sampling.samplers()).collect();
    let samples: Vec<Option<Vec<MistakeSample>>> =
        file.take(arguments.positions, &mut workers, |number, players| {
            sampling.mistakes(number, players)
        })?;
    if samples.len() < arguments.positions as usize {
        output::note(format_args!(
            "Stopped after {}. Resume with the same command.",
            counted(samples.len() as u64, "position")
        ));
        return Ok(stop.outcome());
    }
    let all: Vec<MistakeSample> = samples.into_iter().flatten().flatten().collect();
    let costs = mistake_costs(&all);
    let (judge, playing) = (&sampling.judge, &sampling.playing);
    let budget = playing.search.nodes().map_or(String::new(), |nodes| format!(" at {nodes} nodes"));
    let mistakes: Vec<_> = costs
        .iter()
        .map(|MistakeCost { mistake, cost }| {
            json!({ "mistake": mistake, "title": mistake.title(), "cost": cost })
        })
        .collect();
    let found = json!({
        "agent": judge.name,
        "rules": sampling.rules.name,
        "mode": sampling.mode.to_string(),
        "unit": unit(sampling.mode),
        "nodes": judge.search.nodes(),
        "played_on_by": format!("{}{budget}", playing.name),
        "positions": arguments.positions,
        "seed": sampling.seed,
        "mistakes": mistakes,
    });
    write_file(&arguments.out, format!("{found:#}\n").as_bytes())?;
    lock.remove().with_context(|| format!("removing {path:?}"))?;
    if arguments.json {
        output::json(&found)?;
        return Ok(Outcome::Success);
    }
    let unit = unit(sampling.mode);
    output::line(format_args!("{:34} {unit:>9}   95 % interval        positions", "mistake"))?;
    for MistakeCost { mistake, cost } in &costs {
        let interval = cost
            .ci95
            .map_or("–".into(), |[low, high]| format!("{} to {}", number(low), number(high)));
        output::line(format_args!(
            "{:34} {:>9}   {interval:20} {:>9}",
            mistake.title(),
            number(cost.mean),
            output::grouped(cost.n)
        ))?;
    }
    output::line(format_args!("written to {}", arguments.out.display()))?;
    Ok(Outcome::Success)
}
