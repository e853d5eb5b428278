//! `minolab pc`: finds perfect clears.

mod picture;

use anyhow::{Context, Result};
use minolab_engine::perfect::{Chance, Solutions, Solver, Target, Verdict};
use minolab_rules::{Choice, Clear, Ruleset, State};
use picture::picture;
use serde_json::{Value, json};

use crate::{
    Outcome,
    output::{self, counted, grouped},
    position::PositionFlags,
    ruleset,
    stopwatch::{Elapsed, Stopwatch},
};

/// Finds perfect clears with the active piece, the queue and the held piece
///
/// Without --height the lowest perfect clear is tried first, then the next possible height, until there is a solution.
/// Solutions that score more points come first; in their pictures each cell has the letter of the piece that fills it,
/// in its row before any line clears. After the queue, the last placement may be the held piece: any next piece can be
/// swapped for it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab pc --position 'xxxx2xxxx/xxxx2xxxx' --queue TO
  minolab pc --position '......XXXX/....XXXXXX/....XXXXXX' --queue TZJOSI --hold Z --top 3
  minolab pc --queue IOTLJSZTIOL --height 4 --first
  minolab pc --position 'xxx6x/xxxxx2xxx' --queue SIOT --hold S --probability --json

JSON: height, pieces (to place), solutions (lists of {choice, piece, rotation, x, y, hold, spin,
lines}), points (of each), count (solutions found), capped (whether there may be more), nodes,
cpu_seconds, and with --probability: probability, orders (of the unknown pieces), unknown (how
many pieces are); the chance is that of a player who knows the order from the start, and null if
too many pieces are unknown. Without a possible height, height and pieces are null.")]
pub struct Arguments {
    #[command(flatten)]
    position: PositionFlags,
    /// A shipped ruleset's name, or a ruleset file.
    #[arg(long, value_name = "NAME|FILE", default_value = "guideline")]
    rules: String,
    /// How many lines to clear [default: the fewest possible].
    #[arg(long, value_name = "H")]
    height: Option<usize>,
    /// Stop at the first solution.
    #[arg(long)]
    first: bool,
    /// Also compute the probability of a perfect clear with pieces beyond the queue.
    #[arg(long)]
    probability: bool,
    /// How many solutions to show.
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The most solutions that are counted.
const CAP: usize = 100_000;

/// The results for one number of rows.
struct Answer {
    target: Target,
    solutions: Vec<Solution>,
    capped: bool,
    chance: Option<Chance>,
    /// Why there is no probability.
    refused: Option<String>,
}

/// Choices with their clears.
struct Solution {
    steps: Vec<(Choice, Clear)>,
    points: u32,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let rules = ruleset::load(&arguments.rules)?;
    let state = arguments.position.state(&rules)?;
    let targets: Vec<Target> = match arguments.height {
        Some(height) => vec![Target::at(&state.board, height).context("in --height")?],
        None => Target::possible(&state.board).collect(),
    };
    let stopwatch = Stopwatch::start();
    let mut solver = Solver::new(&rules);
    let mut answer = None;
    for target in targets {
        let next = solve(&mut solver, &rules, &state, target, arguments);
        let good = next.has_hope();
        if good || answer.is_none() {
            answer = Some(next);
        }
        if good {
            break;
        }
    }
    let elapsed = stopwatch.elapsed();
    if arguments.json {
        output::json(&describe(answer.as_ref(), &solver, elapsed, arguments))?;
    } else {
        print(answer.as_ref(), &state, &solver, elapsed, arguments)?;
    }
    Ok(Outcome::Success)
}

fn solve(
    solver: &mut Solver,
    rules: &Ruleset,
    state: &State,
    target: Target,
    arguments: &Arguments,
) -> Answer {
    let Solutions { list, capped } = if arguments.first {
        match solver.first(state, target, u64::MAX) {
            Verdict::Solved(choices) => Solutions { list: vec![choices], capped: true },
            Verdict::Impossible | Verdict::Unknown => Solutions::default(),
        }
    } else {
        solver.all(state, target, CAP)
    };
    let mut solutions: Vec<_> =
        list.into_iter().map(|choices| Solution::new(rules, state, &choices)).collect();
    solutions.sort_by_key(|solution| std::cmp::Reverse(solution.points));
    let (mut chance, mut refused) = (None, None);
    if arguments.probability {
        match solver.chance(state, target, u64::MAX) {
            Ok(found) => chance = Some(found),
            Err(error) => refused = Some(error.to_string()),
        }
    }
    Answer { target, solutions, capped, chance, refused }
}

impl Answer {
    fn has_hope(&self) -> bool {
        !self.solutions.is_empty() || self.chance.is_some_and(|chance| chance.solved > 0)
    }
}

impl Solution {
    fn new(rules: &Ruleset, state: &State, choices: &[Choice]) -> Solution {
        let mut state = *state;
        let mut play = |&choice: &Choice| {
            if state.current.is_none() {
                // Any next piece.
                state.current = state.bag.iter().next();
            }
            (choice, state.play_unchecked(rules, choice))
        };
        let steps: Vec<_> = choices.iter().map(&mut play).collect();
        let points = steps.iter().map(|(_, clear)| clear.points).sum();
        Solution { steps, points }
    }

    fn describe(&self) -> Value {
        let step = |(choice, clear): &(Choice, Clear)| output::placement(*choice, clear.lines);
        self.steps.iter().map(step).collect()
    }
}

fn describe(
    answer: Option<&Answer>,
    solver: &Solver,
    elapsed: Elapsed,
    arguments: &Arguments,
) -> Value {
    let shown = answer.map_or(&[][..], |answer| &answer.solutions);
    let shown = &shown[..shown.len().min(arguments.top)];
    let mut value = json!({
        "height": answer.map(|answer| answer.target.height()),
        "pieces": answer.map(|answer| answer.target.pieces()),
        "solutions": shown.iter().map(Solution::describe).collect::<Vec<_>>(),
        "points": shown.iter().map(|solution| solution.points).collect::<Vec<_>>(),
        "count": answer.map_or(0, |answer| answer.solutions.len()),
        "capped": answer.is_some_and(|answer| answer.capped),
        "nodes": solver.nodes(),
        "cpu_seconds": elapsed.cpu_seconds,
    });
    if arguments.probability {
        let chance = answer.and_then(|answer| answer.chance);
        value["probability"] = json!(chance.map(Chance::probability));
        value["orders"] = json!(chance.map(|chance| chance.orders));
        value["unknown"] = json!(chance.map(|chance| chance.unknown));
    }
    value
}

fn print(
    answer: Option<&Answer>,
    state: &State,
    solver: &Solver,
    elapsed: Elapsed,
    arguments: &Arguments,
) -> Result<()> {
    let Some(answer) = answer else {
        return output::line("no perfect clear: no height leaves a multiple of 4 empty cells");
    };
    let (rows, pieces) = (answer.target.height(), answer.target.pieces());
    for (index, solution) in answer.solutions.iter().take(arguments.top).enumerate() {
        let choices: Vec<_> = solution.steps.iter().map(|(choice, _)| *choice).collect();
        let names: Vec<_> = choices.iter().map(Choice::to_string).collect();
        let (number, points) = (index + 1, grouped(solution.points as u64));
        output::line(format_args!("{number}: {}  ({points} points)", names.join(" ")))?;
        output::line(picture(&state.board, rows, &choices))?;
        output::line("")?;
    }
    let known = state.current.iter().len() + state.queue.len() + state.hold.iter().len();
    if known < pieces {
        let are = if known == 1 { "is" } else { "are" };
        output::line(format_args!("{known} of {} {are} known", counted(pieces as u64, "piece")))?;
    }
    let found = answer.solutions.len() as u64;
    let solutions = match (found, answer.capped) {
        (0, _) => "no solution".to_string(),
        (1, true) => "1 solution or more".to_string(),
        (1, false) => "1 solution".to_string(),
        (_, true) => format!("{} solutions or more", grouped(found)),
        (_, false) => format!("{} solutions", grouped(found)),
    };
    let seconds = elapsed.cpu_seconds;
    output::line(format_args!(
        "{solutions} with {} for {}; {}, {seconds:.3} CPU seconds",
        counted(pieces as u64, "piece"),
        counted(rows as u64, "row"),
        counted(solver.nodes(), "node"),
    ))?;
    if let Some(chance) = answer.chance {
        output::line(format_args!(
            "probability {:.4}: {} of {} of {}",
            chance.probability(),
            grouped(chance.solved),
            counted(chance.orders, "order"),
            counted(chance.unknown as u64, "unknown piece")
        ))?;
    } else if let Some(reason) = &answer.refused {
        output::line(format_args!("no probability: {reason}"))?;
    }
    Ok(())
}
