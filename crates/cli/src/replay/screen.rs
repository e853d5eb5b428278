//! A replay on the terminal screen.

use std::time::{Duration, Instant};

use anyhow::Result;
use ratatui::{
    Frame,
    crossterm::event::KeyCode,
    layout::{Constraint, Layout, Rect},
    style::Stylize,
    text::Line,
    widgets::{Block, Gauge, Paragraph, Wrap},
};

use super::viewer::Viewer;
use crate::{
    output::grouped,
    screen::{BoardView, Terminal},
};

const FRAME: Duration = Duration::from_millis(33);
/// The width of the text beside the board.
const TEXT: u16 = 40;

/// Shows a replay until the person quits.
pub fn show(mut viewer: Viewer) -> Result<()> {
    let mut terminal = Terminal::open()?;
    let mut typed = None;
    let mut last = Instant::now();
    loop {
        terminal.draw(|frame| draw(frame, &viewer, typed))?;
        let mut wait = FRAME;
        while let Some(key) = terminal.key(wait)? {
            if !press(&mut viewer, &mut typed, key) {
                return Ok(());
            }
            wait = Duration::ZERO;
        }
        let now = Instant::now();
        viewer.pass(now - std::mem::replace(&mut last, now));
    }
}

/// Handles a key; `false` ends. `typed` is the number being typed after `g`.
fn press(viewer: &mut Viewer, typed: &mut Option<usize>, key: KeyCode) -> bool {
    if let Some(number) = *typed {
        *typed = match key {
            KeyCode::Char(digit @ '0'..='9') => {
                let digit = digit as usize - '0' as usize;
                Some(number.saturating_mul(10).saturating_add(digit))
            }
            KeyCode::Backspace => Some(number / 10),
            KeyCode::Enter => {
                viewer.jump(number);
                None
            }
            KeyCode::Char('q') => return false,
            _ => None,
        };
        return true;
    }
    match key {
        KeyCode::Char('q') | KeyCode::Esc => return false,
        KeyCode::Char(' ') => viewer.toggle(),
        KeyCode::Right => viewer.step(1),
        KeyCode::Left => viewer.step(-1),
        KeyCode::PageDown => viewer.step(10),
        KeyCode::PageUp => viewer.step(-10),
        KeyCode::Home => viewer.jump(0),
        KeyCode::End => viewer.jump(usize::MAX),
        KeyCode::Up | KeyCode::Char('+' | '=') => viewer.change_speed(1),
        KeyCode::Down | KeyCode::Char('-') => viewer.change_speed(-1),
        KeyCode::Char('g') => *typed = Some(0),
        KeyCode::Char(digit @ '0'..='9') => {
            viewer.jump(viewer.len() * (digit as usize - '0' as usize) / 10)
        }
        _ => {}
    }
    true
}

fn draw(frame: &mut Frame, viewer: &Viewer, typed: Option<usize>) {
    let [top, bottom] =
        Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(frame.area());
    let board = BoardView {
        painted: viewer.painted(),
        height: viewer.height(),
        above: 0,
        active: None,
        ghost: None,
        title: String::new(),
    };
    let room = Rect { width: top.width.saturating_sub(TEXT), ..top };
    let (width, height) = board.size_in(room);
    let [left, right] =
        Layout::horizontal([Constraint::Length(width), Constraint::Min(0)]).areas(top);
    frame.render_widget(board, Rect { height: left.height.min(height), ..left });
    let line = |name: &str, value: String| Line::from(format!("{name:<12}{value}"));
    let totals = viewer.totals();
    let [current, hold, next] = viewer.pieces();
    let mut lines = vec![
        Line::from(viewer.title()).bold(),
        Line::default(),
        line(
            "placement",
            format!("{} of {}", grouped(viewer.at() as u64), grouped(viewer.len() as u64)),
        ),
        line("lines", grouped(totals.lines)),
        line("score", grouped(totals.score)),
        line("last", viewer.last().into()),
        line("piece", current),
        line("hold", hold),
        line("next", next),
        line("speed", viewer.pace()),
        Line::default(),
    ];
    if let Some(number) = typed {
        lines.push(Line::from(format!("go to placement {number}_, Enter")).cyan());
    } else {
        let keys = [
            ("Space", "play, pause"),
            ("Left Right", "step back, forward"),
            ("Page Up Down", "ten at a time"),
            ("Home End", "first, last"),
            ("0 to 9", "jump to a tenth"),
            ("g number", "jump to a placement"),
            ("Up Down", "speed"),
            ("q", "quit"),
        ];
        lines.extend(keys.map(|(key, what)| Line::from(format!("{key:<13}{what}")).dim()));
    }
    let text = Paragraph::new(lines).wrap(Wrap { trim: false });
    frame.render_widget(text.block(Block::bordered()), right);
    let share = viewer.at() as f64 / viewer.len().max(1) as f64;
    frame.render_widget(Gauge::default().ratio(share.clamp(0.0, 1.0)).label(""), bottom);
}

#[cfg(test)]
mod tests {
    use ratatui::{Terminal, backend::TestBackend};

    use super::*;

    fn picture(viewer: &Viewer, typed: Option<usize>, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, viewer, typed)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn keys_go_through_the_game() {
        let (mut viewer, mut typed) = (Viewer::sketch(), None);
        let mut key = |viewer: &mut Viewer, code| assert!(press(viewer, &mut typed, code));
        for (code, at) in [
            (KeyCode::Right, 1),
            (KeyCode::PageDown, 11),
            (KeyCode::Left, 10),
            (KeyCode::Char('5'), 150),
            (KeyCode::PageUp, 140),
            (KeyCode::End, 300),
            (KeyCode::Right, 300),
            (KeyCode::Home, 0),
            (KeyCode::Left, 0),
        ] {
            key(&mut viewer, code);
            assert_eq!(viewer.at(), at, "{code:?}");
        }
        for code in "g2345".chars().map(KeyCode::Char) {
            key(&mut viewer, code);
        }
        key(&mut viewer, KeyCode::Backspace);
        key(&mut viewer, KeyCode::Backspace);
        key(&mut viewer, KeyCode::Enter);
        assert_eq!(viewer.at(), 23);
        key(&mut viewer, KeyCode::Up);
        assert_eq!(viewer.pace(), "8 per second, paused");
        key(&mut viewer, KeyCode::Char(' '));
        viewer.pass(Duration::from_secs(1));
        assert_eq!(viewer.at(), 31);
        assert!(!press(&mut viewer, &mut typed, KeyCode::Char('q')));
    }

    #[test]
    fn everything_fits_on_80_by_24() {
        let mut viewer = Viewer::sketch();
        viewer.jump(100);
        let text = picture(&viewer, None, 80, 24);
        for word in ["bcts, classic 10x20", "100 of 300", "lines", "5 per second, paused", "quit"] {
            assert!(text.contains(word), "{word:?} is not in\n{text}");
        }
        assert!(picture(&viewer, Some(12), 80, 24).contains("go to placement 12_"));
        for (width, height) in [(1, 1), (10, 3), (30, 8), (300, 80)] {
            picture(&viewer, None, width, height);
        }
    }
}
