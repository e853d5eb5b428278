//! The game that is shown, and how far the population is.

use leptos::{html, prelude::*};

use super::{
    super::{
        app::App,
        canvas::{Canvas, Picture},
        screen,
    },
    lab::Lab,
    standing::Shown,
};
use crate::{ABOVE, GameView};

/// The board of whoever plays, with figures beside it.
#[component]
pub fn StageView(lab: Lab) -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let board = NodeRef::<html::Canvas>::new();
    let size = Memo::new(move |_| {
        lab.view.with(|view| view.as_ref().map_or((10, 20), |view| (view.width, view.height)))
    });
    let room = screen::followed();
    let cell = Memo::new(move |_| {
        let room = room.get();
        let share =
            if room.is_narrow() { room.width - 130.0 } else { room.width.min(1500.0) * 0.26 };
        let taken = match (room.is_short(), room.is_narrow()) {
            (true, _) => 130.0,
            (false, true) => 470.0,
            (false, false) => 250.0,
        };
        room.shown_cell(size.get(), share, taken).min(34.0)
    });
    Effect::new(move |_| {
        let palette = settings.with(|settings| settings.palette);
        let Some(board) = board.get() else { return };
        let (width, height) = size.get();
        let grid = (width as f64, (height + ABOVE) as f64);
        lab.view.with(|view| {
            let view = view.as_ref();
            if let Some(canvas) = Canvas::new(&board, grid, cell.get(), palette) {
                canvas.board(&Picture {
                    width,
                    cell: &|x, y| view?.cell(x, y),
                    is_garbage: &|x, y| view.is_some_and(|view| view.is_garbage(x, y)),
                    height,
                    falling: None,
                    ghosts: Vec::new(),
                    mark: None,
                });
            }
        });
    });
    let figure = move |pick: fn(&GameView) -> String| {
        move || lab.view.with(|view| view.as_ref().map_or(String::new(), pick))
    };
    let state = move |pick: fn(&Shown) -> String| move || lab.shown.with(pick);
    let last = move |pick: fn(&crate::PopulationMark) -> f64| {
        move || {
            lab.past.with(|past| {
                past.curve
                    .last()
                    .map_or("–".into(), |mark| minolab_study::chart::short(pick(mark)))
            })
        }
    };
    view! {
        <article class="stage">
            <h2 id="actor">{move || lab.actor.get()}</h2>
            <div class="table">
                <div class="field" style:--above=move || format!("{}px", ABOVE as f64 * cell.get())>
                    <canvas class="watched" node_ref=board role="img" aria-label=move || format!("Board of {}", lab.actor.get())></canvas>
                </div>
                <dl class="stats">
                    <dt>"Generation"</dt><dd id="generation">{state(|shown| format!("{} of {}", shown.generation, shown.generations))}</dd>
                    <dt>"Measured"</dt><dd id="told">{state(|shown| format!("{} of {}", shown.told, shown.population))}</dd>
                    <dt>"Best"</dt><dd id="best">{last(|mark| mark.best)}</dd>
                    <dt>"Mean"</dt><dd id="mean">{last(|mark| mark.mean)}</dd>
                    <dt>"Games/s"</dt><dd>{state(|shown| format!("{:.0}", shown.rate))}</dd>
                    <dt>"Pieces"</dt><dd class="pieces">{figure(|view| view.pieces.to_string())}</dd>
                    <dt>"Lines"</dt><dd class="lines">{figure(|view| view.lines.to_string())}</dd>
                    <dt>"Score"</dt><dd class="score">{figure(|view| view.score.to_string())}</dd>
                </dl>
            </div>
            <p class="note" id="champion">{move || lab.shown.with(|shown| shown.champion.as_ref().map_or_else(
                || "The champion is chosen when a generation is measured.".to_string(),
                |(_, generation, figure)| format!("Champion: of generation {generation}, {figure} on validation games."),
            ))}</p>
            <p class="note" id="end" role="status">{move || lab.shown.with(|shown| shown.end.clone())}</p>
        </article>
    }
}
