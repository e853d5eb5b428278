//! The summary at the end of a person's game.

use minolab_rules::{End, Mode, Ruleset};

use super::{Session, stopwatch};

/// Why a game ended and its figures, the same on every screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Why it ended.
    pub reason: &'static str,
    /// Names and figures, in reading order.
    pub rows: Vec<(&'static str, String)>,
}

impl Summary {
    /// The summary of a game so far.
    pub fn new(session: &Session) -> Summary {
        let (realtime, counters) = (session.realtime(), session.counters());
        let totals = realtime.game().totals();
        let reason = match (realtime.end(), realtime.mode()) {
            (Some(End::TopOut(_)), _) => "Topped out",
            (Some(End::Goal), Mode::Blitz | Mode::BlitzSeconds(_)) => "Time's up!",
            (Some(End::Goal), _) => "Clear!",
            (None, _) => "Stopped",
        };
        let rows = vec![
            ("Time", stopwatch(realtime.ticks())),
            ("Score", totals.score.to_string()),
            ("Lines", totals.lines.to_string()),
            ("Pieces", totals.pieces.to_string()),
            ("PPS", counters.pps),
            ("KPP", counters.kpp),
            ("Finesse faults", counters.faults.to_string()),
        ];
        Summary { reason, rows }
    }
}

/// The rules' name and board.
pub fn rules_title(rules: &Ruleset) -> String {
    format!("{} {}x{}", rules.name, rules.width, rules.height)
}

/// A mode as players call it.
pub fn mode_title(mode: Mode) -> String {
    let counted = |count: u64, noun: &str| match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    };
    match mode {
        Mode::Sprint => "Sprint".into(),
        Mode::Lines(lines) => counted(lines, "line"),
        Mode::Blitz => "Blitz".into(),
        Mode::BlitzSeconds(seconds) if seconds % 60 == 0 => {
            format!("Blitz, {}", counted(seconds / 60, "minute"))
        }
        Mode::BlitzSeconds(seconds) => format!("Blitz, {}", counted(seconds, "second")),
        Mode::Practice => "Practice".into(),
        Mode::Marathon => "Marathon".into(),
        Mode::Pieces(pieces) => counted(pieces, "piece"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_plural() {
        let titles = [
            (Mode::Lines(1), "1 line"),
            (Mode::Lines(20), "20 lines"),
            (Mode::BlitzSeconds(60), "Blitz, 1 minute"),
            (Mode::BlitzSeconds(90), "Blitz, 90 seconds"),
            (Mode::Pieces(1), "1 piece"),
        ];
        for (mode, title) in titles {
            assert_eq!(mode_title(mode), title);
        }
    }
}
