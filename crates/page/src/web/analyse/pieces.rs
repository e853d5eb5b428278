//! Queue and hold, edited by clicking pieces.

use leptos::prelude::*;
use minolab_rules::Piece;

use super::{super::minis, Study};

/// The hold, the queue, and the pieces that can be put into them.
#[component]
pub fn Pieces(study: Study) -> impl IntoView {
    let holds = RwSignal::new(false);
    let typed = RwSignal::new(None::<String>);
    let queue = Memo::new(move |_| study.sheet(|sheet| sheet.pieces()));
    let hold = Memo::new(move |_| study.sheet(|sheet| sheet.setup().hold));
    let put = move |piece: Piece| {
        if holds.get_untracked() {
            study.edit(|sheet| sheet.set_hold(Some(piece)));
            holds.set(false);
        } else {
            study.edit(|sheet| sheet.append(piece));
        }
    };
    view! {
        <div class="study-pieces">
            <h2 class="label">"Hold"</h2>
            <button type="button" class="slot" id="hold" aria-pressed=move || holds.get().to_string() data-hold=move || hold.get().map_or(String::new(), |piece| piece.to_string())
                aria-label=move || match hold.get() { Some(piece) => format!("Hold: {piece}. Choose another, or press again to empty it"), None => "Hold: empty. Choose a piece".into() }
                on:click=move |_| match (holds.get_untracked(), hold.get_untracked()) {
                    (true, Some(_)) => { study.edit(|sheet| sheet.set_hold(None)); holds.set(false); }
                    (on, _) => holds.set(!on),
                }>{move || hold.get().map(|piece| minis::spawned(piece, 9.0))}</button>
            <h2 class="label">"Queue"</h2>
            <div class="queue" role="group" aria-label="Queue: press a piece to take it out">
                {move || queue.get().into_iter().enumerate().map(|(index, piece)| view! {
                    <button type="button" class="slot" class:active=index == 0 aria-label=format!("{}: {piece}. Take it out", if index == 0 { "Active piece".to_string() } else { format!("Next {index}") })
                        on:click=move |_| study.edit(|sheet| sheet.take(index))>{minis::spawned(piece, 9.0)}</button>
                }).collect_view()}
            </div>
            <div class="keyboard" role="group" aria-label=move || if holds.get() { "Choose the piece on hold" } else { "Add a piece to the queue" } class:holds=move || holds.get()>
                {Piece::ALL.map(|piece| view! {
                    <button type="button" class="slot" data-add=piece.to_string() aria-label=move || format!("{} {piece}", if holds.get() { "Hold" } else { "Add" }) on:click=move |_| put(piece)>{minis::spawned(piece, 7.0)}</button>
                }).into_iter().collect_view()}
            </div>
            <input id="queue" autocomplete="off" spellcheck="false" aria-label="Queue as letters, the active piece first" prop:value=move || study.sheet(|sheet| sheet.queue())
                on:change=move |event| {
                    let text = event_target_value(&event);
                    let mut error = None;
                    study.edit(|sheet| error = sheet.set_queue(&text).err());
                    typed.set(error.map(|error| error.to_string()));
                }/>
            <p class="error" role="alert" id="queue-error">{move || typed.get()}</p>
        </div>
    }
}
