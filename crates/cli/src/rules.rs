//! `minolab rules`: lists and shows rulesets.

use anyhow::Result;
use minolab_rules::Ruleset;

use crate::{Outcome, catalog, ruleset};

/// Lists the shipped rulesets, or shows one in full
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  minolab rules
  minolab rules --json
  minolab rules show guideline
  minolab rules show my-rules.toml --json")]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    Show(Show),
}

/// Shows one ruleset in full, as the file it could be loaded from
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab rules show capstone
  minolab rules show classic > my-rules.toml")]
struct Show {
    /// A shipped ruleset's name, or a ruleset file.
    #[arg(value_name = "NAME|FILE")]
    rules: String,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    match &arguments.command {
        Some(Command::Show(show)) => catalog::show(&ruleset::load(&show.rules)?, show.json)?,
        None => catalog::list::<Ruleset>(arguments.json, |_| None)?,
    }
    Ok(Outcome::Success)
}
