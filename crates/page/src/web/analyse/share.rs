//! The position elsewhere: as text, as an address, as a picture, to play and to watch.

use leptos::{html, prelude::*};
use minolab_rules::{Mode, notation::Fumen, shipped};

use super::{
    super::{
        app::App,
        clipboard,
        icons::{Icon, Sign},
        picture,
    },
    Study,
};
use crate::{Order, Route, Tree, WatchOrder};

/// What the position is in other places, and ways to take it there.
#[component]
pub fn Share(study: Study) -> impl IntoView {
    let app = expect_context::<App>();
    let typed = RwSignal::new(None::<String>);
    let position = Memo::new(move |_| study.sheet(|sheet| sheet.setup().to_string()));
    let play = move || {
        let order = Order {
            rules: Some(study.rules.get()),
            position: Some(position.get()),
            ..Order::new(Mode::Practice)
        };
        Route::Play(order).address()
    };
    let watch = move || {
        let order = WatchOrder {
            agent: study.agent.get(),
            rules: Some(study.rules.get()),
            position: Some(position.get()),
            ..WatchOrder::default()
        };
        Route::Watch(order).address()
    };
    let fumen = RwSignal::new(None::<Result<String, String>>);
    let import = move |text: &str| -> Result<(), String> {
        let fumen: Fumen = text.parse().map_err(|error| format!("{error}"))?;
        let rules = shipped::get(&study.rules.get_untracked()).ok_or("there are no such rules")?;
        let tree = Tree::of_fumen(&fumen, rules).ok_or("the fumen has no pages")?;
        study.desk.update(|desk| desk.change(false, |now| *now = tree));
        Ok(())
    };
    let copy_fumen = move |_| {
        let written = study.desk.with_untracked(|desk| desk.tree().to_fumen());
        let written = written.and_then(|fumen| fumen.to_text().map_err(|error| error.to_string()));
        fumen.set(Some(written.clone()));
        if let Ok(text) = written {
            let said = |is_done| {
                if is_done {
                    "The fumen is copied."
                } else {
                    "The fumen is in its field: this browser copies nothing."
                }
            };
            clipboard::copy(text, move |is_done| app.tell(said(is_done)));
        }
    };
    let copy_address = move |_| {
        let address = window().location().href().unwrap_or_default();
        clipboard::copy(address, move |is_done| {
            app.tell(if is_done {
                "The address is copied: it carries all of it."
            } else {
                "The browser does not allow copying; the address is in its bar."
            })
        });
    };
    let copy_picture = move |_| {
        let palette = app.settings.with_untracked(|settings| settings.palette);
        let height = study.ruleset().map_or(20, |rules| rules.height as usize);
        let drawn =
            study.desk.with_untracked(|desk| picture::board(desk.tree().sheet(), height, palette));
        let Some(canvas) = drawn else { return };
        clipboard::copy_picture(&canvas, move |is_copied| {
            app.tell(if is_copied {
                "The picture is on the clipboard."
            } else {
                "The picture is saved as board.png: this browser copies none."
            });
        });
    };
    let input = NodeRef::<html::Input>::new();
    let choose = move |_| {
        let Some(input) = input.get_untracked() else { return };
        study.handed.set(input.files().and_then(|files| files.get(0)));
        input.set_value("");
    };
    view! {
        <div class="share">
            <div class="tools">
                <a class="button" id="play-here" href=play><Icon sign=Sign::Play/>"Play from here"</a>
                <a class="button" id="watch-here" href=watch><Icon sign=Sign::Watch/>"Watch from here"</a>
                <button type="button" id="copy-fumen" on:click=copy_fumen>"Copy fumen"</button>
                <button type="button" id="copy-picture" on:click=copy_picture><Icon sign=Sign::Camera/>"Copy picture"</button>
                <label class="button" for="scan-file">"Read a picture"</label>
                <input id="scan-file" class="unseen" type="file" accept="image/*" aria-label="Read the board of a picture" node_ref=input on:change=choose/>
                <button type="button" id="copy-address" on:click=copy_address>"Copy address"</button>
            </div>
            <label class="whole"><span class="label">"Position as text: copy it, or paste a line or a drawn board"</span>
                <textarea id="position" rows="2" spellcheck="false" prop:value=move || position.get()
                    on:change=move |event| {
                        let text = event_target_value(&event);
                        if Fumen::is_in(&text) {
                            typed.set(import(&text).err());
                            return;
                        }
                        let mut error = None;
                        study.edit(|sheet| error = sheet.paste(&text).err());
                        typed.set(error.map(|error| error.to_string()));
                    }></textarea></label>
            <label class="whole"><span class="label">"Fumen: paste one with all its pages, or copy the present line as one"</span>
                <textarea id="fumen" rows="2" spellcheck="false" placeholder="v115@…" prop:value=move || fumen.get().and_then(Result::ok).unwrap_or_default()
                    on:change=move |event| {
                        let text = event_target_value(&event);
                        fumen.set(Some(Ok(text.clone())));
                        typed.set(import(&text).err());
                    }></textarea></label>
            <p class="error" role="alert" id="paste-error">{move || typed.get().or_else(|| fumen.get()?.err())}</p>
        </div>
    }
}
