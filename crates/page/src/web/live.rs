//! A board on which the engine plays, to be seen before anything is chosen.

use leptos::{html, prelude::*};
use minolab_agents::catalog::Reference;

use super::{
    app::App,
    canvas::{Canvas, Picture},
    frames,
    icons::{Icon, Sign},
    link::Link,
    screen,
};
use crate::{ABOVE, Answer, GameView, Request, Table};

/// Who plays.
const AGENT: &str = "blitz";
/// Pieces a second: to be followed by the eye.
const PACE: f64 = 2.4;
/// How long the end of a game is seen, in milliseconds.
const REST_MS: f64 = 2500.0;

/// The engine's game, and a button that stops it.
#[component]
pub fn Live() -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let view = RwSignal::new(None::<GameView>);
    // Who likes things to stand still begins it by hand.
    let paused = RwSignal::new(screen::is_still());
    let worker = StoredValue::new_local(None::<Link>);
    let seed = StoredValue::new(super::screen::new_seed() % 1000);
    let open = move || {
        let table = Table {
            agent: Reference::Name(AGENT.into()),
            rules: None,
            board: None,
            next: None,
            slide: None,
            seed: seed.get_value(),
            position: None,
        };
        worker.with_value(|link| {
            link.iter().for_each(|link| link.ask(Request::Open(Box::new(table.clone()))));
        });
        seed.update_value(|seed| *seed += 1);
    };
    let begin = move || {
        let link = Link::new(move |answer| {
            if let Answer::View(found) = answer {
                view.try_set(Some(*found));
            }
        });
        if worker.try_update_value(|slot| *slot = link.ok()).is_some() {
            open();
        }
    };
    // What is seen first is not kept waiting by a second copy of the engine.
    set_timeout(begin, std::time::Duration::from_millis(350));
    let room = screen::followed();
    let cell = Memo::new(move |_| {
        let room = room.get();
        match room.is_narrow() || room.is_short() {
            true if room.is_short() => room.shown_cell((10, 20), room.width * 0.3, 110.0),
            true => {
                (room.width * 0.42 / 10.0).min((room.height * 0.34) / 22.0).floor().clamp(7.0, 18.0)
            }
            false => room.shown_cell((10, 20), room.width * 0.34, 230.0),
        }
    });
    let canvas = NodeRef::<html::Canvas>::new();
    let next = NodeRef::<html::Canvas>::new();
    Effect::new(move |_| {
        let palette = settings.with(|settings| settings.palette);
        let (Some(board), Some(next)) = (canvas.get(), next.get()) else { return };
        let cell = cell.get();
        view.with(|view| {
            let view = view.as_ref();
            if let Some(canvas) = Canvas::new(&board, (10.0, 20.0 + ABOVE as f64), cell, palette) {
                canvas.board(&Picture {
                    width: 10,
                    cell: &|x, y| view?.cell(x, y),
                    is_garbage: &|x, y| view.is_some_and(|view| view.is_garbage(x, y)),
                    height: 20,
                    falling: None,
                    ghosts: Vec::new(),
                    mark: None,
                });
            }
            let Some(canvas) = Canvas::new(&next, (4.4, 17.2), (cell * 0.6).max(7.0), palette)
            else {
                return;
            };
            let Some(view) = view else { return };
            if let Some(piece) = view.position.hold {
                canvas.piece(piece, 0.2, 0.4, true);
            }
            canvas.rule(4.4, 3.2);
            for (index, piece) in
                view.position.current.iter().chain(&view.position.queue).take(5).enumerate()
            {
                canvas.piece(*piece, 0.2, 3.6 + 2.7 * index as f64, false);
            }
        });
    });
    let (mut last, mut owed, mut rested) = (frames::now(), 0.0, 0.0);
    frames::on_frame(move |now| {
        let ms = (now - last).clamp(0.0, 200.0);
        last = now;
        let is_free = worker.try_with_value(|link| link.as_ref().is_some_and(Link::is_free));
        if paused.try_get_untracked() != Some(false) || is_free != Some(true) {
            return;
        }
        if view.with_untracked(|view| view.as_ref().is_some_and(|view| view.over.is_some())) {
            rested += ms;
            if rested > REST_MS {
                rested = 0.0;
                open();
            }
            return;
        }
        owed += ms * PACE / 1000.0;
        if owed >= 1.0 {
            owed = 0.0;
            worker.with_value(|link| {
                let play = Request::Play { most: 1, ms: 0.0, rank: false };
                link.iter().for_each(|link| link.ask(play.clone()));
            });
        }
    });
    let figure = move |pick: fn(&GameView) -> String| {
        move || view.with(|view| view.as_ref().map_or("0".into(), pick))
    };
    view! {
        <figure class="live" id="live">
            <div class="live-boards">
                <div class="field" style:--above=move || format!("{}px", ABOVE as f64 * cell.get())>
                    <canvas node_ref=canvas role="img" aria-label="A game that the engine is playing"
                        data-pieces=figure(|view| view.pieces.to_string())
                        width=move || 10.0 * cell.get() height=move || 22.0 * cell.get()></canvas>
                </div>
                <div class="live-side"><p class="label">"Hold, next"</p><canvas class="mini" width="0" height="0" node_ref=next role="img" aria-label="Its hold and next pieces"></canvas></div>
            </div>
            <figcaption>
                <button type="button" class="icon" id="live-pause" aria-label=move || if paused.get() { "Play the demo" } else { "Pause the demo" } on:click=move |_| paused.update(|paused| *paused = !*paused)>
                    {move || if paused.get() { view! { <Icon sign=Sign::Play/> } } else { view! { <Icon sign=Sign::Pause/> } }}</button>
                <span>{figure(|view| format!("{} points after {} pieces", view.score, view.pieces))}</span>
                <a href="#/watch?agent=blitz">"Watch it think"</a>
            </figcaption>
        </figure>
    }
}
