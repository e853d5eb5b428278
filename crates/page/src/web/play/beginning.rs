//! How a person's game begins: anew, from a drawn position, or from the middle of a kept game.

use leptos::prelude::*;
use minolab_rules::{Mode, Painted, Ruleset, Setup, State};

use super::{
    super::{
        app::{App, Nothing},
        screen::new_seed,
        store,
    },
    Board,
};
use crate::{Order, Session};

/// A person's game.
#[component]
pub fn Play(order: Order) -> impl IntoView {
    let app = expect_context::<App>();
    let usual = app.settings.with_untracked(|settings| settings.rules.clone());
    let settings = app.settings;
    let start = order.ruleset(&usual).and_then(|rules| {
        let drawn =
            order.position.as_deref().map(|position| drawn(&rules, position)).transpose()?;
        Ok((rules, drawn))
    });
    match start {
        Ok((rules, drawn)) => {
            let mode = order.mode;
            let is_kept = drawn.is_none();
            let left = store::left().filter(|left| {
                is_kept
                    && (left.mode, &left.rules) == (mode, &rules)
                    && order.seed.is_none_or(|seed| seed == left.seed)
            });
            let begin = {
                let rules = rules.clone();
                move || {
                    let seed = order.seed.unwrap_or_else(new_seed);
                    let handling =
                        settings.with_untracked(|settings| settings.effective_handling());
                    match &drawn {
                        None => Session::new(rules.clone(), mode, handling, seed),
                        Some((state, painted)) => Session::from_state(
                            rules.clone(),
                            *state,
                            painted.clone(),
                            handling,
                            seed,
                        ),
                    }
                }
            };
            view! { <Board mode rules begin left is_kept/> }.into_any()
        }
        Err(message) => view! { <Nothing message/> }.into_any(),
    }
}

/// A position to begin with, its stack in grey.
fn drawn(rules: &Ruleset, position: &str) -> Result<(State, Painted), String> {
    let setup: Setup = position.parse().map_err(|error| format!("{error}"))?;
    let mut painted = Painted::new(rules.width as usize);
    for y in 0..setup.board.top() {
        for x in 0..setup.board.width() {
            if setup.board.is_filled(x as i8, y as i8) {
                painted.fill(x, y, None);
            }
        }
    }
    let state = State::from_setup(rules, setup).map_err(|error| error.to_string())?;
    Ok((state, painted))
}

/// Practice from where a kept game stood after so many pieces.
#[component]
pub fn PlayOn(game: u64, pieces: u64) -> impl IntoView {
    match store::replay(game) {
        Some(replay) => {
            let rules = replay.rules.clone();
            let begin = move || Session::after(&replay, pieces);
            view! { <Board mode=Mode::Practice rules begin left=None is_kept=true/> }.into_any()
        }
        None => view! { <Nothing message="There is no such game any more."/> }.into_any(),
    }
}
