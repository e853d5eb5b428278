//! One's own games looked back on, and how to get better.

use leptos::prelude::*;
use minolab_rules::Mode;

use super::{
    icons::{Icon, Sign},
    store,
};
use crate::{KeyReplay, Order, Route, Skill, SkillRecord, mode_title, stopwatch};

/// Games that are worth a second look, and practice.
#[component]
pub fn Learn() -> impl IntoView {
    let (replays, practice) = (store::replays(), store::practice());
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
        false => view! { <ul class="ways list" id="reviews">{replays.iter().take(10).map(row).collect_view()}</ul> }.into_any(),
    };
    view! {
        <div class="sheet">
            <h1>"Learn"</h1>
            <p>"The coach is the engine itself: it looks at every position you had, says what it would have played, and what your choice cost."</p>
            <h2>"Review a game"</h2>
            {games}
            <h2>"Train"</h2>
            <ul class="ways" id="trainers">
                {Skill::ALL.map(|skill| trainer(Route::Train(skill), skill.title(), skill.about(), &practice.of(skill.name()))).into_iter().collect_view()}
                {trainer(Route::Finesse, "Finesse", "every placement with the fewest keys", &practice.of("finesse"))}
            </ul>
            <h2>"Practise"</h2>
            <ul class="ways list">
                <li><a class="way" href=Route::Play(Order::new(Mode::Practice)).address()><strong>"Practice with hints"</strong><span>"H shows the engine's move and what follows; U takes a piece back"</span></a></li>
                <li><a class="way" href="#/analyse"><strong>"Ask about a position"</strong><span>"draw it, or paste a fumen, and see the best lines"</span></a></li>
            </ul>
        </div>
    }
}

/// The way to a trainer, and how it went there so far.
fn trainer(
    route: Route,
    title: &'static str,
    about: &'static str,
    record: &SkillRecord,
) -> impl IntoView + use<> {
    let so_far = match record.tried {
        0 => String::new(),
        tried => format!("{} of {tried}, {} in a row at most", record.done, record.best_streak),
    };
    view! { <li><a class="way" href=route.address()><strong>{title}</strong><span>{about}</span><em>{so_far}</em></a></li> }
}
