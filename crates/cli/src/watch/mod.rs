//! `minolab watch`: an agent's game on the terminal screen.

mod levels;
mod panels;
mod screen;
mod session;
mod thinker;

use anyhow::Result;
use session::Session;

use crate::{
    Outcome,
    flags::{AgentFlags, GameFlags},
    output,
    position::PositionFlags,
    screen::Frame,
};

/// Shows an agent's game on the terminal screen
///
/// `?` shows the keys. Where there is no terminal, the first pieces are printed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab watch --agent bcts
  minolab watch --agent bcts --board 8x12 --seed 7
  minolab watch --agent bcts --known 1
  minolab watch --agent beam --position v115@vhBVPJAAA --page 2")]
pub struct Arguments {
    #[command(flatten)]
    agent: AgentFlags,
    #[command(flatten)]
    game: GameFlags,
    #[command(flatten)]
    position: PositionFlags,
    /// The first game's seed; later games count up from it. With --position every game starts there, and the seed
    /// determines the pieces beyond the queue.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Pieces printed without a terminal.
const PRINTED: u64 = 20;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let agent = arguments.agent.load()?;
    let mut rules = arguments.game.rules(&agent.rules)?;
    let mode = arguments.game.mode(&agent.mode)?;
    if let Some(known) = arguments.game.known {
        // The screen shows at most a full queue.
        anyhow::ensure!(known <= 20, "--known is {known}, expected at most 20 to be watched");
        rules.previews = known as u8;
    }
    arguments.agent.changes.check_known(&agent, &rules, rules.previews as usize)?;
    let start = arguments.position.given(&rules)?;
    let mut session = Session::new(agent, rules, mode, arguments.seed);
    if let Some(state) = start {
        session.start_at(state);
    }
    if Frame::has_screen() {
        screen::show(session)?;
        return Ok(Outcome::Success);
    }
    for _ in 0..PRINTED {
        session.step();
        let totals = session.game().totals();
        let (pieces, lines) = (totals.pieces, totals.lines);
        let counts = [output::counted(pieces, "piece"), output::counted(lines, "line")];
        output::line(counts.join(", "))?;
        output::styled(Frame::new(session.painted(), session.rules().height as usize))?;
    }
    Ok(Outcome::Success)
}
