//! `minolab compare`: two agents on the same seeds.

use std::{num::NonZeroUsize, sync::atomic::Ordering};

use anyhow::{Result, bail};
use clap::value_parser;
use minolab_arena::Metric;
use minolab_rules::Mode;
use minolab_study::{
    Figure,
    compare::{Comparison, ComparisonVerdict, Contest, Parting, Partings, Side, partings},
};
use serde_json::{Value, json};

use crate::{
    Outcome,
    analyze::picture,
    bounds,
    flags::{Changes, GameFlags, Setting, load_agent},
    output::{self, grouped},
    run::{number, threads},
    stop::Stop,
};

/// Plays two agents on the same seeds until it is clear which is better
///
/// The interval of the difference is always valid (sequential), so the comparison may stop as soon as it excludes 0: it
/// names a better one of two equals with probability --alpha at most. Then both agents are asked about the same
/// positions, and those in which they differ most are shown.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab compare sprint capstone-sprint --limit nodes=2000     (only sprint has such a limit)
  minolab compare bcts lee --board 10x10 --pairs 500
  minolab compare blitz blitz --set-b tslot='[0,0,0,0]' --limit nodes=2000 --json
  minolab compare sprint sprint-keys --by keys --limit nodes=2000
  minolab compare blitz new.toml --limit nodes=5000 --margin 300

JSON: a, b, rules, mode, seed, by, alpha, margin, verdict (a, b, equal or open), pairs, difference
({mean, sd, effect (mean / sd), interval (always valid), ci95, n}; positive where a is better),
wins ({a, b, ties, share, interval}), results (of each: {mean, sd, ci95, n}), moves ({positions, different,
greatest: […]}).")]
pub struct Arguments {
    /// A shipped agent's name, or an agent file.
    a: String,
    /// The other agent.
    b: String,
    #[command(flatten)]
    changes: Changes,
    /// Change a setting of the first agent only; may be repeated.
    #[arg(long = "set-a", value_name = "NAME=VALUE")]
    set_a: Vec<Setting>,
    /// Change a setting of the second agent only; may be repeated.
    #[arg(long = "set-b", value_name = "NAME=VALUE")]
    set_b: Vec<Setting>,
    #[command(flatten)]
    game: GameFlags,
    /// The metric: score, clear-score, lines, pieces or keys [default: the mode's goal].
    #[arg(long, value_name = "WHAT", value_parser = Metric::compared)]
    by: Option<Metric>,
    /// Compare wins only, not margins.
    #[arg(long)]
    wins: bool,
    /// The probability of naming a better one of two equals.
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// Also stop once the difference is certainly smaller than this.
    #[arg(long, value_name = "D")]
    margin: Option<f64>,
    /// The most pairs of games to play.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = value_parser!(u64).range(bounds::PAIRS))]
    pairs: u64,
    /// The first pair's seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads [default: all cores].
    #[arg(long, value_name = "T", value_parser = bounds::threads)]
    threads: Option<NonZeroUsize>,
    /// How many positions with differing moves to show; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = bounds::listed)]
    moves: usize,
    /// Games to search for differing moves.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = value_parser!(u64).range(bounds::GAMES_SEARCHED))]
    look: u64,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    if !(1e-9..0.5).contains(&arguments.alpha) {
        bail!("--alpha is {}, expected a probability between 0 and 0.5", arguments.alpha);
    }
    let [a, b] =
        arguments.changes.apply_to_both([load_agent(&arguments.a)?, load_agent(&arguments.b)?])?;
    let agents = [
        Changes::settings(&arguments.set_a).apply(a)?,
        Changes::settings(&arguments.set_b).apply(b)?,
    ];
    let mode: Mode = arguments.game.mode(&agents[0].mode)?;
    let contest = Contest {
        rules: arguments.game.rules(&agents[0].rules)?,
        mode,
        seed: arguments.seed,
        known: arguments.game.known,
        threads: threads(arguments.threads),
        metric: arguments.by.unwrap_or_else(|| Metric::of(mode)),
        by_wins: arguments.wins,
        alpha: arguments.alpha,
        margin: arguments.margin,
        most: arguments.pairs,
    };
    let both = [&agents[0], &agents[1]];
    let seen = arguments.game.seen(&contest.rules);
    for agent in both {
        arguments.changes.check_known(agent, &contest.rules, seen)?;
    }
    arguments.game.check_known(&both, &contest.rules)?;
    let stop = Stop::listen()?;
    let bar = output::bar(arguments.pairs, "pairs at most");
    let found = contest.hold(both, &stop, &mut |found| bar.set_position(found.n()))?;
    bar.finish_and_clear();
    let is_stopped = stop.load(Ordering::Relaxed);
    if is_stopped {
        eprintln!("stopped before the end; the figures are of the pairs that both have played");
    }
    let parted = match arguments.moves {
        0 => None,
        _ if is_stopped => None,
        most => Some(partings(&contest, both, arguments.look, most)),
    };
    let names = names(arguments);
    match arguments.json {
        true => output::json(&describe(&contest, &names, &found, parted.as_ref()))?,
        false => print(&contest, &names, &found, parted.as_ref())?,
    }
    Ok(if is_stopped { stop.outcome() } else { Outcome::Success })
}

/// Their names: an agent and a changed version of it have the same name.
fn names(arguments: &Arguments) -> [String; 2] {
    let name = |name: &str, own: &[Setting]| {
        let changes: Vec<String> = own.iter().map(|setting| format!(" {setting}")).collect();
        format!("{name}{}", changes.concat())
    };
    [name(&arguments.a, &arguments.set_a), name(&arguments.b, &arguments.set_b)]
}

fn describe(
    contest: &Contest,
    [a, b]: &[String; 2],
    found: &Comparison,
    parted: Option<&Partings>,
) -> Value {
    let Figure { mean, sd, ci95, n } = found.difference();
    let parting = |parting: &Parting| {
        let side = |side: &Side| {
            let reasons: serde_json::Map<String, Value> =
                side.reasons.iter().map(|&(name, share)| (name.into(), json!(share))).collect();
            let choice = side.choice.to_string();
            json!({ "choice": choice, "loss": side.loss, "reasons": reasons })
        };
        json!({
            "seed": parting.seed,
            "index": parting.index,
            "position": parting.state.to_string(),
            "weight": parting.weight,
            "a": side(&parting.sides[0]),
            "b": side(&parting.sides[1]),
        })
    };
    let moves = parted.map(|parted| {
        let greatest: Vec<Value> = parted.greatest.iter().map(parting).collect();
        json!({
            "positions": parted.positions, "different": parted.different, "greatest": greatest,
        })
    });
    json!({
        "a": a,
        "b": b,
        "rules": contest.rules.name,
        "mode": contest.mode.to_string(),
        "seed": contest.seed,
        "by": if contest.by_wins { "wins" } else { contest.metric.compared_name() },
        "alpha": contest.alpha,
        "margin": contest.margin,
        "verdict": contest.verdict(found),
        "pairs": found.n(),
        "difference": {
            "mean": mean,
            "sd": sd,
            "effect": if sd > 0.0 { json!(mean / sd) } else { Value::Null },
            "interval": found.interval(contest.alpha),
            "ci95": ci95,
            "n": n,
        },
        "wins": found.wins(contest.alpha),
        "results": [found.side(0), found.side(1)],
        "moves": moves,
    })
}

fn print(
    contest: &Contest,
    names: &[String; 2],
    found: &Comparison,
    parted: Option<&Partings>,
) -> Result<()> {
    let metric = contest.metric;
    let [a, b] = names;
    output::line(format_args!(
        "{a} against {b}: rules {}, {}, {} pairs from seed {}",
        contest.rules.name,
        contest.mode,
        grouped(found.n()),
        contest.seed
    ))?;
    if found.n() == 0 {
        return output::line("no pair was completed");
    }
    let certainty = 100.0 * (1.0 - contest.alpha);
    let verdict = match contest.verdict(found) {
        ComparisonVerdict::A => format!("{a} is better"),
        ComparisonVerdict::B => format!("{b} is better"),
        ComparisonVerdict::Equal => "no difference beyond the margin".into(),
        ComparisonVerdict::Open => format!("inconclusive after {} pairs", grouped(found.n())),
    };
    output::line(format_args!("{verdict} ({certainty} % confidence at any stopping time)\n"))?;
    for (side, name) in names.iter().enumerate() {
        let figure = found.side(side);
        let mean = metric.shown(figure.mean);
        let interval = figure.ci95.map_or(String::new(), |[low, high]| {
            let (low, high) = (metric.shown(low), metric.shown(high));
            format!("  (95 %: {}–{})", number(low.min(high)), number(low.max(high)))
        });
        output::line(format_args!(
            "{name:24} {} {}{interval}",
            number(mean),
            metric.compared_name()
        ))?;
    }
    let difference = found.difference();
    let interval = found.interval(contest.alpha).map_or("not known yet".into(), |[low, high]| {
        format!("{} to {}", number(low), number(high))
    });
    output::line(format_args!(
        "{:24} {} in favour of {}, always-valid interval {interval}",
        "difference",
        number(difference.mean.abs()),
        if difference.mean >= 0.0 { a } else { b },
    ))?;
    if difference.sd > 0.0 {
        let effect = difference.mean / difference.sd;
        output::line(format_args!("{:24} {effect:+.2} standard deviations", "effect"))?;
    }
    let wins = found.wins(contest.alpha);
    let [low, high] = wins.interval.map(|end| 100.0 * end);
    output::line(format_args!(
        "{:24} {a} {}, {b} {}, equal {}; win rate of {a} {low:.0}–{high:.0} %",
        "better on seeds",
        grouped(wins.a),
        grouped(wins.b),
        grouped(wins.ties)
    ))?;
    let Some(parted) = parted else { return Ok(()) };
    output::line(format_args!(
        "\nthey chose differently in {} of {} positions{}",
        grouped(parted.different),
        grouped(parted.positions),
        if parted.greatest.is_empty() { "" } else { "; the greatest differences:" }
    ))?;
    parted.greatest.iter().try_for_each(|parting| print_parting(names, parting))
}

fn print_parting(names: &[String; 2], parting: &Parting) -> Result<()> {
    let state = &parting.state;
    output::line(format_args!("\nseed {}, placement {}: {state}", parting.seed, parting.index))?;
    let pictures = parting.sides.each_ref().map(|side| picture(state, side.choice));
    let heads = [0, 1].map(|side| format!("{}: {}", names[side], parting.sides[side].choice));
    let width = heads[0].chars().count().max(state.board.width()) + 3;
    output::line(format_args!("{:width$}{}", heads[0], heads[1]))?;
    let [left, right] = pictures.each_ref().map(|picture| picture.lines().collect::<Vec<_>>());
    let rows = left.len().max(right.len());
    let row = |lines: &[&str], index: usize| {
        // The shorter picture is padded with empty rows on top.
        let missing = rows - lines.len();
        let empty = ".".repeat(state.board.width());
        index.checked_sub(missing).map_or(empty, |index| lines[index].to_string())
    };
    for index in 0..rows {
        output::line(format_args!("{:width$}{}", row(&left, index), row(&right, index)))?;
    }
    for (name, side) in names.iter().zip(&parting.sides) {
        let shares = side.reasons.iter().take(4);
        let shares: Vec<String> =
            shares.map(|(name, share)| format!("{name} {share:+.1}")).collect();
        match side.loss {
            Some(loss) => output::line(format_args!(
                "{name} rates the other move {} lower: {}",
                number(loss),
                shares.join(", ")
            ))?,
            None => output::line(format_args!("{name} does not consider this placement"))?,
        }
    }
    Ok(())
}
