//! Keys, handling, rules and colours.

use leptos::{ev, html, prelude::*};
use minolab_rules::{BoardSize, Handling, Mode, Piece, SoftDrop, shipped};

use super::{
    app::App,
    canvas::{Canvas, Picture},
    frames,
    play::Driver,
    sound,
};
use crate::{Action, Bindings, KeySet, PageSettings, Palette, Session, Sound, tetrio_handling};

/// Everything a person can choose.
#[component]
pub fn SettingsScreen() -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let toggle = move |id: &'static str,
                       label: &'static str,
                       get: fn(&PageSettings) -> bool,
                       set: fn(&mut PageSettings, bool)| {
        view! {
            <label class="switch">
                <input type="checkbox" id=id prop:checked=move || settings.with(get)
                    on:change=move |event| {
                        let on = event_target_checked(&event);
                        settings.update(|settings| set(settings, on));
                    }/>
                <span>{label}</span>
            </label>
        }
    };
    view! {
        <div class="sheet form">
            <h1>"Settings"</h1>
            <nav class="jumps" aria-label="Parts of the settings">
                {[("handling", "Handling"), ("keyboard", "Keys"), ("game", "Game"), ("looks", "Looks")].map(|(id, name)| view! {
                    <button type="button" class="small" on:click=move |_| {
                        if let Some(part) = document().get_element_by_id(id) { part.scroll_into_view(); }
                    }>{name}</button>
                }).into_iter().collect_view()}
            </nav>
            <h2 id="handling">"Handling"</h2>
            <HandlingForm/>
            <TryOut/>
            <h2 id="keyboard">"Keys"</h2>
            <Keys/>
            <h2 id="game">"Game"</h2>
            <label><span>"Rules of sprint, blitz and practice"</span>
                <select id="rules" on:change=move |event| {
                    let rules = event_target_value(&event);
                    settings.update(|settings| settings.rules = rules);
                }>
                    {shipped::NAMES.iter().map(|name| view! {
                        <option value=*name selected=move || settings.with(|settings| settings.rules == *name)>{*name}</option>
                    }).collect_view()}
                </select>
            </label>
            <p class="note">{move || shipped::get(&settings.with(|settings| settings.rules.clone())).map(|rules| rules.description.clone())}</p>
            <label><span>"Blitz lasts"</span>
                <select id="blitz-minutes"
                    prop:value=move || settings.with(|settings| settings.blitz_seconds.to_string())
                    on:change=move |event| {
                        let seconds = event_target_value(&event).parse().unwrap_or(180);
                        settings.update(|settings| settings.blitz_seconds = seconds);
                    }>
                    <option value="180">"3 minutes"</option>
                    <option value="120">"2 minutes"</option>
                </select>
            </label>
            {toggle("countdown", "Count 3, 2, 1 before a game", |settings| settings.countdown, |settings, on| settings.countdown = on)}
            {toggle("ghost", "Ghost", |settings| settings.ghost, |settings, on| settings.ghost = on)}
            {toggle("effects", "Effects: flashes, trails, clears", |settings| settings.effects, |settings, on| settings.effects = on)}
            {toggle("sound", "Sound", |settings| settings.sound, |settings, on| settings.sound = on)}
            <label><span>"Volume"</span>
                <input id="volume" type="range" min="0" max="100" step="5"
                    prop:value=move || settings.with(|settings| settings.volume.to_string())
                    on:change=move |event| {
                        let volume = event_target_value(&event).parse::<u8>().unwrap_or(60).min(100);
                        settings.update(|settings| settings.volume = volume);
                        sound::play(Sound::Clear(2), volume);
                    }/>
            </label>
            <h2 id="looks">"Looks"</h2>
            <Skins/>
            <p class="note">"Light or dark: the button at the top."</p>
            <button type="button" id="reset" on:click=move |_| settings.set(PageSettings::default())>"Reset all settings"</button>
        </div>
    }
}

/// The skins, each as it is drawn.
#[component]
fn Skins() -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let skin = move |palette: Palette| {
        let (name, about) = match palette {
            Palette::Usual => ("Facet", "bright, cut like stones"),
            Palette::Soft => ("Paper", "muted and flat"),
            Palette::ColourBlind => ("Letters", "colour-blind safe, with letters"),
        };
        let canvas = NodeRef::<html::Canvas>::new();
        Effect::new(move |_| {
            let Some(element) = canvas.get() else { return };
            if let Some(canvas) = Canvas::new(&element, (8.6, 5.6), 15.0, palette) {
                let places = [
                    (Piece::I, 0.2, 0.2),
                    (Piece::T, 4.4, 0.2),
                    (Piece::S, 0.2, 2.9),
                    (Piece::L, 4.4, 2.9),
                ];
                places
                    .into_iter()
                    .for_each(|(piece, left, top)| canvas.piece(piece, left, top, false));
            }
        });
        view! {
            <label class="skin"><input type="radio" name="skin" id=palette.name() value=palette.name()
                prop:checked=move || settings.with(|settings| settings.palette == palette)
                on:change=move |_| settings.update(|settings| settings.palette = palette)/>
                <canvas node_ref=canvas role="img" aria-label=format!("Pieces in the skin {name}")></canvas>
                <span><b>{name}</b><small>{about}</small></span></label>
        }
    };
    view! { <div class="skins" role="radiogroup" aria-label="Skin of the pieces" id="palette">{Palette::ALL.map(skin).into_iter().collect_view()}</div> }
}

/// A board to feel the handling on: it plays while it has the keyboard.
#[component]
fn TryOut() -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let session = move || {
        let handling = settings.with_untracked(|settings| settings.effective_handling());
        let rules = shipped::get("guideline").expect("it is shipped").clone();
        // Half as high: this is about the hands.
        let size = BoardSize { width: 10, height: 10 };
        let rules = size.of(rules.clone()).unwrap_or(rules);
        Session::new(rules, Mode::Practice, handling, 5)
    };
    let driver = StoredValue::new_local(Driver::new(session(), frames::now(), false));
    // New numbers are felt at once.
    Effect::new(move |_| {
        settings.with(|settings| settings.effective_handling());
        driver.set_value(Driver::new(session(), frames::now(), false));
    });
    let canvas = NodeRef::<html::Canvas>::new();
    let has_keys = RwSignal::new(false);
    let mut drawn = None;
    frames::on_frame(move |now| {
        let Some(element) = canvas.get_untracked() else { return };
        let is_over = driver.try_update_value(|driver| {
            if has_keys.get_untracked() {
                driver.pass(now);
            }
            driver.session.realtime().end().is_some()
        });
        if is_over == Some(true) {
            driver.set_value(Driver::new(session(), now, false));
        }
        let palette = settings.with_untracked(|settings| settings.palette);
        driver.with_value(|driver| {
            let realtime = driver.session.realtime();
            let look = (realtime.falling(), realtime.game().totals().pieces, palette);
            if drawn == Some(look) {
                return;
            }
            drawn = Some(look);
            let _ = element.set_attribute("data-pieces", &look.1.to_string());
            let left = look.0.map(|f| f.cells().iter().map(|c| c.0).min().unwrap_or(0));
            let _ =
                element.set_attribute("data-left", &left.map_or(String::new(), |x| x.to_string()));
            if let Some(canvas) = Canvas::new(&element, (10.0, 12.0), 18.0, palette) {
                canvas.board(&Picture {
                    width: 10,
                    cell: &|x, y| driver.session.painted().get(x, y),
                    is_garbage: &|_, _| false,
                    height: 10,
                    falling: realtime.falling(),
                    ghosts: driver.session.ghost().into_iter().collect(),
                    mark: None,
                });
            }
        });
    });
    let press = move |event: ev::KeyboardEvent, pressed: bool| {
        if event.code() == "Tab" || event.ctrl_key() || event.meta_key() {
            return;
        }
        let action = settings.with_untracked(|settings| settings.bindings().action(&event.code()));
        let Some(Action::Game(key)) = action else { return };
        event.prevent_default();
        event.stop_propagation();
        if !event.repeat() {
            driver.update_value(|driver| driver.key(key, pressed, event.time_stamp()));
        }
    };
    view! {
        <div class="try-out">
            <canvas id="try" node_ref=canvas tabindex="0" role="application" aria-label="Try your handling: click here and play; Tab leaves"
                on:focus=move |_| { has_keys.set(true); driver.set_value(Driver::new(session(), frames::now(), false)); }
                on:blur=move |_| has_keys.set(false)
                on:pointerdown=move |_| { if let Some(canvas) = canvas.get_untracked() { let _ = canvas.focus(); } }
                on:keydown=move |event| press(event, true) on:keyup=move |event| press(event, false)></canvas>
            <p class="note">{move || if has_keys.get() { "Play: every change above is felt here at once. Tab leaves." } else { "Try it: click the board and play." }}</p>
        </div>
    }
}

/// Which set of keys, and each action's buttons.
#[component]
fn Keys() -> impl IntoView {
    let settings = expect_context::<App>().settings;
    // The action that waits for a button, and whether it keeps those it has.
    let waiting = RwSignal::new(None::<(Action, bool)>);
    let pressed = window_event_listener(ev::keydown, move |event| {
        let Some((action, keep)) = waiting.get_untracked() else { return };
        event.prevent_default();
        event.stop_propagation();
        waiting.set(None);
        let code = event.code();
        if code == "Escape" && action != Action::Pause {
            return;
        }
        settings.update(|settings| match keep {
            true => settings.bindings_mut().add(action, &code),
            false => settings.bindings_mut().set(action, &code),
        });
    });
    on_cleanup(move || pressed.remove());
    let row = move |action: Action| {
        let text = move || {
            if waiting.get() == Some((action, false)) {
                return "press a key".to_string();
            }
            let codes = settings.with(|settings| {
                let codes = settings.bindings().codes(action);
                codes.iter().map(|code| Bindings::label(code)).collect::<Vec<_>>()
            });
            if codes.is_empty() { "none".into() } else { codes.join("  ·  ") }
        };
        view! {
            <div class="bind">
                <span>{action.label()}</span>
                <button type="button" class="key" data-action=action.name()
                    aria-label=move || format!("{}: {}. Change", action.label(), text())
                    class:waiting=move || waiting.get() == Some((action, false))
                    on:click=move |_| waiting.set(Some((action, false)))>{text}</button>
                <button type="button" class="icon" aria-label=format!("{}: one more key", action.label())
                    class:waiting=move || waiting.get() == Some((action, true))
                    on:click=move |_| waiting.set(Some((action, true)))>"+"</button>
            </div>
        }
    };
    view! {
        <div class="choice" role="radiogroup" aria-label="Set of keys">
            {KeySet::ALL.map(|set| view! {
                <label class="switch">
                    <input type="radio" name="key-set" id=format!("{set:?}").to_lowercase()
                        prop:checked=move || settings.with(|settings| settings.key_set == set)
                        on:change=move |_| settings.update(|settings| settings.key_set = set)/>
                    <span>{set.label()}</span>
                </label>
            }).into_iter().collect_view()}
        </div>
        <div class="binds">{Action::ALL.map(row).into_iter().collect_view()}</div>
        <button type="button" on:click=move |_| settings.update(|settings| {
            let set = settings.key_set;
            *settings.bindings_mut() = set.bindings();
        })>"Reset keys"</button>
    }
}

/// Repeat rates.
#[component]
fn HandlingForm() -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let number = move |id: &'static str,
                       label: &'static str,
                       hint: &'static str,
                       get: fn(&Handling) -> u16,
                       set: fn(&mut Handling, u16)| {
        view! {
            <label><span>{label}<small>{hint}</small></span>
                <input id=id type="number" min="0" max="1000" step="1" inputmode="numeric"
                    prop:value=move || settings.with(|settings| get(&settings.handling)).to_string()
                    on:change=move |event| {
                        if let Ok(value) = event_target_value(&event).parse::<u16>() {
                            settings.update(|settings| set(&mut settings.handling, value.min(1000)));
                        }
                    }/>
            </label>
        }
    };
    let preset = move || {
        let now = settings.with(|settings| settings.handling);
        let known = presets().find(|(_, handling)| *handling == now);
        known.map_or("own", |(name, _)| name)
    };
    let soft = move || match settings.with(|settings| settings.handling.soft_drop) {
        SoftDrop::Factor(_) => "factor",
        SoftDrop::Instant => "instant",
        SoftDrop::Repeat { .. } => "repeat",
    };
    let factor = move || match settings.with(|settings| settings.handling.soft_drop) {
        SoftDrop::Factor(factor) => factor,
        _ => 20,
    };
    let (text, message) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let import = move |_| {
        let now = settings.with_untracked(|settings| settings.handling);
        match tetrio_handling(&text.get_untracked(), now) {
            Ok(handling) => {
                settings.update(|settings| settings.handling = handling);
                message.set(format!(
                    "DAS {} ms, ARR {} ms, DCD {} ms.",
                    handling.das_ms, handling.arr_ms, handling.cut_ms
                ));
            }
            Err(error) => message.set(error),
        }
    };
    view! {
        <label><span>"Preset"</span>
            <select id="preset" on:change=move |event| {
                let name = event_target_value(&event);
                if let Some((_, handling)) = presets().find(|(known, _)| *known == name) {
                    settings.update(|settings| settings.handling = handling);
                }
            }>
                {presets().map(|(name, _)| view! { <option value=name selected=move || preset() == name>{name}</option> }).collect_view()}
                <option value="own" selected=move || preset() == "own">"own"</option>
            </select>
        </label>
        {number("das", "DAS", "ms until a held key repeats", |h| h.das_ms, |h, value| h.das_ms = value)}
        {number("arr", "ARR", "ms between repeats; 0: instant movement", |h| h.arr_ms, |h, value| h.arr_ms = value)}
        {number("cut", "DCD", "ms a new piece waits for a held key", |h| h.cut_ms, |h, value| h.cut_ms = value)}
        <label class="switch">
            <input type="checkbox" id="cancel" prop:checked=move || settings.with(|settings| settings.handling.cancel)
                on:change=move |event| {
                    let on = event_target_checked(&event);
                    settings.update(|settings| settings.handling.cancel = on);
                }/>
            <span>"The other direction cancels the charge"</span>
        </label>
        <label><span>"Soft drop"</span>
            <select id="soft" on:change=move |event| {
                let soft = match &event_target_value(&event)[..] {
                    "instant" => SoftDrop::Instant,
                    "repeat" => Handling::CAPSTONE.soft_drop,
                    _ => PageSettings::HANDLING.soft_drop,
                };
                settings.update(|settings| settings.handling.soft_drop = soft);
            }>
                <option value="factor" selected=move || soft() == "factor">"faster gravity (SDF)"</option>
                <option value="instant" selected=move || soft() == "instant">"infinite: at once"</option>
                <option value="repeat" selected=move || soft() == "repeat">"row by row (capstone)"</option>
            </select>
        </label>
        <label class="switch">
            <input type="checkbox" id="advanced"
                prop:checked=move || settings.with(|settings| settings.advanced)
                on:change=move |event| {
                    let on = event_target_checked(&event);
                    settings.update(|settings| settings.advanced = on);
                }/>
            <span>"Advanced controls"<small>"Sets ARR to 0: instant movement"</small></span>
        </label>
        <label class:hidden=move || soft() != "factor"><span>"SDF"<small>"times gravity; 0 is no soft drop"</small></span>
            <input id="sdf" type="number" min="0" max="1000" step="1" inputmode="numeric"
                prop:value=move || factor().to_string()
                on:change=move |event| {
                    if let Ok(value) = event_target_value(&event).parse::<u16>() {
                        settings.update(|settings| settings.handling.soft_drop = SoftDrop::Factor(value.min(1000)));
                    }
                }/>
        </label>
        <details class="import"><summary>"Import from TETR.IO"</summary>
            <label class="whole"><span>"Its numbers, or its exported settings"<small>"such as: ARR 2F, DAS 10F, DCD 0F, SDF 6X"</small></span>
                <textarea id="tetrio" rows="2" spellcheck="false" on:input=move |event| text.set(event_target_value(&event))></textarea></label>
            <p><button type="button" id="import-tetrio" on:click=import>"Import"</button>" "<span role="status" id="imported">{move || message.get()}</span></p>
        </details>
    }
}

/// Handling to begin with, by name.
fn presets() -> impl Iterator<Item = (&'static str, Handling)> {
    [("minolab", PageSettings::HANDLING)].into_iter().chain(Handling::PRESETS)
}
