//! The end of a game: what came of it, how it compares, and where to go from there.

use leptos::{ev, prelude::*};
use minolab_rules::Mode;

use super::{
    super::{
        app::App,
        icons::{Icon, Sign},
        screen::focused,
        store,
    },
    driver::Driver,
};
use crate::{Action, Best, Lead, Pace, PastGame, Route, Split, Summary, mode_title, rules_title};

/// The end of a game: what came of it, how it compares, and where it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Finale {
    summary: Summary,
    // How it compares with the best so far, if it reached its goal.
    standing: Option<(bool, String)>,
    splits: Vec<Split>,
    // The kept game, if it was kept.
    game: Option<u64>,
}

impl Finale {
    /// What came of a game. It is kept, and so is what it is best at; one that began in a drawn
    /// position is not, since its keys alone do not rebuild it.
    pub fn new(driver: &Driver, pace: &Pace, is_kept: bool) -> Finale {
        let session = &driver.session;
        let (realtime, summary) = (session.realtime(), Summary::new(session));
        let (mode, totals) = (realtime.mode(), realtime.game().totals());
        store::set_left(None);
        if !is_kept {
            return Finale { summary, standing: None, splits: Vec::new(), game: None };
        }
        let played_ms = js_sys::Date::now() as u64;
        let game = (totals.pieces > 0).then(|| {
            let replay = session.replay(played_ms);
            let id = replay.id();
            store::add_replay(replay);
            id
        });
        let rules = rules_title(realtime.game().rules());
        let best_pace = store::pace(&mode.to_string(), &rules);
        let splits = pace.splits(best_pace.as_ref(), mode, realtime.ticks());
        let complete = Best::of(session, played_ms);
        let is_complete = complete.is_some();
        if totals.pieces > 0 && mode != Mode::Practice {
            let result = complete.clone().unwrap_or(Best {
                mode: mode.to_string(),
                rules: rules.clone(),
                ticks: realtime.ticks(),
                score: totals.score,
                lines: totals.lines,
                pieces: totals.pieces,
                played_ms,
            });
            let replay = game.map_or(String::new(), |game| format!("{game:016x}"));
            store::add_to_history(PastGame { result, is_complete, replay });
        }
        let standing = complete.map(|best| {
            if driver.was_paused() {
                let value = best.value();
                return (false, format!("{value}. Paused games do not count as personal bests."));
            }
            let mut bests = store::bests();
            let standing = bests.note(best.clone());
            store::set_bests(&bests);
            if standing.is_best() {
                store::set_pace(&best.mode, &best.rules, pace.clone());
            }
            (standing.is_best(), standing.sentence(&best))
        });
        Finale { summary, standing, splits, game }
    }
}

/// How far ahead, with a word for those who do not see the colour.
pub fn lead(lead: Lead) -> impl IntoView {
    let (class, word) = match lead.is_ahead() {
        true => ("ahead", "ahead"),
        false => ("behind", "behind"),
    };
    view! { <span class=class title=format!("{word} of your best")>{lead.text()}</span> }
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
    let settings = expect_context::<App>().settings;
    // A key of the game that is still being pressed must not begin a new one: the button answers to
    // Enter and the pointer, and to the key for a retry.
    let first = focused(700);
    let ignore = move |event: ev::KeyboardEvent| {
        let code = event.code();
        let action = settings.with_untracked(|settings| settings.bindings().action(&code));
        if code == "Space" || matches!(action, Some(Action::Game(_))) {
            event.prevent_default();
        }
    };
    let Finale { summary, standing, splits, game } = finale;
    let rows = summary.rows.into_iter();
    view! {
        <div class="cover end" role="dialog" aria-label="The game is over">
            <h2 id="reason">{summary.reason}</h2>
            <p class="mode">{mode_title(mode)}</p>
            {standing.map(|(is_best, sentence)| view! { <p id="standing" class:best=is_best>{sentence}</p> })}
            {(!splits.is_empty()).then(|| view! { <p class="splits" id="splits">{splits.into_iter().map(|split| view! {
                <span>{split.name}</span><span>{split.value}</span><span>{split.lead.map(lead)}</span>
            }).collect_view()}</p> })}
            <dl id="summary">
                {rows.map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> }).collect_view()}
            </dl>
            <button type="button" class="main" node_ref=first
                on:keydown=ignore on:keyup=ignore on:click=move |_| retry()><Icon sign=Sign::Retry/>"Retry"</button>
            {undo.map(|undo| view! { <button type="button" on:click=move |_| undo(true)><Icon sign=Sign::Undo/>"Undo"</button> })}
            {game.map(|game| view! { <a class="button" id="review" href=Route::Review(game).address()><Icon sign=Sign::Learn/>"Review"</a> })}
            {game.map(|_| view! { <button type="button" id="export" on:click=move |_| export()>"Save replay"</button> })}
            <div class="pairs"><a class="button" href="#/">"Front page"</a>
            <button type="button" id="quit" on:click=move |_| quit()>"Quit"</button></div>
        </div>
    }
}

/// Closes the window where the browser lets a page do that, else goes back to the front page.
fn quit() {
    let _ = window().close();
    set_timeout(
        || {
            let _ = window().location().set_hash(&Route::Menu.address());
        },
        std::time::Duration::from_millis(100),
    );
}
