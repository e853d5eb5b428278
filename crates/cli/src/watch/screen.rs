//! A session on the terminal screen.

use std::time::{Duration, Instant};

use anyhow::Result;
use ratatui::{
    Frame,
    crossterm::event::KeyCode,
    layout::{Constraint, Layout, Rect},
};

use super::{panels, session::Session};
use crate::screen::{BoardView, Terminal};

const FRAME: Duration = Duration::from_millis(33);

/// The state of the screen beyond the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Whether the arrows change the board's size.
    pub is_resizing: bool,
    /// Whether the keys are shown.
    pub shows_keys: bool,
    /// Why the last key had no effect.
    pub refused: Option<String>,
}

/// Shows a session until the person quits.
pub fn show(mut session: Session) -> Result<()> {
    let mut terminal = Terminal::open()?;
    let mut view = View::default();
    let mut last = Instant::now();
    loop {
        terminal.draw(|frame| draw(frame, &session, &view))?;
        // All pending keys, then play; at full speed it does not wait for any.
        let mut wait = session.due().min(FRAME);
        while let Some(key) = terminal.key(wait)? {
            if !press(&mut session, &mut view, key) {
                return Ok(());
            }
            wait = Duration::ZERO;
        }
        let now = Instant::now();
        session.pass(now - std::mem::replace(&mut last, now), FRAME);
    }
}

/// Handles a key; `false` ends.
fn press(session: &mut Session, view: &mut View, key: KeyCode) -> bool {
    view.refused = None;
    if view.shows_keys {
        // Any key goes back to the game.
        view.shows_keys = false;
        return key != KeyCode::Char('q');
    }
    if view.is_resizing {
        let (wider, higher) = match key {
            KeyCode::Left => (-1, 0),
            KeyCode::Right => (1, 0),
            KeyCode::Up => (0, 1),
            KeyCode::Down => (0, -1),
            KeyCode::Char('q') => return false,
            _ => {
                view.is_resizing =
                    !matches!(key, KeyCode::Char('b') | KeyCode::Enter | KeyCode::Esc);
                return true;
            }
        };
        if !session.resize(wider, higher) {
            view.refused = Some("boards: 4 to 16 by 4 to 40".into());
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
        KeyCode::Right | KeyCode::Enter if lists => session.step(),
        KeyCode::Up if lists => session.choose(-1),
        KeyCode::Down if lists => session.choose(1),
        KeyCode::PageUp if lists => session.choose(-10),
        KeyCode::PageDown if lists => session.choose(10),
        KeyCode::Up | KeyCode::Char('+' | '=') => session.change_speed(1),
        KeyCode::Down | KeyCode::Char('-') => session.change_speed(-1),
        KeyCode::Char('m') => session.max_speed(),
        KeyCode::Char(digit @ '1'..='9') => {
            view.refused = session.set_level(digit as u32 - '0' as u32).err();
        }
        KeyCode::Char('s') => session.stop_thinking(),
        KeyCode::Char('n') => session.toggle_next(),
        KeyCode::Char('l') => session.toggle_sliding(),
        KeyCode::Char('r') => session.change_seed(1),
        KeyCode::Char('R') => session.change_seed(-1),
        KeyCode::Char('b') => view.is_resizing = true,
        KeyCode::F(1) | KeyCode::Char('?' | 'h') => view.shows_keys = true,
        _ => {}
    }
    true
}

fn draw(frame: &mut Frame, session: &Session, view: &View) {
    let board = BoardView {
        painted: session.painted(),
        height: session.rules().height as usize,
        above: 0,
        active: None,
        ghost: session.ghost(),
        title: session.agent().name.clone(),
    };
    // The ranked moves keep their room.
    let beside = panels::INFO + if session.moves().is_some() { panels::MOVES } else { 0 };
    let whole = frame.area();
    let room = Rect { width: whole.width.saturating_sub(beside), ..whole };
    let (width, height) = board.size_in(room);
    let [left, middle, right] = Layout::horizontal([
        Constraint::Length(width),
        Constraint::Length(panels::INFO),
        Constraint::Min(0),
    ])
    .areas(whole);
    frame.render_widget(board, Rect { height: left.height.min(height), ..left });
    frame.render_widget(panels::info(session, view), middle);
    if let (Some(found), Some(moves)) = (session.leveled(), session.moves()) {
        let statistics = panels::thresholds(session);
        let [above, below] =
            Layout::vertical([Constraint::Min(9), Constraint::Length(statistics.len() as u16 + 2)])
                .areas(right);
        let (table, mut state) = panels::levels(session, found, moves.chosen, above.width);
        frame.render_stateful_widget(table, above, &mut state);
        frame.render_widget(panels::thresholds_panel(statistics), below);
    } else if let Some(moves) = session.moves() {
        let shares = panels::shares(moves);
        // The list keeps room for some moves.
        let most = right.height.saturating_sub(9);
        let [above, below] = Layout::vertical([
            Constraint::Min(0),
            Constraint::Length((shares.len() as u16 + 2).min(most)),
        ])
        .areas(right);
        let (table, mut state) = panels::table(moves, above.width);
        frame.render_stateful_widget(table, above, &mut state);
        frame.render_widget(panels::shares_panel(shares), below);
    }
    if view.shows_keys {
        panels::keys(frame);
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Mode, shipped};
    use ratatui::{Terminal, backend::TestBackend};

    use super::*;

    fn session(agent: &str) -> Session {
        let agent = minolab_agents::shipped::get(agent).unwrap().clone();
        let rules = shipped::get(&agent.rules).unwrap().clone();
        Session::new(agent, rules, Mode::Marathon, 5)
    }

    fn picture(session: &Session, view: &View, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, session, view)).unwrap();
        terminal.backend().to_string()
    }

    fn has(text: &str, words: &[&str]) {
        for word in words {
            assert!(text.contains(word), "{word:?} is not in\n{text}");
        }
    }

    #[test]
    fn everything_fits_on_80_by_24() {
        let (mut session, mut view) = (session("bcts"), View::default());
        assert!(press(&mut session, &mut view, KeyCode::Char(' ')));
        let text = picture(&session, &view, 80, 24);
        has(&text, &["bcts", "pieces      1", "paused", "8/16, 75 ms", "classic 10x20", "? keys"]);
        assert!(press(&mut session, &mut view, KeyCode::Char('v')));
        let text = picture(&session, &view, 80, 24);
        has(&text, &["move", "score", "moves", "landing_height", "column_transitions"]);
        assert!(press(&mut session, &mut view, KeyCode::Char('?')));
        let text = picture(&session, &view, 80, 24);
        has(&text, &["pause", "another seed", "board size", "quit"]);
        assert!(press(&mut session, &mut view, KeyCode::Char('x')));
        assert_eq!(view, View::default());
    }

    #[test]
    fn levels_stand_side_by_side() {
        let (mut session, mut view) = (session("analyzer"), View::default());
        for key in ['p', '3', 'v'] {
            assert!(press(&mut session, &mut view, KeyCode::Char(key)));
        }
        while session.progress().is_some() {
            session.pass(Duration::ZERO, Duration::ZERO);
        }
        session.step();
        while session.progress().is_some() {
            session.pass(Duration::ZERO, Duration::ZERO);
        }
        let text = picture(&session, &view, 120, 40);
        has(
            &text,
            &["level 1", "level 2", "level 3", "level       3", "what pruning needed", "1-2"],
        );
        has(&text, &["5.6", "2.6"]);
        assert!(text.contains(" - "), "nothing pruned in\n{text}");
        // Where there is less room, the deepest level is kept.
        has(&picture(&session, &view, 80, 24), &["level 3", "threshold"]);
    }

    #[test]
    fn keys_do_what_they_say() {
        let (mut session, mut view) = (session("dellacherie"), View::default());
        let mut key = |session: &mut Session, code| assert!(press(session, &mut view, code));
        key(&mut session, KeyCode::Char('p'));
        assert!(session.is_paused);
        key(&mut session, KeyCode::Up);
        assert_eq!(session.speed().0, 9);
        key(&mut session, KeyCode::Char('-'));
        assert_eq!(session.speed().0, 8);
        key(&mut session, KeyCode::Char('m'));
        assert_eq!(session.speed(), (16, 0));
        key(&mut session, KeyCode::Right);
        assert_eq!(session.moves().unwrap().chosen, 0);
        key(&mut session, KeyCode::Down);
        assert_eq!(session.moves().unwrap().chosen, 1);
        let chosen = session.ghost();
        key(&mut session, KeyCode::Enter);
        let cells = chosen.unwrap().cells();
        assert!(cells.iter().all(|&(x, y)| session.game().state().board.is_filled(x, y)));
        key(&mut session, KeyCode::Left);
        assert!(session.moves().is_none());
        key(&mut session, KeyCode::Char('n'));
        assert_eq!(session.rules().previews, 1);
        key(&mut session, KeyCode::Char('l'));
        assert!(session.rules().slide);
        key(&mut session, KeyCode::Char('r'));
        assert_eq!(session.game().seed(), 6);
        key(&mut session, KeyCode::Char('b'));
        key(&mut session, KeyCode::Left);
        key(&mut session, KeyCode::Down);
        assert_eq!((session.rules().width, session.rules().height), (9, 19));
        key(&mut session, KeyCode::Esc);
        for end in [KeyCode::Char('q'), KeyCode::Esc] {
            assert!(!press(&mut session, &mut view, end));
        }
    }

    #[test]
    fn small_terminals_do_not_panic() {
        let mut session = session("misakamm");
        session.toggle_moves();
        let view = View { shows_keys: true, is_resizing: true, refused: None };
        for (width, height) in [(1, 1), (10, 3), (30, 8), (60, 12), (300, 80)] {
            picture(&session, &view, width, height);
        }
    }
}
