//! Metrics: what counts in a game.

use minolab_rules::Mode;
use serde::{Deserialize, Serialize};

use crate::{GameResult, Goal};

/// What games are compared by and agents are trained for: a number for every game, higher is
/// better.
// Checkpoints refer to the first five by index. The others are in no file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Lines cleared.
    Lines,
    /// Pieces to the goal, fewer being better. A game that did not reach it gets the capstone's
    /// reward, less than any that did: pieces + 5 lines - 550.
    Sprint,
    /// Points.
    #[default]
    Score,
    /// Key presses to the goal, fewer being better; 10 lines - 2000 if it was not reached, worse
    /// than any game that did.
    Keys,
    /// Points per thousand positions evaluated. Positions stand in for processor time, which
    /// differs from run to run.
    ScorePerCpu,
    /// Points without those for drops and for spins without a line.
    #[serde(skip)]
    ClearScore,
    /// Key presses per piece, fewer being better.
    #[serde(skip)]
    KeysPerPiece,
}

impl Metric {
    /// Those for comparing two agents' games.
    pub const COMPARED: [Metric; 5] =
        [Metric::Score, Metric::ClearScore, Metric::Lines, Metric::Sprint, Metric::KeysPerPiece];

    /// The default for a mode.
    pub fn of(mode: Mode) -> Metric {
        match mode {
            Mode::Sprint | Mode::Lines(_) => Metric::Sprint,
            Mode::Blitz | Mode::BlitzSeconds(_) | Mode::Pieces(_) => Metric::ClearScore,
            Mode::Practice | Mode::Marathon => Metric::Lines,
        }
    }

    /// The default mode for games measured by it.
    pub fn usual_goal(self) -> Goal {
        match self {
            Metric::Sprint | Metric::Keys | Metric::KeysPerPiece => Mode::Sprint.into(),
            Metric::Score | Metric::ClearScore | Metric::ScorePerCpu => Mode::Blitz.into(),
            _ => Goal::NONE,
        }
    }

    /// The name in run files.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Lines => "lines",
            Metric::Sprint => "sprint",
            Metric::Score => "score",
            Metric::Keys => "keys",
            Metric::ScorePerCpu => "score-per-cpu",
            Metric::ClearScore => "clear-score",
            Metric::KeysPerPiece => "keys-per-piece",
        }
    }

    /// The name in comparisons, where pieces and keys are plain counts.
    pub const fn compared_name(self) -> &'static str {
        match self {
            Metric::Sprint => "pieces",
            Metric::KeysPerPiece => "keys",
            other => other.name(),
        }
    }

    /// The metric with this name in comparisons.
    pub fn compared(name: &str) -> Result<Metric, String> {
        let names = || Metric::COMPARED.map(Metric::compared_name).join(", ");
        let found = Metric::COMPARED.into_iter().find(|metric| metric.compared_name() == name);
        found.ok_or_else(|| {
            format!("{name:?} is not a metric to compare by, expected one of {}", names())
        })
    }

    /// Whether key presses must be counted.
    pub const fn counts_keys(self) -> bool {
        matches!(self, Metric::Keys | Metric::KeysPerPiece)
    }

    /// The value of a game that did or did not reach its goal, with this many positions evaluated.
    pub fn value(self, game: &GameResult, is_won: bool, nodes: u64) -> f64 {
        let (pieces, lines) = (game.pieces as f64, game.lines as f64);
        let keys = game.keys.unwrap_or(0) as f64;
        match self {
            Metric::Lines => lines,
            Metric::Score => game.score as f64,
            Metric::ClearScore => game.clear_score as f64,
            Metric::ScorePerCpu => 1000.0 * game.score as f64 / (nodes.max(1) as f64),
            Metric::Sprint if is_won => -pieces,
            Metric::Sprint => pieces + 5.0 * lines - 550.0,
            Metric::Keys if is_won => -keys,
            Metric::Keys => 10.0 * lines - 2000.0,
            Metric::KeysPerPiece => -keys / pieces.max(1.0),
        }
    }

    /// A value as it is shown: pieces and keys are positive counts.
    pub fn shown(self, value: f64) -> f64 {
        match self {
            Metric::Sprint | Metric::Keys | Metric::KeysPerPiece => -value,
            _ => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_has_its_value() {
        let (score, clear_score) = (900, 700);
        let game = GameResult {
            index: 0,
            pieces: 100,
            lines: 12,
            score,
            clear_score,
            keys: Some(300),
            lost: false,
        };
        let values = |is_won| {
            use Metric::{ClearScore, Keys, KeysPerPiece, Lines, Score, ScorePerCpu, Sprint};
            [Lines, Sprint, Score, Keys, ScorePerCpu, ClearScore, KeysPerPiece]
                .map(|metric| metric.value(&game, is_won, 1800))
        };
        assert_eq!(values(true), [12.0, -100.0, 900.0, -300.0, 500.0, 700.0, -3.0]);
        let lost = [12.0, 100.0 + 60.0 - 550.0, 900.0, 120.0 - 2000.0, 500.0, 700.0, -3.0];
        assert_eq!(values(false), lost);
    }

    #[test]
    fn names_are_those_of_files_and_flags() {
        for metric in Metric::COMPARED {
            assert_eq!(Metric::compared(metric.compared_name()), Ok(metric));
        }
        assert_eq!(Metric::compared("pieces"), Ok(Metric::Sprint));
        let error = Metric::compared("luck").unwrap_err();
        let names = "score, clear-score, lines, pieces, keys";
        assert_eq!(
            error,
            format!("\"luck\" is not a metric to compare by, expected one of {names}")
        );
        let read = |name: &str| serde_json::from_value::<Metric>(name.into());
        for name in ["lines", "sprint", "score", "keys", "score-per-cpu"] {
            assert_eq!(read(name).unwrap().name(), name);
        }
        // Names that no run file has had are still refused there.
        assert!(read("clear-score").is_err() && read("keys-per-piece").is_err());
    }
}
