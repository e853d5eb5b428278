//! A person's game on the terminal screen.

use std::time::{Duration, Instant};

use anyhow::Result;
use minolab_arena::person::mode_title;
use minolab_rules::{Falling, Painted, Piece};
use ratatui::{
    Frame,
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEventKind},
    layout::{Constraint, Flex, Layout, Rect},
    style::{Color, Style, Stylize},
    text::{Line, Text},
    widgets::{Block, Clear, Paragraph, Widget},
};

use super::{
    keys::TerminalKeys,
    result_line,
    seat::{Order, Phase, Seat},
    shelf::Shelf,
};
use crate::screen::{BoardView, Terminal, colour};

const FRAME: Duration = Duration::from_millis(16);
/// The widths of the columns beside the board.
const LEFT: u16 = 18;
const RIGHT: u16 = 13;
/// Spawn rows above the board.
const ABOVE: usize = 2;

/// Plays until the person quits; returns the lines to print then.
pub fn play(
    order: Order,
    keys: TerminalKeys,
    asks_for_handling: bool,
    shelf: Shelf,
) -> Result<Vec<String>> {
    let mut terminal = Terminal::open()?;
    let has_releases = terminal.report_releases()?;
    anyhow::ensure!(
        has_releases || !asks_for_handling,
        "this terminal does not report key releases, so --das, --arr and --soft-drop cannot be \
         honoured: held keys repeat as the keyboard does; leave them out, or play in the page"
    );
    let mut seat = Seat::new(order, has_releases, shelf);
    let mut shows_keys = false;
    let mut last = Instant::now();
    loop {
        terminal.draw(|frame| draw(frame, &seat, keys, shows_keys))?;
        let drawn = Instant::now();
        // All keys of this frame, each in its tick.
        while let Some(wait) = FRAME.checked_sub(drawn.elapsed()) {
            let event = terminal.event(wait)?;
            let now = Instant::now();
            seat.pass(now - std::mem::replace(&mut last, now));
            let Some(event) = event else { break };
            if event.is_interrupt() {
                return Ok(leave(seat));
            }
            let is_press = event.kind == KeyEventKind::Press;
            if shows_keys && is_press {
                shows_keys = false;
                continue;
            }
            match (keys.action(event.code), event.kind) {
                (Some(action), KeyEventKind::Press) => seat.press(action),
                (Some(action), KeyEventKind::Release) => seat.release(action),
                (None, KeyEventKind::Press) => match event.code {
                    KeyCode::Char('?') | KeyCode::F(1) => {
                        if matches!(seat.phase(), Phase::Playing | Phase::Countdown(_)) {
                            seat.press(minolab_arena::person::Action::Pause);
                        }
                        shows_keys = true;
                    }
                    KeyCode::Char('q' | 'Q')
                        if matches!(seat.phase(), Phase::Paused | Phase::Ended(_)) =>
                    {
                        return Ok(leave(seat));
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }
}

fn leave(mut seat: Seat) -> Vec<String> {
    let Some(finale) = seat.leave() else { return Vec::new() };
    let mut lines = vec![result_line(&seat)];
    lines.extend(finale.standing);
    lines.push(match finale.kept {
        Ok(path) => {
            let path = path.display();
            format!("Saved as {path}. Review it with: minolab review {path}")
        }
        Err(error) => format!("Not saved: {error}"),
    });
    lines
}

fn draw(frame: &mut Frame, seat: &Seat, keys: TerminalKeys, shows_keys: bool) {
    let session = seat.session();
    let (realtime, game) = (session.realtime(), session.realtime().game());
    let rules = game.rules();
    let is_hidden = matches!(seat.phase(), Phase::Paused);
    let empty = Painted::new(rules.width as usize);
    let board = BoardView {
        painted: if is_hidden { &empty } else { session.painted() },
        height: rules.height as usize,
        above: ABOVE,
        active: realtime.falling().filter(|_| !is_hidden),
        ghost: session.ghost().filter(|_| !is_hidden),
        title: String::new(),
    };
    let whole = frame.area();
    let room = Rect { width: whole.width.saturating_sub(LEFT + RIGHT), ..whole };
    let (width, height) = board.size_in(room);
    let [row] = Layout::vertical([Constraint::Length(height.min(whole.height))])
        .flex(Flex::Center)
        .areas(whole);
    let [left, middle, right] = Layout::horizontal([
        Constraint::Length(LEFT),
        Constraint::Length(width),
        Constraint::Length(RIGHT),
    ])
    .flex(Flex::Center)
    .areas(row);
    frame.render_widget(board, middle);
    let state = game.state();
    let pieces: &[Piece] = &state.queue.iter().collect::<Vec<_>>();
    figures(frame, seat, left, if is_hidden { None } else { state.hold });
    queue(frame, right, if is_hidden { &[] } else { pieces });
    let over = |text: Vec<Line<'static>>| Paragraph::new(Text::from(text).centered());
    match seat.phase() {
        Phase::Playing => {}
        Phase::Countdown(left) => {
            let number = left.as_millis() / 500 + 1;
            let text = over(vec![Line::from(number.min(3).to_string()).bold()]);
            cover(frame, middle, 7, 3, text);
        }
        Phase::Paused if shows_keys => {}
        Phase::Paused => {
            let text = vec![
                Line::from("Paused").bold(),
                Line::default(),
                Line::from("Esc  resume"),
                Line::from("R  retry   Q  quit"),
            ];
            cover(frame, middle, 22, 6, over(text));
        }
        Phase::Ended(finale) => {
            let summary = seat.summary();
            let mut text = vec![
                Line::from(summary.reason).bold(),
                Line::from(mode_title(seat.mode())),
                Line::default(),
            ];
            text.extend(
                summary
                    .rows
                    .iter()
                    .map(|(name, value)| Line::from(format!("{name:<16}{value:>10}"))),
            );
            text.push(Line::default());
            text.extend(finale.standing.iter().cloned().map(|line| Line::from(line).yellow()));
            text.push(match &finale.kept {
                Ok(path) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    Line::from(format!("saved as {name}")).dim()
                }
                Err(error) => Line::from(format!("not saved: {error}")).red(),
            });
            text.push(Line::default());
            text.push(Line::from("R  retry     Q  quit"));
            let height = text.len() as u16 + 2;
            cover(frame, whole, 62, height, over(text));
        }
    }
    if shows_keys {
        let list = keys.list();
        let height = list.len() as u16 + 2;
        let lines: Vec<Line> =
            list.into_iter().map(|(key, what)| Line::from(format!(" {key:<12}{what}"))).collect();
        cover(frame, whole, 40, height, Paragraph::new(lines));
    }
}

/// A centred box on top of the screen.
fn cover(frame: &mut Frame, area: Rect, width: u16, height: u16, text: Paragraph) {
    let [area] = Layout::vertical([Constraint::Length(height)]).flex(Flex::Center).areas(area);
    let [area] = Layout::horizontal([Constraint::Length(width)]).flex(Flex::Center).areas(area);
    frame.render_widget(Clear, area);
    frame.render_widget(text.block(Block::bordered()), area);
}

/// Hold, the counters and the last clear.
fn figures(frame: &mut Frame, seat: &Seat, area: Rect, hold: Option<Piece>) {
    let counters = seat.counters();
    let rules = seat.session().realtime().game().rules();
    let [top, middle, bottom] = Layout::vertical([
        Constraint::Length(if rules.hold { 5 } else { 0 }),
        Constraint::Length(9),
        Constraint::Min(0),
    ])
    .areas(area);
    if rules.hold {
        let title = Line::from("HOLD");
        let title = if counters.hold_used { title.red() } else { title };
        frame.render_widget(Block::bordered().title(title), top);
        if let Some(piece) = hold {
            let inner = Rect { x: top.x + 4, y: top.y + 1, width: 8, height: 3 }.intersection(top);
            draw_piece(piece, inner, frame.buffer_mut());
        }
    }
    let line = |name: &str, value: String| Line::from(format!(" {name:<8}{value:>8}"));
    let lines = vec![
        Line::default(),
        line("time", counters.time),
        line("score", counters.score.to_string()),
        line("lines", counters.lines.to_string()),
        line("pieces", counters.pieces.to_string()),
        line("PPS", counters.pps),
        line("KPP", counters.kpp),
        line("faults", counters.faults.to_string()),
    ];
    frame.render_widget(Paragraph::new(lines), middle);
    let clear = Line::from(format!(" {}", counters.clear));
    let clear = if counters.is_back_to_back { clear.yellow() } else { clear };
    let remark = Line::from(format!(" {}", seat.remark().unwrap_or_default())).cyan();
    let lines = vec![clear.bold(), remark, Line::default(), Line::from(" ? keys").dim()];
    let text = Paragraph::new(lines).wrap(ratatui::widgets::Wrap { trim: false });
    frame.render_widget(text, bottom);
}

/// The queue, as many pieces as there is room for.
fn queue(frame: &mut Frame, area: Rect, pieces: &[Piece]) {
    frame.render_widget(Paragraph::new(" NEXT"), area);
    for (index, &piece) in pieces.iter().enumerate() {
        let y = area.y + 2 + 3 * index as u16;
        let room = Rect { x: area.x + 2, y, width: 8, height: 2 };
        if room.bottom() > area.bottom() {
            break;
        }
        draw_piece(piece, room.intersection(area), frame.buffer_mut());
    }
}

/// A piece as it spawns, two columns per cell.
fn draw_piece(piece: Piece, area: Rect, buffer: &mut Buffer) {
    let falling = Falling { piece, rotation: minolab_rules::Rotation::North, x: 0, y: 0 };
    let cells = falling.cells();
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
    let (r, g, b) = colour(piece);
    for (x, y) in cells {
        let (column, row) = (area.x + 2 * (x - left) as u16, area.y + (top - y) as u16);
        let cell = Rect { x: column, y: row, width: 2, height: 1 }.intersection(area);
        Block::new().style(Style::new().bg(Color::Rgb(r, g, b))).render(cell, buffer);
    }
}

#[cfg(test)]
mod tests {
    use minolab_arena::person::Action;
    use minolab_rules::{Key, Mode};
    use ratatui::{Terminal, backend::TestBackend};

    use super::{super::seat::tests::seat, *};

    fn picture(seat: &Seat, shows_keys: bool, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let keys = TerminalKeys::Community;
        terminal.draw(|frame| draw(frame, seat, keys, shows_keys)).unwrap();
        terminal.backend().to_string()
    }

    fn has(text: &str, words: &[&str]) {
        for word in words {
            assert!(text.contains(word), "{word:?} is not in\n{text}");
        }
    }

    #[test]
    fn everything_fits_on_80_by_24() {
        let mut seat = seat(Mode::Pieces(2), "capstone", false, true);
        has(&picture(&seat, false, 80, 24), &["HOLD", "NEXT", "time", "0:00.00", "│  3  │"]);
        seat.pass(Duration::from_secs(2));
        seat.press(Action::Game(Key::HardDrop));
        let text = picture(&seat, false, 80, 24);
        has(&text, &["pieces         1", "PPS", "KPP", "faults", "? keys"]);
        seat.press(Action::Pause);
        has(&picture(&seat, false, 80, 24), &["Paused", "R  retry   Q  quit"]);
        has(&picture(&seat, true, 80, 24), &["Hard drop", "Rotate 180", "Undo, redo in practice"]);
        seat.press(Action::Pause);
        seat.pass(Duration::from_secs(2));
        seat.press(Action::Game(Key::HardDrop));
        let text = picture(&seat, false, 80, 24);
        has(&text, &["Clear!", "2 pieces", "Finesse faults", "saved as moves-2-", "R  retry"]);
    }

    #[test]
    fn a_pause_hides_board_and_queue() {
        let mut seat = seat(Mode::Sprint, "capstone", false, false);
        seat.press(Action::Game(Key::Hold));
        seat.press(Action::Game(Key::HardDrop));
        let coloured = |seat: &Seat| {
            let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
            terminal.draw(|frame| draw(frame, seat, TerminalKeys::Community, false)).unwrap();
            let cells = terminal.backend().buffer().content();
            cells.iter().filter(|cell| matches!(cell.bg, Color::Rgb(..))).count()
        };
        // Stack, active piece, ghost, hold and five previews, each four cells of two columns.
        assert_eq!(coloured(&seat), 8 * 9);
        seat.press(Action::Pause);
        assert_eq!(coloured(&seat), 0);
    }

    #[test]
    fn any_terminal_will_do() {
        let mut seat = seat(Mode::Blitz, "tetrio", true, false);
        for (width, height) in [(1, 1), (10, 3), (30, 8), (60, 12), (120, 40), (300, 80)] {
            picture(&seat, true, width, height);
        }
        seat.press(Action::Pause);
        picture(&seat, false, 20, 5);
    }
}
