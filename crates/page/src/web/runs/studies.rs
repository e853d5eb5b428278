//! Reports on what is in the server's folder.

use leptos::prelude::*;
use minolab_api::{Phase, RunList, StudyOrder, StudyState};

use super::{order, written};

/// The reports, and a form for another.
#[component]
pub fn Studies(list: Memo<RunList>, error: RwSignal<String>) -> impl IntoView {
    let studies = Memo::new(move |_| list.with(|list| list.studies.clone()));
    let row = move |study: StudyState| {
        let StudyState { name, state, error: problem, .. } = study;
        let address = format!("studies/{name}");
        let path = format!("api/studies/{name}/stop");
        let label = format!("Stop {name}");
        let this = name.clone();
        let shown = match state {
            Phase::Done => view! { <a href=address target="_blank" rel="noopener">{name}</a> }.into_any(),
            Phase::Running => view! {
                <b>{name}</b><span>"being made"</span>
                <button type="button" class="small" aria-label=label
                    on:click=move |_| order(path.clone(), String::new(), error, |_| {})>"Stop"</button>
            }.into_any(),
            _ => view! { <b>{name}</b><span>{format!("not made: {}", problem.unwrap_or_default())}</span> }.into_any(),
        };
        view! { <li class="job" data-study=this data-state=state.name()>{shown}</li> }
    };
    // A row is made again when what it shows has changed.
    let key = |study: &StudyState| (study.name.clone(), study.state, study.error.clone());
    view! {
        <h2>"Studies"</h2>
        <p class="note">"What games or training runs teach, as a page with tables and charts. Reports that "
            <code>"minolab study"</code>" writes into the same folder are listed too."</p>
        <ul class="run-list" id="studies" aria-label="Studies">
            <For each=move || studies.get() key=key children=row/>
        </ul>
        <NewStudy list error/>
    }
}

#[component]
fn NewStudy(list: Memo<RunList>, error: RwSignal<String>) -> impl IntoView {
    let (first, second) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let is_busy = RwSignal::new(false);
    // What can be studied: games that are not being played, and runs.
    let games = Memo::new(move |_| {
        list.with(|list| {
            let at_rest = list
                .games
                .iter()
                .filter(|games| games.state != Phase::Running && games.counts.games > 0);
            at_rest.map(|games| games.name.clone()).collect::<Vec<String>>()
        })
    });
    let runs = Memo::new(move |_| {
        list.with(|list| list.runs.iter().map(|run| run.name.clone()).collect::<Vec<String>>())
    });
    // A list has its first entry chosen before anybody chooses.
    let subject = Memo::new(move |_| {
        let chosen = first.get();
        let all = || games.get().into_iter().chain(runs.get());
        all().find(|name| *name == chosen).or_else(|| all().next())
    });
    let start = move |_| {
        let Some(subject) = subject.get_untracked() else { return };
        is_busy.set(true);
        let mut of = vec![subject];
        of.extend(Some(second.get_untracked()).filter(|name| !name.is_empty()));
        order("api/studies".into(), written(&StudyOrder { of }), error, move |_| {
            is_busy.try_set(false);
        });
    };
    let options = move |is_chosen: fn(&str, Option<&String>, &str) -> bool| {
        let group = move |label: &'static str, names: Vec<String>| {
            let option = move |name: String| {
                let this = name.clone();
                let selected = move || is_chosen(&this, subject.get().as_ref(), &second.get());
                view! { <option value=name.clone() selected=selected>{name.clone()}</option> }
            };
            (!names.is_empty()).then(|| view! { <optgroup label=label>{names.into_iter().map(option).collect_view()}</optgroup> })
        };
        move || (group("Games", games.get()), group("Training runs", runs.get()))
    };
    view! {
        <div class="form choices">
            <label><span>"Study"</span>
                <select id="study-first" on:change=move |event| first.set(event_target_value(&event))>
                    {options(|name, first, _| first.is_some_and(|first| first == name))}
                </select></label>
            <label><span>"Beside"<small>"compared with it"</small></span>
                <select id="study-second" on:change=move |event| second.set(event_target_value(&event))>
                    <option value="">"nothing"</option>
                    {options(|name, _, second| second == name)}
                </select></label>
            <button type="button" class="main" id="make-study" disabled=move || is_busy.get() || subject.get().is_none()
                on:click=start>"Make the report"</button>
        </div>
    }
}
