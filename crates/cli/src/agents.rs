//! `minolab agents`: the agents there are.

use anyhow::Result;
use minolab_agents::{Agent, shipped};
use serde_json::{Value, json};

use crate::{
    Outcome,
    flags::{Changes, load_agent},
    output,
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
            if show.json {
                output::json(&value(&agent)?)?;
            } else {
                output::line(agent.to_toml().trim_end())?;
            }
        }
        None if arguments.json => {
            let agents: Result<Vec<Value>> = shipped::all().iter().map(value).collect();
            output::json(&json!({ "agents": agents? }))?;
        }
        None => list()?,
    }
    Ok(Outcome::Success)
}

fn list() -> Result<()> {
    let name = shipped::NAMES.iter().map(|name| name.len()).max().unwrap_or(0);
    let rules = shipped::all().iter().map(|agent| agent.rules.len()).max().unwrap_or(0);
    for agent in shipped::all() {
        output::line(format_args!(
            "{:name$}  {:rules$}  {}",
            agent.name, agent.rules, agent.description
        ))?;
    }
    Ok(())
}

/// An agent as JSON: the same names and values as in its file.
fn value(agent: &Agent) -> Result<Value> {
    Ok(toml::from_str(&agent.to_toml())?)
}
