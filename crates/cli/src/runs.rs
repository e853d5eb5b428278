//! `minolab runs`: training runs on disk.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use minolab_train::{Estimate, Folder, LogLine, OptimizerSettings, RunSummary, record::Generation};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    symbols::Marker,
    text::Span,
    widgets::{Axis, Chart, Dataset, GraphType, Widget},
};
use serde_json::{Value, json};

use crate::{Outcome, output};

/// Lists training runs, or draws the learning curve of one
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab runs
  minolab runs --dir experiments --json
  minolab runs show runs/bcts-cmaes-1")]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The folder whose runs are listed.
    #[arg(long, value_name = "DIR", default_value = "runs")]
    dir: PathBuf,
    /// Print one JSON object.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Draws the learning curve of a run
    Show {
        /// The run's folder.
        #[arg(value_name = "DIR")]
        run: PathBuf,
    },
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    match &arguments.command {
        Some(Command::Show { run }) => show(run, arguments.json)?,
        None => list(&arguments.dir, arguments.json)?,
    }
    Ok(Outcome::Success)
}

fn list(dir: &Path, is_json: bool) -> Result<()> {
    let mut paths: Vec<PathBuf> = match fs::read_dir(dir) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error).with_context(|| format!("reading {dir:?}")),
    };
    paths.retain(|path| path.join("run.toml").is_file());
    paths.sort();
    if is_json {
        let runs = paths.iter().map(|path| describe(path)).collect::<Result<Vec<Value>>>()?;
        return output::json(&json!({ "runs": runs }));
    }
    if paths.is_empty() {
        return output::line(format_args!("no training runs in {}", dir.display()));
    }
    for path in paths {
        let text = Folder::summary(&path).map_or_else(|error| error.to_string(), |run| words(&run));
        output::line(format_args!("{}  {text}", path.display()))?;
    }
    Ok(())
}

/// A run in one line.
fn words(run: &RunSummary) -> String {
    let RunSummary { agent, optimizer, objective, complete, generations, .. } = run;
    let mut text = format!("{agent} by {optimizer} for {objective}");
    match (&run.end, &run.champion) {
        (Some(end), _) => {
            text += &format!(", done: {} held out, gain {}", end.held_out, end.gain);
        }
        (None, Some(champion)) => {
            text += &format!(", {complete}/{generations} generations, champion {champion}");
        }
        (None, None) => text += &format!(", 0/{generations} generations"),
    }
    text
}

fn describe(path: &Path) -> Result<Value> {
    let mut value = json!({ "dir": path });
    if let (Value::Object(value), Value::Object(run)) =
        (&mut value, serde_json::to_value(Folder::summary(path)?)?)
    {
        value.extend(run);
    }
    Ok(value)
}

fn show(path: &Path, is_json: bool) -> Result<()> {
    if is_json {
        return output::json(&describe(path)?);
    }
    let (training, lines) = (Folder::training(path)?, Folder::lines(path)?);
    output::line(words(&RunSummary::new(&training, &lines)))?;
    let generations: Vec<&Generation> = lines.iter().filter_map(LogLine::generation).collect();
    let Some(last) = generations.last() else {
        return output::line("no generation is complete yet");
    };
    if let OptimizerSettings::Sweep(sweep) = training.optimizer {
        return output::line(Values { index: sweep.index, generations: &generations });
    }
    output::line(curve(&generations))?;
    if let Some(LogLine::Begin(begin)) = lines.first() {
        output::line("what the optimiser recommends:")?;
        for (name, weight) in begin.weights.iter().zip(&last.recommended) {
            output::line(format_args!("  {name:<24} {weight:>12.4}"))?;
        }
    }
    Ok(())
}

/// The results of a sweep, value by value.
struct Values<'a> {
    index: usize,
    generations: &'a [&'a Generation],
}

impl std::fmt::Display for Values<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let told = || self.generations.iter().flat_map(|generation| &generation.candidates);
        let mut values: Vec<f64> =
            told().filter_map(|told| told.point.get(self.index).copied()).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        writeln!(
            f,
            "{:>12} {:>6}  fitness          board fill, from empty to full in sixteenths",
            "value", "times"
        )?;
        for value in values {
            let of_value = || told().filter(|told| told.point.get(self.index) == Some(&value));
            let figure = Estimate::of(of_value().map(|told| told.fitness));
            let mut occupancy = [0; 16];
            for counts in of_value().map(|told| &told.occupancy) {
                occupancy.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            }
            let most = occupancy.iter().copied().max().unwrap_or(0).max(1);
            let bar = |count: &u64| {
                // A non-zero share is never drawn as empty.
                let eighths = (8 * count).div_ceil(most) as usize;
                [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'][eighths.min(8)]
            };
            let bars: String = occupancy.iter().map(bar).collect();
            writeln!(f, "{value:>12} {:>6}  {:<16} {bars}", figure.n, figure.to_string())?;
        }
        Ok(())
    }
}

/// Fitness by generation: the candidates' mean, their best, and the challenger on the
/// validation games.
fn curve(generations: &[&Generation]) -> String {
    let points = |value: fn(&Generation) -> f64| -> Vec<(f64, f64)> {
        let point = |line: &&Generation| (line.generation as f64, value(line));
        generations.iter().map(point).filter(|point| point.1.abs() < 1e299).collect()
    };
    let (best, mean) = (points(|line| line.best), points(|line| line.mean));
    let challenger = points(|line| line.challenger.mean);
    // The mean starts far below everything else; its end must be in the picture.
    let all = || best.iter().chain(mean.last()).chain(&challenger).map(|point| point.1);
    let (low, high) =
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let high = if high > low { high } else { low + 1.0 };
    let last = generations.last().map_or(1.0, |line| line.generation as f64).max(2.0);
    let dataset =
        |marker, data| Dataset::default().marker(marker).graph_type(GraphType::Scatter).data(data);
    let label = |value: f64| Span::raw(format!("{value:.1}"));
    let chart = Chart::new(vec![
        dataset(Marker::Block, &challenger),
        dataset(Marker::Braille, &mean),
        dataset(Marker::Dot, &best),
    ])
    .x_axis(
        Axis::default()
            .bounds([1.0, last])
            .labels([Span::raw("1"), Span::raw(format!("{last:.0} generations"))]),
    )
    .y_axis(Axis::default().bounds([low, high]).labels([
        label(low),
        label((low + high) / 2.0),
        label(high),
    ]))
    .style(Style::default());
    let area = Rect::new(0, 0, 78, 20);
    let mut buffer = Buffer::empty(area);
    chart.render(area, &mut buffer);
    let mut text = String::new();
    for y in 0..area.height {
        let row: String = (0..area.width).map(|x| buffer[(x, y)].symbol()).collect();
        text += row.trim_end();
        text.push('\n');
    }
    text + "• best of the generation, ⠁ its mean, █ the challenger on the validation games"
}
