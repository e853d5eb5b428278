//! A person's game, driven by the browser's clock, keyboard and gamepad.

use minolab_rules::Key;
use wasm_bindgen::JsCast;
use web_sys::{Gamepad, GamepadButton};

use crate::Session;

/// A [`Session`] with a clock.
///
/// Every key is stamped by the browser; time passes up to the stamp before the key acts, so
/// when a frame is drawn makes no difference to the game.
pub struct Driver {
    /// The game.
    pub session: Session,
    // When the first tick began, moved on by everything that did not count.
    start: f64,
    // When the clock begins, or goes on.
    begins: f64,
    // Whether there is a countdown before it does.
    counts: bool,
    paused: bool,
    // Whether it ever stood still: who can think meanwhile is not timed.
    was_paused: bool,
    pad: u32,
}

/// How long each of 3, 2, 1 lasts, and a moment's silence without a countdown.
const COUNT_MS: f64 = 450.0;
const READY_MS: f64 = 300.0;
/// What cannot be caught up with within this did not happen: the machine was busy elsewhere.
const MOST_BEHIND_MS: f64 = 500.0;

/// The usual buttons of a gamepad, by their places in its standard layout.
const PAD: [(u32, Key); 9] = [
    (14, Key::Left),
    (15, Key::Right),
    (13, Key::SoftDrop),
    (12, Key::HardDrop),
    (0, Key::Ccw),
    (1, Key::Cw),
    (3, Key::Flip),
    (4, Key::Hold),
    (5, Key::Hold),
];
/// The button in the middle that stops and goes on, and its bit after those of [`PAD`].
const START: u32 = 9;
const START_BIT: u32 = 1 << PAD.len();
/// Sticks rest a little off their middle.
const TILT: f64 = 0.5;

impl Driver {
    /// A game that begins in a moment, after 3, 2, 1 if there is a countdown.
    pub fn new(session: Session, now: f64, counts: bool) -> Driver {
        let mut driver = Driver {
            session,
            start: now,
            begins: now,
            counts,
            paused: false,
            was_paused: false,
            // What is down already was pressed for something else.
            pad: pads(),
        };
        driver.begin(now);
        driver
    }

    /// A game that has begun: what is practised is not waited for.
    pub fn at_once(session: Session, now: f64) -> Driver {
        let mut driver = Driver::new(session, now, false);
        driver.rebase(now);
        driver
    }

    /// A game that was left, standing still.
    pub fn resumed(session: Session, now: f64, counts: bool) -> Driver {
        let mut driver = Driver::new(session, now, counts);
        (driver.paused, driver.was_paused) = (true, true);
        driver
    }

    fn begin(&mut self, now: f64) {
        self.begins = now + if self.counts { 3.0 * COUNT_MS } else { READY_MS };
        self.start = self.begins - self.session.realtime().ticks() as f64;
    }

    /// Whether the clock is still to begin, and what is counted: 3, 2, 1, or 0 for nothing.
    pub fn count(&self, now: f64) -> Option<u32> {
        let left = self.begins - now;
        (left > 0.0 && !self.paused).then(|| match self.counts {
            true => (left / COUNT_MS).ceil() as u32,
            false => 0,
        })
    }

    /// Whether it ever stood still.
    pub fn was_paused(&self) -> bool {
        self.was_paused
    }

    /// Whether the clock stands still.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Lets time pass up to now.
    pub fn pass(&mut self, now: f64) {
        if self.paused {
            return;
        }
        let behind = now - self.start - self.session.realtime().ticks() as f64;
        if behind > MOST_BEHIND_MS {
            self.start += behind - MOST_BEHIND_MS;
        }
        self.session.pass((now - self.start).max(0.0) as u64);
    }

    /// A key, at the time it is stamped with.
    pub fn key(&mut self, key: Key, pressed: bool, stamp: f64) {
        if self.paused && pressed {
            return;
        }
        // Before the start one can only lean to a side.
        if stamp < self.begins && pressed && !matches!(key, Key::Left | Key::Right) {
            return;
        }
        self.pass(stamp);
        self.session.key(if pressed { key.press() } else { key.release() });
    }

    /// Stops the clock, or starts it again.
    pub fn pause(&mut self, paused: bool, now: f64) {
        if paused == self.paused || self.session.realtime().end().is_some() {
            return;
        }
        if paused {
            self.pass(now);
            self.session.release_all();
        }
        self.was_paused |= paused;
        self.paused = paused;
        self.begin(now);
    }

    /// Takes back a piece or plays it again.
    pub fn step(&mut self, back: bool, now: f64) {
        let moved = if back { self.session.undo() } else { self.session.redo() };
        if moved {
            self.rebase(now);
        }
    }

    fn rebase(&mut self, now: f64) {
        self.begins = now;
        self.start = now - self.session.realtime().ticks() as f64;
    }

    /// Looks at the gamepads, which have no events; whether one asks to stop or go on.
    pub fn poll_pads(&mut self, now: f64) -> bool {
        let down = pads();
        let changed = down ^ self.pad;
        for (bit, (_, key)) in PAD.iter().enumerate() {
            if changed >> bit & 1 == 1 {
                self.key(*key, down >> bit & 1 == 1, now);
            }
        }
        self.pad = down;
        changed & down & START_BIT != 0
    }
}

/// Which of [`PAD`] are down, on any gamepad; the left stick does what the cross does.
fn pads() -> u32 {
    let Some(window) = web_sys::window() else { return 0 };
    let Ok(list) = window.navigator().get_gamepads() else { return 0 };
    let mut down = 0;
    for pad in list.iter() {
        let Ok(pad) = pad.dyn_into::<Gamepad>() else { continue };
        let buttons = pad.buttons();
        let is_down = |index: u32| {
            let button = buttons.get(index).dyn_into::<GamepadButton>();
            button.is_ok_and(|button| button.pressed())
        };
        for (bit, (index, _)) in PAD.iter().enumerate() {
            down |= (is_down(*index) as u32) << bit;
        }
        if is_down(START) {
            down |= START_BIT;
        }
        let axes = pad.axes();
        let tilt = |index: u32| axes.get(index).as_f64().unwrap_or(0.0);
        // Up would be a hard drop, which is too much for a slip of the thumb.
        for (bit, is_tilted) in [tilt(0) < -TILT, tilt(0) > TILT, tilt(1) > TILT].iter().enumerate()
        {
            down |= (*is_tilted as u32) << bit;
        }
    }
    down
}
