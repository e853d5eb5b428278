//! The end of a person's game.

use leptos::{ev, prelude::*};
use minolab_rules::Mode;

use super::{driver::Driver, play::focused, store};
use crate::{Best, Route, Summary, mode_title};

/// The end of a game: what came of it, how it compares, and where it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Finale {
    summary: Summary,
    // How it compares with the best so far, if it reached its goal.
    standing: Option<(bool, String)>,
    // The kept game, if it was kept.
    game: Option<u64>,
}

impl Finale {
    /// What came of a game; it is kept, and so is what it is best at.
    pub fn new(driver: &Driver) -> Finale {
        let session = &driver.session;
        let played_ms = js_sys::Date::now() as u64;
        let pieces = session.realtime().game().totals().pieces;
        let game = (pieces > 0).then(|| {
            let replay = session.replay(played_ms);
            let id = replay.id();
            store::add_replay(replay);
            id
        });
        let standing = Best::of(session, played_ms).map(|best| {
            let mut bests = store::bests();
            let standing = bests.note(best.clone());
            store::set_bests(&bests);
            (standing.is_best(), standing.sentence(&best))
        });
        Finale { summary: Summary::new(session), standing, game }
    }
}

/// How it ended, what came of it, and where to go from here.
#[component]
pub fn Ended(
    mode: Mode,
    finale: Finale,
    export: impl Fn() + Copy + 'static,
    retry: impl Fn() + Copy + 'static,
    undo: Option<impl Fn(bool) + Copy + 'static>,
) -> impl IntoView {
    // A drop key that is still being pressed must not begin a new game: the button answers to Enter
    // and the pointer, and to the key for a retry, but not to Space.
    let first = focused(700);
    let ignore_space = |event: ev::KeyboardEvent| {
        if event.code() == "Space" {
            event.prevent_default();
        }
    };
    let Finale { summary, standing, game } = finale;
    let rows = summary.rows.into_iter();
    view! {
        <div class="cover end" role="dialog" aria-label="The game is over">
            <h2 id="reason">{summary.reason}</h2>
            <p class="mode">{mode_title(mode)}</p>
            {standing.map(|(is_best, sentence)| view! { <p id="standing" class:best=is_best>{sentence}</p> })}
            <dl id="summary">
                {rows.map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> }).collect_view()}
            </dl>
            <button type="button" class="main" node_ref=first
                on:keydown=ignore_space on:keyup=ignore_space on:click=move |_| retry()>"Retry"</button>
            {undo.map(|undo| view! { <button type="button" on:click=move |_| undo(true)>"Undo"</button> })}
            {game.map(|game| view! { <a class="button" id="review" href=Route::Review(game).address()>"Review"</a> })}
            <button type="button" id="export" on:click=move |_| export()>"Save replay"</button>
            <a class="button" href="#/">"Main menu"</a>
            <button type="button" id="quit" on:click=move |_| quit()>"Quit"</button>
        </div>
    }
}

/// Closes the window where the browser lets a page do that, else goes back to the menu.
fn quit() {
    let _ = window().close();
    set_timeout(
        || {
            let _ = window().location().set_hash(&Route::Menu.address());
        },
        std::time::Duration::from_millis(100),
    );
}
