//! A game in real time.

use crate::{
    Choice, Clear, Falling, Game, Handling, Input, Key, KeyEvent, Mode, Piece, Placement, SoftDrop,
    TimedKey, TopOut,
    flight::Flight,
    repeat::{Pulse, Repeat, Side, Sideways},
};

/// A [`Game`] in real time: gravity, lock delay and key repeat on a fixed tick.
///
/// A tick is a millisecond ([`crate::Timing::TICKS_PER_SECOND`]); nothing here reads a clock.
/// Within a tick the keys act first, in the order given. Then a millisecond passes: a held
/// key moves the piece sideways, the piece falls, and it locks if its time is up.
///
/// *Locking.* A piece locks once it has rested for the lock delay. A shift or a rotation resets the
/// delay, as often as the rules allow; a new lowest row resets both the delay and that count. Where
/// the rules have a limit, a piece that first rested that long ago locks as soon as it rests,
/// regardless of resets.
///
/// *Rules without sliding.* Once a piece has fallen a row it only falls.
///
/// The same game, handling and keys give the same result, tick for tick, on every machine. Every
/// piece locks where [`crate::placements::all`] lists it, with the spin listed there.
#[derive(Clone, Debug, PartialEq)]
pub struct Realtime {
    game: Game,
    mode: Mode,
    handling: Handling,
    ticks: u64,
    presses: u64,
    down: u16,
    sideways: Sideways,
    soft_drop: Option<Repeat>,
    flight: Option<Flight>,
    drop_points: u64,
    end: Option<End>,
    events: Vec<Event>,
}

/// Something that happened within a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A piece spawned.
    Spawned(Falling),
    /// The current piece was held.
    Held(Piece),
    /// A piece locked.
    Locked {
        /// Where.
        placement: Placement,
        /// What it did.
        clear: Clear,
        /// Points for the rows it was dropped.
        drop_points: u64,
        /// Keys pressed to steer it ([`Key::steers`]), whether or not it could move.
        steered: u64,
    },
    /// The game ended.
    Ended(End),
}

/// Why a game in real time ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The mode's goal was reached.
    Goal,
    /// It topped out.
    TopOut(TopOut),
}

impl Realtime {
    /// The game with its first piece just spawned and no key down.
    pub fn new(game: Game, mode: Mode, handling: Handling) -> Realtime {
        let mut realtime = Realtime {
            game,
            mode,
            handling,
            ticks: 0,
            presses: 0,
            down: 0,
            sideways: Sideways::default(),
            soft_drop: None,
            flight: None,
            drop_points: 0,
            end: None,
            events: Vec::new(),
        };
        realtime.spawn();
        realtime
    }

    /// One millisecond in which these keys went down or up at its start.
    ///
    /// Pressing a key that is down or releasing one that is up does nothing. After the end nothing
    /// happens.
    pub fn tick(&mut self, keys: &[KeyEvent]) -> &[Event] {
        self.events.clear();
        for &event in keys {
            self.key(event);
        }
        self.pass();
        &self.events
    }

    /// Restarts the game with another seed, by the same rules, with no key down.
    pub fn restart(&mut self, seed: u64) {
        self.game.restart(seed);
        (self.ticks, self.presses, self.down, self.drop_points) = (0, 0, 0, 0);
        (self.sideways, self.soft_drop, self.flight) = (Sideways::default(), None, None);
        self.end = None;
        self.events.clear();
        self.spawn();
    }

    /// Ticks in which no key goes down or up, one after the other or until the game ends.
    ///
    /// What [`Realtime::tick`] does without keys, and faster where nothing but time passes.
    pub fn wait(&mut self, ticks: u64) {
        let mut left = ticks;
        while left > 0 && self.end.is_none() {
            let quiet = self.quiet_ticks().min(left);
            if quiet > 0 {
                if let Some(flight) = &mut self.flight {
                    flight.skip(&self.game.state().board, quiet as u32);
                }
                self.ticks += quiet;
                left -= quiet;
            } else {
                self.pass();
                left -= 1;
            }
        }
        self.events.clear();
    }

    /// For how many ticks nothing but the clock changes, if no key goes down or up.
    fn quiet_ticks(&self) -> u64 {
        let Some(flight) = &self.flight else { return 0 };
        // A clock may end the game at any of them.
        if self.down != 0 || matches!(self.mode, Mode::Blitz | Mode::BlitzSeconds(_)) {
            return 0;
        }
        let rules = self.game.rules();
        let row_us = rules.timing.gravity_us(self.game.totals().score) as u64;
        flight.quiet_ms(&self.game.state().board, &rules.timing, row_us) as u64
    }

    /// Plays keys with their ticks, in order, up to this tick or the end of the game.
    ///
    /// A key whose tick has passed acts at once.
    pub fn play(&mut self, keys: &[TimedKey], until: u64, mut on_event: impl FnMut(u64, Event)) {
        let mut keys = keys.iter().peekable();
        let mut now = Vec::new();
        while self.ticks < until && self.end.is_none() {
            now.clear();
            while let Some(key) = keys.next_if(|key| key.tick <= self.ticks) {
                now.push(key.event);
            }
            let tick = self.ticks;
            self.tick(&now).iter().for_each(|&event| on_event(tick, event));
        }
    }

    /// The game so far, without the falling piece.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The falling piece; `None` after the end.
    pub fn falling(&self) -> Option<Falling> {
        self.flight.as_ref().map(|flight| flight.falling)
    }

    /// Where the falling piece would land: its ghost.
    pub fn ghost(&self) -> Option<Falling> {
        self.falling().map(|falling| falling.dropped(&self.game.state().board))
    }

    /// Ticks since the start.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// How many keys were pressed.
    pub fn presses(&self) -> u64 {
        self.presses
    }

    /// Points for rows dropped since the last piece locked; they count once the next does.
    pub fn drop_points(&self) -> u64 {
        self.drop_points
    }

    /// How the game ends.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The handling: how keys repeat.
    pub fn handling(&self) -> &Handling {
        &self.handling
    }

    /// Why the game ended, if it did.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Whether this key is down.
    pub fn is_down(&self, key: Key) -> bool {
        self.down >> key.index() & 1 == 1
    }

    fn key(&mut self, KeyEvent { key, pressed }: KeyEvent) {
        if self.end.is_some() || self.is_down(key) == pressed {
            return;
        }
        self.down ^= 1 << key.index();
        if pressed {
            self.presses += 1;
            self.press(key);
        } else if key == Key::SoftDrop {
            self.soft_drop = None;
        } else if let Some(side) = Side::of(key) {
            self.sideways.release(side);
        }
    }

    fn press(&mut self, key: Key) {
        if let Some(flight) = &mut self.flight {
            flight.steered += key.steers() as u64;
        }
        match key {
            Key::Left | Key::Right => {
                let side = if key == Key::Left { Side::Left } else { Side::Right };
                self.sideways.press(side, &self.handling);
                self.steer(side.input(Pulse::One));
            }
            Key::Cw => self.turn(Input::Cw),
            Key::Ccw => self.turn(Input::Ccw),
            Key::Flip => self.turn(Input::Flip),
            Key::SoftDrop => self.press_soft_drop(),
            Key::SonicDrop => {
                let points = self.game.rules().scoring.sonic_drop;
                self.fall(u32::MAX, points);
            }
            Key::HardDrop => {
                let points = self.game.rules().scoring.hard_drop;
                self.fall(u32::MAX, points);
                self.lock();
            }
            Key::Hold => self.hold(),
        }
    }

    fn turn(&mut self, input: Input) {
        if input.turn().is_some_and(|turn| self.game.rules().turns.allows(turn)) {
            self.steer(input);
        }
    }

    fn press_soft_drop(&mut self) {
        let points = self.game.rules().scoring.soft_drop;
        match self.handling.soft_drop {
            SoftDrop::Factor(_) => {}
            SoftDrop::Instant => self.fall(u32::MAX, points),
            SoftDrop::Repeat { das_ms, .. } => {
                self.fall(1, points);
                self.soft_drop = Some(Repeat::pressed(das_ms));
            }
        }
    }

    fn steer(&mut self, input: Input) {
        let rules = self.game.rules();
        if let Some(flight) = &mut self.flight
            && (rules.slide || !flight.has_fallen)
        {
            flight.steer(&self.game.state().board, rules.rotation, &rules.timing, input);
        }
    }

    /// Falls by at most this many rows, each worth these points.
    fn fall(&mut self, rows: u32, points: u32) {
        if let Some(flight) = &mut self.flight {
            let fallen = flight.fall(&self.game.state().board, self.game.rules().rotation, rows);
            if fallen > 0 {
                flight.fall_us = 0;
            }
            self.drop_points += fallen as u64 * points as u64;
        }
    }

    fn hold(&mut self) {
        if let Some(piece) = self.game.state().current
            && self.game.swap().is_ok()
        {
            self.events.push(Event::Held(piece));
            self.next();
        }
    }

    /// Locks the piece where it is.
    fn lock(&mut self) {
        let Some(flight) = self.flight.take() else { return };
        let spin = flight.spin(&self.game.state().board, self.game.rules());
        let placement = Placement::new(flight.falling, spin);
        let drop_points = std::mem::take(&mut self.drop_points);
        let clear = self.game.lock(Choice { hold: false, placement }, drop_points);
        let steered = flight.steered;
        self.events.push(Event::Locked { placement, clear, drop_points, steered });
        self.next();
    }

    /// Ends the game, or spawns the next piece.
    fn next(&mut self) {
        if let Some(reason) = self.game.state().over {
            self.finish(End::TopOut(reason));
        } else if self.mode.is_over(&self.game.totals(), self.ticks, true) {
            self.finish(End::Goal);
        } else {
            self.spawn();
        }
    }

    fn spawn(&mut self) {
        let state = self.game.state();
        if let Some(reason) = state.over {
            return self.finish(End::TopOut(reason));
        }
        let rules = self.game.rules();
        let falling = state.current.map(|piece| rules.entry_place(&state.board, piece));
        match falling.filter(|falling| falling.fits(&state.board)) {
            Some(falling) => {
                self.flight = Some(Flight::new(falling));
                self.events.push(Event::Spawned(falling));
                self.sideways.cut(&self.handling);
                if let (SoftDrop::Repeat { das_ms, .. }, Some(repeat)) =
                    (self.handling.soft_drop, &mut self.soft_drop)
                {
                    *repeat = Repeat::pressed(das_ms);
                }
            }
            None => {
                self.game.lose(TopOut::NoMove);
                self.finish(End::TopOut(TopOut::NoMove));
            }
        }
    }

    fn finish(&mut self, end: End) {
        self.flight = None;
        self.end = Some(end);
        self.events.push(Event::Ended(end));
    }

    /// A millisecond passes.
    fn pass(&mut self) {
        if self.end.is_some() {
            return;
        }
        if let Some((side, pulse)) = self.sideways.pass(&self.handling) {
            self.steer(side.input(pulse));
        }
        self.pass_down();
        let rules = self.game.rules();
        if let Some(flight) = &mut self.flight
            && flight.locks(&self.game.state().board, &rules.timing)
        {
            self.lock();
        }
        self.ticks += 1;
        if self.end.is_none() && self.mode.is_over(&self.game.totals(), self.ticks, true) {
            self.finish(End::Goal);
        }
    }

    /// Gravity and soft drop.
    fn pass_down(&mut self) {
        let is_soft = self.is_down(Key::SoftDrop);
        let points = if is_soft { self.game.rules().scoring.soft_drop } else { 0 };
        let mut factor = 1;
        match self.handling.soft_drop {
            SoftDrop::Factor(times) if is_soft && times > 0 => factor = times as u64,
            SoftDrop::Instant if is_soft => self.fall(u32::MAX, points),
            SoftDrop::Repeat { arr_ms, .. } => {
                match self.soft_drop.as_mut().and_then(|repeat| repeat.pass(arr_ms)) {
                    Some(Pulse::One) => self.fall(1, points),
                    Some(Pulse::All) => self.fall(u32::MAX, points),
                    None => {}
                }
            }
            _ => {}
        }
        let row_us = self.game.rules().timing.gravity_us(self.game.totals().score) as u64;
        let Some(flight) = &mut self.flight else { return };
        let saved = flight.fall_us + 1000 * factor;
        self.fall((saved / row_us) as u32, points);
        if let Some(flight) = &mut self.flight {
            flight.fall_us = saved % row_us;
        }
    }
}
