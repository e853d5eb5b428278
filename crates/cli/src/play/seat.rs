//! A person's game with its countdown, pauses and end; no screen and no clock.

use std::{
    path::PathBuf,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use minolab_arena::person::{Action, Best, Counters, Session, Summary};
use minolab_rules::{Handling, Key, Mode, Ruleset, SoftDrop, Turn};

use super::{new_seed, shelf::Shelf};

/// The settings of a game.
#[derive(Clone, Debug)]
pub struct Order {
    /// The ruleset.
    pub rules: Ruleset,
    /// The mode.
    pub mode: Mode,
    /// The handling.
    pub handling: Handling,
    /// The seed of every game; a new one each time if there is none.
    pub seed: Option<u64>,
    /// Whether games start, and resume after a pause, with 3-2-1.
    pub countdown: bool,
}

/// A person's session at the terminal, game after game.
pub struct Seat {
    order: Order,
    session: Session,
    phase: Phase,
    // Time not yet passed on to the game: less than a tick.
    owed: Duration,
    // Whether the terminal reports that a key goes up.
    has_releases: bool,
    shelf: Shelf,
    // Why the last key did nothing.
    remark: Option<&'static str>,
}

/// The phase of the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// It starts, or resumes, when this has passed.
    Countdown(Duration),
    /// It is running.
    Playing,
    /// It is paused, with the board hidden.
    Paused,
    /// It is over.
    Ended(Finale),
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Finale {
    /// How it compares with the personal best, if it reached its goal.
    pub standing: Option<String>,
    /// Where it is saved, or why it is not.
    pub kept: Result<PathBuf, String>,
}

const COUNTDOWN: Duration = Duration::from_millis(1500);

impl Seat {
    /// The first game.
    pub fn new(mut order: Order, has_releases: bool, shelf: Shelf) -> Seat {
        if !has_releases {
            // A press without a release is a tap: one row down each, at the keyboard's own repeat.
            order.handling.soft_drop = SoftDrop::Repeat { das_ms: u16::MAX, arr_ms: u16::MAX };
        }
        let session = begin(&order);
        let mut seat = Seat {
            order,
            session,
            phase: Phase::Playing,
            owed: Duration::ZERO,
            has_releases,
            shelf,
            remark: None,
        };
        seat.count_down();
        seat
    }

    fn count_down(&mut self) {
        self.owed = Duration::ZERO;
        self.phase =
            if self.order.countdown { Phase::Countdown(COUNTDOWN) } else { Phase::Playing };
    }

    /// Lets time pass.
    pub fn pass(&mut self, time: Duration) {
        match &mut self.phase {
            Phase::Countdown(left) => {
                *left = left.saturating_sub(time);
                if left.is_zero() {
                    self.phase = Phase::Playing;
                }
            }
            Phase::Playing => {
                self.owed += time;
                let ticks = self.owed.as_millis() as u64;
                self.owed -= Duration::from_millis(ticks);
                self.session.pass(self.session.realtime().ticks() + ticks);
                self.look_for_the_end();
            }
            Phase::Paused | Phase::Ended(_) => {}
        }
    }

    fn look_for_the_end(&mut self) {
        if self.session.realtime().end().is_some() && self.phase == Phase::Playing {
            self.phase = Phase::Ended(self.finish());
        }
    }

    fn finish(&self) -> Finale {
        let played_ms =
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
        let standing =
            Best::of(&self.session, played_ms).map(|best| match self.shelf.note(best.clone()) {
                Ok(standing) => standing.sentence(&best),
                Err(error) => format!("Personal bests cannot be saved: {error:#}"),
            });
        let kept = self.shelf.keep(&self.session.replay(played_ms));
        Finale { standing, kept: kept.map_err(|error| format!("{error:#}")) }
    }

    /// A key going down.
    pub fn press(&mut self, action: Action) {
        self.remark = None;
        match (action, &self.phase) {
            (Action::Retry, _) => self.retry(),
            (Action::Pause, Phase::Playing | Phase::Countdown(_)) => {
                self.session.release_all();
                self.phase = Phase::Paused;
            }
            (Action::Pause, Phase::Paused) => self.count_down(),
            (Action::Game(key), Phase::Playing) => self.key(key),
            (Action::Undo | Action::Redo, Phase::Playing | Phase::Ended(_)) => {
                self.step(action == Action::Undo)
            }
            _ => {}
        }
    }

    fn key(&mut self, key: Key) {
        let rules = self.session.realtime().game().rules();
        if key == Key::Flip && !rules.turns.allows(Turn::Flip) {
            self.remark = Some("these rules have no 180");
        } else if key == Key::Hold && !rules.hold {
            self.remark = Some("these rules have no hold");
        }
        self.session.key(key.press());
        if !self.has_releases {
            self.session.key(key.release());
        }
        // Acts in the tick that has begun.
        self.session.tick();
        self.owed = self.owed.saturating_sub(Duration::from_millis(1));
        self.look_for_the_end();
    }

    /// A key going up.
    pub fn release(&mut self, action: Action) {
        if let (Action::Game(key), Phase::Playing) = (action, &self.phase)
            && self.session.realtime().is_down(key)
        {
            self.session.key(key.release());
        }
    }

    fn step(&mut self, back: bool) {
        if self.mode() != Mode::Practice {
            self.remark = Some("undo is for practice");
            return;
        }
        let stepped = if back { self.session.undo() } else { self.session.redo() };
        if stepped {
            self.phase = Phase::Playing;
        }
    }

    fn retry(&mut self) {
        self.session = begin(&self.order);
        self.count_down();
    }

    /// Saves a game that is left before its end, if any piece was placed.
    pub fn leave(&mut self) -> Option<Finale> {
        match &self.phase {
            Phase::Ended(finale) => Some(finale.clone()),
            _ if self.session.realtime().game().totals().pieces == 0 => None,
            _ => Some(self.finish()),
        }
    }

    /// The phase of the game.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The game.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The mode.
    pub fn mode(&self) -> Mode {
        self.order.mode
    }

    /// The counters beside the board.
    pub fn counters(&self) -> Counters {
        self.session.counters()
    }

    /// The result of the game.
    pub fn summary(&self) -> Summary {
        Summary::new(&self.session)
    }

    /// Why the last key did nothing, if so.
    pub fn remark(&self) -> Option<&'static str> {
        self.remark
    }
}

fn begin(order: &Order) -> Session {
    let seed = order.seed.unwrap_or_else(new_seed);
    Session::new(order.rules.clone(), order.mode, order.handling, seed)
}

#[cfg(test)]
pub mod tests {
    use std::fs;

    use minolab_arena::typed::KeyReplay;
    use minolab_rules::shipped;

    use super::*;

    pub fn seat(mode: Mode, rules: &str, has_releases: bool, countdown: bool) -> Seat {
        let rules = shipped::get(rules).unwrap().clone();
        let handling = Handling::TETRIO;
        let folder = std::env::temp_dir().join(format!(
            "minolab-seat-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        let shelf = Shelf::open(Some(&folder)).unwrap();
        let order = Order { rules, mode, handling, seed: Some(7), countdown };
        Seat::new(order, has_releases, shelf)
    }

    const DROP: Action = Action::Game(Key::HardDrop);

    #[test]
    fn a_game_is_kept_when_it_ends() {
        let mut seat = seat(Mode::Pieces(3), "capstone", false, false);
        for _ in 0..3 {
            seat.press(DROP);
        }
        let Phase::Ended(finale) = seat.phase().clone() else { panic!("{:?}", seat.phase()) };
        let path = finale.kept.unwrap();
        let kept = KeyReplay::from_json(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!((kept.totals.pieces, kept.seed), (3, 7));
        assert!(finale.standing.unwrap().contains("ersonal best"));
        // An extra drop does not restart; the key for that does.
        seat.press(DROP);
        assert!(matches!(seat.phase(), Phase::Ended(_)));
        seat.press(Action::Retry);
        assert_eq!(seat.phase(), &Phase::Playing);
        assert_eq!(seat.session().realtime().game().totals().pieces, 0);
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn time_stands_still_in_a_pause_and_counts_down_after_it() {
        let mut seat = seat(Mode::Sprint, "capstone", true, true);
        seat.press(DROP);
        seat.pass(Duration::from_millis(1499));
        assert!(matches!(seat.phase(), Phase::Countdown(_)));
        assert_eq!(seat.session().realtime().ticks(), 0);
        seat.pass(Duration::from_millis(1));
        seat.pass(Duration::from_micros(2_500));
        seat.pass(Duration::from_micros(2_500));
        assert_eq!(seat.session().realtime().ticks(), 5);
        seat.press(Action::Pause);
        seat.pass(Duration::from_secs(9));
        assert_eq!(seat.phase(), &Phase::Paused);
        seat.press(Action::Pause);
        assert_eq!(seat.phase(), &Phase::Countdown(COUNTDOWN));
        assert_eq!(seat.session().realtime().ticks(), 5);
    }

    #[test]
    fn taps_move_once_and_held_keys_repeat() {
        let left = |seat: &Seat| {
            let cells = seat.session().realtime().falling().unwrap().cells();
            cells.iter().map(|&(x, _)| x).min().unwrap()
        };
        for has_releases in [false, true] {
            let mut seat = seat(Mode::Sprint, "capstone", has_releases, false);
            let before = left(&seat);
            seat.press(Action::Game(Key::Left));
            assert_eq!(left(&seat), before - 1);
            seat.pass(Duration::from_millis(400));
            assert_eq!(left(&seat) == 0, has_releases);
            seat.release(Action::Game(Key::Left));
            let row = seat.session().realtime().falling().unwrap().y;
            seat.press(Action::Game(Key::SoftDrop));
            seat.pass(Duration::from_millis(300));
            assert!(seat.session().realtime().falling().unwrap().y < row, "{has_releases}");
        }
    }

    #[test]
    fn a_key_the_rules_do_not_have_says_so() {
        let mut capstone = seat(Mode::Sprint, "capstone", false, false);
        capstone.press(Action::Game(Key::Flip));
        assert_eq!(capstone.remark(), Some("these rules have no 180"));
        capstone.press(Action::Undo);
        assert_eq!(capstone.remark(), Some("undo is for practice"));
        capstone.press(Action::Game(Key::Cw));
        assert_eq!(capstone.remark(), None);
        let mut tetrio = seat(Mode::Practice, "tetrio", false, false);
        tetrio.press(Action::Game(Key::Flip));
        assert_eq!(tetrio.remark(), None);
        tetrio.press(DROP);
        tetrio.press(Action::Undo);
        assert_eq!(tetrio.session().realtime().game().totals().pieces, 0);
    }
}
