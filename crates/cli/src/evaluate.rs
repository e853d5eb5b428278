//! `minolab evaluate`: the static evaluation of a board.

use anyhow::Result;
use minolab_agents::Agent;
use minolab_engine::{Evaluation, Measured, Position};
use minolab_rules::BoardSize;
use serde_json::{Map, Value, json};

use crate::{
    Outcome,
    flags::{Changes, GameFlags, load_agent},
    output,
    position::PositionFlags,
};

/// Evaluates a board statically, term by term, without placing anything
///
/// The value is the sum of the terms, in the agent's own unit and sign: Tetris Analyzer's is a cost, where lower is
/// better; for all others higher is better. A term that is a feature times a weight also shows the measurement. Agents
/// that evaluate a board before lines are cleared (board = "landed") accept full rows. The reward of a clear is not
/// included: see analyze. Only what the evaluator reads matters: for most agents the board alone.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab evaluate --agent analyzer --position '-x---xx---/-xx-xx-x--/xxxx-xxx--' --board 10x5
  minolab evaluate --agent tetrais-complex --position board.txt
  minolab evaluate --agent blitz --position 'X...XXXXXX/XX.XXXXXXX' --hold T --queue LJ --json

JSON: agent, rules, value, lower_is_better, terms (what each adds to the value), measured (the features
behind the terms, where the agent weights features).")]
pub struct Arguments {
    #[command(flatten)]
    position: PositionFlags,
    /// A shipped agent's name, or an agent file.
    #[arg(long, value_name = "NAME|FILE")]
    agent: String,
    /// Change a weight or any other setting of the agent file; may be repeated.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<crate::flags::Setting>,
    /// A shipped ruleset's name, or a ruleset file [default: the agent's own].
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Another board size, such as 10x20: 4 to 16 wide, 4 to 40 high.
    #[arg(long, value_name = "WxH")]
    board: Option<BoardSize>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let changes = Changes::settings(&arguments.settings);
    for part in ["search", "mode"] {
        changes.refuse(
            part,
            "evaluate plays nothing, expected weights or settings of the evaluator",
        )?;
    }
    let agent = changes.apply(load_agent(&arguments.agent)?)?;
    let game = GameFlags {
        rules: arguments.rules.clone(),
        board: arguments.board,
        ..GameFlags::default()
    };
    let rules = game.rules(&agent.rules)?;
    let evaluator = agent.evaluator();
    let sees_full_rows =
        evaluator.as_linear().is_some_and(|linear| linear.settings().board == Measured::Landed);
    let state = match sees_full_rows {
        true => arguments.position.landed(&rules)?,
        false => arguments.position.state(&rules)?,
    };
    let found = Evaluation::new(evaluator.as_ref(), &rules, &Position::new(&state));
    if arguments.json {
        output::json(&describe(&found, &agent, &rules.name))?;
    } else {
        print(&found, &agent)?;
    }
    Ok(Outcome::Success)
}

fn describe(found: &Evaluation, agent: &Agent, rules: &str) -> Value {
    let terms: Map<String, Value> =
        found.terms.iter().map(|term| (term.name.into(), json!(term.share))).collect();
    let measured = found.terms.iter().filter_map(|term| Some((term.name, term.measured?)));
    let measured: Map<String, Value> =
        measured.map(|(name, number)| (name.into(), json!(number))).collect();
    json!({
        "agent": agent.name,
        "rules": rules,
        "value": found.value,
        "lower_is_better": found.is_cost,
        "terms": terms,
        "measured": measured,
    })
}

fn print(found: &Evaluation, agent: &Agent) -> Result<()> {
    let better = if found.is_cost { "lower" } else { "higher" };
    output::line(format_args!("{}: {:.4}, {better} is better", agent.name, found.value))?;
    for term in &found.terms {
        let measured = term.measured.map_or(String::new(), |number| format!("  measured {number}"));
        output::line(format_args!("  {:24} {:>12.4}{measured}", term.name, term.share))?;
    }
    Ok(())
}
