//! `minolab tbp-host`: other programs play by our rules.

mod table;

use std::{
    io::{IsTerminal, stderr},
    num::NonZeroUsize,
    path::PathBuf,
    str::FromStr,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, ensure};
use minolab_rules::Mode;
use minolab_tbp::{BotContest, BotReport, ContestTerms, GameRecord, Household, words};
use serde_json::json;
use table::Table;

use crate::{
    Outcome, bounds,
    output::{self, counted},
    ruleset,
    stop::Stop,
};

/// Hosts bots of the Tetris Bot Protocol and measures them
///
/// Every bot plays the same games: game number g, counted from 0, has the seed S + g. A bot gets
/// the time of --limit to think before it is asked, and the first legal one of its suggestions is
/// played. A bot that exits, takes longer than --timeout, sends a line of more than a megabyte or
/// over 1000 unexpected lines, or suggests no legal move forfeits that game with the reason, and is
/// restarted for the next. Processes that a bot starts are ended with it. Ctrl-C ends the contest
/// early and keeps the games that ended.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab tbp-host --bot 'minolab tbp --limit ms=20' --mode blitz --games 5 --limit ms=20
  minolab tbp-host --bot 'minolab tbp' --bot './cold-clear-2' --mode moves=360 --games 20 \\
      --rules capstone --limit ms=100 --save games
  minolab replay --verify games/bot-1

JSON: rules, mode, seed, limit_ms, timeout_ms, seconds, complete, bots: a list of {bot (its command),
name, version, author, games, deaths (by its stack), forfeits, forfeit_reasons (counts of launch,
exit, timeout, refusal, garbage, too-long, no-moves, illegal), first_forfeit {game, seed, reason},
pieces, lines, score, clear_score, lines_per_game, pieces_per_game (each {mean, se, ci95, min, median,
max, n}; a game that was forfeited counts with what it had), clears, response_ms {mean, max} (from
question to answer), skipped_lines}.")]
pub struct Arguments {
    /// A bot's command, split at spaces, with quotes around words that contain spaces; may be
    /// repeated.
    #[arg(long = "bot", value_name = "CMD", required = true)]
    bots: Vec<String>,
    /// A shipped ruleset's name, or a ruleset file; 10 columns.
    #[arg(long, value_name = "NAME|FILE", default_value = "guideline")]
    rules: String,
    /// sprint, lines=N, blitz, blitz=SECONDS, marathon or moves=N.
    #[arg(long, default_value_t = Mode::Blitz)]
    mode: Mode,
    /// How many games each bot plays.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(bounds::RUN))]
    games: u64,
    /// The first game's seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How long a bot thinks before it is asked, as ms=N.
    #[arg(long, value_name = "ms=N", default_value = "ms=0")]
    limit: Milliseconds,
    /// How long a bot may take to answer, as ms=N [default: 10 seconds and the limit].
    #[arg(long, value_name = "ms=N")]
    timeout: Option<Milliseconds>,
    /// How many games run at once; bots then compete for the processor.
    #[arg(long, value_name = "T", default_value = "1", value_parser = bounds::threads)]
    threads: NonZeroUsize,
    /// Keep a replay of every game in this folder: bot-1/game-00000000.mino and so on.
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// `ms=N`.
#[derive(Clone, Copy, Debug)]
struct Milliseconds(u64);

impl FromStr for Milliseconds {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Milliseconds> {
        let number = text.strip_prefix("ms=").and_then(|number| number.parse().ok());
        // A day: more would only overflow a clock.
        let number = number.filter(|&number| number <= 86_400_000);
        number.map(Milliseconds).ok_or_else(|| anyhow!("expected ms=N, such as ms=100"))
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let rules = ruleset::load(&arguments.rules)?;
    ensure!(rules.width == 10, "{} has {} columns, expected 10", rules.name, rules.width);
    let split = |bot: &String| words(bot).with_context(|| format!("in --bot {bot:?}"));
    let thinking = Duration::from_millis(arguments.limit.0);
    let timeout = match arguments.timeout {
        Some(Milliseconds(ms)) => Duration::from_millis(ms),
        None => thinking + Duration::from_secs(10),
    };
    let contest = BotContest {
        bots: arguments.bots.iter().map(split).collect::<Result<_>>()?,
        terms: ContestTerms { rules: Arc::new(rules), mode: arguments.mode, thinking, timeout },
        games: arguments.games,
        seed: arguments.seed,
        threads: arguments.threads.get(),
        save: arguments.save.clone(),
    };
    let stop = Stop::listen()?;
    let clock = Instant::now();
    let household = Household::keep();
    let bots = contest.play(&stop, &tell).context("keeping replays")?;
    drop(household);
    let complete = bots.iter().all(|bot| bot.games == contest.games);
    if !complete {
        eprintln!("stopped before the end; the figures are of what was played");
    }
    let mut outcome = if complete { Outcome::Success } else { stop.outcome() };
    let unstarted = |bot: &&BotReport| bot.forfeit_reasons.get("launch") == Some(&bot.games);
    for bot in bots.iter().filter(unstarted).filter(|bot| bot.games > 0) {
        let reason = bot.first_forfeit.as_ref().map_or("", |first| &first.reason);
        output::note(format_args!("error: {:?} {reason}", bot.bot));
        outcome = Outcome::Failed;
    }
    if !arguments.json {
        // Without games there are no figures to print.
        if bots.iter().any(|bot| !unstarted(&bot)) {
            output::line(Table(&bots))?;
        }
        return Ok(outcome);
    }
    output::json(&json!({
        "rules": contest.terms.rules.name,
        "mode": contest.terms.mode.to_string(),
        "seed": contest.seed,
        "limit_ms": thinking.as_millis() as u64,
        "timeout_ms": timeout.as_millis() as u64,
        "seconds": clock.elapsed().as_secs_f64(),
        "complete": complete,
        "bots": serde_json::to_value(&bots)?,
    }))?;
    Ok(outcome)
}

/// A note on every game, if standard error is a terminal.
fn tell(bot: usize, game: u64, record: &GameRecord) {
    if !stderr().is_terminal() {
        return;
    }
    let totals = record.replay.result.totals;
    let end = record.forfeit.as_ref().map_or(String::new(), |forfeit| format!("; {forfeit}"));
    eprintln!(
        "bot {}, game {game}: {}, {}, {}{end}",
        bot + 1,
        counted(totals.pieces, "piece"),
        counted(totals.lines, "line"),
        counted(totals.clear_score, "point")
    );
}
