//! A session on the terminal screen.

use std::time::{Duration, Instant};

use anyhow::Result;
use minolab_rules::Piece;
use ratatui::{
    Frame,
    crossterm::event::KeyCode,
    layout::{Constraint, Layout, Rect},
    style::{Color, Style, Stylize},
    text::Line,
    widgets::{Block, Cell, Paragraph, Row, Table, TableState},
};

use super::session::Session;
use crate::{
    output::grouped,
    run::clock,
    screen::{BoardView, Terminal},
};

const FRAME: Duration = Duration::from_millis(33);

/// What the person sees beyond the game.
#[derive(Clone, Copy, Default)]
struct View {
    is_resizing: bool,
    shows_keys: bool,
}

/// Shows a session until the person has seen enough.
pub fn show(mut session: Session) -> Result<()> {
    let mut terminal = Terminal::open()?;
    let mut view = View::default();
    let mut last = Instant::now();
    loop {
        terminal.draw(|frame| draw(frame, &session, view))?;
        // As fast as possible must not wait for keys.
        let wait = if session.is_paused || session.speed().1 > 33 { FRAME } else { Duration::ZERO };
        if let Some(key) = terminal.key(wait)?
            && !press(&mut session, &mut view, key)
        {
            return Ok(());
        }
        let now = Instant::now();
        session.pass(now - std::mem::replace(&mut last, now), FRAME);
    }
}

/// What a key does; `false` ends.
fn press(session: &mut Session, view: &mut View, key: KeyCode) -> bool {
    if view.is_resizing {
        match key {
            KeyCode::Left => drop(session.resize(-1, 0)),
            KeyCode::Right => drop(session.resize(1, 0)),
            KeyCode::Up => drop(session.resize(0, 1)),
            KeyCode::Down => drop(session.resize(0, -1)),
            KeyCode::Char('b') | KeyCode::Enter | KeyCode::Esc => view.is_resizing = false,
            KeyCode::Char('q') => return false,
            _ => {}
        }
        return true;
    }
    let lists = session.moves().is_some();
    match key {
        KeyCode::Char('q') | KeyCode::Esc => return false,
        KeyCode::Char('p') => session.is_paused = !session.is_paused,
        KeyCode::Char(' ') => {
            session.is_paused = true;
            session.step();
        }
        KeyCode::Char('v') | KeyCode::Right if !lists => {
            session.is_paused = true;
            session.toggle_moves();
        }
        KeyCode::Char('v') | KeyCode::Left if lists => session.toggle_moves(),
        KeyCode::Right => session.step(),
        KeyCode::Up if lists => session.choose(-1),
        KeyCode::Down if lists => session.choose(1),
        KeyCode::PageUp if lists => session.choose(-10),
        KeyCode::PageDown if lists => session.choose(10),
        KeyCode::Up | KeyCode::Char('+' | '=') => session.change_speed(1),
        KeyCode::Down | KeyCode::Char('-') => session.change_speed(-1),
        KeyCode::Char('m') => session.max_speed(),
        KeyCode::Char('n') => session.toggle_next(),
        KeyCode::Char('l') => session.toggle_sliding(),
        KeyCode::Char('r') => session.change_seed(1),
        KeyCode::Char('R') => session.change_seed(-1),
        KeyCode::Char('b') => view.is_resizing = true,
        KeyCode::F(1) | KeyCode::Char('?' | 'h') => view.shows_keys = !view.shows_keys,
        _ => {}
    }
    true
}

fn draw(frame: &mut Frame, session: &Session, view: View) {
    let board = BoardView {
        painted: session.painted(),
        height: session.rules().height as usize,
        ghost: session.ghost(),
        title: if view.is_resizing { "arrows, b".into() } else { session.agent().name.clone() },
    };
    let (width, height) = board.size();
    let [left, middle, right] =
        Layout::horizontal([Constraint::Length(width), Constraint::Length(34), Constraint::Min(0)])
            .areas(frame.area());
    frame.render_widget(board, Rect { height: left.height.min(height), ..left });
    frame.render_widget(info(session, view), middle);
    if let Some(moves) = session.moves() {
        let (table, mut state) = table(moves, right);
        frame.render_stateful_widget(table, right, &mut state);
    }
}

fn info(session: &Session, view: View) -> Paragraph<'static> {
    let (counts, totals) = (session.counts(), session.game().totals());
    let rate = |count: u64| grouped((count as f64 / counts.time.as_secs_f64().max(1e-3)) as u64);
    let option = |value: Option<u64>| value.map_or("-".into(), grouped);
    let rules = session.rules();
    let next: String = session.game().state().queue.iter().map(Piece::letter).collect();
    let piece = |piece: Option<Piece>| piece.map_or("-".into(), |piece| piece.to_string());
    let (speed, ms) = session.speed();
    let bar = format!("{}{}", "█".repeat(speed), "░".repeat(16 - speed));
    let pace = if ms == 0 { "max".into() } else { format!("{ms} ms") };
    let mut lines = vec![
        Line::from(format!("rows       {}", grouped(totals.lines))).bold(),
        Line::from(format!("pieces     {}", grouped(totals.pieces))),
        Line::from(format!("score      {}", grouped(totals.score))),
        Line::default(),
        Line::from(format!("games      {}", grouped(counts.games))),
        Line::from(format!("all rows   {}", grouped(counts.rows))),
        Line::from(format!("all pieces {}", grouped(counts.pieces))),
        Line::from(format!("rows/game  {} to {}", option(counts.min), option(counts.max))),
        Line::from(format!("rows/s     {}", rate(counts.rows))),
        Line::from(format!("pieces/s   {}", rate(counts.pieces))),
        Line::from(format!("time       {}", clock(counts.time))),
        Line::default(),
        Line::from(format!("rules      {} {}x{}", rules.name, rules.width, rules.height)),
        Line::from(format!("mode       {}", session.mode())),
        Line::from(format!("seed       {}", session.game().seed())),
        Line::from(format!("piece      {}", piece(session.game().state().current))),
        Line::from(format!("next       {}", if next.is_empty() { "off".into() } else { next })),
        Line::from(format!("sliding    {}", if rules.slide { "on" } else { "off" })),
        Line::from(format!("speed      {bar} {pace}")),
        Line::from(if session.is_paused { "paused" } else { "" }).yellow(),
    ];
    if view.shows_keys {
        let keys = [
            "p pause, Space step, m max speed",
            "Up Down speed; v or Right moves",
            "in moves: Up Down, Right plays",
            "n next, l sliding, b board size",
            "r R seed, F1 keys, q quit",
        ];
        lines.extend(keys.map(|text| Line::from(text).dim()));
    } else {
        lines.push(Line::from("F1 keys").dim());
    }
    Paragraph::new(lines).block(Block::bordered())
}

/// The ranked moves: the best with its score, the others with what they are short of it.
fn table(moves: &super::session::Moves, area: Rect) -> (Table<'static>, TableState) {
    // One column for each feature that has a share and fits; the names stand above, cut short.
    let names: Vec<&str> = moves
        .ranked
        .first()
        .map_or(Vec::new(), |ranked| ranked.reasons.iter().map(|&(name, _)| name).collect());
    let shown = names.len().min((area.width as usize).saturating_sub(26) / 9);
    let best = moves.ranked.first().map_or(0.0, |ranked| ranked.score);
    let rows: Vec<Row> = moves
        .ranked
        .iter()
        .enumerate()
        .map(|(index, ranked)| {
            let score = match index {
                0 => format!("{best:.3}"),
                _ => format!("{:+.3}", ranked.score - best),
            };
            let shares = ranked.reasons.iter().take(shown);
            let mut cells = vec![ranked.choice.to_string(), format!("{score:>11}")];
            cells.extend(shares.map(|(_, share)| format!("{share:>8.2}")));
            Row::new(cells.into_iter().map(Cell::from))
        })
        .collect();
    let mut widths = vec![Constraint::Length(10), Constraint::Length(11)];
    widths.extend((0..shown).map(|_| Constraint::Length(8)));
    let mut header = vec!["move".to_string(), format!("{:>11}", "score")];
    let short = |name: &str| format!("{:>8}", name.chars().take(8).collect::<String>());
    header.extend(names.iter().take(shown).map(|name| short(name)));
    let title = format!("{} moves", moves.ranked.len());
    let table = Table::new(rows, widths)
        .header(Row::new(header).style(Style::new().fg(Color::Gray)))
        .row_highlight_style(Style::new().reversed())
        .block(Block::bordered().title(title));
    (table, TableState::default().with_selected(Some(moves.chosen)))
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Mode, shipped};
    use ratatui::{Terminal, backend::TestBackend};

    use super::*;

    fn session() -> Session {
        let agent = minolab_engine::shipped::get("bcts").unwrap().clone();
        let rules = shipped::get("classic").unwrap().clone();
        Session::new(agent, rules, Mode::Marathon, 5)
    }

    fn picture(session: &Session, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, session, View::default())).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn the_screen_shows_the_game_and_its_moves() {
        let mut session = session();
        let mut view = View::default();
        assert!(press(&mut session, &mut view, KeyCode::Char(' ')));
        assert!(press(&mut session, &mut view, KeyCode::Char('v')));
        let text = picture(&session, 140, 26);
        for word in ["bcts", "pieces     1", "paused", "move", "score", "moves"] {
            assert!(text.contains(word), "{word}\n{text}");
        }
        assert!(press(&mut session, &mut view, KeyCode::Down));
        assert_eq!(session.moves().unwrap().chosen, 1);
        assert!(press(&mut session, &mut view, KeyCode::Char('b')));
        assert!(press(&mut session, &mut view, KeyCode::Left));
        assert_eq!(session.rules().width, 9);
        assert!(press(&mut session, &mut view, KeyCode::Esc));
        assert!(!press(&mut session, &mut view, KeyCode::Char('q')));
    }

    #[test]
    fn small_terminals_do_not_panic() {
        let mut session = session();
        session.toggle_moves();
        for (width, height) in [(1, 1), (10, 3), (30, 8), (60, 12), (300, 80)] {
            picture(&session, width, height);
        }
    }
}
