//! Training runs, games and studies on the machine that serves the page.

mod curve;
mod games;
mod start;
mod studies;
mod told;
mod wire;

use games::Games;
use leptos::{prelude::*, task::spawn_local};
use minolab_api::{Begun, Phase, RunList, RunState};
use serde::Serialize;
use start::Start;
use studies::Studies;
use wire::{Events, Trouble, ask, is_served};

/// What is known of the server.
#[derive(Clone, Debug, PartialEq)]
enum Server {
    Asking,
    Absent,
    Here(RunList),
}

/// Runs with live curves, games and reports, to be started, stopped and resumed.
#[component]
pub fn Runs() -> impl IntoView {
    let server = RwSignal::new(Server::Asking);
    let events = StoredValue::new_local(None::<Events>);
    let error = RwSignal::new(String::new());
    let chosen = RwSignal::new(None::<String>);
    let take = move |text: &str| match serde_json::from_str::<RunList>(text) {
        Ok(list) => {
            let first =
                list.runs.iter().find(|run| run.state == Phase::Running).or(list.runs.first());
            if chosen.try_get_untracked() == Some(None) {
                chosen.try_set(first.map(|run| run.name.clone()));
            }
            server.try_set(Server::Here(list));
        }
        Err(problem) => {
            error.try_set(format!("the server said something strange: {problem}"));
        }
    };
    spawn_local(async move {
        if !is_served() {
            server.try_set(Server::Absent);
            return;
        }
        match ask("api/runs", None).await {
            Ok(text) => {
                take(&text);
                let listen = || Events::listen("api/events", move |text| take(&text));
                events.try_update_value(|events| *events = listen());
            }
            Err(Trouble::NoServer) => {
                server.try_set(Server::Absent);
            }
            Err(Trouble::Said(message)) => {
                server.try_set(Server::Absent);
                error.try_set(message);
            }
        }
    });
    let is_here = Memo::new(move |_| server.with(|server| matches!(server, Server::Here(_))));
    let is_absent = Memo::new(move |_| server.with(|server| *server == Server::Absent));
    let list = Memo::new(move |_| match server.get() {
        Server::Here(list) => list,
        _ => RunList::default(),
    });
    view! {
        <div class="runs">
            <h1>"Runs"</h1>
            <p class="note">"Train agents on this machine, play games by the thousand and study them. A run goes on when this page is closed."</p>
            <p class="error" role="alert" id="error">{move || error.get()}</p>
            <Show when=move || is_absent.get()><NoServer/></Show>
            <Show when=move || is_here.get()>
                <List list chosen/>
                <Chosen list chosen error/>
                <Start chosen error/>
                <Games list error/>
                <Studies list error/>
            </Show>
        </div>
    }
}

/// An order as it is sent.
fn written(order: &impl Serialize) -> String {
    serde_json::to_string(order).unwrap_or_default()
}

/// Asks for something to be done; what it is called then, or in `error` why it is not.
fn order(
    path: String,
    body: String,
    error: RwSignal<String>,
    on_done: impl FnOnce(Option<String>) + 'static,
) {
    spawn_local(async move {
        let answer = ask(&path, Some(&body)).await;
        let name = match &answer {
            // What only stops or goes on has no name to tell.
            Ok(text) => serde_json::from_str::<Begun>(text).ok().map(|begun| begun.name),
            Err(_) => None,
        };
        error.try_set(match answer {
            Err(Trouble::Said(message)) => message,
            Err(Trouble::NoServer) => "the server is gone".into(),
            Ok(_) => String::new(),
        });
        on_done(name);
    });
}

#[component]
fn NoServer() -> impl IntoView {
    view! {
        <div id="no-server" role="status">
            <p>"Training runs, games in bulk and studies need minolab's own server, and this page came from another. On your machine, run"</p>
            <pre>"minolab serve"</pre>
            <p>"and open the address that it prints. It lists the runs in the folder "<code>"runs"</code>
                "; "<code>"minolab serve --data DIR"</code>" takes another one."</p>
            <p class="note">"Everything else works here: "<a href="#/">"play"</a>", "<a href="#/watch">"watch"</a>" and "<a href="#/analyse">"analyse"</a>"."</p>
        </div>
    }
}

/// Generations that are complete.
fn complete(run: &RunState) -> u64 {
    run.summary.as_ref().map_or(0, |summary| summary.complete)
}

/// The runs, one of which is looked at.
#[component]
fn List(list: Memo<RunList>, chosen: RwSignal<Option<String>>) -> impl IntoView {
    // By name, so that a button keeps the keyboard while its run goes on.
    let names = Memo::new(move |_| {
        list.with(|list| list.runs.iter().map(|run| run.name.clone()).collect::<Vec<String>>())
    });
    let row = move |name: String| {
        let this = name.clone();
        let run = Memo::new(move |_| {
            list.with(|list| list.runs.iter().find(|run| run.name == this).cloned())
                .unwrap_or_default()
        });
        let this = name.clone();
        let is_chosen = Memo::new(move |_| chosen.with(|chosen| chosen.as_ref() == Some(&this)));
        view! {
            <li><button type="button" class="run" class:chosen=is_chosen aria-pressed=move || is_chosen.get().to_string()
                data-run=move || run.get().name data-state=move || run.get().state.name()
                data-complete=move || complete(&run.get()).to_string()
                on:click=move |_| chosen.set(Some(run.get_untracked().name))>
                <b>{name}</b><span>{move || run.with(told::short)}</span>
            </button></li>
        }
    };
    view! {
        <h2>"Training"</h2>
        <p class="note">{move || list.with(|list| match (&list.error, list.runs.len()) {
            (Some(error), _) => error.clone(),
            (None, 0) => format!("No run in {} yet: start one below.", list.folder),
            (None, count) => format!("{count} in {}.", list.folder),
        })}</p>
        <ul class="run-list" id="runs" aria-label="Training runs">
            <For each=move || names.get() key=String::clone children=row/>
        </ul>
    }
}

/// The run that is looked at: its curve, and what can be done with it.
#[component]
fn Chosen(
    list: Memo<RunList>,
    chosen: RwSignal<Option<String>>,
    error: RwSignal<String>,
) -> impl IntoView {
    let run = Memo::new(move |_| {
        let name = chosen.get()?;
        list.with(|list| list.runs.iter().find(|run| run.name == name).cloned())
    });
    let shown = RwSignal::new(None::<RunState>);
    // The curve is fetched again when there is more of it.
    let stand = Memo::new(move |_| run.get().map(|run| (complete(&run), run.state, run.name)));
    Effect::new(move |_| {
        let Some((.., name)) = stand.get() else {
            shown.set(None);
            return;
        };
        spawn_local(async move {
            let text = ask(&format!("api/runs/{name}"), None).await;
            let found = text.ok().and_then(|text| serde_json::from_str::<RunState>(&text).ok());
            // A late answer about another run is of no use.
            if chosen.try_get_untracked().flatten() == Some(name) {
                shown.try_set(found);
            }
        });
    });
    let act = move |what: &'static str| {
        let Some(name) = chosen.get_untracked() else { return };
        order(format!("api/runs/{name}/{what}"), String::new(), error, |_| {});
    };
    let can = move |what: fn(&RunState) -> bool| run.with(|run| run.as_ref().is_some_and(what));
    let about = move || {
        run.with(|run| {
            let run = run.as_ref()?.summary.as_ref()?;
            Some(format!("{} by {} for {}", run.agent, run.optimizer, run.objective))
        })
    };
    view! {
        <section class="chosen-run" aria-label="The chosen run" class:empty=move || run.with(Option::is_none)>
            <h2 id="run-name">{move || chosen.get()}</h2>
            <p class="note">{about}</p>
            <progress aria-label="Generations complete" max="1"
                prop:value=move || run.with(|run| run.as_ref().map_or(0.0, RunState::played))></progress>
            <p id="run-state" role="status">{move || run.with(|run| run.as_ref().map(told::whole))}</p>
            <div class="curve" id="curve" data-points=move || shown.with(|run| run.as_ref().map_or(0, |run| curve::points(run).len()))
                inner_html=move || shown.with(|run| run.as_ref().and_then(curve::picture).unwrap_or_default())></div>
            <div class="tools">
                <button type="button" id="stop" disabled=move || !can(RunState::can_stop) on:click=move |_| act("stop")>"Stop"</button>
                <button type="button" id="resume" disabled=move || !can(RunState::can_resume) on:click=move |_| act("resume")>"Resume"</button>
            </div>
        </section>
    }
}
