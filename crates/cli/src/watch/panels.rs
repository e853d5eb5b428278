//! What stands beside the board: figures, the ranked moves, and the keys.

use minolab_rules::Piece;
use ratatui::{
    Frame,
    layout::{Constraint, Flex, Layout},
    style::{Color, Style, Stylize},
    text::Line,
    widgets::{Block, Cell, Clear, Paragraph, Row, Table, TableState},
};

use super::{
    screen::View,
    session::{Moves, Session},
};
use crate::{output::grouped, run::clock};

/// The width of the figures.
pub const INFO: u16 = 28;

/// The width that the ranked moves want.
pub const MOVES: u16 = 60;

/// The figures of the game and of all games, and the settings.
pub fn info(session: &Session, view: View) -> Paragraph<'static> {
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
        line("rows", grouped(totals.lines)).bold(),
        line("pieces", grouped(totals.pieces)),
        line("score", grouped(totals.score)),
        line("rows/s", rows),
        line("pieces/s", pieces),
        Line::default(),
        line("games", grouped(counts.games)),
        line("all rows", grouped(counts.rows)),
        line("all pieces", grouped(counts.pieces)),
        line("least rows", option(counts.min)),
        line("most rows", option(counts.max)),
        line("time", clock(counts.time)),
        Line::default(),
        Line::from(format!("{} {}x{}", rules.name, rules.width, rules.height)),
        line("mode", session.mode().to_string()),
        line("seed", session.game().seed().to_string()),
        line("piece", format!("{}{hold}", piece(state.current))),
        line("next", next),
        line("sliding", if rules.slide { "on" } else { "off" }.into()),
        line("speed", format!("{speed}/16, {pace}")),
        status(session, view),
        Line::from("? keys").dim(),
    ];
    Paragraph::new(lines).block(Block::bordered())
}

fn status(session: &Session, view: View) -> Line<'static> {
    match (view.is_resizing, session.is_over(), session.is_paused) {
        (true, ..) => Line::from("arrows resize, Enter ends").cyan(),
        (_, true, _) => Line::from("the game is over").red(),
        (.., true) => Line::from("paused").yellow(),
        _ => Line::default(),
    }
}

/// The ranked moves: the best with its score, the others with what they are short of it; and
/// as many features as fit.
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
        // A lost position has other reasons than the best.
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

/// Each feature's share of the chosen move's score, and what the best move has more or less.
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

const KEYS: [(&str, &str); 14] = [
    ("p", "pause, and go on"),
    ("Space", "one piece"),
    ("Up Down", "faster, slower"),
    ("m", "as fast as possible"),
    ("v, Right", "the ranked moves, paused"),
    ("  Up Down", "choose another move"),
    ("  Right", "play the chosen move"),
    ("  Left", "hide the moves"),
    ("n", "next piece shown or not"),
    ("l", "sliding under others or not"),
    ("r R", "another seed: next, previous"),
    ("b", "board size, by the arrows"),
    ("?", "these keys"),
    ("q", "quit"),
];

/// The keys, over everything else.
pub fn keys(frame: &mut Frame) {
    let lines: Vec<Line> =
        KEYS.iter().map(|(key, what)| Line::from(format!(" {key:<11}{what}"))).collect();
    let height = Constraint::Length(lines.len() as u16 + 2);
    let [area] = Layout::vertical([height]).flex(Flex::Center).areas(frame.area());
    let [area] = Layout::horizontal([Constraint::Length(46)]).flex(Flex::Center).areas(area);
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title("keys")), area);
}
