//! `minolab agents`: the agents there are.

use anyhow::Result;
use minolab_agents::Agent;

use crate::{
    Outcome, catalog,
    flags::{Changes, load_agent},
};

/// Lists the shipped agents, or shows one in full
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  minolab agents
  minolab agents --json
  minolab agents show bcts
  minolab agents show bcts --set holes=-20 > mine.toml
  minolab run --agent mine.toml")]
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

/// Shows one agent in full, as the file it could be loaded from
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab agents show bcts
  minolab agents show mine.toml --json")]
struct Show {
    /// A shipped agent's name, or an agent file.
    #[arg(value_name = "NAME|FILE")]
    agent: String,
    #[command(flatten)]
    changes: Changes,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    match &arguments.command {
        Some(Command::Show(show)) => {
            let agent = show.changes.apply(load_agent(&show.agent)?)?;
            catalog::show(&agent, show.json)?;
        }
        None => catalog::list::<Agent>(arguments.json, |agent| Some(&agent.rules))?,
    }
    Ok(Outcome::Success)
}
