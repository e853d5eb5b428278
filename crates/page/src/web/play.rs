//! The screen of a person's game.

use leptos::{ev, html, prelude::*};
use minolab_rules::{Choice, Falling, Key, Mode, Piece, Placement, Ruleset, Spin};
use wasm_bindgen::JsCast;

use super::{
    app::App,
    canvas::{ABOVE, Canvas, Picture},
    driver::Driver,
    end::{Ended, Finale},
    files, frames,
    hint::Hint,
    sound, store,
};
use crate::{Action, Bindings, Counters, KeyReplay, Order, Palette, Route, Session, mode_title};

/// What covers the board.
#[derive(Clone, Debug, PartialEq)]
enum Cover {
    None,
    Ready,
    Paused,
    Ended(Finale),
}

/// What was drawn last: nothing is drawn again that did not change.
#[derive(Clone, PartialEq)]
struct Drawn {
    falling: Option<Falling>,
    pieces: u64,
    score: u64,
    hold: (Option<Piece>, bool),
    cell: f64,
    palette: Palette,
    ghost: bool,
    advice: Option<Choice>,
}

/// A person's game.
#[component]
pub fn Play(order: Order) -> impl IntoView {
    let app = expect_context::<App>();
    let usual = app.settings.with_untracked(|settings| settings.rules.clone());
    match order.ruleset(&usual) {
        Ok(rules) => {
            let (mode, settings) = (order.mode, app.settings);
            let begin = {
                let rules = rules.clone();
                move || {
                    let seed = order.seed.unwrap_or_else(new_seed);
                    let handling =
                        settings.with_untracked(|settings| settings.effective_handling());
                    Session::new(rules.clone(), mode, handling, seed)
                }
            };
            view! { <Board mode rules begin/> }.into_any()
        }
        Err(message) => view! { <p class="error" role="alert">{message}</p> }.into_any(),
    }
}

/// Practice from where a kept game stood after so many pieces.
#[component]
pub fn PlayOn(game: u64, pieces: u64) -> impl IntoView {
    match store::replay(game) {
        Some(replay) => {
            let rules = replay.rules.clone();
            let begin = move || Session::after(&replay, pieces);
            view! { <Board mode=Mode::Practice rules begin/> }.into_any()
        }
        None => {
            view! { <p class="error" role="alert">"There is no such game any more."</p> }.into_any()
        }
    }
}

#[component]
fn Board(mode: Mode, rules: Ruleset, begin: impl Fn() -> Session + 'static) -> impl IntoView {
    let app = expect_context::<App>();
    let settings = app.settings;
    let (columns, rows) = (rules.width as usize, rules.height as usize);
    let is_practice = mode == Mode::Practice;
    let has_hold = rules.hold;
    let previews = (rules.previews as usize).min(5);
    let hint = Hint::new(&rules);
    let driver = StoredValue::new_local(Driver::new(begin(), frames::now()));
    let begin = StoredValue::new_local(begin);
    let counters = RwSignal::new(driver.with_value(|driver| driver.session.counters()));
    let cover = RwSignal::new(Cover::Ready);
    // The line of advice has its room whether there is any or not.
    let below = if is_practice { HINT_ROOM } else { 0.0 };
    let cell = RwSignal::new(cell_size(columns, rows, below));
    let steps = RwSignal::new((false, false));
    let (board, hold, next) =
        (NodeRef::<html::Canvas>::new(), NodeRef::<html::Canvas>::new(), NodeRef::new());
    let resized = window_event_listener(ev::resize, move |_| {
        cell.set(cell_size(columns, rows, below));
    });
    on_cleanup(move || resized.remove());

    let retry = move || {
        begin.with_value(|begin| driver.set_value(Driver::new(begin(), frames::now())));
        cover.set(Cover::Ready);
        blur();
    };
    let pause = move |paused: bool| {
        driver.update_value(|driver| driver.pause(paused, frames::now()));
        if !matches!(cover.get_untracked(), Cover::Ended(_)) {
            cover.set(if paused { Cover::Paused } else { Cover::None });
        }
        if !paused {
            blur();
        }
    };
    let step = move |back: bool| {
        driver.update_value(|driver| driver.step(back, frames::now()));
        if driver.with_value(|driver| driver.session.realtime().end().is_none()) {
            cover.set(Cover::None);
        }
    };
    let act = move |action: Action, pressed: bool, stamp: f64| match action {
        Action::Game(key) => driver.update_value(|driver| driver.key(key, pressed, stamp)),
        Action::Retry if pressed => retry(),
        Action::Pause if pressed => pause(driver.with_value(|driver| !driver.is_paused())),
        Action::Undo if pressed => step(true),
        Action::Redo if pressed => step(false),
        Action::Hint if pressed && is_practice => hint.toggle(),
        _ => {}
    };
    listen_keys(app, act);
    let left = window_event_listener(ev::blur, move |_| {
        if matches!(cover.get_untracked(), Cover::None | Cover::Ready) {
            pause(true);
        }
    });
    on_cleanup(move || left.remove());

    let mut drawn = None;
    frames::on_frame(move |now| {
        let Some((now_drawn, found, sounds, ended, pad_start)) =
            driver.try_update_value(|driver| {
                let pad_start = driver.poll_pads(now);
                driver.pass(now);
                let ended = driver.session.realtime().end();
                let sounds = driver.session.take_sounds();
                let ready = driver.is_ready(now);
                if cover.with_untracked(|cover| *cover == Cover::Ready) && !ready {
                    cover.set(Cover::None);
                }
                let state = driver.session.realtime().game().state();
                if ended.is_none() {
                    hint.follow(state);
                }
                let look = Drawn {
                    falling: driver.session.realtime().falling(),
                    pieces: driver.session.realtime().game().totals().pieces,
                    score: driver.session.realtime().game().totals().score,
                    hold: (state.hold, state.hold_used),
                    cell: cell.get_untracked(),
                    palette: settings.with_untracked(|settings| settings.palette),
                    ghost: settings.with_untracked(|settings| settings.ghost),
                    advice: hint.choice(state).filter(|_| ended.is_none()),
                };
                (look, driver.session.counters(), sounds, ended, pad_start)
            })
        else {
            return;
        };
        if pad_start {
            match ended {
                Some(_) => retry(),
                None => pause(driver.with_value(|driver| !driver.is_paused())),
            }
            return;
        }
        if settings.with_untracked(|settings| settings.sound) {
            sounds.into_iter().for_each(sound::play);
        }
        if counters.with_untracked(|counters| *counters != found) {
            counters.set(found);
        }
        let can = driver.with_value(|driver| driver.session.can_step());
        if steps.get_untracked() != can {
            steps.set(can);
        }
        if drawn.as_ref() != Some(&now_drawn)
            && let (Some(board), Some(next)) = (board.get_untracked(), next.get_untracked())
        {
            let next: web_sys::HtmlCanvasElement = next;
            driver.with_value(|driver| {
                draw(driver, &now_drawn, &board, hold.get_untracked().as_ref(), &next, previews)
            });
            describe(&board, &now_drawn);
            let position =
                driver.with_value(|driver| driver.session.realtime().game().state().to_string());
            let _ = board.set_attribute("data-position", &position);
            drawn = Some(now_drawn);
        }
        if ended.is_some() && !cover.with_untracked(|cover| matches!(cover, Cover::Ended(_))) {
            cover.set(Cover::Ended(driver.with_value(Finale::new)));
        }
    });

    let review = move || {
        let replay = driver.with_value(|driver| driver.session.replay(js_sys::Date::now() as u64));
        let address = Route::Review(replay.id()).address();
        store::add_replay(replay);
        let _ = window().location().set_hash(&address);
    };
    let export = move || {
        let replay = driver.with_value(|driver| driver.session.replay(js_sys::Date::now() as u64));
        files::save(&file_name(&replay), &replay.to_json());
    };
    let word = move |pick: fn(&Counters) -> String| move || counters.with(pick);
    view! {
        <section class="play" class:practice=is_practice aria-label=format!("Play {}", mode_title(mode))>
            <div class="side left">
                <h2 class="label" id="hold-label" class:used=move || counters.with(|c| c.hold_used)>
                    "Hold"
                </h2>
                <Show when=move || has_hold>
                    <canvas class="mini" node_ref=hold role="img" aria-labelledby="hold-label"></canvas>
                </Show>
                <dl class="stats" aria-label="Counters">
                    <dt>"Time"</dt><dd id="time">{word(|c| c.time.clone())}</dd>
                    <dt>"Score"</dt><dd id="score">{word(|c| c.score.to_string())}</dd>
                    <dt>{if matches!(mode, Mode::Sprint | Mode::Lines(_)) { "Lines left" } else { "Lines" }}</dt>
                    <dd id="lines">{word(|c| c.lines.to_string())}</dd>
                    <dt>{if matches!(mode, Mode::Pieces(_)) { "Pieces left" } else { "Pieces" }}</dt>
                    <dd id="pieces">{word(|c| c.pieces.to_string())}</dd>
                    <dt><abbr title="pieces per second">"PPS"</abbr></dt><dd id="pps">{word(|c| c.pps.clone())}</dd>
                    <dt><abbr title="keys per piece">"KPP"</abbr></dt><dd id="kpp">{word(|c| c.kpp.clone())}</dd>
                    <dt><abbr title="finesse faults: pieces placed with more presses than needed">"Finesse"</abbr></dt><dd id="faults">{word(|c| c.faults.to_string())}</dd>
                </dl>
            </div>
            <div class="well">
                <p class="clear" id="clear" role="status" class:gold=move || counters.with(|c| c.is_back_to_back)>
                    {word(|c| c.clear.clone())}
                </p>
                <div class="field" style:--above=move || format!("{}px", ABOVE as f64 * cell.get())>
                    <canvas id="board" node_ref=board role="img"
                        aria-label=format!("Board, {columns} by {rows}")
                        width=move || columns as f64 * cell.get()
                        height=move || (rows + ABOVE) as f64 * cell.get()></canvas>
                    {move || match cover.get() {
                        Cover::None => ().into_any(),
                        Cover::Ready => view! { <p class="cover ready">"Ready"</p> }.into_any(),
                        Cover::Paused => view! {
                            <Paused pause retry=retry review=is_practice.then_some(review)/>
                        }.into_any(),
                        Cover::Ended(finale) => view! {
                            <Ended mode finale export retry=retry undo=is_practice.then_some(step)/>
                        }.into_any(),
                    }}
                </div>
            </div>
            <div class="side right">
                <h2 class="label">"Next"</h2>
                <canvas class="mini" node_ref=next role="img" aria-label="Next pieces"></canvas>
                <div class="tools">
                    <button type="button" class="small" on:click=move |_| pause(driver.with_value(|d| !d.is_paused()))>"Pause"</button>
                    <button type="button" class="small" on:click=move |_| retry()>"Retry"</button>
                    <Show when=move || is_practice>
                        <button type="button" class="small" id="undo" disabled=move || !steps.get().0 on:click=move |_| { step(true); blur(); }>"Undo"</button>
                        <button type="button" class="small" id="redo" disabled=move || !steps.get().1 on:click=move |_| { step(false); blur(); }>"Redo"</button>
                        <button type="button" class="small" id="hint" aria-pressed=move || hint.is_on().to_string() on:click=move |_| { hint.toggle(); blur(); }>"Hint"</button>
                    </Show>
                </div>
            </div>
            <Show when=move || is_practice>
                <p class="advice" id="advice" role="status">{move || hint.words()}</p>
            </Show>
            <Touch act/>
        </section>
    }
}

/// Buttons for thumbs.
#[component]
fn Touch(act: impl Fn(Action, bool, f64) + Copy + 'static) -> impl IntoView {
    const BUTTONS: [(Key, &str); 8] = [
        (Key::Left, "←"),
        (Key::Right, "→"),
        (Key::SoftDrop, "↓"),
        (Key::HardDrop, "⤓"),
        (Key::Ccw, "↺"),
        (Key::Cw, "↻"),
        (Key::Flip, "⟳²"),
        (Key::Hold, "H"),
    ];
    let button = move |(key, sign): (Key, &'static str)| {
        let press = move |pressed| {
            move |event: ev::PointerEvent| {
                event.prevent_default();
                act(Action::Game(key), pressed, event.time_stamp());
            }
        };
        view! {
            <button type="button" class="thumb" tabindex="-1"
                aria-label=Action::Game(key).label() data-key=key.name()
                on:pointerdown=press(true) on:pointerup=press(false)
                on:pointercancel=press(false) on:pointerleave=press(false)
                on:contextmenu=move |event| event.prevent_default()>
                {sign}
            </button>
        }
    };
    view! { <div class="touch" aria-label="Touch buttons">{BUTTONS.map(button).into_iter().collect_view()}</div> }
}

#[component]
fn Paused(
    pause: impl Fn(bool) + Copy + 'static,
    retry: impl Fn() + Copy + 'static,
    review: Option<impl Fn() + Copy + 'static>,
) -> impl IntoView {
    let first = focused(0);
    view! {
        <div class="cover" role="dialog" aria-label="Paused">
            <h2>"Paused"</h2>
            <button type="button" class="main" node_ref=first on:click=move |_| pause(false)>"Resume"</button>
            <button type="button" on:click=move |_| retry()>"Retry"</button>
            {review.map(|review| view! { <button type="button" id="review" on:click=move |_| review()>"Review so far"</button> })}
            <a class="button" href="#/">"Main menu"</a>
        </div>
    }
}

/// A button that has the keyboard so many milliseconds after it is there.
pub fn focused(after: u64) -> NodeRef<html::Button> {
    let button = NodeRef::<html::Button>::new();
    let focus = move || {
        if let Some(button) = button.try_get_untracked().flatten() {
            let _ = button.focus();
        }
    };
    set_timeout(focus, std::time::Duration::from_millis(after));
    button
}

fn listen_keys(app: App, act: impl Fn(Action, bool, f64) + Copy + 'static) {
    let handle = move |event: ev::KeyboardEvent, pressed: bool| {
        if is_typing(&event) {
            return;
        }
        let code = event.code();
        let action = match (&code[..], event.ctrl_key() || event.meta_key()) {
            ("KeyZ", true) if event.shift_key() => Some(Action::Redo),
            ("KeyZ", true) => Some(Action::Undo),
            ("KeyY", true) => Some(Action::Redo),
            // The browser's own.
            (_, true) if code != "ControlLeft" => None,
            _ => app.settings.with_untracked(|settings| settings.bindings().action(&code)),
        };
        let Some(action) = action else { return };
        // A button that has the keyboard is pressed by these two, not the game's.
        if matches!(&code[..], "Space" | "Enter") && is_on_button(&event) {
            return;
        }
        event.prevent_default();
        if !event.repeat() {
            act(action, pressed, event.time_stamp());
        }
    };
    let down = window_event_listener(ev::keydown, move |event| handle(event, true));
    let up = window_event_listener(ev::keyup, move |event| handle(event, false));
    on_cleanup(move || {
        down.remove();
        up.remove();
    });
}

fn target(event: &ev::KeyboardEvent) -> Option<web_sys::Element> {
    event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok())
}

/// Whether the person is writing somewhere.
pub fn is_typing(event: &ev::KeyboardEvent) -> bool {
    target(event)
        .is_some_and(|target| matches!(&target.tag_name()[..], "INPUT" | "SELECT" | "TEXTAREA"))
}

/// Whether a key was pressed on something that it presses.
pub fn is_on_button(event: &ev::KeyboardEvent) -> bool {
    target(event).is_some_and(|target| matches!(&target.tag_name()[..], "BUTTON" | "A"))
}

/// Takes the keyboard away from whatever button was pressed: it belongs to the game.
fn blur() {
    let active = document().active_element();
    if let Some(element) =
        active.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok())
    {
        let _ = element.blur();
    }
}

fn draw(
    driver: &Driver,
    look: &Drawn,
    board: &web_sys::HtmlCanvasElement,
    hold: Option<&web_sys::HtmlCanvasElement>,
    next: &web_sys::HtmlCanvasElement,
    previews: usize,
) {
    let session = &driver.session;
    let game = session.realtime().game();
    let (rules, state) = (game.rules(), game.state());
    let size = (rules.width as f64, rules.height as f64 + ABOVE as f64);
    if let Some(canvas) = Canvas::new(board, size, look.cell, look.palette) {
        canvas.board(&Picture {
            width: rules.width as usize,
            cell: &|x, y| session.painted().get(x, y),
            height: rules.height as usize,
            falling: look.falling,
            ghosts: session.ghost().filter(|_| look.ghost).into_iter().collect(),
            is_grey: false,
            mark: None,
        });
        if let Some(choice) = look.advice {
            canvas.advice(choice.placement.falling(), rules.height as usize);
        }
    }
    let mini = mini_size(look.cell);
    if let Some(hold) = hold
        && let Some(canvas) = Canvas::new(hold, (4.4, 2.8), mini, look.palette)
        && let Some(piece) = state.hold
    {
        canvas.piece(piece, 0.2, 0.4, state.hold_used);
    }
    let rows = 0.4 + 2.8 * previews.max(1) as f64;
    if let Some(canvas) = Canvas::new(next, (4.4, rows), mini, look.palette) {
        for (index, piece) in state.queue.iter().take(previews).enumerate() {
            canvas.piece(piece, 0.2, 0.4 + 2.8 * index as f64, false);
        }
        for end in session.next_bag_ends() {
            if end < previews {
                canvas.rule(4.4, 2.8 * end as f64);
            }
        }
    }
}

/// Where the piece is, for those who cannot see it: other programs, and tests.
fn describe(board: &web_sys::HtmlCanvasElement, look: &Drawn) {
    let falling = look.falling;
    let piece =
        falling.map_or(String::new(), |falling| Placement::new(falling, Spin::None).to_string());
    let columns = falling.into_iter().flat_map(|falling| falling.cells()).map(|(x, _)| x);
    let left = columns.min().map_or(String::new(), |column| column.to_string());
    let _ = board.set_attribute("data-left", &left);
    let _ = board.set_attribute("data-piece", &piece);
    let advice = look.advice.map_or(String::new(), |choice| choice.to_string());
    let _ = board.set_attribute("data-advice", &advice);
}

/// What the line of advice takes below the board.
const HINT_ROOM: f64 = 46.0;

/// As large as the window allows, with so much room left below.
pub fn cell_size(columns: usize, rows: usize, more: f64) -> f64 {
    let (width, height) = room();
    let is_touch = window()
        .match_media("(pointer: coarse)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches());
    let below = more + if is_touch { 150.0 } else { 24.0 };
    let room = height - 56.0 - 40.0 - below;
    let beside = if width < 560.0 { 2.0 * 68.0 + 20.0 } else { 2.0 * 150.0 };
    let cell = ((width - beside) / columns as f64).min(room / (rows + ABOVE) as f64);
    cell.floor().clamp(8.0, 40.0)
}

/// The window's size. A phone says a wider one if something sticks out, so its own is asked
/// for.
pub fn room() -> (f64, f64) {
    let height = window().inner_height().ok().and_then(|height| height.as_f64());
    let width = document().document_element().map(|root| root.client_width() as f64);
    (width.unwrap_or(600.0), height.unwrap_or(600.0))
}

/// The cells of hold and next.
pub fn mini_size(cell: f64) -> f64 {
    if room().0 < 560.0 { 13.0 } else { (cell * 0.7).round().clamp(13.0, 24.0) }
}

/// What a kept game's file is called.
pub fn file_name(replay: &KeyReplay) -> String {
    let mode = replay.mode.to_string().replace('=', "-");
    format!("minolab-{mode}-{}.json", replay.seed)
}

/// A seed that nobody chose.
pub fn new_seed() -> u64 {
    (js_sys::Math::random() * (1u64 << 52) as f64) as u64
}

/// The buttons of an action, for hints.
pub fn keys_of(bindings: &Bindings, action: Action) -> String {
    bindings.codes(action).iter().map(|code| Bindings::label(code)).collect::<Vec<_>>().join(" or ")
}
