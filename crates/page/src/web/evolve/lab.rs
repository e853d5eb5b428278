//! The population at work: who is measured, who is shown, what is kept.

use leptos::prelude::*;
use minolab_train::Purpose;

use super::{
    super::{analyse::replace_address, files, link::Link, store},
    actor::{Actor, Seen},
    pool::Pool,
    standing::{Past, Shown},
};
use crate::{
    Answer, Evolution, EvolveOrder, GameView, PlayedTask, Request, Route, Table, WatchOrder,
};

/// Pieces a second of the shown game, slowest first. At the last one nobody waits for it.
pub const SPEEDS: [f64; 6] = [1.0, 4.0, 16.0, 60.0, 250.0, f64::INFINITY];
/// How fast the shown game is when nobody waits for it.
const AT_LEISURE: f64 = 60.0;
/// Milliseconds between two times that the population is kept.
const KEEP: f64 = 1000.0;

/// Everything of the screen that its parts share.
#[derive(Clone, Copy)]
pub struct Lab {
    inner: StoredValue<Inner, LocalStorage>,
    /// How far it is.
    pub shown: RwSignal<Shown>,
    /// What was measured so far.
    pub past: RwSignal<Past>,
    /// The game that is shown, and whose it is.
    pub view: RwSignal<Option<GameView>>,
    /// Who plays it.
    pub actor: RwSignal<String>,
    /// The weights of who plays it.
    pub weights: RwSignal<Vec<f64>>,
    /// Whether it stands still.
    pub paused: RwSignal<bool>,
    /// Which of [`SPEEDS`].
    pub speed: RwSignal<usize>,
    /// How many workers play.
    pub workers: RwSignal<usize>,
    /// What would be started next.
    pub draft: RwSignal<EvolveOrder>,
    pub message: RwSignal<String>,
    pub error: RwSignal<String>,
}

#[derive(Default)]
struct Inner {
    evolution: Option<Evolution>,
    pool: Pool,
    stage: Option<Link>,
    // Whose game is shown, if it is a candidate's that is being measured.
    key: Option<u64>,
    has_game: bool,
    is_over: bool,
    // Who plays the game that was asked for and is not seen yet, and with which weights.
    announced: Option<(String, Vec<f64>)>,
    // Games shown.
    encores: u64,
    // Milliseconds since the shown game ended, and pieces that are due in it.
    rested: f64,
    owed: f64,
    // The generation at which it stops.
    until: Option<u64>,
    is_changed: bool,
    is_new_generation: bool,
    // A population from the page itself is not kept: it is always there.
    is_shipped: bool,
    is_unkept: bool,
    kept_at: f64,
    // Games since then, and games a second.
    games: u64,
    counted_at: f64,
    rate: f64,
}

impl Lab {
    /// An empty one.
    pub fn new() -> Lab {
        let cores = window().navigator().hardware_concurrency();
        let cores = if cores.is_finite() { cores as usize } else { 2 };
        let lab = Lab {
            inner: StoredValue::new_local(Inner::default()),
            shown: RwSignal::new(Shown::default()),
            past: RwSignal::new(Past::default()),
            view: RwSignal::new(None),
            actor: RwSignal::new(String::new()),
            weights: RwSignal::new(Vec::new()),
            paused: RwSignal::new(false),
            // Learning is seen in seconds; who wants to watch single games slows down.
            speed: RwSignal::new(SPEEDS.len() - 1),
            workers: RwSignal::new(cores.clamp(1, 8)),
            draft: RwSignal::new(EvolveOrder::default()),
            message: RwSignal::new(String::new()),
            error: RwSignal::new(String::new()),
        };
        let stage = Link::new(move |answer| match answer {
            Answer::View(view) => {
                let is_over = view.over.is_some();
                let mut announced = None;
                lab.inner.try_update_value(|inner| {
                    inner.is_over = is_over;
                    announced = inner.announced.take();
                });
                // With the first picture of a game, not before it: until then the last one is seen.
                if let Some((title, weights)) = announced {
                    lab.actor.try_set(title);
                    lab.weights.try_set(weights);
                }
                lab.view.try_set(Some(*view));
                if is_over {
                    lab.pump();
                }
            }
            Answer::Error(message) => lab.fail(message),
            _ => {}
        });
        match stage {
            Ok(link) => lab.inner.update_value(|inner| inner.stage = Some(link)),
            Err(message) => lab.error.set(message),
        }
        lab
    }

    /// Goes on with the population that is kept, if it is the one that is asked for or nothing
    /// is; begins at generation 0 otherwise.
    pub fn open(self, order: EvolveOrder) {
        let kept = store::population().and_then(|text| Evolution::load(&text).ok());
        let is_asked = |kept: &Evolution| {
            order == EvolveOrder::default() || kept.order().query() == order.query()
        };
        match kept.filter(|kept| kept.run().generations() > 0 && is_asked(kept)) {
            Some(kept) => {
                let generation = kept.run().generations();
                self.message
                    .set(format!("Going on at generation {generation}, as kept in this browser."));
                self.begin(kept, false);
            }
            None => self.start(order),
        }
    }

    /// Begins at generation 0.
    pub fn start(self, order: EvolveOrder) {
        match Evolution::new(order) {
            Ok(evolution) => {
                self.message.set("Generation 0: random weights.".into());
                self.begin(evolution, false);
                self.paused.set(false);
            }
            Err(message) => self.error.set(message),
        }
    }

    /// Loads the population that is shipped.
    pub fn evolved(self) {
        match Evolution::evolved() {
            Ok(evolution) => {
                self.message.set("This population was evolved for 25 generations.".into());
                self.begin(evolution, true);
            }
            Err(error) => self.error.set(error.to_string()),
        }
    }

    /// Loads a population from a file.
    pub fn load(self, text: &str) {
        match Evolution::load(text) {
            Ok(evolution) => {
                let generation = evolution.run().generations();
                self.message.set(format!("Loaded at generation {generation}."));
                self.begin(evolution, false);
            }
            Err(error) => self.error.set(format!("The file was not loaded: {error}.")),
        }
    }

    fn begin(self, evolution: Evolution, is_shipped: bool) {
        self.error.set(String::new());
        let order = evolution.order().clone();
        replace_address(&Route::Evolve(order.clone()).address());
        self.inner.update_value(|inner| {
            inner.pool.clear();
            inner.evolution = Some(evolution);
            (inner.key, inner.has_game, inner.until) = (None, false, None);
            (inner.is_over, inner.announced) = (false, None);
            (inner.is_changed, inner.is_new_generation) = (true, true);
            (inner.is_shipped, inner.is_unkept) = (is_shipped, false);
        });
        self.draft.set(order);
        self.man();
        self.flush();
    }

    /// Sets up as many workers as are wanted.
    pub fn man(self) {
        let count = self.workers.get_untracked();
        let order = self.draft_of_run();
        let mut result = Ok(());
        self.inner.update_value(|inner| result = inner.pool.open(count, &order, self));
        if let Err(message) = result {
            self.error.set(message);
        }
    }

    fn draft_of_run(self) -> EvolveOrder {
        self.inner.with_value(|inner| {
            let order = inner.evolution.as_ref().map(|evolution| evolution.order().clone());
            order.unwrap_or_default()
        })
    }

    /// Stands still, or not.
    pub fn pause(self, on: bool) {
        self.paused.set(on);
        self.inner.update_value(|inner| inner.until = None);
        if on {
            self.keep();
        }
    }

    /// Goes on to the end of the generation as fast as possible, and stands still.
    pub fn step(self) {
        self.paused.set(true);
        self.inner.update_value(|inner| {
            let generations = inner.evolution.as_ref().map_or(0, |e| e.run().generations());
            inner.until = Some(generations + 1);
        });
        self.pump();
    }

    /// Changes the speed.
    pub fn faster(self, by: isize) {
        self.speed.update(|speed| *speed = speed.saturating_add_signed(by).min(SPEEDS.len() - 1));
    }

    /// Something went wrong in a worker.
    pub fn fail(self, message: String) {
        self.error.try_set(message);
        self.paused.try_set(true);
    }

    /// Games were played.
    pub fn played(self, index: usize, played: Vec<PlayedTask>) {
        let (mut has_arrived, mut is_new) = (false, false);
        self.inner.try_update_value(|inner| {
            inner.pool.answered(index, &played);
            inner.games += played.len() as u64;
            inner.is_changed = true;
            let Some(evolution) = &mut inner.evolution else { return };
            for PlayedTask { key, game, score } in played {
                is_new |= evolution.note(key, game, score);
            }
            inner.is_new_generation |= is_new;
            inner.is_unkept |= is_new;
            has_arrived = inner.until.is_some_and(|until| evolution.run().generations() >= until);
            if has_arrived {
                inner.until = None;
            }
        });
        if is_new {
            self.message.try_set(String::new());
        }
        if has_arrived {
            self.flush();
            self.keep();
        }
        self.pump();
    }

    /// Gives the workers what is due.
    fn pump(self) {
        let Some(is_paused) = self.paused.try_get_untracked() else { return };
        let is_fast = SPEEDS[self.speed.get_untracked()].is_infinite();
        self.inner.update_value(|inner| {
            let is_stepping = inner.until.is_some();
            if is_paused && !is_stepping {
                return;
            }
            let Some(evolution) = &mut inner.evolution else { return };
            inner.pool.extend(std::iter::from_fn(|| evolution.task()));
            // What is seen is what counts: it counts when it was seen to its end.
            let seen = inner.key.filter(|_| inner.is_over);
            inner.pool.give((!is_fast && !is_stepping).then_some(seen));
        });
    }

    /// A frame is about to be drawn.
    pub fn frame(self, now: f64, ms: f64) {
        self.pump();
        // Standing still, it shows at least whose turn it is.
        if !self.paused.get_untracked() || !self.inner.with_value(|inner| inner.has_game) {
            self.show(ms);
        }
        let mut is_due = false;
        self.inner.update_value(|inner| {
            if now - inner.counted_at > 500.0 {
                inner.rate = inner.games as f64 * 1000.0 / (now - inner.counted_at);
                (inner.games, inner.counted_at) = (0, now);
                inner.is_changed = true;
            }
            is_due = inner.is_unkept && now - inner.kept_at > KEEP;
            if is_due {
                inner.kept_at = now;
            }
        });
        if is_due {
            self.keep();
        }
        self.flush();
    }

    /// Goes on with the shown game, or begins the next.
    fn show(self, ms: f64) {
        let speed = SPEEDS[self.speed.get_untracked()];
        let is_fast = speed.is_infinite();
        let pace = if is_fast { AT_LEISURE } else { speed };
        self.inner.update_value(|inner| {
            let Some(stage) = inner.stage.as_ref().filter(|stage| stage.is_free()) else { return };
            if inner.has_game && !inner.is_over {
                inner.owed += pace * ms / 1000.0;
                let most = inner.owed.floor();
                inner.owed = (inner.owed - most).min(1.0);
                if most > 0.0 {
                    stage.ask(Request::Play { most: most as u32, ms: 14.0, rank: false });
                }
                return;
            }
            // A moment to see how it ended.
            inner.rested += ms;
            if inner.has_game && inner.rested < (10_000.0 / pace).min(700.0) {
                return;
            }
            // It was seen; as long as nobody could play it for the count, it stays.
            if inner.key.is_some_and(|key| !is_fast && inner.pool.is_waiting(key)) {
                return;
            }
            let Some(evolution) = &inner.evolution else { return };
            let seen = Seen { games: inner.encores, has_game: inner.has_game };
            let awaited = (!is_fast).then_some(&inner.pool);
            let Some(actor) = Actor::next(evolution, awaited, seen) else { return };
            stage.ask(Request::Open(Box::new(actor.table)));
            (inner.key, inner.has_game, inner.is_over) = (actor.key, true, false);
            (inner.rested, inner.owed) = (0.0, 0.0);
            inner.encores += 1;
            inner.announced = Some((actor.title, actor.weights));
        });
    }

    /// Shows what has changed.
    fn flush(self) {
        let (mut shown, mut past) = (None, None);
        self.inner.update_value(|inner| {
            let Some(evolution) = inner.evolution.as_ref().filter(|_| inner.is_changed) else {
                return;
            };
            inner.is_changed = false;
            shown = Some(Shown::of(evolution, inner.rate));
            if std::mem::take(&mut inner.is_new_generation) {
                past = Some(Past::of(evolution));
            }
        });
        if let Some(shown) = shown.filter(|shown| self.shown.with_untracked(|old| old != shown)) {
            self.shown.set(shown);
        }
        if let Some(past) = past {
            self.past.set(past);
        }
    }

    /// Keeps the population in the browser.
    pub fn keep(self) {
        self.inner.try_update_value(|inner| {
            let evolution = inner.evolution.as_ref();
            if let Some(evolution) = evolution.filter(|_| inner.is_unkept && !inner.is_shipped) {
                store::set_population(&evolution.save());
            }
            inner.is_unkept = false;
        });
    }

    /// Hands the population to the person as a file.
    pub fn save(self) {
        self.inner.with_value(|inner| {
            if let Some(evolution) = &inner.evolution {
                let (order, generation) = (evolution.order(), evolution.run().generations());
                let name = format!("{}-{}-{generation}.json", order.agent, order.optimizer);
                files::save(&name, &evolution.save());
            }
        });
    }

    /// The champion as an agent file: its name and text.
    fn agent(self) -> Option<(String, String)> {
        let agent = self.inner.with_value(|inner| inner.evolution.as_ref()?.champion())?;
        match agent {
            Ok(agent) => Some((agent.name.clone(), agent.to_toml())),
            Err(message) => {
                self.error.set(message);
                None
            }
        }
    }

    /// A whole game of the champion, always with the same pieces; and of which generation it is.
    pub fn champion_game(self) -> Option<(u64, Table)> {
        self.inner.with_value(|inner| {
            let evolution = inner.evolution.as_ref()?;
            let champion = evolution.run().champion()?;
            let table = Actor::table(evolution, &champion.point, Purpose::HeldOut)?;
            Some((champion.generation - 1, table))
        })
    }

    /// Hands the champion to the person as an agent file.
    pub fn download(self) {
        if let Some((name, text)) = self.agent() {
            files::save(&format!("{name}.toml"), &text);
        }
    }

    /// Watches the champion play.
    pub fn watch(self) {
        let Some((name, text)) = self.agent() else { return };
        let name = format!("own-{name}");
        store::add_agent(&name, &text);
        let order = self.inner.with_value(|inner| {
            let order = inner.evolution.as_ref().map(|evolution| evolution.order().clone());
            order.unwrap_or_default()
        });
        let (rules, board, seed) = (order.rules, order.board, order.seed);
        let order = WatchOrder { agent: name, rules, board, seed, ..WatchOrder::default() };
        let _ = window().location().set_hash(&Route::Watch(order).address());
    }
}
