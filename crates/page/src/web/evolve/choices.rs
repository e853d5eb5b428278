//! What is evolved, how and for what.

use leptos::{ev, prelude::*};
use minolab_rules::shipped;

use super::lab::Lab;
use crate::{EvolveOrder, objectives, optimizers};

type Change = fn(&mut EvolveOrder, String) -> Option<()>;

/// The settings of the next population, and the button that begins it.
#[component]
pub fn Choices(lab: Lab) -> impl IntoView {
    let draft = lab.draft;
    let wrong = RwSignal::new(None::<String>);
    let change = move |label: &'static str, event: &ev::Event, change: Change| {
        let value = event_target_value(event);
        let mut order = draft.get_untracked();
        match change(&mut order, value.trim().to_string()) {
            Some(()) => {
                wrong.set(None);
                draft.set(order);
            }
            None => wrong.set(Some(format!("{label} is {value:?}, expected a number"))),
        }
    };
    let number = move |label: &'static str,
                       id: &'static str,
                       hint: &'static str,
                       value: fn(&EvolveOrder) -> String,
                       set: Change| {
        view! {
            <label><span>{label}</span>
                <input id=id inputmode="numeric" autocomplete="off" placeholder=hint
                    prop:value=move || draft.with(value)
                    on:change=move |event| change(label, &event, set)/>
            </label>
        }
    };
    let select = move |label: &'static str,
                       id: &'static str,
                       options: Vec<(String, String)>,
                       value: fn(&EvolveOrder) -> String,
                       set: Change| {
        view! {
            <label><span>{label}</span>
                <select id=id on:change=move |event| change(label, &event, set)>
                    {options.into_iter().map(|(name, text)| {
                        let own = name.clone();
                        view! { <option value=name selected=move || draft.with(value) == own>{text}</option> }
                    }).collect_view()}
                </select>
            </label>
        }
    };
    let pairs = |pairs: &mut dyn Iterator<Item = (&'static str, &'static str)>| {
        pairs.map(|(name, text)| (name.to_string(), text.to_string())).collect::<Vec<_>>()
    };
    let names = |names: &mut dyn Iterator<Item = &str>| {
        names.map(|name| (name.to_string(), name.to_string())).collect::<Vec<_>>()
    };
    let mut rules = vec![(String::new(), "usual".to_string())];
    rules.extend(names(&mut shipped::NAMES.iter().copied()));
    let error = move || wrong.get().or_else(|| draft.with(|order| order.training().err()));
    let workers = [1, 2, 3, 4, 6, 8];
    view! {
        <form class="form" aria-label="A new population" on:submit=move |event| {
            event.prevent_default();
            if error().is_none() {
                lab.start(draft.get_untracked());
            }
        }>
            <h2>"A new population"</h2>
            <div class="choices form">
                {select("Agent", "agent", names(&mut EvolveOrder::agents()), |order| order.agent.clone(), |order, value| {
                    (order.agent, order.weights) = (value, Vec::new());
                    Some(())
                })}
                {select("Optimiser", "optimizer", pairs(&mut optimizers()), |order| order.optimizer.clone(), |order, value| {
                    order.optimizer = value;
                    Some(())
                })}
                {select("Objective", "objective", pairs(&mut objectives()), |order| order.objective.clone(), |order, value| {
                    order.objective = value;
                    Some(())
                })}
                {select("First weights", "start", pairs(&mut [("random", "random"), ("agent", "around the agent's own")].into_iter()), |order| if order.random { "random".into() } else { "agent".into() }, |order, value| {
                    order.random = value == "random";
                    Some(())
                })}
                {select("Rules", "rules", rules, |order| order.rules.clone().unwrap_or_default(), |order, value| {
                    order.rules = Some(value).filter(|value| !value.is_empty());
                    Some(())
                })}
                {number("Board", "board", "usual", |order| order.board.map_or(String::new(), |board| board.to_string()), |order, value| {
                    order.board = match &value[..] {
                        "" => None,
                        _ => Some(value.parse().ok()?),
                    };
                    Some(())
                })}
                {number("Pieces a game, at most", "pieces", "", |order| order.pieces.to_string(), |order, value| {
                    order.pieces = value.parse().ok()?;
                    Some(())
                })}
                {number("Games an individual", "games", "", |order| order.games.to_string(), |order, value| {
                    order.games = value.parse().ok()?;
                    Some(())
                })}
                {number("Population", "population", "usual", |order| order.population.map_or(String::new(), |n| n.to_string()), |order, value| {
                    order.population = if value.is_empty() { None } else { Some(value.parse().ok()?) };
                    Some(())
                })}
                {number("Generations", "generations", "", |order| order.generations.to_string(), |order, value| {
                    order.generations = value.parse().ok()?;
                    Some(())
                })}
                {number("Validation games", "validation", "", |order| order.validation.to_string(), |order, value| {
                    order.validation = value.parse().ok()?;
                    Some(())
                })}
                {number("Seed", "seed", "", |order| order.seed.to_string(), |order, value| {
                    order.seed = value.parse().ok()?;
                    Some(())
                })}
                <label><span>"Workers"</span>
                    <select id="workers" on:change=move |event| {
                        if let Ok(count) = event_target_value(&event).parse() {
                            lab.workers.set(count);
                            lab.man();
                        }
                    }>
                        {workers.map(|count| view! { <option value=count.to_string() selected=move || lab.workers.get() == count>{count}</option> }).into_iter().collect_view()}
                    </select>
                </label>
            </div>
            <Features draft/>
            <p class="error" role="alert">{error}</p>
            <button type="submit" class="main" id="start" disabled=move || error().is_some()>"Start at generation 0"</button>
        </form>
    }
}

/// Which weights are learned.
#[component]
fn Features(draft: RwSignal<EvolveOrder>) -> impl IntoView {
    let agent = Memo::new(move |_| draft.with(|order| order.agent.clone()));
    let learned = Memo::new(move |_| draft.with(EvolveOrder::learned));
    let toggle = move |name: &str, on: bool| {
        let mut weights = learned.get_untracked();
        weights.retain(|known| known != name);
        if on {
            weights.push(name.into());
        }
        // None at all would mean all that the agent has.
        if !weights.is_empty() {
            draft.update(|order| order.weights = weights);
        } else {
            draft.update(|_| ());
        }
    };
    view! {
        <details class="features">
            <summary>{move || format!("Weights that are learned: {}", learned.get().join(", "))}</summary>
            <fieldset>
                <legend class="unseen">"Weights that are learned"</legend>
                {move || {
                    agent.track();
                    draft.with_untracked(EvolveOrder::features).into_iter().map(|name| {
                        let (own, other) = (name.clone(), name.clone());
                        view! {
                            <label class="switch">
                                <input type="checkbox" prop:checked=move || learned.get().contains(&own)
                                    on:change=move |event| toggle(&other, event_target_checked(&event))/>
                                <span>{name}</span>
                            </label>
                        }
                    }).collect_view()
                }}
            </fieldset>
        </details>
    }
}
