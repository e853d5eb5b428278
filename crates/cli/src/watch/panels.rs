//! The panels beside the board: figures, ranked moves and keys.

use minolab_rules::Piece;
use ratatui::{
    Frame,
    layout::{Constraint, Flex, Layout},
    style::{Color, Style, Stylize},
    text::Line,
    widgets::{Block, Cell, Clear, Paragraph, Row, Table, TableState},
};

use minolab_engine::Leveled;

use super::{
    screen::View,
    session::{Moves, Session},
};
use crate::{output::grouped, run::clock};

/// The width of the figures.
pub const INFO: u16 = 28;

/// The width of the ranked moves.
pub const MOVES: u16 = 60;

/// The figures of the game and of all games, and the settings.
pub fn info(session: &Session, view: &View) -> Paragraph<'static> {
    let (counts, totals) = (session.counts(), session.game().totals());
    let option = |value: Option<u64>| value.map_or("-".into(), grouped);
    let (rules, state) = (session.rules(), session.game().state());
    let queue: String = state.queue.iter().map(Piece::letter).collect();
    let next = if queue.is_empty() { "off".into() } else { queue };
    let piece = |piece: Option<Piece>| piece.map_or("-".into(), |piece| piece.to_string());
    let [rows, pieces] = session.rates().map(|rate| match rate {
        rate if rate < 100.0 => format!("{rate:.1}"),
        rate => grouped(rate as u64),
    });
    let (speed, ms) = session.speed();
    let pace = if ms == 0 { "max".into() } else { format!("{ms} ms") };
    let hold = if rules.hold { format!("  hold {}", piece(state.hold)) } else { String::new() };
    let line = |name: &str, value: String| Line::from(format!("{name:<12}{value}"));
    let lines = vec![
        line("lines", grouped(totals.lines)).bold(),
        line("pieces", grouped(totals.pieces)),
        line("score", grouped(totals.score)),
        line("lines/s", rows),
        line("pieces/s", pieces),
        Line::default(),
        line("games", grouped(counts.games)),
        line("all lines", grouped(counts.rows)),
        line("all pieces", grouped(counts.pieces)),
        line("min, max", format!("{}, {}", option(counts.min), option(counts.max))),
        line("time", clock(counts.time)),
        Line::default(),
        Line::from(format!("{} {}x{}", rules.name, rules.width, rules.height)),
        line("mode", session.mode().to_string()),
        line("seed", session.game().seed().to_string()),
        line("piece", format!("{}{hold}", piece(state.current))),
        line("next", next),
        line("sliding", if rules.slide { "on" } else { "off" }.into()),
        line("speed", format!("{speed}/16, {pace}")),
        line("level", session.level().map_or("-".into(), |level| level.to_string())),
        status(session, view),
        Line::from("? keys").dim(),
    ];
    Paragraph::new(lines).block(Block::bordered())
}

fn status(session: &Session, view: &View) -> Line<'static> {
    if let Some(refused) = &view.refused {
        return Line::from(refused.clone()).red();
    }
    if let Some((done, time)) = session.progress().filter(|(_, time)| time.as_millis() > 200) {
        return Line::from(format!("level {done} done, {:.0} s, s stops", time.as_secs_f64()))
            .cyan();
    }
    match (view.is_resizing, session.is_over(), session.is_paused) {
        (true, ..) => Line::from("arrows resize, Enter ends").cyan(),
        (_, true, _) => Line::from("the game is over").red(),
        (.., true) => Line::from("paused").yellow(),
        _ => Line::default(),
    }
}

/// The ranked moves: the best with its score, the others with their difference to it; and as many
/// features as fit.
pub fn table(moves: &Moves, width: u16) -> (Table<'static>, TableState) {
    const SHARE: u16 = 10;
    let room = width.saturating_sub(2 + 9 + 1 + 12) / (SHARE + 1);
    let names: Vec<&str> = moves
        .ranked
        .iter()
        .take(1)
        .flat_map(|ranked| ranked.reasons.iter().map(|&(name, _)| name))
        .take(room as usize)
        .collect();
    let best = moves.ranked.first().map_or(0.0, |ranked| ranked.score);
    let rows = moves.ranked.iter().enumerate().map(|(index, ranked)| {
        let score = match index {
            0 => short(best),
            _ => format!(
                "{}{}",
                if ranked.score >= best { "+" } else { "" },
                short(ranked.score - best)
            ),
        };
        // A move that tops out has other terms than the best.
        let share = |name: &&str| {
            let share = ranked.reasons.iter().find(|(other, _)| other == name);
            let text = share.map_or(String::new(), |&(_, share)| short(share));
            format!("{text:>0$}", SHARE as usize)
        };
        let mut cells = vec![ranked.choice.to_string(), format!("{score:>12}")];
        cells.extend(names.iter().map(share));
        Row::new(cells.into_iter().map(Cell::from))
    });
    let mut widths = vec![Constraint::Length(9), Constraint::Length(12)];
    widths.extend(names.iter().map(|_| Constraint::Length(SHARE)));
    let mut header = vec!["move".to_string(), format!("{:>12}", "score")];
    header.extend(names.iter().map(|name| format!("{:>1$.1$}", name, SHARE as usize)));
    let title = match moves.ranked.len() {
        0 => "no moves".into(),
        count => format!("{} of {count} moves", moves.chosen + 1),
    };
    let table = Table::new(rows.collect::<Vec<_>>(), widths)
        .header(Row::new(header).style(Style::new().fg(Color::Gray)))
        .row_highlight_style(Style::new().reversed())
        .block(Block::bordered().title(title));
    (table, TableState::default().with_selected(Some(moves.chosen)))
}

/// Every move at every level side by side: the best with its value, the others with their
/// difference to it, `-` where a move was pruned, `*` where it takes more than a hard drop.
pub fn levels(
    session: &Session,
    found: &[Leveled],
    chosen: usize,
    width: u16,
) -> (Table<'static>, TableState) {
    const VALUE: u16 = 9;
    let deepest = found.iter().filter_map(|leveled| leveled.values.last()).map(|last| last.0).max();
    let room = (width.saturating_sub(2 + 10) / (VALUE + 1)).max(1) as u32;
    // The deepest ones where not all fit.
    let last = deepest.unwrap_or(1);
    let shown: Vec<u32> = (1..=last).filter(|level| level + room > last).collect();
    let value = |leveled: &Leveled, level: u32| {
        leveled.values.iter().find(|value| value.0 == level).map(|value| value.1)
    };
    let best = |level: u32| {
        found.iter().filter_map(|leveled| value(leveled, level)).fold(f64::NEG_INFINITY, f64::max)
    };
    let rows = found.iter().map(|leveled| {
        let slid = if session.is_slid(leveled.choice) { "*" } else { "" };
        let mut cells = vec![format!("{}{slid}", leveled.choice)];
        cells.extend(shown.iter().map(|&level| {
            let text = match value(leveled, level) {
                None => "-".into(),
                Some(value) if value == best(level) => format!("{value:.3}"),
                Some(value) => format!("{:+.3}", value - best(level)),
            };
            format!("{text:>0$}", VALUE as usize)
        }));
        Row::new(cells.into_iter().map(Cell::from))
    });
    let mut widths = vec![Constraint::Length(10)];
    widths.extend(shown.iter().map(|_| Constraint::Length(VALUE)));
    let mut header = vec!["move".to_string()];
    header.extend(
        shown.iter().map(|level| format!("{:>1$}", format!("level {level}"), VALUE as usize)),
    );
    let title = match found.len() {
        0 => "searching".into(),
        count => format!("{} of {count} moves", chosen + 1),
    };
    let table = Table::new(rows.collect::<Vec<_>>(), widths)
        .header(Row::new(header).style(Style::new().fg(Color::Gray)))
        .row_highlight_style(Style::new().reversed())
        .block(Block::bordered().title(title));
    (table, TableState::default().with_selected(Some(chosen)))
}

/// What pruning kept and what it needed to keep, from each level to the next.
pub fn thresholds(session: &Session) -> Vec<Line<'static>> {
    let steps = &session.steps().0;
    let mut lines = vec![
        Line::from(format!(
            "{:<7}{:>10}{:>9}{:>9}{:>10}",
            "levels", "threshold", "needed", "at most", "searched"
        ))
        .style(Style::new().fg(Color::Gray)),
    ];
    lines.extend(steps.iter().enumerate().filter(|(_, step)| step.positions > 0).map(
        |(index, step)| {
            let threshold =
                session.threshold(index + 1).map_or("-".into(), |value| format!("{value}"));
            let mean = step.sum / step.positions as f64;
            let share = 100.0 * step.searched as f64 / step.choices.max(1) as f64;
            let levels = format!("{}-{}", index + 1, index + 2);
            Line::from(format!(
                "{levels:<7}{threshold:>10}{mean:>9.3}{:>9.3}{share:>8.1} %",
                step.most
            ))
        },
    ));
    lines
}

/// The thresholds in a frame.
pub fn thresholds_panel(lines: Vec<Line<'static>>) -> Paragraph<'static> {
    Paragraph::new(lines).block(Block::bordered().title("what pruning needed"))
}

/// Each feature's share of the chosen move's score, and its difference to the best move.
pub fn shares(moves: &Moves) -> Vec<Line<'static>> {
    let (Some(best), Some(chosen)) = (moves.ranked.first(), moves.ranked.get(moves.chosen)) else {
        return Vec::new();
    };
    let lines = chosen.reasons.iter().map(|&(name, share)| {
        let other = best.reasons.iter().find(|other| other.0 == name);
        let change = other.map_or(0.0, |&(_, other)| share - other);
        let mut line = format!("{name:<18.18}{:>10}", short(share));
        if moves.chosen > 0 && change != 0.0 {
            line += &format!(" {}{}", if change > 0.0 { "+" } else { "" }, short(change));
        }
        Line::from(line)
    });
    lines.collect()
}

/// The shares in a frame.
pub fn shares_panel(lines: Vec<Line<'static>>) -> Paragraph<'static> {
    Paragraph::new(lines).block(Block::bordered().title("shares of its score"))
}

/// Decimals for small numbers only.
fn short(value: f64) -> String {
    // No minus before nothing.
    let value = value + 0.0;
    match value.abs() {
        size if size >= 10_000.0 || value.fract() == 0.0 => format!("{value:.0}"),
        size if size >= 1000.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

const KEYS: [(&str, &str); 16] = [
    ("p", "pause, resume"),
    ("Space", "one piece"),
    ("Up Down", "faster, slower"),
    ("m", "as fast as possible"),
    ("v, Right", "the ranked moves, paused"),
    ("  Up Down", "choose another move"),
    ("  Right", "play the chosen move"),
    ("  Left", "hide the moves"),
    ("1 to 9", "level: how many pieces are searched"),
    ("s", "stop the search, keep its levels"),
    ("n", "show or hide the next piece"),
    ("l", "sliding on or off"),
    ("r R", "another seed: next, previous"),
    ("b", "board size, with the arrows"),
    ("?", "these keys"),
    ("q", "quit"),
];

/// The keys, on top of everything else.
pub fn keys(frame: &mut Frame) {
    let lines: Vec<Line> =
        KEYS.iter().map(|(key, what)| Line::from(format!(" {key:<11}{what}"))).collect();
    let height = Constraint::Length(lines.len() as u16 + 2);
    let [area] = Layout::vertical([height]).flex(Flex::Center).areas(frame.area());
    let [area] = Layout::horizontal([Constraint::Length(46)]).flex(Flex::Center).areas(area);
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title("keys")), area);
}
