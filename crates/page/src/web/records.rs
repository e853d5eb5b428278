//! Personal bests, the history of all games, and kept replays.

use leptos::{html, prelude::*};
use minolab_arena::figures::grouped;
use minolab_study::chart::{ChartLine, LineChart};

use super::{files, play::file_name, store};
use crate::{HistoryOrder, KeyReplay, PastGame, Route, mode_title, rules_title, stopwatch};

/// Games of the history that are listed.
const LISTED: usize = 50;

/// What the browser keeps, to see, save and load.
#[component]
pub fn Records() -> impl IntoView {
    let replays = RwSignal::new(store::replays());
    let message = RwSignal::new(String::new());
    let input = NodeRef::<html::Input>::new();
    let bests = store::bests().0;
    let import = move |_| {
        let Some(input) = input.get_untracked() else { return };
        files::read(&input, move |text| {
            match text
                .and_then(|text| KeyReplay::from_json(&text).map_err(|error| error.to_string()))
            {
                Ok(replay) => {
                    store::add_replay(replay);
                    replays.set(store::replays());
                    message.set("The replay is in the list.".into());
                }
                Err(error) => message.set(format!("That is no replay: {error}")),
            }
        });
    };
    let remove = move |index: usize| {
        replays.update(|replays| {
            replays.remove(index);
            store::set_replays(replays);
        });
    };
    let row = move |(index, replay): (usize, KeyReplay)| {
        let file = (file_name(&replay), replay.to_json());
        let review = Route::Review(KeyReplay::id_of(&file.1)).address();
        let text = format!("{}, {}", mode_title(replay.mode), stopwatch(replay.ticks));
        view! {
            <tr>
                <td>{mode_title(replay.mode)}<small class="narrow">{date(replay.played_ms)}</small></td>
                <td class="wide">{date(replay.played_ms)}</td>
                <td>{stopwatch(replay.ticks)}</td>
                <td class="wide">{grouped(replay.totals.score as f64, ' ')}</td>
                <td class="wide">{replay.totals.lines}</td>
                <td>{replay.totals.pieces}</td>
                <td class="wide">{rules_title(&replay.rules)}</td>
                <td class="act">
                    <a class="button small" href=Route::Playback(index).address() aria-label=format!("Watch {text}")>"Watch"</a>
                    <a class="button small" href=review aria-label=format!("Review {text}")>"Review"</a>
                    <button type="button" class="small" aria-label=format!("Save {text}") on:click=move |_| files::save(&file.0, &file.1)>"Save"</button>
                    <button type="button" class="small" aria-label=format!("Delete {text}") on:click=move |_| remove(index)>"Delete"</button>
                </td>
            </tr>
        }
    };
    view! {
        <div class="sheet broad">
            <h1>"Records"</h1>
            <h2>"Personal bests"</h2>
            {if bests.is_empty() {
                view! { <p class="note">"None yet: a game counts once its goal is reached."</p> }.into_any()
            } else {
                view! {
                    <div class="scroll-x"><table id="bests"><thead><tr><th>"Mode"</th><th>"Time"</th><th>"Score"</th><th>"Pieces"</th><th class="wide">"Date"</th><th class="wide">"Rules"</th></tr></thead>
                    <tbody>{bests.into_iter().map(|best| view! {
                        <tr><td>{best.mode.parse().map_or(best.mode.clone(), mode_title)}</td><td>{stopwatch(best.ticks)}</td>
                        <td>{grouped(best.score as f64, ' ')}</td><td>{best.pieces}</td><td class="wide">{date(best.played_ms)}</td><td class="wide">{best.rules}</td></tr>
                    }).collect_view()}</tbody></table></div>
                }.into_any()
            }}
            <Past/>
            <h2>"Replays"</h2>
            <p><label class="button" for="import">"Load a replay"</label>
                <input id="import" class="unseen" type="file" accept="application/json,.json" multiple node_ref=input on:change=import/></p>
            <p class="note" role="status" id="message">{move || message.get()}</p>
            {move || if replays.with(Vec::is_empty) {
                view! { <p class="note">"None yet. The last thirty games are kept in this browser."</p> }.into_any()
            } else {
                view! {
                    <div class="scroll-x"><table id="replays"><thead><tr><th>"Mode"</th><th class="wide">"Date"</th><th>"Time"</th><th class="wide">"Score"</th><th class="wide">"Lines"</th><th>"Pieces"</th><th class="wide">"Rules"</th><th><span class="unseen">"Do"</span></th></tr></thead>
                    <tbody>{replays.get().into_iter().enumerate().map(row).collect_view()}</tbody></table></div>
                }.into_any()
            }}
        </div>
    }
}

/// All games of a mode: a graph, and a list to sort.
#[component]
fn Past() -> impl IntoView {
    let history = StoredValue::new(store::history());
    let modes = history.with_value(|history| history.modes());
    let chosen = RwSignal::new(modes.first().cloned().unwrap_or_default());
    let order = RwSignal::new(HistoryOrder::Date);
    let name = |mode: &str| mode.parse().map_or(mode.to_string(), mode_title);
    let sort = move |this: HistoryOrder, label: &'static str| {
        view! { <button type="button" aria-pressed=move || (order.get() == this).to_string() on:click=move |_| order.set(this)>{label}</button> }
    };
    let row = |game: &PastGame| {
        let result = &game.result;
        let replay =
            u64::from_str_radix(&game.replay, 16).ok().filter(|&id| store::replay(id).is_some());
        let end = if game.is_complete { "" } else { "topped out" };
        view! {
            <tr><td>{date(result.played_ms)}</td><td>{stopwatch(result.ticks)}</td><td>{grouped(result.score as f64, ' ')}</td>
                <td>{result.pieces}</td><td class="wide">{end}</td>
                <td class="act">{replay.map(|id| view! { <a class="button small" href=Route::Review(id).address()>"Review"</a> })}</td></tr>
        }
    };
    let graph = move || {
        let (mode, rules) = chosen.get();
        let values = history.with_value(|history| history.values(&mode, &rules));
        (values.len() > 1).then(|| picture(&mode, &values))
    };
    view! {
        <h2>"History"</h2>
        {if modes.is_empty() {
            view! { <p class="note">"Every game that you finish from now on is listed here with its date."</p> }.into_any()
        } else {
            view! {
                <div class="tools">
                    <select id="history-mode" aria-label="Mode" on:change=move |event| {
                        let value = event_target_value(&event);
                        let found = history.with_value(|history| history.modes().into_iter().find(|(mode, rules)| format!("{mode} {rules}") == value));
                        if let Some(found) = found { chosen.set(found); }
                    }>
                        {modes.into_iter().map(|(mode, rules)| view! { <option value=format!("{mode} {rules}")>{format!("{}, {rules}", name(&mode))}</option> }).collect_view()}
                    </select>
                    <span class="segmented" role="group" aria-label="Sort by">{sort(HistoryOrder::Date, "Newest")}{sort(HistoryOrder::Result, "Best")}</span>
                </div>
                <div class="history-graph" id="history-graph" inner_html=graph></div>
                <div class="scroll-x"><table id="history"><thead><tr><th>"Date"</th><th>"Time"</th><th>"Score"</th><th>"Pieces"</th><th class="wide"><span class="unseen">"End"</span></th><th><span class="unseen">"Do"</span></th></tr></thead>
                    <tbody>{move || { let (mode, rules) = chosen.get(); history.with_value(|history| history.of(&mode, &rules, order.get()).into_iter().take(LISTED).map(row).collect_view()) }}</tbody></table></div>
            }.into_any()
        }}
    }
}

/// What decided each game, and the best so far.
fn picture(mode: &str, values: &[f64]) -> String {
    let is_timed =
        matches!(mode.parse(), Ok(minolab_rules::Mode::Sprint | minolab_rules::Mode::Lines(_)));
    let mut best = values[0];
    let so_far = values.iter().map(|&value| {
        best = if is_timed { best.min(value) } else { best.max(value) };
        best
    });
    let points = |values: &mut dyn Iterator<Item = f64>| {
        values
            .enumerate()
            .map(|(index, value)| (index as f64 + 1.0, value, None))
            .collect::<Vec<_>>()
    };
    let series = vec![
        ChartLine { name: "each game".into(), points: points(&mut values.iter().copied()) },
        ChartLine { name: "best so far".into(), points: points(&mut so_far.into_iter()) },
    ];
    let unit = if is_timed { "seconds" } else { "points" };
    let label = format!("{} games, {unit} of each", values.len());
    LineChart {
        label,
        x_unit: "game".into(),
        y_unit: unit.into(),
        series,
        from_zero: false,
        across: None,
    }
    .svg()
}

/// A day and a time as the person writes them.
fn date(ms: u64) -> String {
    if ms == 0 {
        return "–".into();
    }
    let date = js_sys::Date::new(&(ms as f64).into());
    let two = |number: u32| format!("{number:02}");
    format!(
        "{}-{}-{} {}:{}",
        date.get_full_year(),
        two(date.get_month() + 1),
        two(date.get_date()),
        two(date.get_hours()),
        two(date.get_minutes())
    )
}
