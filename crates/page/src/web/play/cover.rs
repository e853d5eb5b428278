//! What covers the board while the game stands still.

use leptos::prelude::*;

use super::{
    super::icons::{Icon, Sign},
    focused,
};

/// The game is paused.
#[component]
pub fn Paused(
    pause: impl Fn(bool) + Copy + 'static,
    retry: impl Fn() + Copy + 'static,
    timed: bool,
    review: Option<impl Fn() + Copy + 'static>,
) -> impl IntoView {
    let first = focused(0);
    view! {
        <div class="cover hides" role="dialog" aria-label="Paused">
            <h2>"Paused"</h2>
            {timed.then(|| view! { <p>"Paused games do not count as personal bests."</p> })}
            <button type="button" class="main" node_ref=first on:click=move |_| pause(false)><Icon sign=Sign::Play/>"Resume"</button>
            <button type="button" on:click=move |_| retry()><Icon sign=Sign::Retry/>"Retry"</button>
            {review.map(|review| view! { <button type="button" id="review" on:click=move |_| review()>"Review so far"</button> })}
            <a class="button" href="#/">"Front page"</a>
        </div>
    }
}

/// A game that was left before its end can be resumed.
#[component]
pub fn Offered(
    text: String,
    pause: impl Fn(bool) + Copy + 'static,
    retry: impl Fn() + Copy + 'static,
) -> impl IntoView {
    let first = focused(0);
    view! {
        <div class="cover hides" role="dialog" aria-label="You left this game" id="offer">
            <h2>"You left a game"</h2>
            <p>{text}</p>
            <button type="button" class="main" id="resume" node_ref=first on:click=move |_| pause(false)><Icon sign=Sign::Play/>"Resume"</button>
            <button type="button" id="anew" on:click=move |_| retry()><Icon sign=Sign::Retry/>"New game"</button>
            <a class="button" href="#/">"Front page"</a>
        </div>
    }
}
