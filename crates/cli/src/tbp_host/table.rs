//! The results of bots, for people.

use std::fmt;

use minolab_arena::stats::Summary;
use minolab_tbp::BotReport;

use crate::{
    output::{counted, grouped},
    run::number,
};

/// Reports, one below the other.
pub struct Table<'a>(pub &'a [BotReport]);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, bot) in self.0.iter().enumerate() {
            if index > 0 {
                write!(f, "\n\n")?;
            }
            write_bot(f, bot)?;
        }
        Ok(())
    }
}

fn write_bot(f: &mut fmt::Formatter<'_>, bot: &BotReport) -> fmt::Result {
    let name = if bot.name.is_empty() { "unnamed" } else { &bot.name };
    writeln!(f, "{name} {}  ({})", bot.version, bot.bot)?;
    writeln!(
        f,
        "{}, {}, {}, {}, {}",
        counted(bot.games, "game"),
        counted(bot.deaths, "top-out"),
        counted(bot.forfeits, "forfeit"),
        counted(bot.pieces, "piece"),
        counted(bot.lines, "line")
    )?;
    for (reason, count) in &bot.forfeit_reasons {
        writeln!(f, "forfeit  {reason} {}", grouped(*count))?;
    }
    if let Some(first) = &bot.first_forfeit {
        writeln!(f, "first    game {} (seed {}): {}", first.game, first.seed, first.reason)?;
    }
    line(f, "score", &bot.score)?;
    line(f, "clear score", &bot.clear_score)?;
    line(f, "pieces", &bot.pieces_per_game)?;
    let kinds = bot.clears.iter().filter(|(_, count)| **count > 0);
    let kinds: Vec<String> =
        kinds.map(|(name, count)| format!("{name} {}", grouped(*count))).collect();
    writeln!(f, "clears       {}", kinds.join(", "))?;
    let ms = |value: Option<f64>| value.map_or("–".into(), |ms| format!("{ms:.1}"));
    write!(f, "answers      {} ms on average, ", ms(bot.response_ms.mean))?;
    write!(f, "{} ms at most", ms(bot.response_ms.max))?;
    match bot.skipped_lines {
        0 => Ok(()),
        lines => write!(f, "; {} skipped", counted(lines, "line")),
    }
}

fn line(f: &mut fmt::Formatter<'_>, name: &str, summary: &Summary) -> fmt::Result {
    let cell = |value: Option<f64>| value.map_or("–".into(), number);
    writeln!(
        f,
        "{name:12} {} ± {} (s.e.), {} to {}, median {}",
        cell(summary.mean),
        cell(summary.se),
        cell(summary.min),
        cell(summary.max),
        cell(summary.median)
    )
}
