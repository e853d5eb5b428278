//! A new run: chosen by agent, objective, optimiser and budget, and shown as its run file.

use leptos::{ev, prelude::*};
use minolab_agents::shipped as agents;

use super::order;
use crate::{Budget, RunForm};

/// Runs of the past to begin with.
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

/// A few choices, the run file that they make, and a button that starts it.
#[component]
pub fn Start(chosen: RwSignal<Option<String>>, error: RwSignal<String>) -> impl IntoView {
    let form = RwSignal::new(RunForm::default());
    let text = RwSignal::new(RunForm::default().written());
    let is_busy = RwSignal::new(false);
    // Each choice writes the file anew.
    let change = move |change: &dyn Fn(&mut RunForm)| {
        form.update(|form| change(form));
        text.set(form.with_untracked(RunForm::written));
    };
    let start = move |_| {
        is_busy.set(true);
        order("api/runs".into(), text.get_untracked(), error, move |name| {
            is_busy.try_set(false);
            if name.is_some() {
                chosen.try_set(name);
            }
        });
    };
    let value = |event: &ev::Event| event_target_value(event);
    let about = move || {
        let agent = form.with(|form| form.agent.clone());
        agents::get(&agent).map(|agent| agent.description.clone())
    };
    let fault = Memo::new(move |_| text.with(|text| RunForm::fault(text)));
    view! {
        <details class="new" open=move || chosen.with(Option::is_none)>
        <summary>"Start a training run"</summary>
        <div class="form">
            <label><span>"Agent"<small>"whose weights are learned"</small></span><select id="run-agent" on:change=move |event| { let name = value(&event); change(&|form| form.agent = name.clone()); }>
                {RunForm::agents().map(|name| view! { <option value=name selected=move || form.with(|form| form.agent == name)>{name}</option> }).collect_view()}
            </select></label>
            <p class="note">{about}</p>
            <label><span>"Objective"<small>"what it learns for"</small></span><select id="run-objective" on:change=move |event| { let name = value(&event); change(&|form| form.objective = name.clone()); }>
                {RunForm::OBJECTIVES.map(|(name, words)| view! { <option value=name>{words}</option> }).into_iter().collect_view()}
            </select></label>
            <label><span>"Optimiser"<small>"who proposes new weights"</small></span><select id="run-optimizer" on:change=move |event| { let name = value(&event); change(&|form| form.optimizer = name.clone()); }>
                {RunForm::optimizers().map(|(name, words)| view! { <option value=name selected=move || form.with(|form| form.optimizer == name)>{words}</option> }).collect_view()}
            </select></label>
            <label><span>"Budget"</span><select id="run-budget" on:change=move |event| {
                let words = value(&event);
                if let Some((budget, _)) = Budget::ALL.into_iter().find(|(_, known)| *known == words) { change(&|form| form.budget = budget); }
            }>
                {Budget::ALL.map(|(_, words)| view! { <option value=words>{words}</option> }).into_iter().collect_view()}
            </select></label>
            <label class="switch"><input type="checkbox" id="run-zero" prop:checked=move || form.with(|form| form.from_zero) on:change=move |event| { let on = event_target_checked(&event); change(&|form| form.from_zero = on); }/>
                <span>"From nothing"<small>"else from the weights the agent has"</small></span></label>
            <details class="import"><summary>"The run file"</summary>
                <label><span>"Or begin with"</span><select id="example" on:change=move |event| {
                    let name = value(&event);
                    if let Some((_, file)) = EXAMPLES.iter().find(|(known, _)| *known == name) {
                        text.set(file.to_string());
                    }
                }>
                    <option value="">"the choices above"</option>
                    {EXAMPLES.map(|(name, _)| view! { <option value=name>{name}</option> }).into_iter().collect_view()}
                </select></label>
                <label class="whole"><span>"Run file"<small>"agent and rules by their names, or written out"</small></span>
                    <textarea id="run-file" rows="14" spellcheck="false" prop:value=move || text.get()
                        on:input=move |event| text.set(event_target_value(&event))></textarea></label>
            </details>
            <p class="note" id="run-fault" role="status">{move || fault.get().map(|fault| format!("Not yet a run: {fault}"))}</p>
            <button type="button" class="main" id="start" disabled=move || is_busy.get() on:click=start>"Start"</button>
        </div>
        </details>
    }
}
