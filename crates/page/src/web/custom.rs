//! A mode of one's own.

use leptos::prelude::*;
use minolab_rules::{BoardSize, Mode, shipped};

use super::app::App;
use crate::{Order, Route};

/// Lines, pieces or time; board and rules.
#[component]
pub fn Custom() -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let kind = RwSignal::new("lines".to_string());
    let amount = RwSignal::new("20".to_string());
    let rules = RwSignal::new(settings.with_untracked(|settings| settings.rules.clone()));
    let (width, height) = (RwSignal::new("10".to_string()), RwSignal::new("20".to_string()));
    let seed = RwSignal::new(String::new());
    let unit = move || match &kind.get()[..] {
        "lines" => "Lines",
        "moves" => "Pieces",
        "blitz" => "Seconds",
        _ => "Nothing",
    };
    let order = move || -> Result<Order, String> {
        let count = || {
            let text = amount.get();
            let count =
                text.trim().parse::<u64>().ok().filter(|count| (1..=Mode::MAX).contains(count));
            let what = unit().to_lowercase();
            count.ok_or_else(|| {
                format!("{what}: {text:?}, expected a number from 1 to {}", Mode::MAX)
            })
        };
        let mode = match &kind.get()[..] {
            "endless" => Mode::Marathon,
            "lines" => Mode::Lines(count()?),
            "moves" => Mode::Pieces(count()?),
            _ => Mode::BlitzSeconds(count()?),
        };
        let number = |name: &str, text: String| {
            text.trim().parse::<usize>().map_err(|_| format!("{name} is {text:?}, not a number"))
        };
        let (width, height) =
            (number("the width", width.get())?, number("the height", height.get())?);
        let board = BoardSize { width, height };
        let seed = match seed.get().trim() {
            "" => None,
            text => Some(text.parse().map_err(|_| format!("seed is {text:?}, not a number"))?),
        };
        let order =
            Order { mode, rules: Some(rules.get()), board: Some(board), seed, position: None };
        order.ruleset("").map(|_| order)
    };
    let field = |label: &'static str, id: &'static str, signal: RwSignal<String>, hint| {
        view! {
            <label><span>{label}</span>
                <input id=id inputmode="numeric" autocomplete="off" placeholder=hint
                    prop:value=move || signal.get()
                    on:input=move |event| signal.set(event_target_value(&event))/>
            </label>
        }
    };
    view! {
        <form class="sheet form" on:submit=move |event| {
            event.prevent_default();
            if let Ok(order) = order() {
                let _ = window().location().set_hash(&Route::Play(order).address());
            }
        }>
            <h1>"Custom game"</h1>
            <label><span>"It ends after"</span>
                <select id="kind" on:change=move |event| kind.set(event_target_value(&event))
                    prop:value=move || kind.get()>
                    <option value="lines">"lines"</option>
                    <option value="moves">"pieces"</option>
                    <option value="blitz">"time"</option>
                    <option value="endless">"topping out only"</option>
                </select>
            </label>
            <label class:hidden=move || kind.get() == "endless"><span>{unit}</span>
                <input id="amount" inputmode="numeric" autocomplete="off"
                    prop:value=move || amount.get()
                    on:input=move |event| amount.set(event_target_value(&event))/>
            </label>
            <label><span>"Rules"</span>
                <select id="rules" prop:value=move || rules.get()
                    on:change=move |event| rules.set(event_target_value(&event))>
                    {shipped::NAMES.iter().map(|name| view! { <option value=*name selected=move || rules.get() == *name>{*name}</option> }).collect_view()}
                </select>
            </label>
            <p class="note">{move || shipped::get(&rules.get()).map(|rules| rules.description.clone())}</p>
            {field("Width", "width", width, "4 to 16")}
            {field("Height", "height", height, "4 to 40")}
            {field("Seed", "seed", seed, "any")}
            <p class="error" role="alert">{move || order().err()}</p>
            <button type="submit" class="main" id="start" disabled=move || order().is_err()>"Play"</button>
        </form>
    }
}
