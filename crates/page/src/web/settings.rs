//! Keys, handling, rules and colours.

use leptos::{ev, prelude::*};
use minolab_rules::{Handling, SoftDrop, shipped};

use super::app::App;
use crate::{Action, Bindings, KeySet, PageSettings, Palette};

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
            <h2>"Keys"</h2>
            <Keys/>
            <h2>"Handling"</h2>
            <HandlingForm/>
            <h2>"Game"</h2>
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
            {toggle("ghost", "Ghost", |settings| settings.ghost, |settings, on| settings.ghost = on)}
            {toggle("sound", "Sound", |settings| settings.sound, |settings, on| settings.sound = on)}
            <h2>"Looks"</h2>
            <label><span>"Colours of the pieces"</span>
                <select id="palette" on:change=move |event| {
                    let palette = Palette::from_name(&event_target_value(&event)).unwrap_or_default();
                    settings.update(|settings| settings.palette = palette);
                }>
                    {Palette::ALL.map(|palette| view! {
                        <option value=palette.name() selected=move || settings.with(|settings| settings.palette == palette)>{palette.label()}</option>
                    }).into_iter().collect_view()}
                </select>
            </label>
            <p class="note">"Light or dark: the button at the top."</p>
            <button type="button" on:click=move |_| settings.set(PageSettings::default())>"Reset all settings"</button>
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
        let known = Handling::PRESETS.into_iter().find(|(_, handling)| *handling == now);
        known.map_or("own", |(name, _)| name)
    };
    let soft = move || match settings.with(|settings| settings.handling.soft_drop) {
        SoftDrop::Factor(_) => "factor",
        SoftDrop::Instant => "instant",
        SoftDrop::Repeat { .. } => "repeat",
    };
    let factor = move || match settings.with(|settings| settings.handling.soft_drop) {
        SoftDrop::Factor(factor) => factor,
        _ => 6,
    };
    view! {
        <label><span>"Preset"</span>
            <select id="preset" on:change=move |event| {
                if let Some(handling) = Handling::preset(&event_target_value(&event)) {
                    settings.update(|settings| settings.handling = handling);
                }
            }>
                {Handling::PRESETS.map(|(name, _)| view! { <option value=name selected=move || preset() == name>{name}</option> }).into_iter().collect_view()}
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
                    _ => SoftDrop::Factor(6),
                };
                settings.update(|settings| settings.handling.soft_drop = soft);
            }>
                <option value="factor" selected=move || soft() == "factor">"faster gravity (SDF)"</option>
                <option value="instant" selected=move || soft() == "instant">"at once"</option>
                <option value="repeat" selected=move || soft() == "repeat">"row by row (capstone)"</option>
            </select>
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
    }
}
