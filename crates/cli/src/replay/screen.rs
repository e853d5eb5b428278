//! A replay on the terminal screen.

use std::time::{Duration, Instant};

use anyhow::Result;
use ratatui::{
    Frame,
    crossterm::event::KeyCode,
    layout::{Constraint, Layout, Rect},
    text::Line,
    widgets::{Gauge, Paragraph},
};

use super::viewer::Viewer;
use crate::screen::{BoardView, Terminal};

const FRAME: Duration = Duration::from_millis(33);

/// Shows a replay until the person has seen enough.
pub fn show(mut viewer: Viewer) -> Result<()> {
    let mut terminal = Terminal::open()?;
    let mut last = Instant::now();
    loop {
        terminal.draw(|frame| draw(frame, &viewer))?;
        if let Some(key) = terminal.key(FRAME)?
            && !press(&mut viewer, key)
        {
            return Ok(());
        }
        let now = Instant::now();
        viewer.pass(now - std::mem::replace(&mut last, now));
    }
}

/// What a key does; `false` ends.
fn press(viewer: &mut Viewer, key: KeyCode) -> bool {
    match key {
        KeyCode::Char('q') | KeyCode::Esc => return false,
        KeyCode::Char(' ') => viewer.toggle(),
        KeyCode::Right => viewer.step(1),
        KeyCode::Left => viewer.step(-1),
        KeyCode::PageDown => viewer.step(10),
        KeyCode::PageUp => viewer.step(-10),
        KeyCode::Home => viewer.jump(0),
        KeyCode::End => viewer.jump(usize::MAX),
        KeyCode::Up | KeyCode::Char('+') => viewer.change_speed(1),
        KeyCode::Down | KeyCode::Char('-') => viewer.change_speed(-1),
        KeyCode::Char(digit @ '0'..='9') => {
            viewer.jump(viewer.len() * (digit as usize - '0' as usize) / 10)
        }
        _ => {}
    }
    true
}

fn draw(frame: &mut Frame, viewer: &Viewer) {
    let [top, bottom] =
        Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(frame.area());
    let board = BoardView {
        painted: viewer.painted(),
        height: viewer.height(),
        ghost: None,
        title: String::new(),
    };
    let (width, height) = board.size();
    let [left, right] =
        Layout::horizontal([Constraint::Length(width), Constraint::Min(0)]).areas(top);
    frame.render_widget(board, Rect { height: left.height.min(height), ..left });
    let [current, hold, next] = viewer.pieces();
    let lines = vec![
        Line::from(viewer.title()),
        Line::default(),
        Line::from(viewer.caption()),
        Line::from(format!("piece {current}  hold {hold}  next {next}")),
        Line::from(viewer.pace()),
        Line::default(),
        Line::from("Space      play, pause"),
        Line::from("Left Right step; Page Up Page Down by ten"),
        Line::from("Home End   first, last; 0-9 jump"),
        Line::from("Up Down    speed"),
        Line::from("q          quit"),
    ];
    frame.render_widget(Paragraph::new(lines), right);
    let share = viewer.at() as f64 / viewer.len().max(1) as f64;
    frame.render_widget(Gauge::default().ratio(share.clamp(0.0, 1.0)).label(""), bottom);
}
