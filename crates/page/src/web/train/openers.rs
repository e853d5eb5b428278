//! Openers for the bag at hand, shown on the board with their chance.

use leptos::prelude::*;
use minolab_agents::catalog::Reference;
use minolab_rules::{Mode, Setup};

use super::{
    super::{app::App, link::Link, screen::new_seed},
    mat::{Mat, MatView},
};
use crate::{
    Action, Answer, GhostPiece, Landed, OpenerWay, Request, Session, exercise_rules, still,
};

/// A game from the first piece on, with what its bag can become.
#[component]
pub fn Openers() -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let mat = Mat::new();
    let ways = RwSignal::new(None::<Vec<OpenerWay>>);
    // What they are for.
    let position = RwSignal::new(String::new());
    // By its title: its place in the list changes from piece to piece.
    let chosen = RwSignal::new(None::<String>);
    let error = RwSignal::new(String::new());
    let planner = Link::new(move |answer| match answer {
        Answer::Openers(asked, found) => {
            // A late answer about another position is of no use.
            let asked = asked.to_string();
            if mat.position.try_get_untracked().as_ref() == Some(&asked) {
                ways.try_set(Some(found));
                position.try_set(asked);
            }
        }
        Answer::Error(message) => {
            error.try_set(message);
        }
        _ => {}
    });
    let planner = StoredValue::new_local(planner.map_err(|message| error.set(message)).ok());
    let begin = move || {
        let handling = settings.with_untracked(|settings| settings.effective_handling());
        let (rules, handling) = still(exercise_rules().clone(), handling);
        mat.begin(Session::new(rules, Mode::Practice, handling, new_seed()));
    };
    begin();
    Effect::new(move |_| {
        let Ok(position) = mat.position.get().parse::<Setup>() else { return };
        let rules = Reference::Name(exercise_rules().name.clone());
        planner.with_value(|planner| {
            planner.iter().for_each(|planner| {
                planner.ask(Request::Openers { rules: rules.clone(), position: position.clone() });
            });
        });
    });
    // The likeliest, unless one was chosen that is still possible.
    let way = Memo::new(move |_| {
        ways.with(|ways| {
            let ways = ways.as_ref()?;
            let wanted = chosen.with(|chosen| {
                ways.iter().find(|way| Some(&way.title) == chosen.as_ref()).cloned()
            });
            wanted.or(ways.first().cloned())
        })
    });
    Effect::new(move |_| mat.line.set(way.with(|way| way.as_ref().map_or(Vec::new(), ghosts_of))));
    let undo = move || {
        mat.step(true);
    };
    let on_action = move |action: Option<Action>| match action {
        Some(Action::Retry) | None => begin(),
        Some(Action::Undo) => undo(),
        _ => {}
    };
    let words = Signal::derive(move || {
        let error = error.get();
        way.with(|way| match way {
            _ if !error.is_empty() => error,
            Some(way) if way.choices.is_empty() => format!("{} stands. {}", way.title, way.about),
            Some(way) => format!(
                "{}: {}.",
                way.title,
                way.names.iter().take(3).cloned().collect::<Vec<_>>().join("; ")
            ),
            None if ways.with(Option::is_none) => "Looking…".into(),
            None => "No opener can be built with these pieces any more: R for a new bag.".into(),
        })
    });
    let about = Signal::derive(move || "ghosts show where each piece of the bag goes".to_string());
    let list = move || {
        let all = ways.get().unwrap_or_default();
        all.into_iter()
            .map(|one| {
                let (title, shown) = (one.title.clone(), one.title.clone());
                let is_shown = Memo::new(move |_| way.with(|way| way.as_ref().is_some_and(|way| way.title == shown)));
                view! {
                    <button type="button" class="small opener" data-opener=one.title.clone() title=one.about.clone()
                        aria-pressed=move || is_shown.get().to_string()
                        on:click=move |_| chosen.set(Some(title.clone()))>{one.title.clone()}<b>{percent(one.chance)}</b></button>
                }
            })
            .collect_view()
    };
    let figures = view! {
        <dl class="stats" aria-label="Counters">
            <dt>"Chance"</dt><dd class="lead" id="chance">{move || way.with(|way| way.as_ref().map(|way| percent(way.chance)))}</dd>
            <dt>"Form"</dt><dd class="small-figure">{move || way.with(|way| way.as_ref().map(|way| way.form.clone()))}</dd>
        </dl>
    }
    .into_any();
    let tools = view! {
        <div class="tools openers" id="openers" data-position=move || position.get()
            data-next=move || way.with(|way| way.as_ref().and_then(|way| way.choices.first().map(ToString::to_string)))>{list}
            <button type="button" class="small" id="undo" title="Undo (U)" on:click=move |_| undo()>"Undo"</button>
            <button type="button" class="small" id="new-bag" title="Another bag (R)" on:click=move |_| begin()>"New bag"</button>
        </div>
    }
    .into_any();
    let on_land = |_: &Landed| ();
    view! { <MatView mat rules=exercise_rules().clone() title="Openers" about words figures tools on_land on_action/> }
}

/// The pieces of an opener: first those that are played next, in their order.
fn ghosts_of(way: &OpenerWay) -> Vec<GhostPiece> {
    let order = |piece| way.choices.iter().position(|choice| choice.placement.piece == piece);
    let mut pieces: Vec<_> = way.pieces.iter().collect();
    pieces.sort_by_key(|(piece, _)| order(*piece).unwrap_or(usize::MAX));
    let ghost = |(piece, cells): &(minolab_rules::Piece, Vec<(i8, i8)>)| GhostPiece {
        piece: *piece,
        cells: cells.iter().map(|&(x, y)| (x as usize, y as usize)).collect(),
    };
    // What is not in sight yet is among what is to come; what lies there is drawn by the board.
    pieces.into_iter().map(ghost).collect()
}

fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}
