//! `minolab rules`: the rulesets there are.

use anyhow::Result;
use minolab_rules::{Ruleset, shipped};
use serde_json::{Value, json};

use crate::{Outcome, output, ruleset};

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
        Some(Command::Show(show)) => self::show(show)?,
        None if arguments.json => {
            let rulesets: Result<Vec<Value>> = shipped::all().iter().map(value).collect();
            output::json(&json!({ "rulesets": rulesets? }))?;
        }
        None => list()?,
    }
    Ok(Outcome::Success)
}

fn list() -> Result<()> {
    let width = shipped::NAMES.iter().map(|name| name.len()).max().unwrap_or(0);
    for rules in shipped::all() {
        output::line(format_args!("{:width$}  {}", rules.name, rules.description))?;
    }
    Ok(())
}

fn show(arguments: &Show) -> Result<()> {
    let rules = ruleset::load(&arguments.rules)?;
    if arguments.json {
        output::json(&value(&rules)?)
    } else {
        output::line(rules.to_toml().trim_end())
    }
}

/// A ruleset as JSON: the same names and values as in its file.
fn value(rules: &Ruleset) -> Result<Value> {
    Ok(toml::from_str(&rules.to_toml())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_can_be_loaded() {
        for rules in shipped::all() {
            assert_eq!(&Ruleset::from_toml(&rules.to_toml()).unwrap(), rules);
            assert_eq!(value(rules).unwrap()["name"], *rules.name);
        }
    }
}
