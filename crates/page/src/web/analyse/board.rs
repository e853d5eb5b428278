//! The board: drawn on by pointer or by keys, with the line that is looked at over it.

use leptos::{ev, html, prelude::*};
use minolab_rules::Cell;

use super::{
    super::{
        app::App,
        canvas::{Canvas, Picture},
        screen,
    },
    Study,
    tools::Tool,
};
use crate::{ABOVE, ghosts};

/// The board, drawn on by pointer or by the arrow keys and Space.
#[component]
pub fn Drawing(study: Study) -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let canvas = NodeRef::<html::Canvas>::new();
    let rows = move || study.ruleset().map_or(20, |rules| rules.height as usize);
    let width = Memo::new(move |_| study.sheet(|sheet| sheet.setup().board.width()));
    let room = screen::followed();
    let cell = Memo::new(move |_| {
        let room = room.get();
        let share = if room.is_narrow() { room.width - 118.0 } else { room.width * 0.36 };
        let taken = match (room.is_short(), room.is_narrow()) {
            (true, _) => 60.0,
            // The best lines are in the window too.
            (false, true) => 320.0,
            (false, false) => 150.0,
        };
        room.shown_cell((width.get(), rows()), share, taken)
    });
    let mark = RwSignal::new(None::<(usize, usize)>);
    // What the pointer is drawing, and whether it has drawn before.
    let drawing = RwSignal::new(None::<(Cell, bool)>);
    let best = move || study.analysis.with(|found| Some(found.as_ref()?.ranked.first()?.choice));
    Effect::new(move |_| {
        let Some(element) = canvas.get() else { return };
        let (palette, height) = (settings.with(|settings| settings.palette), rows());
        let preview = study.preview.get();
        let best = best();
        study.sheet(|sheet| {
            let board = sheet.setup().board;
            let size = (board.width() as f64, (height + ABOVE) as f64);
            let Some(canvas) = Canvas::new(&element, size, cell.get(), palette) else { return };
            let is_plain = preview.is_empty();
            canvas.board(&Picture {
                width: board.width(),
                cell: &|x, y| sheet.painted().get(x, y),
                is_garbage: &|x, y| sheet.painted().is_filled(x, y),
                height,
                falling: sheet.piece,
                ghosts: best
                    .filter(|_| is_plain)
                    .map(|best| best.placement.falling())
                    .into_iter()
                    .collect(),
                mark: mark.get(),
            });
            let state = study.ruleset().and_then(|rules| Some((rules, sheet.state(rules).ok()?)));
            if let Some((rules, state)) = state {
                for (index, ghost) in ghosts(&state, rules, &preview).iter().enumerate() {
                    canvas.numbered(ghost, index + 1, height);
                }
            }
            // For those who cannot see it: other programs, and tests.
            let line =
                preview.iter().map(|choice| choice.to_string()).collect::<Vec<_>>().join(" ");
            let _ = element.set_attribute("data-preview", &line);
        });
    });
    let place = move |event: &ev::PointerEvent| {
        let cell = cell.get_untracked();
        let x = (event.offset_x() as f64 / cell).floor();
        let y = (rows() + ABOVE) as f64 - 1.0 - (event.offset_y() as f64 / cell).floor();
        (x >= 0.0 && y >= 0.0).then_some((x as usize, y as usize))
    };
    let at = move |(x, y): (usize, usize)| {
        study.desk.with_untracked(|desk| desk.tree().sheet().cell(x, y))
    };
    let begin = move |cell: (usize, usize), erases: bool| {
        let Tool { paint, shape } = study.tool.get_untracked();
        // The same colour again takes it away.
        let paint = if erases || at(cell) == paint { Cell::Empty } else { paint };
        shape.draw(study, cell, paint, false);
        drawing.set(shape.is_drawn_along().then_some((paint, true)));
    };
    let walk = move |event: ev::KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() {
            return;
        }
        let (x, y) = mark.get_untracked().unwrap_or((0, 0));
        let next = match &event.code()[..] {
            "ArrowLeft" => (x.saturating_sub(1), y),
            "ArrowRight" => ((x + 1).min(width.get_untracked() - 1), y),
            "ArrowUp" => (x, (y + 1).min(rows() + ABOVE - 1)),
            "ArrowDown" => (x, y.saturating_sub(1)),
            "Space" | "Enter" => {
                begin((x, y), at((x, y)) != Cell::Empty);
                drawing.set(None);
                (x, y)
            }
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        mark.set(Some(next));
    };
    let label = "Board to draw on: arrow keys move, Space paints or empties";
    view! {
        <div class="field" style:--above=move || format!("{}px", ABOVE as f64 * cell.get())>
            <canvas id="drawing" node_ref=canvas tabindex="0" role="application" aria-label=label
                data-colours=move || study.sheet(|sheet| sheet.colours())
                on:keydown=walk
                on:focus=move |_| mark.set(Some((0, 0))) on:blur=move |_| mark.set(None)
                on:contextmenu=move |event| event.prevent_default()
                on:pointerdown=move |event| {
                    event.prevent_default();
                    if let Some(cell) = place(&event) {
                        begin(cell, event.button() == 2);
                    }
                }
                on:pointermove=move |event| {
                    if let (Some((paint, _)), Some((x, y))) = (drawing.get_untracked(), place(&event))
                        && at((x, y)) != paint
                    {
                        study.draw(true, |sheet| sheet.paint(x, y, paint));
                    }
                }
                on:pointerup=move |_| drawing.set(None)
                on:pointerleave=move |_| drawing.set(None)></canvas>
        </div>
    }
}
