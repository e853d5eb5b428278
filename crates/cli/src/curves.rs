//! `minolab curves`: what differences in evaluation cost, as it was measured.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, anyhow};
use minolab_study::{
    calibrate::{Calibration, shipped},
    chart,
};
use serde_json::{Value, json};

use crate::{
    Outcome,
    output::{self, counted, write_file},
    run::number,
};

/// Lists the curves that reviews grade by, or shows one
///
/// A curve says what a difference in an agent's evaluation costs in results. minolab calibrate measures
/// one; half of its positions were kept apart, and what the curve predicts for them is compared with what they came to.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  minolab curves
  minolab curves show sprint
  minolab curves show mine.toml --plot mine.svg

JSON: an array, or with show one object: agent, rules, mode, unit, positions, resolution, held_out ([{predicted, realized,
ci95, n}]), right (how many of those tenths the curve was right about).")]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print a JSON array.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    Show(Show),
}

/// Shows one curve
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab curves show sprint
  minolab curves show blitz --plot blitz.svg")]
struct Show {
    /// A shipped agent's name, or a file of minolab calibrate.
    #[arg(value_name = "NAME|FILE")]
    curve: String,
    /// Draw how well it predicts, as an SVG file.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    match &arguments.command {
        Some(Command::Show(show)) => show.run()?,
        None if arguments.json => output::json(&shipped::all().iter().map(json).collect())?,
        None => {
            for Calibration { agent, mode, unit, positions, .. } in shipped::all() {
                let positions = counted(*positions, "position");
                output::line(format_args!("{agent:22} {mode:10} {unit:8} {positions}"))?;
            }
        }
    }
    Ok(Outcome::Success)
}

impl Show {
    fn run(&self) -> Result<()> {
        let found = self.found()?;
        if let Some(path) = &self.plot {
            write_file(path, chart::standalone(&found.plot()).as_bytes())?;
        }
        match self.json {
            true => output::json(&json(&found)),
            false => print(&found),
        }
    }

    fn found(&self) -> Result<Calibration> {
        let mut known = shipped::all().iter();
        if let Some(found) = known.find(|curve| curve.agent == self.curve) {
            return Ok(found.clone());
        }
        let path = &self.curve;
        let text = fs::read_to_string(path).with_context(|| {
            format!("reading {path:?}, which is no agent with a curve (see minolab curves)")
        })?;
        Calibration::from_toml(&text).map_err(|error| anyhow!("in {path:?}: {error}"))
    }
}

/// What a curve says, for programs.
pub fn json(found: &Calibration) -> Value {
    let Calibration { agent, rules, mode, unit, positions, curve, held_out, .. } = found;
    json!({
        "agent": agent,
        "rules": rules,
        "mode": mode,
        "unit": unit,
        "positions": positions,
        "resolution": curve.resolution,
        "held_out": held_out,
        "right": found.right(),
    })
}

/// Prints what a curve says.
pub fn print(found: &Calibration) -> Result<()> {
    let Calibration { agent, rules, mode, unit, positions, held_out, .. } = found;
    output::line(format_args!(
        "{agent}, rules {rules}, {mode}: {}",
        counted(*positions, "position")
    ))?;
    let lost = format!("{unit} lost");
    output::line(format_args!("{:>12} {lost:>12}   95 % interval", "predicted"))?;
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
        "right about {} of {} tenths of the positions held out",
        found.right(),
        held_out.len()
    ))
}
