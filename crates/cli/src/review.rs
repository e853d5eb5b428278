//! `minolab review`: a verdict on each placement of a game.

use std::{
    borrow::Cow,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, ensure};
use minolab_agents::Agent;
use minolab_arena::replay::Replay;
use minolab_engine::Finesse;
use minolab_study::{
    calibrate::{self, Calibration},
    coach::{Grade, amount, in_words_at, summary},
    read,
    review::{self, Review},
    setups::{self, Appearance},
};

use crate::{
    Outcome,
    flags::{Changes, load_agent},
    output::{self, write_file},
    run::number,
};

/// Grades each placement of a game, with what it cost and why
///
/// A placement's loss is what it costs in the game's result, compared with the agent's own choice:
/// pieces of a sprint, points of a blitz, lines of a marathon. It is read from how far it falls
/// behind by evaluation, on a curve that `minolab calibrate` measured; sprint, blitz and marathon
/// have one, and for another agent --curve names a file. Without a curve there are no grades. A limit
/// in nodes or milliseconds is that of the agent's own choice, as it plays, and again that of comparing
/// all choices with it [default: what the curve was measured at].
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab run --agent capstone-sprint --games 1 --save games
  minolab review games/game-00000000.mino --agent sprint --limit nodes=5000
  minolab review games/game-00000000.mino --out review.html
  minolab review game.txt --json

JSON: player, judge, budget, rules, mode, seed, end (finished, topped-out or interrupted), summary, loss_unit (pieces, points
or lines; null without a curve), accuracy (0 to 1), accuracy_ci95, loss ({mean, sd, ci95, n}), grades (counts), keys (the
fewest), finesse_faults and presses_too_many (of a person's game), placements ([{index, piece, played, best, loss,
loss_unit, grade (best, excellent, good, inaccuracy, mistake, blunder or forced), only (whether all others are mistakes), difficulty (of the best one, where it matters: {keys, is_tuck, is_spin, sight
(at-once, ahead, deep or engine-only), margin}),
reasons ([sentence]), cells (those that the sentences are about, [[column, row]] from 0), terms (by feature), rank, choices, best_score,
keys, best_keys, pressed, line, played_line, setups ([{name, form, stage}]), position}]), setups (of the game: [{name, title, form,
mirrored, first, last, end, count}]; null on boards that are not ten wide), turning_points (indices, the greatest loss first, those that only the engine sees last).")]
pub struct Arguments {
    /// A replay in either form, or a person's game of keys as the page saves it.
    #[arg(value_name = "REPLAY")]
    file: PathBuf,
    /// The reference agent: a shipped agent's name, or an agent file [default: sprint where lines end the
    /// game by rules with hold, blitz elsewhere with hold, and marathon without].
    #[arg(long, value_name = "NAME|FILE")]
    agent: Option<String>,
    #[command(flatten)]
    changes: Changes,
    /// What the agent's evaluation is worth in results: a file of minolab calibrate.
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
    /// Write a page with charts and pictures to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many turning points to print.
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let replay = read(&arguments.file)?;
    let (judge, curve) = judge(arguments, &replay)?;
    let bar = output::bar(replay.placements() as u64, "placements");
    let found = review::review(&replay, &judge, curve.as_deref(), &mut |index, _| {
        bar.set_position(index as u64)
    })
    .with_context(|| format!("in {:?}", arguments.file))?;
    bar.finish_and_clear();
    if let Some(path) = &arguments.out {
        write_file(path, review::html(&found, &replay).as_bytes())?;
    }
    match arguments.json {
        true => output::json(&review::json(&found, &replay))?,
        false => {
            if !replay.result.end.is_end() {
                output::line("unfinished: the game was interrupted")?;
            }
            print(&found, &replay, arguments)?;
        }
    }
    Ok(Outcome::Success)
}

/// Who judges, and what its evaluation is worth.
fn judge(
    arguments: &Arguments,
    replay: &Replay,
) -> Result<(Agent, Option<Cow<'static, Calibration>>)> {
    let usual = review::usual_judge(&replay.rules, replay.mode);
    let agent = load_agent(arguments.agent.as_deref().unwrap_or(usual))?;
    let is_timed = agent.search.ms().is_some() && agent.search.nodes().is_none();
    for part in ["rules", "mode"] {
        arguments.changes.refuse(part, "the game has its own")?;
    }
    let mut agent = arguments.changes.apply(agent)?;
    let previews = replay.rules.previews as usize;
    arguments.changes.check_known(&agent, &replay.rules, previews)?;
    let curve = match &arguments.curve {
        Some(path) => Some(Cow::Owned(read_curve(path, &agent, replay)?)),
        None => calibrate::shipped::of(&agent, replay.mode).map(Cow::Borrowed),
    };
    // Nodes give the same verdict every time.
    if is_timed && arguments.changes.has_no_limit() {
        let measured = curve.as_ref().and_then(|curve| curve.nodes);
        agent.search.limit_nodes(measured.unwrap_or(10_000));
    }
    Ok((agent, curve))
}

/// A curve from a file, if it is this agent's.
fn read_curve(path: &Path, agent: &Agent, replay: &Replay) -> Result<Calibration> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {path:?}"))?;
    let curve = Calibration::from_toml(&text).map_err(|error| anyhow!("in {path:?}: {error}"))?;
    ensure!(
        curve.agent == agent.name,
        "{path:?} is a curve of {}, expected one of {}",
        curve.agent,
        agent.name
    );
    let unit = calibrate::unit(replay.mode);
    ensure!(
        curve.unit == unit,
        "{path:?} counts {}, and {} is judged by {unit}",
        curve.unit,
        replay.mode
    );
    Ok(curve)
}

fn print(found: &Review, replay: &Replay, arguments: &Arguments) -> Result<()> {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let accuracy = found.accuracy.map_or("–".into(), percent);
    let interval = found.accuracy_ci95.map_or(String::new(), |[low, high]| {
        format!(" (95 %: {}–{})", percent(low), percent(high))
    });
    output::line(summary(found, replay))?;
    let mut head = format!("reviewed by {} with {}", found.judge, found.budget);
    if let Some(unit) = &found.unit {
        let loss = found.loss();
        head += &format!(
            ": accuracy {accuracy} %{interval}, {} {unit} lost per placement over {}",
            number(loss.mean),
            loss.n
        );
    }
    output::line(head)?;
    if found.unit.is_none() {
        output::line(format_args!(
            "no grades: what the evaluation of {} is worth in results is not known; minolab calibrate \
             measures it, and --curve names the file",
            found.judge
        ))?;
    } else {
        let grades: Vec<String> = Grade::ALL
            .iter()
            .filter(|&&grade| grade != Grade::Forced || found.count(grade) > 0)
            .map(|&grade| format!("{} {}", grade.name(), found.count(grade)))
            .collect();
        output::line(grades.join(", "))?;
    }
    if let Some(Finesse { faults, extra_presses }) = found.finesse {
        output::line(format_args!("{faults} finesse faults, {extra_presses} extra presses"))?;
    }
    for graded in found.turning_points(arguments.top) {
        let cost = amount(graded.loss.unwrap_or(0.0), found.unit.as_deref().unwrap_or_default());
        let grade = graded.grade.map_or("", Grade::name);
        let said = |choice| in_words_at(choice, &graded.before, &replay.rules);
        output::line(format_args!(
            "{}: {} instead of {}: {grade}, costs about {cost}",
            graded.index,
            said(graded.choice),
            said(graded.best)
        ))?;
        let why: Vec<String> = graded.facts.iter().map(ToString::to_string).collect();
        if !why.is_empty() {
            output::line(format_args!("    {}", why.join(" ")))?;
        }
        let hard = graded.difficulty.map_or(String::new(), |difficulty| difficulty.words());
        if !hard.is_empty() {
            output::line(format_args!("    The better one is hard to find: {hard}."))?;
        }
        let setups = found.setup_words(graded.index);
        if !setups.is_empty() {
            output::line(format_args!("    {setups}"))?;
        }
    }
    match &found.setups {
        Some(seen) => print_setups(seen)?,
        None => output::line("set-ups: none are defined for boards that are not ten wide")?,
    }
    if let Some(path) = &arguments.out {
        output::line(format_args!("written to {}", path.display()))?;
    }
    Ok(())
}

/// A line for each set-up of the game, with its first few appearances.
fn print_setups(found: &[Appearance]) -> Result<()> {
    const SHOWN: usize = 8;
    for setup in setups::all() {
        let seen: Vec<&Appearance> =
            found.iter().filter(|seen| std::ptr::eq(seen.setup, setup)).collect();
        if seen.is_empty() {
            continue;
        }
        let mut stretches: Vec<String> =
            seen.iter().take(SHOWN).map(|seen| stretch(seen)).collect();
        if seen.len() > SHOWN {
            stretches.push(format!("and {} more", seen.len() - SHOWN));
        }
        output::line(format_args!("{}: {}", setup.title, stretches.join(", ")))?;
    }
    Ok(())
}

/// `12–14 (made)`.
fn stretch(seen: &Appearance) -> String {
    let count = match seen.setup.is_chain() {
        true => format!("{} T-spins", seen.count),
        false if seen.setup.is_stack() => format!("{} placements", seen.count),
        false => seen.end.name().into(),
    };
    match seen.first == seen.last {
        true => format!("{} ({count})", seen.first),
        false => format!("{}–{} ({count})", seen.first, seen.last),
    }
}
