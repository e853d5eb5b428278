//! `minolab tbp`: an agent as a bot for other programs.

use std::{
    io::{self, BufReader},
    num::NonZeroUsize,
};

use anyhow::{Result, ensure};
use minolab_arena::Goal;
use minolab_rules::Mode;
use minolab_tbp::{BotSettings, Info, Minds, serve};

use crate::{
    Outcome, bounds,
    flags::{Changes, GameFlags, load_agent},
    output, ruleset,
};

/// Lets an agent play for another program by the Tetris Bot Protocol
///
/// Messages come on standard input and go to standard output, one JSON object per line: info at
/// once; ready or error after rules; a suggestion after suggest: the agent's choice and up to four
/// good alternatives, in case the first is not allowed. The agent ponders: it thinks as soon as it
/// knows a position (start, play, new_piece), before it is asked. It supports the extensions
/// randomizer and move_info. Lines that cannot be read are skipped with a note on standard error; a
/// position that cannot be followed gets a suggestion without moves.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab tbp
  minolab tbp --agent blitz --limit ms=50
  minolab tbp --agent sprint --mode sprint --limit nodes=20000
  minolab tbp-host --bot 'minolab tbp --limit ms=20' --mode moves=100 --games 2")]
pub struct Arguments {
    /// A shipped agent's name, or an agent file.
    #[arg(long, value_name = "NAME|FILE", default_value = "blitz")]
    agent: String,
    #[command(flatten)]
    changes: Changes,
    /// A shipped ruleset's name, or a ruleset file; 10 columns.
    #[arg(long, value_name = "NAME|FILE", default_value = "guideline")]
    rules: String,
    /// The mode of the games, counted from each start, which the protocol does not say.
    #[arg(long, default_value_t = Mode::Marathon)]
    mode: Mode,
    /// How many threads a search may use.
    #[arg(long, value_name = "T", default_value = "1", value_parser = bounds::threads)]
    threads: NonZeroUsize,
}

/// The agent that ranks the moves after the first.
const QUICK: &str = "dellacherie";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    for part in ["rules", "mode"] {
        arguments.changes.refuse(part, &format!("the flag --{part} says by which to play"))?;
    }
    let agent = arguments.changes.apply(load_agent(&arguments.agent)?)?;
    GameFlags::check_end(Some(arguments.mode), &agent)?;
    let rules = ruleset::load(&arguments.rules)?;
    ensure!(rules.width == 10, "{} has {} columns, expected 10", rules.name, rules.width);
    let quick = load_agent(QUICK)?;
    let threads = arguments.threads.get();
    let info = Info {
        name: format!("minolab {}", agent.name),
        version: env!("CARGO_PKG_VERSION").into(),
        author: "The minolab authors".into(),
        features: vec!["randomizer".into(), "move_info".into()],
    };
    let settings = BotSettings {
        info,
        rules,
        goal: Goal::from(arguments.mode),
        minds: Minds {
            depth: agent.search.depth(),
            make: Box::new(move |rules| {
                let mut player = agent.player(rules);
                player.set_threads(threads);
                player
            }),
            make_quick: Box::new(move |rules| quick.player(rules)),
        },
    };
    serve(settings, BufReader::new(io::stdin()), io::stdout(), &mut |text| {
        output::note(format_args!("tbp: {text}"))
    })?;
    Ok(Outcome::Success)
}
