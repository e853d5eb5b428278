//! `minolab play`: a person plays in the terminal.

mod keys;
mod screen;
mod seat;
mod shelf;

use std::{
    hash::{BuildHasher, RandomState},
    path::PathBuf,
};

use anyhow::{Result, ensure};
use keys::TerminalKeys;
use minolab_arena::person::mode_title;
use minolab_rules::{BoardSize, Handling, Mode, SoftDrop};
use seat::{Order, Seat};
use shelf::Shelf;

use crate::{Outcome, output, ruleset, screen::Frame};

/// Plays a game in the terminal
///
/// The game is the same as on the page: rules, handling, counters and end screen. Where the
/// terminal reports key releases (kitty, foot, WezTerm, Ghostty, recent Konsole and Alacritty),
/// held keys repeat as --das and --arr say; elsewhere they repeat as the keyboard does. `?` shows
/// the keys. Games are saved as key replays that `review`, `replay`, `study` and the page read.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab play                      a sprint: 40 lines as fast as you can
  minolab play blitz
  minolab play practice --rules tetrio
  minolab play lines=20 --seed 7 --das 133 --arr 0 --soft-drop instant
  minolab play --keys capstone --save my-games")]
pub struct Arguments {
    /// sprint, blitz, blitz=SECONDS, practice, marathon, lines=N or moves=N.
    #[arg(default_value = "sprint")]
    mode: Mode,
    /// A shipped ruleset's name, or a ruleset file.
    #[arg(long, value_name = "NAME|FILE", default_value = "capstone")]
    rules: String,
    /// Another board size, such as 10x20: 4 to 16 wide, 4 to 40 high.
    #[arg(long, value_name = "WxH")]
    board: Option<BoardSize>,
    /// The seed of the pieces, the same after a retry [default: new pieces each game].
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Arrows move and Z X rotate (community), or A D move and the arrows rotate (capstone).
    #[arg(long, value_enum, default_value_t)]
    keys: TerminalKeys,
    /// Handling to start from: tetrio, four-tris, capstone or capstone-advanced.
    #[arg(long, value_name = "PRESET", default_value = "tetrio", value_parser = preset)]
    handling: Handling,
    /// Milliseconds from a press to its first repeat; needs a terminal that reports releases.
    #[arg(long, value_name = "MS")]
    das: Option<u16>,
    /// Milliseconds between repeats, 0 for instant; needs a terminal that reports releases.
    #[arg(long, value_name = "MS")]
    arr: Option<u16>,
    /// Soft drop: times gravity, or `instant`; needs a terminal that reports releases.
    #[arg(long, value_name = "N|instant", value_parser = soft_drop)]
    soft_drop: Option<SoftDrop>,
    /// Begin at once, without 3-2-1.
    #[arg(long)]
    no_countdown: bool,
    /// The folder for games and personal bests [default: minolab/games in your data folder].
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    ensure!(
        Frame::has_screen(),
        "play needs a terminal for both its keyboard and its screen; \
         `minolab` serves the page, where you can play in a browser"
    );
    let rules = ruleset::load(&arguments.rules)?;
    let rules = arguments.board.map_or(Ok(rules.clone()), |size| size.of(rules))?;
    let shelf = Shelf::open(arguments.save.as_deref())?;
    let mut handling = arguments.handling;
    handling.das_ms = arguments.das.unwrap_or(handling.das_ms);
    handling.arr_ms = arguments.arr.unwrap_or(handling.arr_ms);
    handling.soft_drop = arguments.soft_drop.unwrap_or(handling.soft_drop);
    let asked = arguments.das.is_some() || arguments.arr.is_some() || arguments.soft_drop.is_some();
    let order = Order {
        rules,
        mode: arguments.mode,
        handling,
        seed: arguments.seed,
        countdown: !arguments.no_countdown,
    };
    let played = screen::play(order, arguments.keys, asked, shelf)?;
    for line in played {
        output::line(line)?;
    }
    Ok(Outcome::Success)
}

/// A random seed.
fn new_seed() -> u64 {
    RandomState::new().hash_one("pieces") >> 16
}

/// One line for the shell after the screen is closed.
fn result_line(seat: &Seat) -> String {
    let summary = seat.summary();
    let figures: Vec<String> =
        summary.rows.iter().map(|(name, value)| format!("{name} {value}")).collect();
    format!("{}: {} {}", mode_title(seat.mode()), summary.reason, figures.join(", "))
}

fn preset(name: &str) -> Result<Handling, String> {
    let names = Handling::PRESETS.map(|(name, _)| name).join(", ");
    Handling::preset(name).ok_or_else(|| format!("expected one of {names}"))
}

fn soft_drop(text: &str) -> Result<SoftDrop, String> {
    match text.parse() {
        _ if text == "instant" => Ok(SoftDrop::Instant),
        Ok(times) => Ok(SoftDrop::Factor(times)),
        Err(_) => Err("expected a number of times, such as 20, or instant".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handling_is_read() {
        assert_eq!(preset("four-tris"), Ok(Handling::FOUR_TRIS));
        assert!(preset("tetris").unwrap_err().contains("tetrio, four-tris"));
        assert_eq!(soft_drop("instant"), Ok(SoftDrop::Instant));
        assert_eq!(soft_drop("20"), Ok(SoftDrop::Factor(20)));
        assert!(soft_drop("fast").is_err());
    }
}
