//! One's own games looked back on, and how to get better.

use leptos::prelude::*;
use minolab_rules::Mode;

use super::{
    icons::{Icon, Sign},
    store,
};
use crate::{KeyReplay, Order, Route, mode_title, stopwatch};

/// Games that are worth a second look, and practice.
#[component]
pub fn Learn() -> impl IntoView {
    let replays = store::replays();
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
            <h2>"Practise"</h2>
            <ul class="ways list">
                <li><a class="way" href=Route::Play(Order::new(Mode::Practice)).address()><strong>"Practice with hints"</strong><span>"H shows the engine's move with its reasons; U takes a piece back"</span></a></li>
                <li><a class="way" href="#/analyse"><strong>"Ask about a position"</strong><span>"draw it, or paste a fumen, and see the best lines"</span></a></li>
            </ul>
        </div>
    }
}
