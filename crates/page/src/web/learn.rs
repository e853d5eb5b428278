//! One's own games looked back on, and how to get better.

use leptos::{html, prelude::*};
use minolab_rules::Mode;
use minolab_study::{
    drill::{Progress, Tries},
    puzzle::{self, Puzzle},
};
use serde::{Deserialize, Serialize};

use super::{
    app::App,
    files,
    icons::{Icon, Sign},
    store,
};
use crate::{Drill, KeyReplay, Order, Route, mode_title, stopwatch};

/// Games that are worth a second look, puzzles, trainers and practice.
#[component]
pub fn Learn() -> impl IntoView {
    let replays = store::replays();
    let progress = RwSignal::new(store::progress());
    let row = |replay: &KeyReplay| {
        let text = format!("{}, {}", mode_title(replay.mode), stopwatch(replay.ticks));
        view! {
            <li><a class="way" href=Route::Review(replay.id()).address()>
                <strong>{text}</strong><span>{format!("{} pieces, {} lines, {} points", replay.totals.pieces, replay.totals.lines, replay.totals.score)}</span>
            </a></li>
        }
    };
    let games = match replays.is_empty() {
        true => view! {
            <p class="note">"No game is kept yet. Play one: it is here when it is over."</p>
            <p><a class="button main" href=Route::Play(Order::new(Mode::Sprint)).address()><Icon sign=Sign::Play/>"Play a sprint"</a></p>
        }.into_any(),
        false => view! { <ul class="ways list" id="reviews">{replays.iter().take(6).map(row).collect_view()}</ul> }.into_any(),
    };
    let puzzles = move || {
        let own = store::puzzles().len();
        let skill = progress.with(|progress| progress.skill);
        let due = progress.with(|progress| progress.due(js_sys::Date::now() / 86_400_000.0));
        let rated = match progress.with(|progress| progress.cards.is_empty()) {
            true => String::new(),
            false => {
                format!("rating {:.0} ± {:.0}, {due} due", skill.rating, 2.0 * skill.deviation)
            }
        };
        view! {
            <li><a class="way" id="puzzles" href=Route::Puzzles.address()><strong>"Puzzles"</strong>
                <span>{format!("find the one best move: {own} from your own mistakes, {} from engine games", puzzle::shipped().len())}</span><em>{rated}</em></a></li>
        }
    };
    let tries = move |name: &str| progress.with(|progress| progress.trained.get(name).copied());
    let trainers = move || {
        let skills = Drill::ALL.map(|skill| {
            way(Route::Train(skill), skill.title(), skill.about(), tries(skill.name()))
        });
        let finesse = way(
            Route::Finesse,
            "Finesse",
            "every placement with the fewest keys",
            tries("finesse"),
        );
        let openers =
            way(Route::Openers, "Openers", "what this bag can become, with its chance", None);
        view! { {skills.into_iter().collect_view()}{finesse}{openers} }
    };
    view! {
        <div class="sheet broad learn">
            <h1>"Learn"</h1>
            <p>"The coach is the engine itself: it looks at every position you had, says what it would have played, and what your choice cost."</p>
            <div class="learn-parts">
                <section><h2>"Review a game"</h2>{games}
                    <ul class="ways list"><li><a class="way" id="habits" href=Route::Habits.address()><strong>"Habits"</strong><span>"where all your games lose, and whether you get better"</span></a></li></ul></section>
                <section><h2>"Train"</h2><ul class="ways list" id="trainers">{puzzles}{trainers}</ul></section>
                <section><h2>"Practise"</h2>
                    <ul class="ways list">
                        <li><a class="way" href=Route::Play(Order::new(Mode::Practice)).address()><strong>"Practice with hints"</strong><span>"H shows the engine's move and what follows; U takes a piece back"</span></a></li>
                        <li><a class="way" href="#/analyse"><strong>"Ask about a position"</strong><span>"draw it, paste a fumen or a picture, and see the best lines"</span></a></li>
                    </ul>
                    <Carry progress/></section>
            </div>
        </div>
    }
}

/// A way to a trainer, and how it went there so far.
fn way(
    route: Route,
    title: &'static str,
    about: &'static str,
    tries: Option<Tries>,
) -> impl IntoView + use<> {
    let so_far = tries.map(|tries| format!("{} of {} right", tries.right, tries.tries));
    view! { <li><a class="way" href=route.address()><strong>{title}</strong><span>{about}</span><em>{so_far}</em></a></li> }
}

/// What is carried from one device to another.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Carried {
    progress: serde_json::Value,
    puzzles: Vec<Puzzle>,
}

/// Progress as a file, out and in.
#[component]
fn Carry(progress: RwSignal<Progress>) -> impl IntoView {
    let app = expect_context::<App>();
    let input = NodeRef::<html::Input>::new();
    let save = move |_| {
        let progress =
            progress.with_untracked(|progress| serde_json::to_value(progress).unwrap_or_default());
        let all = Carried { progress, puzzles: store::puzzles() };
        files::save("minolab-progress.json", &serde_json::to_string(&all).unwrap_or_default());
    };
    let load = move |_| {
        let Some(input) = input.get_untracked() else { return };
        files::read(&input, move |text| match text.and_then(|text| join(&text)) {
            Ok(joined) => {
                progress.set(joined);
                app.tell("The progress of the file is joined with what was here.");
            }
            Err(error) => app.tell(format!("That is no progress: {error}")),
        });
    };
    view! {
        <h2>"Progress"</h2>
        <p class="note">"Ratings, what is due and how training went are kept in this browser."</p>
        <div class="tools">
            <button type="button" id="save-progress" on:click=save>"Save as a file"</button>
            <label class="button" for="progress-file">"Load a file"</label>
            <input id="progress-file" class="unseen" type="file" accept="application/json,.json" aria-label="Load progress" node_ref=input on:change=load/>
        </div>
    }
}

/// Joins a file with what is kept.
fn join(text: &str) -> Result<Progress, String> {
    let carried: Carried = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let other = Progress::from_json(&carried.progress.to_string())?;
    if let Some(error) = carried.puzzles.iter().find_map(|puzzle| puzzle.open().err()) {
        return Err(format!("one of its puzzles is none: {error}"));
    }
    carried.puzzles.into_iter().rev().for_each(store::add_puzzle);
    let mut joined = store::progress();
    joined.join(other);
    store::set_progress(&joined);
    Ok(joined)
}
