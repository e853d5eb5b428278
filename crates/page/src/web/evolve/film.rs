//! The champion's rise: how its game ended, champion by champion, always with the same pieces.

use leptos::{html, prelude::*};
use minolab_arena::figures::grouped;

use super::{
    super::{
        app::App,
        canvas::{Canvas, Picture},
        link::Link,
    },
    lab::Lab,
};
use crate::{ABOVE, Answer, GameView, Request};

/// Pixels of a cell.
const CELL: f64 = 4.5;
/// Frames that are kept.
const MOST: usize = 60;

/// A frame for each champion.
#[component]
pub fn Film(lab: Lab) -> impl IntoView {
    let frames = RwSignal::new(Vec::<(u64, GameView)>::new());
    // Whose game is played now.
    let generation = StoredValue::new(None::<u64>);
    let link = Link::new(move |answer| match answer {
        Answer::View(view) if view.over.is_some() => {
            if let Some(Some(generation)) = generation.try_get_value() {
                frames.try_update(|frames| {
                    frames.retain(|(known, _)| *known < generation);
                    frames.push((generation, *view));
                    let many = frames.len().saturating_sub(MOST);
                    frames.drain(..many);
                });
            }
        }
        Answer::Error(message) => lab.fail(message),
        _ => {}
    });
    let link = StoredValue::new_local(link.ok());
    // A new population has a film of its own.
    let start = Memo::new(move |_| lab.past.with(|past| past.curve.is_empty()));
    Effect::new(move |_| {
        if start.get() {
            frames.set(Vec::new());
            generation.set_value(None);
        }
    });
    let champion =
        Memo::new(move |_| lab.shown.with(|shown| shown.champion.as_ref().map(|found| found.1)));
    Effect::new(move |_| {
        champion.get();
        let Some((of, table)) = lab.champion_game() else { return };
        generation.set_value(Some(of));
        link.with_value(|link| {
            let Some(link) = link else { return };
            link.ask(Request::Open(Box::new(table)));
            link.ask(Request::Play { most: u32::MAX, ms: 1e9, rank: false });
        });
    });
    let frame = |(generation, view): &(u64, GameView)| {
        let label = format!("Generation {generation}: {} points, {} lines", view.score, view.lines);
        view! {
            <li><Still view=view.clone() label/>"gen "{*generation}<br/>{grouped(view.score as f64, ' ')}</li>
        }
    };
    view! {
        <figure class="film">
            <figcaption class="label">"The champion's rise: the end of the same game, champion by champion"</figcaption>
            <ol class="filmstrip" id="film">{move || frames.with(|frames| frames.iter().map(frame).collect_view())}</ol>
        </figure>
    }
}

/// A board as it stands.
#[component]
fn Still(view: GameView, label: String) -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let canvas = NodeRef::<html::Canvas>::new();
    Effect::new(move |_| {
        let palette = settings.with(|settings| settings.palette);
        let Some(element) = canvas.get() else { return };
        let size = (view.width as f64, (view.height + ABOVE) as f64);
        if let Some(canvas) = Canvas::new(&element, size, CELL, palette) {
            canvas.board(&Picture {
                width: view.width,
                cell: &|x, y| view.cell(x, y),
                is_garbage: &|x, y| view.is_garbage(x, y),
                height: view.height,
                falling: None,
                ghosts: Vec::new(),
                mark: None,
            });
        }
    });
    view! { <canvas node_ref=canvas role="img" aria-label=label></canvas> }
}
