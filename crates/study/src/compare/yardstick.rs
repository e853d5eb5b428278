//! What of a game counts.

use std::str::FromStr;

use minolab_arena::GameResult;
use minolab_rules::Mode;

/// What two games are compared by; higher is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Yardstick {
    /// Points by the rules.
    #[default]
    Score,
    /// Points without those for drops and for spins without a line.
    ClearScore,
    /// Lines cleared.
    Lines,
    /// Pieces to the goal, fewer being better. A lost game is worth what the capstone rewarded
    /// it with, less than any that reached the goal: pieces + 5 · lines - 550.
    Pieces,
    /// Key presses a piece, fewer being better.
    Keys,
}

impl Yardstick {
    /// All of them.
    pub const ALL: [Yardstick; 5] = [
        Yardstick::Score,
        Yardstick::ClearScore,
        Yardstick::Lines,
        Yardstick::Pieces,
        Yardstick::Keys,
    ];

    /// What a mode is usually judged by.
    pub fn of(mode: Mode) -> Yardstick {
        match mode {
            Mode::Sprint | Mode::Lines(_) => Yardstick::Pieces,
            Mode::Blitz | Mode::BlitzSeconds(_) | Mode::Pieces(_) => Yardstick::ClearScore,
            Mode::Practice | Mode::Marathon => Yardstick::Lines,
        }
    }

    /// The name of the flag's value.
    pub const fn name(self) -> &'static str {
        match self {
            Yardstick::Score => "score",
            Yardstick::ClearScore => "clear-score",
            Yardstick::Lines => "lines",
            Yardstick::Pieces => "pieces",
            Yardstick::Keys => "keys",
        }
    }

    /// The value of a game; higher is better.
    pub fn value(self, game: &GameResult) -> f64 {
        match self {
            Yardstick::Score => game.score as f64,
            Yardstick::ClearScore => game.clear_score as f64,
            Yardstick::Lines => game.lines as f64,
            Yardstick::Pieces if game.lost => (game.pieces + 5 * game.lines) as f64 - 550.0,
            Yardstick::Pieces => -(game.pieces as f64),
            Yardstick::Keys => -(game.keys.unwrap_or(0) as f64) / (game.pieces.max(1) as f64),
        }
    }

    /// A value as people say it: pieces and keys are counted up.
    pub fn shown(self, value: f64) -> f64 {
        match self {
            Yardstick::Pieces | Yardstick::Keys => -value,
            _ => value,
        }
    }
}

impl FromStr for Yardstick {
    type Err = String;

    fn from_str(text: &str) -> Result<Yardstick, String> {
        let names = || Yardstick::ALL.map(Yardstick::name).join(", ");
        let found = Yardstick::ALL.into_iter().find(|yardstick| yardstick.name() == text);
        found.ok_or_else(|| {
            format!("{text:?} is nothing to compare by, expected one of {}", names())
        })
    }
}
