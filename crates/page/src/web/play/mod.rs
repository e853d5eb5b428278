//! The screen of a person's game.

mod beginning;
mod cover;
pub mod draw;
mod driver;
mod end;
mod figures;
mod hint;
pub mod keys;
mod thumbs;

use leptos::{ev, html, prelude::*};
use minolab_rules::{Falling, Key, Mode, Ruleset, Turn};

pub use self::{
    beginning::{Play, PlayOn},
    draw::{Canvases, Drawn},
    driver::Driver,
    thumbs::{Finger, Thumbs},
};
use self::{
    cover::{Offered, Paused},
    end::{Ended, Finale},
    figures::Figures,
    hint::Hint,
    keys::listen_keys,
};
pub use super::screen::{blur, focused, is_on_button, is_typing};
use super::{
    app::App,
    files, frames,
    icons::{Icon, Sign},
    screen, sound, store,
};
use crate::{
    ABOVE, Action, Bindings, Effects, KeyReplay, Pace, Route, Session, mode_title, rules_title,
    stopwatch,
};

/// What covers the board.
#[derive(Clone, Debug, PartialEq)]
enum Cover {
    None,
    /// 3, 2, 1; 0 for a moment without a countdown.
    Count(u32),
    Paused,
    /// A game that was left, by its time and pieces: go on with it, or begin anew.
    Offered(String),
    Ended(Finale),
}

/// Rows below the top from which on it is close.
const CLOSE: usize = 4;
/// Milliseconds between two times that the game is kept, in case the tab is closed.
const KEEP_MS: f64 = 1500.0;
/// What the line of advice takes below the board.
const HINT_ROOM: f64 = 52.0;

/// Whether the rules have such a key.
fn has_key(rules: &Ruleset, key: Key) -> bool {
    match key {
        Key::Cw => rules.turns.allows(Turn::Cw),
        Key::Ccw => rules.turns.allows(Turn::Ccw),
        Key::Flip => rules.turns.allows(Turn::Flip),
        Key::Hold => rules.hold,
        _ => true,
    }
}

#[component]
fn Board(
    mode: Mode,
    rules: Ruleset,
    begin: impl Fn() -> Session + 'static,
    left: Option<KeyReplay>,
    is_kept: bool,
) -> impl IntoView {
    let app = expect_context::<App>();
    let settings = app.settings;
    let (columns, rows) = (rules.width as usize, rules.height as usize);
    let is_practice = mode == Mode::Practice;
    let has_hold = rules.hold;
    let previews = (rules.previews as usize).min(5);
    let hint = Hint::new(&rules);
    let counts = move || settings.with_untracked(|settings| settings.countdown);
    let offered = left.map(|left| {
        let (time, pieces) = (stopwatch(left.ticks), left.totals.pieces);
        (format!("{time}, {pieces} pieces"), Session::resumed(&left))
    });
    let (offer, session) = offered.map_or_else(|| (None, begin()), |(o, s)| (Some(o), s));
    let first_driver = match &offer {
        Some(_) => Driver::resumed(session, frames::now(), counts()),
        None => Driver::new(session, frames::now(), counts()),
    };
    let driver = StoredValue::new_local(first_driver);
    let begin = StoredValue::new_local(begin);
    let best_pace = store::pace(&mode.to_string(), &rules_title(&rules));
    let best_pace = StoredValue::new(best_pace);
    let pace = StoredValue::new(Pace::default());
    let counters = RwSignal::new(driver.with_value(|driver| driver.session.counters()));
    let ahead = RwSignal::new(None);
    let cover = RwSignal::new(offer.map_or(Cover::Count(3), Cover::Offered));
    let room = screen::followed();
    // The line of advice has its room whether there is any or not.
    let below = if is_practice { HINT_ROOM } else { 0.0 };
    let cell = Memo::new(move |_| room.get().play_cell((columns, rows), below));
    let mini = Memo::new(move |_| room.get().mini_cell(cell.get()));
    let steps = RwSignal::new((false, false));
    let (danger, clear_at) = (RwSignal::new(false), RwSignal::new(35.0));
    let (board, hold, next) =
        (NodeRef::<html::Canvas>::new(), NodeRef::<html::Canvas>::new(), NodeRef::new());
    let field = NodeRef::<html::Div>::new();

    let retry = move || {
        begin.with_value(|begin| {
            driver.set_value(Driver::new(begin(), frames::now(), counts()));
        });
        pace.set_value(Pace::default());
        cover.set(Cover::Count(3));
        store::set_left(None);
        blur();
    };
    let pause = move |paused: bool| {
        driver.update_value(|driver| driver.pause(paused, frames::now()));
        if !matches!(cover.get_untracked(), Cover::Ended(_)) {
            cover.set(if paused { Cover::Paused } else { Cover::Count(3) });
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
    let lacks = StoredValue::new(rules.clone());
    let act = move |action: Action, pressed: bool, stamp: f64| match action {
        Action::Game(key) => {
            if pressed && lacks.with_value(|rules| !has_key(rules, key)) {
                let name = lacks.with_value(|rules| rules.name.clone());
                app.tell(format!("The rules {name} have no {}.", action.label().to_lowercase()));
            }
            driver.update_value(|driver| driver.key(key, pressed, stamp));
        }
        Action::Retry if pressed => retry(),
        Action::Pause if pressed => pause(driver.with_value(|driver| !driver.is_paused())),
        Action::Undo if pressed => step(true),
        Action::Redo if pressed => step(false),
        Action::Hint if pressed && is_practice => hint.toggle(),
        _ => {}
    };
    listen_keys(app, act);
    let blurred = window_event_listener(ev::blur, move |_| {
        if matches!(cover.get_untracked(), Cover::None | Cover::Count(_)) {
            pause(true);
        }
    });
    on_cleanup(move || blurred.remove());
    // Closed, reloaded or left, it can be resumed.
    let keep = move || {
        driver.try_with_value(|driver| {
            let realtime = driver.session.realtime();
            let is_going = realtime.end().is_none() && realtime.game().totals().pieces > 0;
            if is_kept && is_going {
                store::set_left(Some(&driver.session.replay(js_sys::Date::now() as u64)));
            }
        });
    };
    let hidden = window_event_listener(ev::pagehide, move |_| keep());
    on_cleanup(move || {
        keep();
        hidden.remove();
    });

    let mut drawn: Option<Drawn> = None;
    let mut effects = Effects::default();
    let (mut kept_at, mut was_moving, mut given) = (frames::now(), false, 0.0);
    frames::on_frame(move |now| {
        let Some((now_drawn, found, sounds, landings, ended, pad_start)) =
            driver.try_update_value(|driver| {
                let pad_start = driver.poll_pads(now);
                driver.pass(now);
                let ended = driver.session.realtime().end();
                let sounds = driver.session.take_sounds();
                let landings = driver.session.take_landings();
                let count = driver.count(now);
                cover
                    .with_untracked(|cover| match (cover, count) {
                        (Cover::Count(shown), Some(count)) if *shown != count => {
                            Some(Cover::Count(count))
                        }
                        (Cover::Count(_), None) => Some(Cover::None),
                        _ => None,
                    })
                    .into_iter()
                    .for_each(|next| cover.set(next));
                let state = driver.session.realtime().game().state();
                if ended.is_none() {
                    hint.follow(state);
                }
                let is_hidden = cover
                    .with_untracked(|cover| matches!(cover, Cover::Paused | Cover::Offered(_)));
                let is_close = state.board.top() + CLOSE > rows;
                let look = Drawn {
                    cell: cell.get_untracked(),
                    mini: mini.get_untracked(),
                    palette: settings.with_untracked(|settings| settings.palette),
                    ghost: settings.with_untracked(|settings| settings.ghost),
                    advice: hint.choice(state).filter(|_| ended.is_none()),
                    hidden: is_hidden,
                    danger: is_close.then(|| coming(driver)).flatten().filter(|_| ended.is_none()),
                    ..Drawn::of(driver)
                };
                (look, driver.session.counters(), sounds, landings, ended, pad_start)
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
        let (has_sound, has_effects) = settings
            .with_untracked(|settings| (settings.sound, settings.effects && !screen::is_still()));
        if has_sound {
            let volume = settings.with_untracked(|settings| settings.volume);
            sounds.into_iter().for_each(|sound| sound::play(sound, volume));
        }
        for landed in &landings {
            let (lines, score) = landed.totals;
            pace.update_value(|pace| pace.note(landed.tick, lines, score));
            if has_effects {
                effects.land(landed, drawn.as_ref().and_then(|drawn| drawn.falling), now);
            }
            if !landed.rows.is_empty() {
                let row = landed.rows.iter().max().copied().unwrap_or(0) as f64 + 3.0;
                let above = (rows as f64 - row).max(1.0) + ABOVE as f64;
                clear_at.set(100.0 * above / (rows + ABOVE) as f64);
            }
        }
        let leads = best_pace.with_value(|best| {
            let ticks = driver.with_value(|driver| driver.session.realtime().ticks());
            pace.with_value(|pace| pace.lead(best.as_ref()?, mode, ticks))
        });
        if ahead.get_untracked() != leads {
            ahead.set(leads);
        }
        if counters.with_untracked(|counters| *counters != found) {
            counters.set(found);
        }
        let can = driver.with_value(|driver| driver.session.can_step());
        if steps.get_untracked() != can {
            steps.set(can);
        }
        if danger.get_untracked() != now_drawn.danger.is_some() {
            danger.set(now_drawn.danger.is_some());
            if has_sound && now_drawn.danger.is_some() {
                sound::danger(settings.with_untracked(|settings| settings.volume));
            }
        }
        let is_moving = !effects.is_still();
        let is_new = drawn.as_ref() != Some(&now_drawn);
        if (is_new || is_moving || was_moving)
            && let (Some(board), Some(next)) = (board.get_untracked(), next.get_untracked())
        {
            let hold = hold.get_untracked();
            let canvases = Canvases { board, hold, next };
            let seen = effects.at(now);
            driver.with_value(|driver| {
                draw::board(driver, &now_drawn, &canvases, &seen);
                if is_new {
                    draw::beside(driver, &now_drawn, &canvases, previews);
                }
            });
            if is_new {
                draw::describe(&canvases.board, &now_drawn);
                let position = driver
                    .with_value(|driver| driver.session.realtime().game().state().to_string());
                let _ = canvases.board.set_attribute("data-position", &position);
            }
            drawn = Some(now_drawn);
        }
        was_moving = is_moving;
        let gives = (effects.give(now) * cell.get_untracked() * 0.14 * 10.0).round() / 10.0;
        if gives != given
            && let Some(field) = field.get_untracked()
        {
            given = gives;
            let moved = format!("0px {gives}px");
            let _ = web_sys::HtmlElement::style(&field).set_property("translate", &moved);
        }
        if now - kept_at > KEEP_MS && !landings.is_empty() {
            kept_at = now;
            keep();
        }
        if ended.is_some() && !cover.with_untracked(|cover| matches!(cover, Cover::Ended(_))) {
            let finale = driver
                .with_value(|driver| pace.with_value(|pace| Finale::new(driver, pace, is_kept)));
            best_pace.set_value(driver.with_value(|driver| {
                let game = driver.session.realtime().game();
                store::pace(&mode.to_string(), &rules_title(game.rules()))
            }));
            cover.set(Cover::Ended(finale));
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
    let finger = Finger::new();
    let touch = move |event: ev::PointerEvent, is_end: bool| {
        for key in finger.go(&event, is_end) {
            act(Action::Game(key.key), key.pressed, event.time_stamp());
        }
    };
    let about = about(mode, &rules);
    let is_over = move || cover.with(|cover| matches!(cover, Cover::Ended(_)));
    view! {
        <section class="play" class:practice=is_practice aria-label=format!("Play {}", mode_title(mode))
            style:--cell=move || format!("{}px", cell.get())>
            <div class="game-bar">
                <a class="icon" href="#/" aria-label="Front page" title="Front page"><Icon sign=Sign::Back/></a>
                <h1>{mode_title(mode)}<small>{about}</small></h1>
                <div class="icons">
                    <button type="button" class="icon" aria-label="Keys (?)" title="Keys (?)" on:click=move |_| { pause(true); app.keys.set(true); }><Icon sign=Sign::Keys/></button>
                    <button type="button" class="icon" id="full" aria-label="Full screen" title="Full screen" on:click=move |_| { screen::toggle_full_screen(); blur(); }><Icon sign=Sign::Full/></button>
                    <button type="button" class="icon" id="retry" aria-label="Retry" title="Retry" on:click=move |_| retry()><Icon sign=Sign::Retry/></button>
                    <button type="button" class="icon" id="pause" aria-label="Pause" title="Pause" on:click=move |_| pause(driver.with_value(|d| !d.is_paused()))><Icon sign=Sign::Pause/></button>
                </div>
            </div>
            <div class="stage-area">
            <div class="side left">
                <div class="box">
                    <h2 class="label" id="hold-label" class:used=move || counters.with(|c| c.hold_used)>
                        {if has_hold { "Hold" } else { "No hold" }}
                    </h2>
                    <Show when=move || has_hold>
                        <canvas class="mini" width="0" height="0" node_ref=hold role="img" aria-labelledby="hold-label"></canvas>
                    </Show>
                </div>
                <Figures counters ahead has_best=best_pace.with_value(Option::is_some) mode/>
            </div>
            <div class="well">
                <div class="field" node_ref=field class:danger=move || danger.get() && !is_over() style:--above=move || format!("{}px", ABOVE as f64 * cell.get())>
                    <canvas id="board" node_ref=board role="img"
                        aria-label=format!("Board, {columns} by {rows}")
                        width=move || columns as f64 * cell.get()
                        height=move || (rows + ABOVE) as f64 * cell.get()
                        on:pointerdown=move |event| finger.down(&event, cell.get_untracked(), columns as f64 * cell.get_untracked())
                        on:pointermove=move |event| touch(event, false)
                        on:pointerup=move |event| touch(event, true)
                        on:pointercancel=move |event| touch(event, true)></canvas>
                    // A new element for each clear, so that its rise begins anew.
                    <div role="status" id="clear">{move || {
                        let (text, is_gold) = counters.with(|c| (c.clear.clone(), c.is_back_to_back));
                        (!text.is_empty() && !is_over()).then(|| view! {
                            <p class="clear" class:gold=is_gold style:--at=format!("{}%", clear_at.get_untracked())>{text}</p>
                        })
                    }}</div>
                    {move || match cover.get() {
                        Cover::None => ().into_any(),
                        Cover::Count(0) => view! { <p class="cover ready">"Ready"</p> }.into_any(),
                        Cover::Count(count) => view! { <p class="cover ready">{count}</p> }.into_any(),
                        Cover::Paused => view! {
                            <Paused pause retry=retry timed=!is_practice review=(is_practice && is_kept).then_some(review)/>
                        }.into_any(),
                        Cover::Offered(text) => view! { <Offered text pause retry=retry/> }.into_any(),
                        Cover::Ended(finale) => view! {
                            <Ended mode finale export retry=retry undo=is_practice.then_some(step)/>
                        }.into_any(),
                    }}
                </div>
                <Show when=move || is_practice>
                    <p class="advice" id="advice" role="status">{move || hint.words()}</p>
                </Show>
            </div>
            <div class="side right">
                <div class="box">
                    <h2 class="label">{if previews == 0 { "No next" } else { "Next" }}</h2>
                    <canvas class="mini" width="0" height="0" node_ref=next role="img" aria-label="Next pieces"></canvas>
                </div>
                <Show when=move || is_practice>
                    <div class="tools">
                        <button type="button" class="small" id="undo" disabled=move || !steps.get().0 on:click=move |_| { step(true); blur(); }>"Undo"</button>
                        <button type="button" class="small" id="redo" disabled=move || !steps.get().1 on:click=move |_| { step(false); blur(); }>"Redo"</button>
                        <button type="button" class="small" id="hint" aria-pressed=move || hint.is_on().to_string() on:click=move |_| { hint.toggle(); blur(); }>"Hint"</button>
                    </div>
                </Show>
            </div>
            <Thumbs rules act/>
            </div>
        </section>
    }
}

/// Where the piece after this one appears.
fn coming(driver: &Driver) -> Option<Falling> {
    let game = driver.session.realtime().game();
    let next = game.state().queue.iter().next()?;
    Some(game.rules().spawn(next))
}

/// What ends the game, and by which rules it is played.
fn about(mode: Mode, rules: &Ruleset) -> String {
    let goal = match mode {
        Mode::Sprint => format!("{} lines as fast as you can", Mode::SPRINT_LINES),
        Mode::Lines(_) => "as fast as you can".into(),
        Mode::Blitz | Mode::BlitzSeconds(_) => "as many points as you can".into(),
        Mode::Practice => "endless, with undo and hints".into(),
        Mode::Marathon => "until you top out".into(),
        Mode::Pieces(_) => "as many points as you can".into(),
    };
    format!("{goal} · {}", rules_title(rules))
}

/// What a kept game's file is called.
pub fn file_name(replay: &KeyReplay) -> String {
    let mode = replay.mode.to_string().replace('=', "-");
    format!("minolab-{mode}-{}.json", replay.seed)
}

/// The buttons of an action, for hints.
pub fn keys_of(bindings: &Bindings, action: Action) -> String {
    bindings.codes(action).iter().map(|code| Bindings::label(code)).collect::<Vec<_>>().join(" or ")
}
