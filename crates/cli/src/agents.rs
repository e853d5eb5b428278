//! `minolab agents`: lists and shows agents.

use anyhow::Result;
use minolab_agents::Agent;
use minolab_engine::{Feature, Subject};
use serde_json::json;

use crate::{
    Outcome, catalog,
    flags::{Changes, load_agent},
    output,
};

/// Lists the shipped agents, or shows one in full
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  minolab agents
  minolab agents --json
  minolab agents --features
  minolab agents show bcts
  minolab agents show bcts --set holes=-20 > mine.toml
  minolab run --agent mine.toml")]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// List the features that agents can measure instead, by their names in weights and
    /// --set.
    #[arg(long)]
    features: bool,
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
        None if arguments.features => features(arguments.json)?,
        None => catalog::list::<Agent>(arguments.json, |agent| Some(&agent.rules))?,
    }
    Ok(Outcome::Success)
}

/// All features, with units and descriptions.
fn features(is_json: bool) -> Result<()> {
    if is_json {
        let value = |feature: Feature| {
            json!({
                "name": feature.name(),
                "of": of(feature),
                "unit": feature.unit(),
                "description": feature.description(),
            })
        };
        return output::json(&json!({ "features": Feature::ALL.map(value).to_vec() }));
    }
    for feature in Feature::ALL {
        let (name, of, unit) = (feature.name(), of(feature), feature.unit());
        output::line(format_args!("{name:24}  {of:9}  {unit:11}  {}", feature.description()))?;
    }
    Ok(())
}

fn of(feature: Feature) -> &'static str {
    match feature.subject() {
        Subject::Placement => "placement",
        Subject::Position => "position",
    }
}
