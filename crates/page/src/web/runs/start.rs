//! A new run, written as a run file.

use leptos::prelude::*;

use super::order;

/// Run files to begin with.
const EXAMPLES: [(&str, &str); 4] = [
    ("One ply, CMA-ES", include_str!("../../../../../docs/experiments/one-ply.toml")),
    (
        "The capstone's evolution",
        include_str!("../../../../../docs/experiments/capstone-sprint.toml"),
    ),
    (
        "The browser genetic algorithm",
        include_str!("../../../../../docs/experiments/browser-genetic.toml"),
    ),
    ("Hidamari's swarm", include_str!("../../../../../docs/experiments/hidamari-swarm.toml")),
];

/// A run file to be changed, and a button that starts it.
#[component]
pub fn Start(chosen: RwSignal<Option<String>>, error: RwSignal<String>) -> impl IntoView {
    let text = RwSignal::new(EXAMPLES[0].1.to_string());
    let is_busy = RwSignal::new(false);
    let start = move |_| {
        is_busy.set(true);
        order("api/runs".into(), text.get_untracked(), error, move |name| {
            is_busy.try_set(false);
            if name.is_some() {
                chosen.try_set(name);
            }
        });
    };
    view! {
        <details class="new" open=move || chosen.with(Option::is_none)>
        <summary>"Start a training run"</summary>
        <div class="form">
            <label><span>"Begin with"</span><select id="example" on:change=move |event| {
                let name = event_target_value(&event);
                if let Some((_, file)) = EXAMPLES.iter().find(|(known, _)| *known == name) {
                    text.set(file.to_string());
                }
            }>
                {EXAMPLES.map(|(name, _)| view! { <option value=name>{name}</option> }).into_iter().collect_view()}
            </select></label>
            <label class="whole"><span>"Run file"<small>"agent and rules by their names, or written out"</small></span>
                <textarea id="run-file" rows="14" spellcheck="false" prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))></textarea></label>
            <button type="button" class="main" id="start" disabled=move || is_busy.get() on:click=start>"Start"</button>
        </div>
        </details>
    }
}
