//! A population that learns, watched.

use leptos::prelude::*;

use crate::EvolveOrder;

/// Generations of players, from random weights on.
#[component]
pub fn Evolve(order: EvolveOrder) -> impl IntoView {
    view! {
        <div class="sheet">
            <h1>"Evolve"</h1>
            <p class="note">{format!("The weights of {}: soon here.", order.agent)}</p>
        </div>
    }
}
