//! A person's game on the screen: real time, record and counters.

use std::sync::Arc;

use minolab_engine::Finesse;
use minolab_rules::{
    Clear, End, Event, Falling, Game, Handling, Key, KeyEvent, Mode, Painted, Placement, Realtime,
    Ruleset, State, TimedKey, Timing,
};

use super::{ShownClear, clear_name, countdown, stopwatch};
use crate::{Scene, Timeline, typed::KeyReplay};

/// A [`Realtime`] with its record: keys, painted cells, counts, and pieces to undo.
///
/// It has no clock: the caller says up to which tick time has passed.
#[derive(Clone, Debug)]
pub struct Session {
    realtime: Realtime,
    painted: Painted,
    pending: Vec<KeyEvent>,
    log: Vec<TimedKey>,
    finesse: Finesse,
    shown: Option<ShownClear>,
    sounds: Vec<Sound>,
    landings: Vec<Landed>,
    // The start of every piece; only practice adds to it.
    timeline: Timeline<Kept>,
}

/// A game at the start of a piece.
#[derive(Clone, Debug)]
struct Moment {
    realtime: Realtime,
    painted: Painted,
    finesse: Finesse,
    keys: usize,
}

/// A saved moment, shared by all references to it.
#[derive(Clone, Debug)]
struct Kept(Arc<Moment>);

/// A piece that was played: the moment after it, and the keys since the previous one.
#[derive(Clone, Debug)]
struct Played {
    moment: Kept,
    keys: Vec<TimedKey>,
}

/// Moments cannot be replayed: between them are keys and their ticks.
impl Scene for Kept {
    type Step = Played;

    fn advance(&mut self, played: &Played) {
        *self = played.moment.clone();
    }
}

/// A piece that locked, for display.
#[derive(Clone, Debug, PartialEq)]
pub struct Landed {
    /// When.
    pub tick: u64,
    /// Where.
    pub placement: Placement,
    /// What it did.
    pub clear: Clear,
    /// The rows it cleared, as numbered before the clear.
    pub rows: Vec<usize>,
    /// Lines and points of the game including it.
    pub totals: (u64, u64),
}

/// A sound to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A piece was held.
    Hold,
    /// A piece locked.
    Lock,
    /// This many lines were cleared.
    Clear(u8),
    /// The goal was reached.
    Goal,
    /// The game topped out.
    Lost,
}

/// The counters beside the board, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Counts down in a blitz, up otherwise.
    pub time: String,
    /// Points, including those of the current drop.
    pub score: u64,
    /// Lines: those left in a sprint, those cleared otherwise.
    pub lines: u64,
    /// Pieces: those left where they end the game, those placed otherwise.
    pub pieces: u64,
    /// Pieces per second.
    pub pps: String,
    /// Keys per piece.
    pub kpp: String,
    /// Finesse faults.
    pub faults: u64,
    /// Whether hold is used up for this piece.
    pub hold_used: bool,
    /// The name of the last clear, while it is shown.
    pub clear: String,
    /// Whether that clear was back-to-back.
    pub is_back_to_back: bool,
}

impl Session {
    /// A new game.
    pub fn new(rules: Ruleset, mode: Mode, handling: Handling, seed: u64) -> Session {
        let painted = Painted::new(rules.width as usize);
        Session::begin(Game::new(rules, seed), painted, mode, handling)
    }

    /// A practice game that starts from this position, with its stack in these colours.
    ///
    /// Its keys alone do not rebuild it, so do not use [`Session::replay`].
    pub fn from_state(
        rules: Ruleset,
        state: State,
        painted: Painted,
        handling: Handling,
        seed: u64,
    ) -> Session {
        Session::begin(Game::from_state(rules, state, seed), painted, Mode::Practice, handling)
    }

    fn begin(game: Game, painted: Painted, mode: Mode, handling: Handling) -> Session {
        let realtime = Realtime::new(game, mode, handling);
        let finesse = Finesse::default();
        let start =
            Moment { realtime: realtime.clone(), painted: painted.clone(), finesse, keys: 0 };
        Session {
            realtime,
            painted,
            pending: Vec::new(),
            log: Vec::new(),
            finesse,
            shown: None,
            sounds: Vec::new(),
            landings: Vec::new(),
            timeline: Timeline::new(Kept(Arc::new(start)), 1),
        }
    }

    /// A practice game that continues another after so many pieces.
    ///
    /// The pieces to come are the original ones, and earlier placements can be undone.
    pub fn after(replay: &KeyReplay, pieces: u64) -> Session {
        Session::typed(replay, Mode::Practice, pieces)
    }

    /// A game that was left before its end, resumed from there.
    pub fn resumed(replay: &KeyReplay) -> Session {
        Session::typed(replay, replay.mode, u64::MAX)
    }

    fn typed(replay: &KeyReplay, mode: Mode, pieces: u64) -> Session {
        let rules = replay.rules.clone();
        let mut session = Session::new(rules, mode, replay.handling, replay.seed);
        let mut keys = replay.keys.iter().peekable();
        let until = replay.until();
        while session.realtime.game().totals().pieces < pieces
            && session.realtime.ticks() < until
            && session.realtime.end().is_none()
        {
            let now = session.realtime.ticks();
            while let Some(key) = keys.next_if(|key| key.tick <= now) {
                session.key(key.event);
            }
            session.tick();
        }
        session.release_all();
        session.sounds.clear();
        session.landings.clear();
        session.shown = None;
        session
    }

    /// A key going down or up; it acts at the start of the next tick.
    pub fn key(&mut self, event: KeyEvent) {
        self.pending.push(event);
    }

    /// Lets time pass up to this tick.
    pub fn pass(&mut self, until: u64) {
        while self.realtime.ticks() < until && self.realtime.end().is_none() {
            self.tick();
        }
    }

    /// Lets one tick pass.
    pub fn tick(&mut self) {
        if self.realtime.end().is_some() {
            return;
        }
        let tick = self.realtime.ticks();
        let keys = std::mem::take(&mut self.pending);
        self.log.extend(keys.iter().map(|&event| TimedKey { tick, event }));
        let mut board = self.realtime.game().state().board;
        let events = self.realtime.tick(&keys).to_vec();
        let mut has_locked = false;
        for event in events {
            match event {
                Event::Held(_) => self.sounds.push(Sound::Hold),
                Event::Locked { placement, clear, steered, .. } => {
                    let rules = self.realtime.game().rules();
                    self.finesse.add(rules, &board, placement, steered);
                    let mut filled = board;
                    rules.fill(&mut filled, placement);
                    let rows = (0..filled.top()).filter(|&y| filled.row(y) == filled.field());
                    let totals = self.realtime.game().totals();
                    self.landings.push(Landed {
                        tick,
                        placement,
                        clear,
                        rows: if clear.lines > 0 { rows.collect() } else { Vec::new() },
                        totals: (totals.lines, totals.score),
                    });
                    // Another piece may lock in the same tick, on top of this one.
                    rules.land(&mut board, placement);
                    self.locked(placement, clear);
                    has_locked = true;
                }
                Event::Ended(End::Goal) => self.sounds.push(Sound::Goal),
                Event::Ended(End::TopOut(_)) => self.sounds.push(Sound::Lost),
                Event::Spawned(_) => {}
            }
        }
        if has_locked {
            self.remember();
        }
    }

    fn locked(&mut self, placement: Placement, clear: Clear) {
        self.painted.place(self.realtime.game().rules(), placement);
        if let Some(name) = clear_name(placement.piece, &clear) {
            self.shown = Some(ShownClear {
                name,
                is_back_to_back: clear.back_to_back,
                until: self.realtime.ticks() + ShownClear::TICKS,
            });
        }
        self.sounds.push(match clear.lines {
            0 => Sound::Lock,
            lines => Sound::Clear(lines),
        });
    }

    /// Records the start of a piece, in modes with undo.
    fn remember(&mut self) {
        if self.realtime.mode() != Mode::Practice {
            return;
        }
        if self.realtime.end().is_some() {
            self.timeline.drop_future();
            return;
        }
        let keys = self.log[self.timeline.present().0.keys..].to_vec();
        let moment = Moment {
            realtime: self.realtime.clone(),
            painted: self.painted.clone(),
            finesse: self.finesse,
            keys: self.log.len(),
        };
        self.timeline.push(Played { moment: Kept(Arc::new(moment)), keys });
    }

    /// Undoes the last piece, in practice only; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        if !self.can_step().0 {
            return false;
        }
        // After a top-out, the moment to return to is the current one.
        if self.realtime.end().is_none() {
            self.timeline.undo(1);
        }
        self.log.truncate(self.timeline.present().0.keys);
        self.restore();
        true
    }

    /// Redoes an undone piece; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        if self.timeline.redoable() == 0 {
            return false;
        }
        self.log.truncate(self.timeline.present().0.keys);
        self.timeline.redo(1);
        self.log.extend(self.timeline.last().iter().flat_map(|played| &played.keys));
        self.restore();
        true
    }

    fn restore(&mut self) {
        let Kept(moment) = self.timeline.present();
        (self.realtime, self.painted) = (moment.realtime.clone(), moment.painted.clone());
        self.finesse = moment.finesse;
        self.shown = None;
        // Keys that were down then may not be now.
        let down = Key::ALL.into_iter().filter(|&key| self.realtime.is_down(key));
        self.pending = down.map(Key::release).collect();
    }

    /// Whether a piece can be undone, and whether one can be redone.
    pub fn can_step(&self) -> (bool, bool) {
        let is_lost = self.realtime.mode() == Mode::Practice && self.realtime.end().is_some();
        (is_lost || self.timeline.undoable() > 0, self.timeline.redoable() > 0)
    }

    /// Releases every key, as when the window loses focus.
    pub fn release_all(&mut self) {
        for key in Key::ALL {
            if self.realtime.is_down(key) {
                self.pending.push(key.release());
            }
        }
    }

    /// The game in real time.
    pub fn realtime(&self) -> &Realtime {
        &self.realtime
    }

    /// The cells of the stack, by piece.
    pub fn painted(&self) -> &Painted {
        &self.painted
    }

    /// The ghost, where there is a piece.
    pub fn ghost(&self) -> Option<Falling> {
        self.realtime.ghost()
    }

    /// The sounds since the last call.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        std::mem::take(&mut self.sounds)
    }

    /// The pieces that locked since the last call.
    pub fn take_landings(&mut self) -> Vec<Landed> {
        std::mem::take(&mut self.landings)
    }

    /// How many of the previews come before the next bag boundary, where there are bags.
    pub fn next_bag_ends(&self) -> Vec<usize> {
        let game = self.realtime.game();
        if !game.rules().randomizer.deals_bags() {
            return Vec::new();
        }
        let shown = game.state().queue.len() as u64;
        let first = game.source().dealt() - shown;
        (1..shown)
            .filter(|ahead| (first + ahead).is_multiple_of(7))
            .map(|ahead| ahead as usize)
            .collect()
    }

    /// The counters as text.
    pub fn counters(&self) -> Counters {
        let (realtime, totals) = (&self.realtime, self.realtime.game().totals());
        let ticks = realtime.ticks();
        let per_second = Timing::TICKS_PER_SECOND;
        let time = match realtime.mode() {
            Mode::Blitz => countdown(ticks, Mode::BLITZ_SECONDS * per_second),
            Mode::BlitzSeconds(seconds) => countdown(ticks, seconds.saturating_mul(per_second)),
            _ => stopwatch(ticks),
        };
        let lines = match realtime.mode() {
            Mode::Sprint => Mode::SPRINT_LINES.saturating_sub(totals.lines),
            Mode::Lines(lines) => lines.saturating_sub(totals.lines),
            _ => totals.lines,
        };
        let pieces = match realtime.mode() {
            Mode::Pieces(pieces) => pieces.saturating_sub(totals.pieces),
            _ => totals.pieces,
        };
        let ratio = |count: u64, by: f64| if by > 0.0 { count as f64 / by } else { 0.0 };
        let shown = self.shown.as_ref().filter(|shown| ticks < shown.until);
        Counters {
            time,
            score: totals.score + realtime.drop_points(),
            lines,
            pieces,
            pps: format!("{:.2}", ratio(totals.pieces, ticks as f64 / per_second as f64)),
            kpp: format!("{:.2}", ratio(realtime.presses(), totals.pieces as f64)),
            faults: self.finesse.faults,
            hold_used: realtime.game().state().hold_used,
            clear: shown.map_or(String::new(), |shown| shown.name.clone()),
            is_back_to_back: shown.is_some_and(|shown| shown.is_back_to_back),
        }
    }

    /// Its finesse so far.
    pub fn finesse(&self) -> Finesse {
        self.finesse
    }

    /// The game so far as a file.
    pub fn replay(&self, played_ms: u64) -> KeyReplay {
        let game = self.realtime.game();
        KeyReplay {
            rules: game.rules().clone(),
            seed: game.seed(),
            mode: self.realtime.mode(),
            handling: *self.realtime.handling(),
            keys: self.log.clone(),
            ticks: self.realtime.ticks(),
            totals: game.totals(),
            played_ms,
        }
    }
}
