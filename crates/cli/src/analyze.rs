//! `minolab analyze`: what to play in a position, and why.

use std::num::NonZeroUsize;

use anyhow::{Result, bail};
use minolab_arena::Goal;
use minolab_engine::{Decision, Limits, Position, Ranked};
use minolab_rules::{Choice, Clear, Piece, Ruleset, State, Totals, path};
use minolab_study::{calibrate, coach::advice};
use serde_json::{Map, Value, json};

use crate::{
    Outcome, bounds,
    flags::{Changes, GameFlags, load_agent},
    output::{self, counted},
    position::PositionFlags,
    run::threads,
    stopwatch::{Elapsed, Stopwatch},
};

/// Ranks the placements in a position, with the reasons for each
///
/// Scores are in the agent's own units, higher is better. A reason is a feature's share of the score; `ahead` is what
/// the pieces after this one are expected to change. For the other placements the greatest differences to the best one
/// are shown. With --mode sprint, lines=N or moves=N the game ends there, and a line of play that reaches the lines
/// scores 1e9 minus its pieces.
///
/// For a beam search, a limit in nodes or milliseconds covers the whole answer: half of it finds the best line, and
/// half compares all placements with it. If it is too small for all known pieces, every placement is searched to the
/// same lower depth; at the very least each is evaluated once, which takes about 60 nodes.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab analyze --queue TIOLJSZ
  minolab analyze --position 'XX......../X...XXXXXX/XX.XXXXXXX' --queue TJ --hold L --top 3
  minolab analyze --agent sprint --mode lines=4 --position 'xxxx6' --queue IOTLJS --limit ms=50
  minolab analyze --position 'https://fumen.zui.jp/?v115@vhBVPJAAA' --page 2 --queue SZ
  minolab analyze --agent dellacherie --position board.txt --queue S --json

JSON: best (the choice, as text), easiest (of those that cost nothing to speak of, what is easiest to play), placements (best first: {choice, piece, rotation, x, y, hold, spin,
score, lines, points, keys (how many presses), path (which), line (choices that are expected to
follow, this one first), reasons (by feature)}), nodes, depth, cpu_seconds.")]
pub struct Arguments {
    #[command(flatten)]
    position: PositionFlags,
    /// A shipped agent's name, or an agent file.
    #[arg(long, value_name = "NAME|FILE", default_value = "blitz")]
    agent: String,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    game: GameFlags,
    /// How many placements to show.
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,
    /// How many threads a search may use [default: all cores]; with a limit in nodes they do not change the answer.
    #[arg(long, value_name = "T", value_parser = bounds::threads)]
    threads: Option<NonZeroUsize>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let agent = arguments.changes.apply(load_agent(&arguments.agent)?)?;
    let rules = arguments.game.rules(&agent.rules)?;
    let mut state = arguments.position.state(&rules)?;
    if state.current.is_none() {
        bail!("there is no active piece, expected --queue with at least one piece");
    }
    if let Some(known) = arguments.game.known {
        let shown = state.queue.len();
        if known > shown {
            bail!("--known is {known}, but the queue has {shown} after the active piece");
        }
        arguments.game.check_shown(&[&agent], &rules, shown)?;
        let kept: Vec<Piece> = state.queue.iter().take(known).collect();
        state.queue = kept.into_iter().collect();
    }
    GameFlags::check_end(arguments.game.mode, &agent)?;
    arguments.changes.check_known(&agent, &rules, state.queue.len())?;
    let mut player = agent.player(&rules);
    player.set_threads(threads(arguments.threads));
    let mut position = Position::new(&state);
    if let Some(mode) = arguments.game.mode {
        position.remaining = Goal::from(mode).remaining(&Totals::default());
    }
    let stopwatch = Stopwatch::start();
    // It plays by its own limits, with the flags' changes.
    let Some(decision) = player.rank(&position, Limits::default(), &mut |_| ()) else {
        bail!("nothing can be placed in this position");
    };
    let elapsed = stopwatch.elapsed();
    let mode = arguments.game.mode(&agent.mode)?;
    let curve = calibrate::shipped::of(&agent, mode);
    let easiest = advice(&rules, &state, &decision.ranked, curve).map(|ranked| ranked.choice);
    if arguments.json {
        let mut value = describe(&decision, &rules, &state, elapsed, arguments.top);
        value["easiest"] = json!(easiest.map(|choice| choice.to_string()));
        output::json(&value)?;
    } else {
        print(&decision, easiest, &rules, &state, elapsed, arguments.top)?;
    }
    Ok(Outcome::Success)
}

/// The immediate effect of a choice.
fn clear(rules: &Ruleset, state: &State, choice: Choice) -> Clear {
    let mut after = *state;
    after.play_unchecked(rules, choice)
}

/// The names of the keys to press.
fn keys(rules: &Ruleset, state: &State, choice: Choice) -> Vec<&'static str> {
    let hold = choice.hold.then_some("hold");
    let path = path(&state.board, rules, choice.placement);
    let inputs = path.iter().flat_map(|path| path.iter()).map(|input| input.name());
    hold.into_iter().chain(inputs).collect()
}

fn describe(
    decision: &Decision,
    rules: &Ruleset,
    state: &State,
    elapsed: Elapsed,
    top: usize,
) -> Value {
    let placement = |ranked: &Ranked| {
        let choice = ranked.choice;
        let clear = clear(rules, state, choice);
        let keys = keys(rules, state, choice);
        let line: Vec<String> = ranked.line.iter().map(Choice::to_string).collect();
        let reasons: Map<String, Value> =
            ranked.reasons.iter().map(|&(name, share)| (name.to_string(), json!(share))).collect();
        let mut value = output::placement(choice, clear.lines);
        value["score"] = json!(ranked.score);
        value["points"] = json!(clear.points);
        value["keys"] = json!(keys.len());
        value["path"] = json!(keys);
        value["line"] = json!(line);
        value["reasons"] = json!(reasons);
        value
    };
    json!({
        "best": decision.ranked.first().map(|best| best.choice.to_string()),
        "placements": decision.ranked.iter().take(top).map(placement).collect::<Vec<_>>(),
        "nodes": decision.nodes,
        "depth": decision.depth,
        "cpu_seconds": elapsed.cpu_seconds,
    })
}

fn print(
    decision: &Decision,
    easiest: Option<Choice>,
    rules: &Ruleset,
    state: &State,
    elapsed: Elapsed,
    top: usize,
) -> Result<()> {
    let Some(best) = decision.ranked.first() else { return Ok(()) };
    output::line(picture(state, best.choice))?;
    let mut explains_ahead = false;
    for (index, ranked) in decision.ranked.iter().take(top).enumerate() {
        let score = format!("{:.3}", ranked.score);
        let clear = clear(rules, state, ranked.choice);
        let cleared = if clear.lines > 0 { format!(", {}", name(&clear)) } else { String::new() };
        let keys = keys(rules, state, ranked.choice).join(" ");
        output::line(format_args!("{}: {}  {score}{cleared}  [{keys}]", index + 1, ranked.choice))?;
        if ranked.line.len() > 1 {
            let line: Vec<String> = ranked.line[1..].iter().map(Choice::to_string).collect();
            output::line(format_args!("   then {}", line.join(" ")))?;
        }
        let reasons = reasons(ranked, if index == 0 { &[] } else { &best.reasons });
        if !reasons.is_empty() {
            let what = if index == 0 { "because" } else { "against 1:" };
            output::line(format_args!("   {what} {reasons}"))?;
            explains_ahead |= reasons.contains("ahead ");
        }
    }
    if let Some(easiest) = easiest.filter(|&choice| choice != best.choice) {
        output::line(format_args!(
            "as good, and easier to play: {easiest}  [{}]",
            keys(rules, state, easiest).join(" ")
        ))?;
    }
    if explains_ahead {
        output::line("ahead: what the pieces after this one are expected to change")?;
    }
    output::line(format_args!(
        "{}, {}, depth {}, {:.3} CPU seconds",
        counted(decision.ranked.len() as u64, "placement"),
        counted(decision.nodes, "node"),
        decision.depth,
        elapsed.cpu_seconds
    ))
}

/// The name of a clear.
fn name(clear: &Clear) -> String {
    use minolab_rules::Spin;
    let lines = clear.kind().lines_name().map_or("no line".into(), |name| format!("a {name}"));
    let spin = match clear.spin {
        Spin::None => "",
        Spin::Mini => " with a mini spin",
        Spin::Full => " with a spin",
    };
    let streak = if clear.back_to_back { ", back-to-back" } else { "" };
    let empty = if clear.all_clear { ", perfect clear" } else { "" };
    format!("{lines}{spin}{streak}{empty}")
}

/// The greatest shares, or the greatest differences to those of the best placement.
fn reasons(ranked: &Ranked, best: &[(&'static str, f64)]) -> String {
    const SHOWN: usize = 5;
    let shares = minolab_study::reasons::against(best, &ranked.reasons);
    let shown: Vec<String> =
        shares.iter().take(SHOWN).map(|(name, share)| format!("{name} {share:+.3}")).collect();
    shown.join(", ")
}

/// The board with the piece on it as letters, without the rows above the stack.
pub fn picture(state: &State, choice: Choice) -> String {
    let cells = choice.placement.falling().cells();
    let letter = choice.placement.piece.letter();
    let top = cells.iter().map(|&(_, y)| y + 1).max().unwrap_or(0).max(state.board.top() as i8);
    let cell = |x: i8, y: i8| match () {
        () if cells.contains(&(x, y)) => letter,
        () if state.board.is_filled(x, y) => '#',
        () => '.',
    };
    let row = |y| (0..state.board.width() as i8).map(|x| cell(x, y)).collect::<String>();
    let rows: Vec<String> = (0..=top).rev().map(row).collect();
    rows.join("\n")
}
