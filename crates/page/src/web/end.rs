//! The end of a person's game.

use leptos::prelude::*;
use minolab_rules::{End, Mode};

use super::{
    driver::Driver,
    play::{focused, rules_name, title},
    store,
};
use crate::{Best, Route};

/// The end of a game, as it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    reason: &'static str,
    lines: Vec<(&'static str, String)>,
    is_best: bool,
    // The kept game, if it was kept.
    game: Option<u64>,
}

impl Summary {
    /// What came of a game; it is kept, and so is what it is best at.
    pub fn new(driver: &Driver, end: End) -> Summary {
        let session = &driver.session;
        let (realtime, counters) = (session.realtime(), session.counters());
        let (totals, ticks) = (realtime.game().totals(), realtime.ticks());
        let mode = realtime.mode();
        let reason = match (end, mode) {
            (End::TopOut(_), _) => "Top out!",
            (End::Goal, Mode::Blitz | Mode::BlitzSeconds(_)) => "Time's up!",
            (End::Goal, _) => "Clear!",
        };
        let played_ms = js_sys::Date::now() as u64;
        let mut is_best = false;
        let game = (totals.pieces > 0).then(|| {
            let replay = session.replay(played_ms);
            let id = replay.id();
            store::add_replay(replay);
            id
        });
        if end == End::Goal {
            let mut bests = store::bests();
            is_best = bests.note(Best {
                mode: mode.to_string(),
                rules: rules_name(realtime.game().rules()),
                ticks,
                score: totals.score,
                lines: totals.lines,
                pieces: totals.pieces,
                played_ms,
            });
            store::set_bests(&bests);
        }
        Summary {
            reason,
            lines: vec![
                ("Time", crate::stopwatch(ticks)),
                ("Score", totals.score.to_string()),
                ("Lines", totals.lines.to_string()),
                ("Pieces", totals.pieces.to_string()),
                ("Pieces per second", counters.pps),
                ("Keys a piece", counters.kpp),
                ("Faults", counters.faults.to_string()),
            ],
            is_best,
            game,
        }
    }
}

/// How it ended, what came of it, and where to go from here.
#[component]
pub fn Ended(
    mode: Mode,
    summary: Summary,
    export: impl Fn() + Copy + 'static,
    retry: impl Fn() + Copy + 'static,
    undo: Option<impl Fn(bool) + Copy + 'static>,
) -> impl IntoView {
    // Whoever still presses the drop key must not begin again by it.
    let first = focused(700);
    let rows = summary.lines.into_iter();
    view! {
        <div class="cover end" role="dialog" aria-label="The game is over">
            <h2 id="reason">{summary.reason}</h2>
            <p class="mode">{title(mode)}</p>
            {summary.is_best.then(|| view! { <p class="best">"Personal best"</p> })}
            <dl id="summary">
                {rows.map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> }).collect_view()}
            </dl>
            <button type="button" class="main" node_ref=first on:click=move |_| retry()>"Retry"</button>
            {undo.map(|undo| view! { <button type="button" on:click=move |_| undo(true)>"Take back"</button> })}
            {summary.game.map(|game| view! { <a class="button" id="review" href=Route::Review(game).address()>"Review"</a> })}
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
