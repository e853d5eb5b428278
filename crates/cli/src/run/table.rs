//! A run's report for people.

use std::fmt;

use minolab_arena::{CountedGames, RunReport, stats::Summary};
use minolab_rules::Mode;

use crate::output::{counted, grouped};

/// A report as a table.
pub struct Table<'a>(pub &'a RunReport);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.0;
        let [width, height] = report.board;
        writeln!(f, "{}, {}, rules {} {width}x{height}", report.agent, report.mode, report.rules)?;
        writeln!(
            f,
            "seed {}, {}, {}",
            report.seed,
            counted(report.known as u64, "preview"),
            counted(report.threads as u64, "thread")
        )?;
        let unfinished = match report.unfinished {
            0 => String::new(),
            games => format!(", {} unfinished", grouped(games)),
        };
        writeln!(
            f,
            "{}, {}{unfinished}, {}, {}",
            counted(report.games, "game"),
            counted(report.deaths, "top-out"),
            counted(report.pieces, "piece"),
            counted(report.lines, "line")
        )?;
        if let Some([low, high]) = report.lines_per_death_ci95 {
            let lines = report.lines_per_death.map_or("at least".into(), number);
            let ends = match high {
                Some(high) => {
                    format!("{} to {}", number(low.unwrap_or(0.0)), number(high))
                }
                None => number(low.unwrap_or(0.0)),
            };
            match high {
                Some(_) => writeln!(f, "lines per top-out  {lines}  (95 %: {ends})")?,
                None => writeln!(f, "lines per top-out  {lines} {ends} (95 %)")?,
            }
        }
        if report.games > 0 {
            writeln!(f)?;
            if let Some(note) = over(report) {
                writeln!(f, "{note}")?;
            }
            writeln!(
                f,
                "{:14}{:>10}{:>9}{:>19}{:>9}{:>9}{:>10}",
                "per game", "mean", "s.e.", "95 % interval", "min", "median", "max"
            )?;
            for (name, summary) in self.rows() {
                line(f, name, summary)?;
            }
            if let Some(keys) = &report.keys_per_piece {
                line(f, "keys per piece", keys)?;
            }
        }
        writeln!(f)?;
        let kinds = report.clears.iter().filter(|(_, count)| **count > 0);
        let kinds = kinds.map(|(name, count)| format!("{name} {}", grouped(*count)));
        writeln!(f, "{}", wrapped("clears   ", kinds))?;
        writeln!(
            f,
            "time     {:.2} s, {:.2} CPU s; {} pieces/s, {} pieces per CPU s",
            report.seconds,
            report.cpu_seconds,
            short(report.pieces_per_second.floor()),
            short(report.pieces_per_cpu_second.floor())
        )?;
        let memory = report
            .peak_rss_bytes
            .map_or(String::new(), |bytes| format!("; memory {:.1} MB", bytes as f64 / 1e6));
        write!(f, "filled   at most {:.1} % of the board{memory}", 100.0 * report.max_fill)
    }
}

/// Which games the per-game figures leave out, if any.
fn over(report: &RunReport) -> Option<String> {
    let games = report.pieces_per_game.n;
    match report.per_game_over {
        CountedGames::Finished if report.deaths > 0 || report.unfinished > 0 => Some(format!(
            "over the {} that finished; {} topped out",
            counted(games, "game"),
            grouped(report.deaths)
        )),
        CountedGames::Ended if report.unfinished > 0 => Some(format!(
            "over the {} that ended; long games are cut off, so these are too low",
            counted(games, "game")
        )),
        _ => None,
    }
}

impl Table<'_> {
    /// The rows of the table, the mode's goal first.
    fn rows(&self) -> [(&'static str, &Summary); 4] {
        let report = self.0;
        let lines = ("lines", &report.lines_per_game);
        let pieces = ("pieces", &report.pieces_per_game);
        let (score, clear) = (("score", &report.score), ("clear score", &report.clear_score));
        match report.mode.parse() {
            Ok(Mode::Sprint | Mode::Lines(_)) => [pieces, lines, score, clear],
            Ok(Mode::Blitz | Mode::BlitzSeconds(_)) => [score, clear, lines, pieces],
            _ => [lines, pieces, score, clear],
        }
    }
}

/// One line of the table; nothing without games.
fn line(f: &mut fmt::Formatter<'_>, name: &str, summary: &Summary) -> fmt::Result {
    if summary.n == 0 || summary.max == Some(0.0) {
        return Ok(());
    }
    let cell = |value: Option<f64>| value.map_or("–".into(), short);
    let interval =
        summary.ci95.map_or("–".into(), |[low, high]| format!("{}–{}", short(low), short(high)));
    writeln!(
        f,
        "{name:14}{:>10}{:>9}{interval:>19}{:>9}{:>9}{:>10}",
        cell(summary.mean),
        cell(summary.se),
        cell(summary.min),
        cell(summary.median),
        cell(summary.max)
    )
}

/// A list after its title, wrapped at 80 columns.
fn wrapped(title: &str, items: impl Iterator<Item = String>) -> String {
    let (mut text, mut width) = (title.to_string(), title.len());
    for (index, item) in items.enumerate() {
        let length = item.chars().count();
        match index {
            0 => {}
            _ if width + 2 + length > 79 => {
                text += &format!(",\n{:1$}", "", title.len());
                width = title.len();
            }
            _ => {
                text += ", ";
                width += 2;
            }
        }
        text += &item;
        width += length;
    }
    text
}

/// A number for a narrow column: in millions if it is that large.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 1e13 => format!("{value:.2e}"),
        size if size >= 999_999_500.0 => format!("{:.2}G", value / 1e9),
        size if size >= 999_999.5 => format!("{:.2}M", value / 1e6),
        _ => number(value),
    }
}

/// Few digits for small numbers, separated thousands for large ones.
pub fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 1e4 => {
            let sign = if value < 0.0 { "-" } else { "" };
            format!("{sign}{}", grouped(size.round() as u64))
        }
        size if size >= 100.0 => format!("{value:.1}"),
        _ if value.fract() == 0.0 => format!("{value}"),
        _ => format!("{value:.2}"),
    }
}
