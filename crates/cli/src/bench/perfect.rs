//! `minolab bench perfect`: how fast perfect clears are found.

use anyhow::{Context, Result};
use minolab_engine::perfect::{Solver, Target, Verdict};
use minolab_rules::{PieceSource, Ruleset, Setup, State};
use serde_json::{Value, json};

use crate::{Outcome, bounds, output, ruleset, stopwatch::Stopwatch};

/// Times the perfect-clear solver
///
/// All solutions of a hundred fixed positions with at most seven pieces to go in four rows; then a
/// four-row solution, or the proof that there is none, from the empty board with eleven known
/// pieces and hold, first with all moves of the ruleset and then with hard drops only. Each
/// question gets a fresh solver, on one thread.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab bench perfect
  minolab bench perfect --sequences 500 --seed 7
  minolab bench perfect --json")]
pub struct Arguments {
    /// The rules of movement.
    #[arg(long, value_name = "NAME|FILE", default_value = "guideline")]
    rules: String,
    /// How many sequences of eleven pieces.
    #[arg(long, value_name = "N", default_value_t = 50)]
    #[arg(value_parser = clap::value_parser!(u64).range(bounds::SEQUENCES))]
    sequences: u64,
    /// The first sequence's seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Rows to clear.
const HEIGHT: usize = 4;
/// Known pieces on the empty board: one may stay on hold.
const KNOWN: usize = 11;

/// The figures of one kind of question.
struct Figures {
    name: &'static str,
    /// Processor milliseconds of each question, sorted.
    times: Vec<f64>,
    solved: usize,
    nodes: u64,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let rules = ruleset::load(&arguments.rules)?;
    let drops = Ruleset { slide: false, ..rules.clone() };
    let figures = [
        positions(&rules)?,
        sequences("eleven pieces", &rules, arguments),
        sequences("straight drops", &drops, arguments),
    ];
    if arguments.json {
        let pairs = figures.iter().map(|figures| (figures.name.into(), figures.json()));
        output::json(&Value::Object(pairs.collect()))?;
    } else {
        for figures in &figures {
            figures.print()?;
        }
    }
    Ok(Outcome::Success)
}

/// All solutions of the fixed positions.
fn positions(rules: &Ruleset) -> Result<Figures> {
    let text = include_str!("../../../../data/perfect/four-rows.txt");
    let mut states = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with(';')) {
        let line = line.split(" ; ").next().unwrap_or(line);
        let setup: Setup = line.parse().with_context(|| format!("in position {line:?}"))?;
        let state = State::from_setup(rules, setup).with_context(|| format!("in {line:?}"))?;
        states.push(state);
    }
    let ask = |solver: &mut Solver, state: &State, target| {
        !solver.all(state, target, usize::MAX).list.is_empty()
    };
    Ok(Figures::measure("all solutions", rules, &states, ask))
}

/// The first solution from the empty board.
fn sequences(name: &'static str, rules: &Ruleset, arguments: &Arguments) -> Figures {
    let start = |seed| {
        let mut source = PieceSource::new(rules.randomizer.clone(), seed);
        State::new(rules, (0..KNOWN).map(|_| source.deal()))
    };
    let seeds = (0..arguments.sequences).map(|index| arguments.seed.wrapping_add(index));
    let states: Vec<_> = seeds.map(start).collect();
    Figures::measure(name, rules, &states, |solver, state, target| {
        matches!(solver.first(state, target, u64::MAX), Verdict::Solved(_))
    })
}

impl Figures {
    fn measure(
        name: &'static str,
        rules: &Ruleset,
        states: &[State],
        ask: impl Fn(&mut Solver, &State, Target) -> bool,
    ) -> Figures {
        let mut figures = Figures { name, times: Vec::new(), solved: 0, nodes: 0 };
        for state in states {
            let Ok(target) = Target::at(&state.board, HEIGHT) else { continue };
            let stopwatch = Stopwatch::start();
            let mut solver = Solver::new(rules);
            figures.solved += ask(&mut solver, state, target) as usize;
            figures.times.push(stopwatch.elapsed().cpu_seconds * 1e3);
            figures.nodes += solver.nodes();
        }
        figures.times.sort_by(f64::total_cmp);
        figures
    }

    /// The time that this part of the questions needs at most.
    fn quantile(&self, part: f64) -> f64 {
        let index = (self.times.len() as f64 * part) as usize;
        self.times.get(index.min(self.times.len().saturating_sub(1))).copied().unwrap_or(0.0)
    }

    fn json(&self) -> Value {
        json!({
            "questions": self.times.len(),
            "solved": self.solved,
            "median_ms": self.quantile(0.5),
            "p90_ms": self.quantile(0.9),
            "max_ms": self.quantile(1.0),
            "nodes": self.nodes,
        })
    }

    fn print(&self) -> Result<()> {
        output::line(format_args!(
            "{:15}{:4} of {} solved; CPU ms: median {:.2}, p90 {:.2}, max {:.2}",
            self.name,
            self.solved,
            self.times.len(),
            self.quantile(0.5),
            self.quantile(0.9),
            self.quantile(1.0)
        ))
    }
}
