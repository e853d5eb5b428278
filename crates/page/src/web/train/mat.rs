//! A board on which something is practised: a game without a clock, with what is asked beside it.

use leptos::{ev, html, prelude::*};
use minolab_rules::{Choice, Ruleset};

use super::super::{
    app::App,
    frames,
    icons::{Icon, Sign},
    play::{Canvases, Drawn, Driver, Finger, Thumbs, draw, keys::listen_keys},
    screen, sound,
};
use crate::{ABOVE, Action, Effects, GhostPiece, Landed, Session};

/// A practice board: its game, and what is shown over it.
#[derive(Clone, Copy)]
pub struct Mat {
    driver: StoredValue<Option<Driver>, LocalStorage>,
    /// A placement that is pointed at.
    pub target: RwSignal<Option<Choice>>,
    /// A line that is shown.
    pub line: RwSignal<Vec<GhostPiece>>,
    /// Whether pieces stand still, since what was asked is answered.
    pub is_over: RwSignal<bool>,
    /// The position as text, once a piece has come to rest or the game is another.
    pub position: RwSignal<String>,
}

/// What the line of words below the board takes.
const WORDS_ROOM: f64 = 52.0;

impl Mat {
    /// A board without a game.
    pub fn new() -> Mat {
        Mat {
            driver: StoredValue::new_local(None),
            target: RwSignal::new(None),
            line: RwSignal::new(Vec::new()),
            is_over: RwSignal::new(false),
            position: RwSignal::new(String::new()),
        }
    }

    /// Begins with this game.
    pub fn begin(self, session: Session) {
        self.position.set(session.realtime().game().state().to_string());
        self.driver.set_value(Some(Driver::at_once(session, frames::now())));
        self.is_over.set(false);
        self.line.set(Vec::new());
        screen::blur();
    }

    /// What is read from its game, if there is one.
    pub fn session<T>(self, read: impl FnOnce(&Session) -> T) -> Option<T> {
        self.driver.with_value(|driver| driver.as_ref().map(|driver| read(&driver.session)))
    }

    /// Takes back a piece.
    pub fn step(self, back: bool) {
        self.drive(|driver| driver.step(back, frames::now()));
        if let Some(place) = self.session(|session| session.realtime().game().state().to_string()) {
            self.position.set(place);
        }
    }

    fn drive(self, change: impl FnOnce(&mut Driver)) {
        if !self.is_over.get_untracked() {
            self.driver.update_value(|driver| {
                if let Some(driver) = driver {
                    change(driver)
                }
            });
        }
    }
}

/// The board with hold, next and buttons, as in a game.
#[component]
pub fn MatView(
    mat: Mat,
    rules: Ruleset,
    #[prop(into)] title: String,
    /// What is asked, under the title.
    #[prop(into)]
    about: Signal<String>,
    /// What is said below the board.
    #[prop(into)]
    words: Signal<String>,
    /// Figures at the left, and buttons at the right.
    figures: AnyView,
    tools: AnyView,
    /// A piece came to rest.
    on_land: impl Fn(&Landed) + Copy + 'static,
    /// Any other key of the game: retry, hint and the like; and Enter, as `None`.
    on_action: impl Fn(Option<Action>) + Copy + 'static,
) -> impl IntoView {
    let app = expect_context::<App>();
    let settings = app.settings;
    let (columns, rows) = (rules.width as usize, rules.height as usize);
    let previews = (rules.previews as usize).min(5);
    let (has_hold, has_next) = (rules.hold, previews > 0);
    let room = screen::followed();
    let cell = Memo::new(move |_| room.get().play_cell((columns, rows), WORDS_ROOM));
    let mini = Memo::new(move |_| room.get().mini_cell(cell.get()));
    let (board, hold, next) =
        (NodeRef::<html::Canvas>::new(), NodeRef::<html::Canvas>::new(), NodeRef::new());
    let act = move |action: Action, pressed: bool, stamp: f64| match action {
        Action::Game(key) => mat.drive(|driver| driver.key(key, pressed, stamp)),
        action if pressed => on_action(Some(action)),
        _ => {}
    };
    listen_keys(app, act);
    let enter = window_event_listener(ev::keydown, move |event| {
        if event.key() == "Enter" && !screen::is_on_button(&event) && !screen::is_typing(&event) {
            event.prevent_default();
            on_action(None);
        }
    });
    on_cleanup(move || enter.remove());
    let mut effects = Effects::default();
    let (mut drawn, mut was_moving) = (None::<Drawn>, false);
    frames::on_frame(move |now| {
        let Some(landings) = mat.driver.try_update_value(|driver| {
            let Some(driver) = driver else { return Vec::new() };
            if !mat.is_over.get_untracked() {
                driver.poll_pads(now);
                driver.pass(now);
            }
            if settings.with_untracked(|settings| settings.sound) {
                let volume = settings.with_untracked(|settings| settings.volume);
                let sounds = driver.session.take_sounds();
                sounds.into_iter().for_each(|one| sound::play(one, volume));
            }
            driver.session.take_landings()
        }) else {
            return;
        };
        let has_effects =
            settings.with_untracked(|settings| settings.effects) && !screen::is_still();
        for landed in &landings {
            if has_effects {
                effects.land(landed, drawn.as_ref().and_then(|drawn| drawn.falling), now);
            }
            if let Some(place) =
                mat.session(|session| session.realtime().game().state().to_string())
            {
                mat.position.set(place);
            }
            on_land(landed);
        }
        let is_moving = !effects.is_still();
        let Some(look) = mat.driver.with_value(|driver| {
            let driver = driver.as_ref()?;
            Some(Drawn {
                cell: cell.get_untracked(),
                mini: mini.get_untracked(),
                palette: settings.with_untracked(|settings| settings.palette),
                ghost: settings.with_untracked(|settings| settings.ghost),
                advice: mat.target.get_untracked(),
                line: mat.line.get_untracked(),
                ..Drawn::of(driver)
            })
        }) else {
            return;
        };
        let is_new = drawn.as_ref() != Some(&look);
        if (is_new || is_moving || was_moving)
            && let (Some(board), Some(next)) = (board.get_untracked(), next.get_untracked())
        {
            let canvases = Canvases { board, hold: hold.get_untracked(), next };
            let seen = effects.at(now);
            mat.driver.with_value(|driver| {
                let Some(driver) = driver else { return };
                draw::board(driver, &look, &canvases, &seen);
                if is_new {
                    draw::beside(driver, &look, &canvases, previews);
                }
            });
            draw::describe(&canvases.board, &look);
            drawn = Some(look);
        }
        was_moving = is_moving;
    });
    let finger = Finger::new();
    let touch = move |event: ev::PointerEvent, is_end: bool| {
        for key in finger.go(&event, is_end) {
            act(Action::Game(key.key), key.pressed, event.time_stamp());
        }
    };
    let label = title.clone();
    view! {
        <section class="play practice train" aria-label=label style:--cell=move || format!("{}px", cell.get())>
            <div class="game-bar">
                <a class="icon" href="#/learn" aria-label="Learn" title="Learn"><Icon sign=Sign::Back/></a>
                <h1>{title}<small id="task">{move || about.get()}</small></h1>
                <div class="icons">
                    <button type="button" class="icon" aria-label="Keys (?)" title="Keys (?)" on:click=move |_| app.keys.set(true)><Icon sign=Sign::Keys/></button>
                </div>
            </div>
            <div class="stage-area">
                <div class="side left">
                    <div class="box">
                        <h2 class="label" id="hold-label">{if has_hold { "Hold" } else { "No hold" }}</h2>
                        <Show when=move || has_hold><canvas class="mini" width="0" height="0" node_ref=hold role="img" aria-labelledby="hold-label"></canvas></Show>
                    </div>
                    {figures}
                </div>
                <div class="well">
                    <div class="field" style:--above=move || format!("{}px", ABOVE as f64 * cell.get())>
                        <canvas id="board" node_ref=board role="img" aria-label=format!("Board, {columns} by {rows}")
                            data-position=move || mat.position.get()
                            width=move || columns as f64 * cell.get() height=move || (rows + ABOVE) as f64 * cell.get()
                            on:pointerdown=move |event| finger.down(&event, cell.get_untracked(), columns as f64 * cell.get_untracked())
                            on:pointermove=move |event| touch(event, false)
                            on:pointerup=move |event| touch(event, true)
                            on:pointercancel=move |event| touch(event, true)></canvas>
                    </div>
                    <p class="advice" id="words" role="status">{move || words.get()}</p>
                </div>
                <div class="side right">
                    <div class="box">
                        <h2 class="label">{if has_next { "Next" } else { "No next" }}</h2>
                        <canvas class="mini" width="0" height="0" node_ref=next role="img" aria-label="Next pieces"></canvas>
                    </div>
                    {tools}
                </div>
                <Thumbs rules act/>
            </div>
        </section>
    }
}
