//! Personal bests and kept games.

use leptos::{html, prelude::*};

use super::{files, play::file_name, store};
use crate::{KeyReplay, Route, mode_title, rules_title, stopwatch};

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
                <td><a href=Route::Playback(index).address() aria-label=format!("Watch {text}")>{mode_title(replay.mode)}</a></td>
                <td>{stopwatch(replay.ticks)}</td>
                <td class="wide">{replay.totals.score}</td>
                <td class="wide">{replay.totals.lines}</td>
                <td>{replay.totals.pieces}</td>
                <td class="wide">{rules_title(&replay.rules)}</td>
                <td class="act">
                    <a class="button small" href=review aria-label=format!("Review {text}")>"Review"</a>
                    <button type="button" class="small" aria-label=format!("Save {text}") on:click=move |_| files::save(&file.0, &file.1)>"Save"</button>
                    <button type="button" class="small" aria-label=format!("Delete {text}") on:click=move |_| remove(index)>"Delete"</button>
                </td>
            </tr>
        }
    };
    view! {
        <div class="sheet">
            <h1>"Records"</h1>
            <h2>"Personal bests"</h2>
            {if bests.is_empty() {
                view! { <p class="note">"None yet: a game counts once its goal is reached."</p> }.into_any()
            } else {
                view! {
                    <table id="bests"><thead><tr><th>"Mode"</th><th>"Time"</th><th>"Score"</th><th>"Pieces"</th><th class="wide">"Rules"</th></tr></thead>
                    <tbody>{bests.into_iter().map(|best| view! {
                        <tr><td>{best.mode.parse().map_or(best.mode.clone(), mode_title)}</td><td>{stopwatch(best.ticks)}</td>
                        <td>{best.score}</td><td>{best.pieces}</td><td class="wide">{best.rules}</td></tr>
                    }).collect_view()}</tbody></table>
                }.into_any()
            }}
            <h2>"Replays"</h2>
            <p><label class="button" for="import">"Load a replay"</label>
                <input id="import" class="unseen" type="file" accept="application/json,.json" multiple node_ref=input on:change=import/></p>
            <p class="note" role="status" id="message">{move || message.get()}</p>
            {move || if replays.with(Vec::is_empty) {
                view! { <p class="note">"None yet. The last thirty games are kept in this browser."</p> }.into_any()
            } else {
                view! {
                    <table id="replays"><thead><tr><th>"Mode"</th><th>"Time"</th><th class="wide">"Score"</th><th class="wide">"Lines"</th><th>"Pieces"</th><th class="wide">"Rules"</th><th><span class="unseen">"Do"</span></th></tr></thead>
                    <tbody>{replays.get().into_iter().enumerate().map(row).collect_view()}</tbody></table>
                }.into_any()
            }}
        </div>
    }
}
