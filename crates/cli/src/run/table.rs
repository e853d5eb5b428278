//! A run's report for people.

use std::fmt;

use minolab_arena::{RunReport, stats::Summary};

use crate::output::{counted, grouped};

/// A report as a table.
pub struct Table<'a>(pub &'a RunReport);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.0;
        let [width, height] = report.board;
        writeln!(
            f,
            "{}, rules {} {width}x{height}, {}, seed {}, {} known, {}",
            report.agent,
            report.rules,
            report.mode,
            report.seed,
            counted(report.known as u64, "piece"),
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
            writeln!(
                f,
                "{:16}{:>14}{:>12}{:>27}{:>12}{:>12}{:>14}",
                "per game", "mean", "s.e.", "95 % interval", "min", "median", "max"
            )?;
            line(f, "lines", &report.lines_per_game)?;
            line(f, "pieces", &report.pieces_per_game)?;
            line(f, "score", &report.score)?;
            line(f, "clear score", &report.clear_score)?;
            if let Some(keys) = &report.keys_per_piece {
                line(f, "keys per piece", keys)?;
            }
        }
        writeln!(f)?;
        let kinds = report.clears.iter().filter(|(_, count)| **count > 0);
        let kinds: Vec<String> =
            kinds.map(|(name, count)| format!("{name} {}", grouped(*count))).collect();
        writeln!(f, "clears   {}", kinds.join(", "))?;
        writeln!(
            f,
            "time     {:.2} s, {:.2} CPU s; {} pieces/s, {} pieces per CPU s",
            report.seconds,
            report.cpu_seconds,
            grouped(report.pieces_per_second as u64),
            grouped(report.pieces_per_cpu_second as u64)
        )?;
        let memory = report
            .peak_rss_bytes
            .map_or(String::new(), |bytes| format!("; memory {:.1} MB", bytes as f64 / 1e6));
        write!(f, "filled   at most {:.1} % of the board{memory}", 100.0 * report.max_fill)
    }
}

/// One line of the table; none without a game to speak of.
fn line(f: &mut fmt::Formatter<'_>, name: &str, summary: &Summary) -> fmt::Result {
    if summary.n == 0 || summary.max == Some(0.0) {
        return Ok(());
    }
    let cell = |value: Option<f64>| value.map_or("–".into(), number);
    let interval = summary
        .ci95
        .map_or("–".into(), |[low, high]| format!("{}–{}", number(low), number(high)));
    writeln!(
        f,
        "{name:16}{:>14}{:>12}{interval:>27}{:>12}{:>12}{:>14}",
        cell(summary.mean),
        cell(summary.se),
        cell(summary.min),
        cell(summary.median),
        cell(summary.max)
    )
}

/// Few digits for small numbers, thousands apart for large ones.
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
