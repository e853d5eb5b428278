//! Games that agents play on the server's machine, many at a time.

use leptos::prelude::*;
use minolab_agents::shipped;
use minolab_api::{GamesOrder, GamesState, Phase, RunList};

use super::{order, written};

/// Modes to choose from; the first is whichever the agent is for.
const MODES: [(&str, &str); 6] = [
    ("", "its usual"),
    ("sprint", "sprint"),
    ("blitz", "blitz"),
    ("moves=100", "100 pieces"),
    ("moves=1000", "1000 pieces"),
    ("marathon", "until they lose"),
];

/// Folders of games with live counts, and a form for more.
#[component]
pub fn Games(list: Memo<RunList>, error: RwSignal<String>) -> impl IntoView {
    // By name, so that a button keeps the keyboard while its games go on.
    let names = Memo::new(move |_| {
        list.with(|list| list.games.iter().map(|games| games.name.clone()).collect::<Vec<String>>())
    });
    let row = move |name: String| {
        let this = name.clone();
        let games = Memo::new(move |_| {
            list.with(|list| list.games.iter().find(|games| games.name == this).cloned())
                .unwrap_or_default()
        });
        let path = format!("api/games/{name}/stop");
        let label = format!("Stop {name}");
        let about = format!("Games of {name} played");
        view! {
            <li class="job" data-games=name.clone() data-state=move || games.get().state.name()
                data-played=move || games.get().counts.games.to_string()>
                <b>{name.clone()}</b>
                <span>{move || games.with(GamesState::words)}</span>
                <progress aria-label=about max="1" prop:value=move || games.with(GamesState::played)></progress>
                <button type="button" class="small" aria-label=label disabled=move || games.get().state != Phase::Running
                    on:click=move |_| order(path.clone(), String::new(), error, |_| {})>"Stop"</button>
            </li>
        }
    };
    view! {
        <h2>"Games"</h2>
        <p class="note">"Agents play without a screen, as fast as this machine can. Every game is kept, for studies."</p>
        <ul class="run-list" id="games" aria-label="Games">
            <For each=move || names.get() key=String::clone children=row/>
        </ul>
        <NewGames list error/>
    }
}

#[component]
fn NewGames(list: Memo<RunList>, error: RwSignal<String>) -> impl IntoView {
    let (agent, mode) = (RwSignal::new("bcts".to_string()), RwSignal::new(String::new()));
    let (games, seed) = (RwSignal::new(100_u64), RwSignal::new(1_u64));
    let is_busy = RwSignal::new(false);
    // Runs that have come to an end have a champion.
    let champions = Memo::new(move |_| {
        list.with(|list| {
            let done = list.runs.iter().filter(|run| run.state == Phase::Done);
            done.map(|run| run.name.clone()).collect::<Vec<String>>()
        })
    });
    let start = move |_| {
        is_busy.set(true);
        let wanted = GamesOrder {
            agent: agent.get_untracked(),
            // Whatever is no mode is the agent's own.
            mode: mode.get_untracked().parse().ok(),
            games: games.get_untracked(),
            seed: seed.get_untracked(),
        };
        order("api/games".into(), written(&wanted), error, move |_| {
            is_busy.try_set(false);
        });
    };
    let option = move |name: String| {
        let this = name.clone();
        view! { <option value=name.clone() selected=move || agent.with(|agent| *agent == this)>{name.clone()}</option> }
    };
    view! {
        <div class="form choices">
            <label><span>"Agent"</span>
                <select id="games-agent" on:change=move |event| agent.set(event_target_value(&event))>
                    <optgroup label="Shipped">{shipped::NAMES.iter().map(|name| option(name.to_string())).collect_view()}</optgroup>
                    {move || (!champions.with(Vec::is_empty)).then(|| view! {
                        <optgroup label="Champions">{champions.get().into_iter().map(option).collect_view()}</optgroup>
                    })}
                </select></label>
            <label><span>"Mode"</span>
                <select id="games-mode" on:change=move |event| mode.set(event_target_value(&event))>
                    {MODES.map(|(value, label)| view! { <option value=value>{label}</option> }).into_iter().collect_view()}
                </select></label>
            <label><span>"Games"</span>
                <input type="number" id="games-count" min="1" max="100000" prop:value=move || games.get().to_string()
                    on:change=move |event| games.set(event_target_value(&event).parse().unwrap_or(100))/></label>
            <label><span>"First seed"</span>
                <input type="number" id="games-seed" min="0" prop:value=move || seed.get().to_string()
                    on:change=move |event| seed.set(event_target_value(&event).parse().unwrap_or(1))/></label>
            <button type="button" class="main" id="play-games" disabled=move || is_busy.get() on:click=start>"Play"</button>
        </div>
    }
}
