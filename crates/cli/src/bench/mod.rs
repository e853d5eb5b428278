//! `minolab bench`: speed, and signatures of behaviour.

mod perfect;
mod players;
mod rules;
mod signature;

use anyhow::Result;

use crate::Outcome;

/// Measures speed, and prints a signature that changes only if behaviour does
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab bench rules
  minolab bench rules --json
  minolab bench classic
  minolab bench search --json
  minolab bench perfect
  minolab bench signatures")]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Rules(rules::Arguments),
    /// Plays with the classic agents
    Classic(players::Arguments),
    /// Plays with the agents that search several pieces
    Search(players::Arguments),
    Perfect(perfect::Arguments),
    Signatures(signature::Arguments),
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    match &arguments.what {
        What::Rules(arguments) => rules::run(arguments),
        What::Classic(arguments) => players::classic_players(arguments),
        What::Search(arguments) => players::searching_players(arguments),
        What::Perfect(arguments) => perfect::run(arguments),
        What::Signatures(arguments) => signature::run(arguments),
    }
}
