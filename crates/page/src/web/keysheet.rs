//! The keys of a game on a sheet of their own.

use leptos::prelude::*;

use super::{
    app::App,
    dialog::shown_while,
    icons::{Icon, Sign},
    play::keys_of,
};
use crate::Action;

/// A dialog with all keys, opened by `?` or its icon.
#[component]
pub fn KeySheet() -> impl IntoView {
    let app = expect_context::<App>();
    let dialog = shown_while(move || app.keys.get());
    let key = move |action: Action| {
        let text = move || app.settings.with(|settings| keys_of(settings.bindings(), action));
        view! { <div><dt>{action.label()}</dt><dd>{move || text().split(" or ").map(|key| match key { "" => view! { <span class="note">"none"</span> }.into_any(), key => view! { <kbd>{key.to_string()}</kbd>" " }.into_any() }).collect_view()}</dd></div> }
    };
    view! {
        <dialog class="pane" id="key-sheet" node_ref=dialog aria-labelledby="key-sheet-title" on:close=move |_| app.keys.set(false)>
            <h2 id="key-sheet-title" tabindex="-1" autofocus>"Keys"</h2>
            <dl class="keys">{Action::ALL.map(key).into_iter().collect_view()}</dl>
            <p class="note">"On a phone: drag the piece, flick down to drop, flick up to hold, tap to rotate; or use the buttons. A gamepad works too."</p>
            <p class="tools"><a class="button" href="#/settings" on:click=move |_| app.keys.set(false)>"Change keys and handling"</a>
                <button type="button" class="main" on:click=move |_| app.keys.set(false)><Icon sign=Sign::Close/>"Close"</button></p>
        </dialog>
    }
}
