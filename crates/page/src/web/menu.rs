//! The menu.

use leptos::prelude::*;
use minolab_rules::{Key, Mode};

use super::{app::App, play::keys_of, store};
use crate::{Action, Order, Route, stopwatch};

/// The modes to play, and what is best so far.
#[component]
pub fn Menu() -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let bests = StoredValue::new(store::bests());
    let best = move |mode: Mode| {
        let rules = settings.with(|settings| format!("{} 10x20", settings.rules));
        let text = bests.with_value(|bests| {
            bests.get(&mode.to_string(), &rules).map(|best| match mode {
                Mode::Sprint => format!("Best {}", stopwatch(best.ticks)),
                _ => format!("Best {} points", best.score),
            })
        });
        text.unwrap_or_default()
    };
    let blitz = move || match settings.with(|settings| settings.blitz_seconds) {
        180 => Mode::Blitz,
        seconds => Mode::BlitzSeconds(seconds),
    };
    let address = |mode: Mode| Route::Play(Order::new(mode)).address();
    let minutes = move || settings.with(|settings| settings.blitz_seconds / 60);
    view! {
        <div class="sheet menu">
            <h1>"Play"</h1>
            <ul class="modes">
                <li><a id="sprint" href=address(Mode::Sprint)>
                    <strong>"Sprint"</strong><span>"40 lines, as fast as you can"</span>
                    <em>{move || best(Mode::Sprint)}</em>
                </a></li>
                <li><a id="blitz" href=move || address(blitz())>
                    <strong>"Blitz"</strong><span>{move || format!("{} minutes, as many points as you can", minutes())}</span>
                    <em>{move || best(blitz())}</em>
                </a></li>
                <li><a id="practice" href=address(Mode::Practice)>
                    <strong>"Practice"</strong><span>"Endless: take back, and ask for a hint"</span><em></em>
                </a></li>
                <li><a id="custom" href="#/custom">
                    <strong>"Custom"</strong><span>"Lines, pieces, time, board and rules"</span><em></em>
                </a></li>
            </ul>
            <div class="switches">
                <label class="switch">
                    <input type="checkbox" id="advanced"
                        prop:checked=move || settings.with(|settings| settings.advanced)
                        on:change=move |event| {
                            let on = event_target_checked(&event);
                            settings.update(|settings| settings.advanced = on);
                        }/>
                    <span>"Advanced controls"<small>"ARR 0: instant movement"</small></span>
                </label>
                <label>
                    <span>"Blitz lasts"</span>
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
            </div>
            <h2>"Keys"</h2>
            <dl class="keys">
                {[
                    Action::Game(Key::Left), Action::Game(Key::Right), Action::Game(Key::SoftDrop),
                    Action::Game(Key::HardDrop), Action::Game(Key::Cw), Action::Game(Key::Ccw),
                    Action::Game(Key::Flip), Action::Game(Key::Hold), Action::Retry, Action::Pause, Action::Hint,
                ].map(|action| view! {
                    <div><dt>{action.label()}</dt>
                    <dd>{move || settings.with(|settings| keys_of(settings.bindings(), action))}</dd></div>
                }).into_iter().collect_view()}
            </dl>
            <p class="note">"Change them in the "<a href="#/settings">"settings"</a>". A gamepad works too; on a phone there are buttons."</p>
        </div>
    }
}
