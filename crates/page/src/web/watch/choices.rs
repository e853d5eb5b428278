//! Who plays, and by what: the agents with a sentence and a picture of each.

use leptos::{ev, html, prelude::*};
use minolab_agents::{Agent, shipped as agents};
use minolab_rules::{BoardSize, shipped};

use super::super::{dialog::shown_while, files, store};
use crate::{Route, WatchOrder};

/// What the fields for the size show until one is changed.
const USUAL_SIZE: BoardSize = BoardSize { width: 10, height: 20 };
/// Weights that a picture has room for.
const BARS: usize = 18;

/// An agent's weights at a glance: bars up for what it seeks and down for what it shuns.
pub fn portrait(agent: &Agent) -> impl IntoView + use<> {
    let evaluator = agent.evaluator();
    let named: Vec<f64> = agent.weights.as_slice().iter().map(|&(_, weight)| weight).collect();
    let mut weights = if named.is_empty() { numbers(agent) } else { named };
    drop(evaluator);
    weights.truncate(BARS);
    let most = weights.iter().fold(1e-9, |most: f64, weight| most.max(weight.abs()));
    let width = 100.0 / weights.len().max(1) as f64;
    let bars = weights.into_iter().enumerate().map(move |(index, weight)| {
        let high = (weight.abs() / most).sqrt() * 19.0;
        let (top, class) = if weight < 0.0 { (20.0, "shuns") } else { (20.0 - high, "seeks") };
        view! { <rect class=class x=index as f64 * width y=top width=(width * 0.8).min(9.0) height=high.max(0.6)></rect> }
    });
    view! { <svg class="portrait" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">{bars.collect_view()}<rect class="rule" x="0" y="19.8" width="100" height="0.5"></rect></svg> }
}

/// The numbers of an evaluator that is not made of weights.
fn numbers(agent: &Agent) -> Vec<f64> {
    let mut section = String::new();
    let file = agent.to_toml();
    let lines = file.lines().filter_map(|line| {
        if line.starts_with('[') {
            section = line.into();
        }
        let (_, value) = line.split_once('=')?;
        value.trim().parse().ok().filter(|_| section == "[evaluator]")
    });
    lines.collect()
}

/// How far an agent looks, in words.
pub fn sight(agent: &Agent) -> &'static str {
    match agent.search.has_budget() {
        true => "searches many pieces ahead",
        false => "looks one or two pieces ahead",
    }
}

/// All agents on cards, to choose one.
#[component]
fn Gallery(open: RwSignal<bool>, choose: impl Fn(String) + Copy + Send + 'static) -> impl IntoView {
    let dialog = shown_while(move || open.get());
    let card = move |agent: &Agent| {
        let name = agent.name.clone();
        view! {
            <li><button type="button" class="agent-card" data-agent=name.clone() on:click=move |_| { open.set(false); choose(name.clone()); }>
                {portrait(agent)}
                <span><b>{agent.name.clone()}</b><small>{agent.description.clone()}</small><small>{sight(agent)}</small></span></button></li>
        }
    };
    view! {
        <dialog class="pane broad" id="gallery" node_ref=dialog aria-labelledby="gallery-title" on:close=move |_| open.set(false)>
            <h2 id="gallery-title">"Agents"</h2>
            <p class="note">"Each picture is the agent's own weights: green is sought, red is shunned."</p>
            <ul class="agent-cards">{move || open.get().then(|| agents::all().iter().map(card).collect_view())}</ul>
            <button type="button" on:click=move |_| open.set(false)>"Close"</button>
        </dialog>
    }
}

/// Who plays, and by what.
#[component]
pub fn Choices(order: WatchOrder) -> impl IntoView {
    let own = RwSignal::new(store::agents());
    let message = RwSignal::new(String::new());
    let input = NodeRef::<html::Input>::new();
    let order = StoredValue::new(order);
    let change = move |change: &dyn Fn(&mut WatchOrder)| {
        let mut new = order.get_value();
        change(&mut new);
        go(&new);
    };
    let load = move |_| {
        let Some(input) = input.get_untracked() else { return };
        files::read(&input, move |text| {
            let agent = text.and_then(|text| {
                let agent = minolab_agents::Agent::from_toml(&text);
                agent.map(|agent| (agent.name, text)).map_err(|error| error.to_string())
            });
            match agent {
                Ok((name, text)) => {
                    let name = format!("own-{name}");
                    store::add_agent(&name, &text);
                    own.set(store::agents());
                    change(&|order| order.agent = name.clone());
                }
                Err(error) => message.set(format!("That is no agent: {error}")),
            }
        });
    };
    let names = move || {
        let shipped = agents::NAMES.iter().map(|name| name.to_string());
        shipped.chain(own.get().into_iter().map(|(name, _)| name)).collect::<Vec<_>>()
    };
    let options = move |chosen: String| {
        names()
            .into_iter()
            .map(|name| {
                let selected = name == chosen;
                view! { <option value=name.clone() selected=selected>{name.clone()}</option> }
            })
            .collect_view()
    };
    let now = order.get_value();
    let gallery = RwSignal::new(false);
    let about = agents::get(&now.agent).map(|agent| view! {
        <p class="about-agent" id="about-agent">{portrait(agent)}<span><b>{agent.name.clone()}</b>": "{agent.description.clone()}". It "{sight(agent)}"."</span></p>
    });
    let BoardSize { width, height } = now.board.unwrap_or(USUAL_SIZE);
    let (chosen, other) = (now.agent.clone(), now.other.clone().unwrap_or_default());
    let rules = now.rules.clone().unwrap_or_default();
    let size = move |event: ev::Event, is_width: bool| {
        if let Ok(value) = event_target_value(&event).parse::<usize>() {
            change(&|order| {
                let size = order.board.unwrap_or(USUAL_SIZE);
                order.board = Some(match is_width {
                    true => BoardSize { width: value.clamp(4, 16), ..size },
                    false => BoardSize { height: value.clamp(4, 40), ..size },
                });
            });
        }
    };
    let three = |value: Option<bool>| match value {
        None => "usual",
        Some(true) => "on",
        Some(false) => "off",
    };
    let read = |event: &ev::Event| match &event_target_value(event)[..] {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    };
    let ways = move |chosen: &'static str| {
        ["usual", "on", "off"]
            .map(|name| view! { <option value=name selected=name == chosen>{name}</option> })
            .into_iter()
            .collect_view()
    };
    view! {
        {about}
        <div class="choices form">
            <p class="whole"><button type="button" id="agents" on:click=move |_| gallery.set(true)>"Choose from all agents"</button></p>
            <label><span>"Agent"</span><select id="agent" on:change=move |event| { let name = event_target_value(&event); change(&|order| order.agent = name.clone()); }>{move || options(chosen.clone())}</select></label>
            <label><span>"Second agent, same pieces"</span><select id="other" on:change=move |event| { let name = event_target_value(&event); change(&|order| order.other = Some(name.clone()).filter(|name| !name.is_empty())); }><option value="">"none"</option>{move || options(other.clone())}</select></label>
            <label><span>"Rules"</span><select id="rules" on:change=move |event| { let name = event_target_value(&event); change(&|order| order.rules = Some(name.clone()).filter(|name| !name.is_empty())); }>
                <option value="">"default of the agent"</option>
                {shipped::NAMES.iter().map(|name| view! { <option value=*name selected=*name == rules>{*name}</option> }).collect_view()}
            </select></label>
            <label><span>"Next piece"</span><select id="next" on:change=move |event| { let value = read(&event); change(&|order| order.next = value); }>{ways(three(now.next))}</select></label>
            <label><span>"Sliding"</span><select id="slide" on:change=move |event| { let value = read(&event); change(&|order| order.slide = value); }>{ways(three(now.slide))}</select></label>
            <label><span>"Width"</span><input id="width" type="number" min="4" max="16" value=width.to_string() on:change=move |event| size(event, true)/></label>
            <label><span>"Height"</span><input id="height" type="number" min="4" max="40" value=height.to_string() on:change=move |event| size(event, false)/></label>
            <label><span>"Seed"</span><input id="seed" inputmode="numeric" value=now.seed.to_string() on:change=move |event| { if let Ok(seed) = event_target_value(&event).parse() { change(&|order| order.seed = seed); } }/></label>
            <p><label class="button" for="agent-file">"Load an agent file"</label>
                <input id="agent-file" class="unseen" type="file" accept=".toml" node_ref=input on:change=load/></p>
            <p class="note" role="status">{move || message.get()}</p>
            <p class="note">"Space pauses, → and ← step, ↑ and ↓ choose among the moves, + and − change the speed, M is as fast as possible."</p>
        </div>
        <Gallery open=gallery choose=move |name: String| change(&|order| order.agent = name.clone())/>
    }
}

pub fn go(order: &WatchOrder) {
    let _ = window().location().set_hash(&Route::Watch(order.clone()).address());
}
