//! What is seen of a seat: its board, figures, ranked moves and graph.

use leptos::{html, prelude::*};
use minolab_arena::figures::short;
use minolab_rules::Setup;

use super::{
    super::{
        app::App,
        canvas::{Canvas, Picture},
        minis, screen,
    },
    seat::Seat,
};
use crate::{ABOVE, GameView, RankedLine, Request};

/// One agent's board, figures and ranked moves; `on_choose` hears that a move was chosen for it.
#[component]
pub fn SeatView(
    seat: Seat,
    count: usize,
    paused: RwSignal<bool>,
    on_choose: impl Fn(Seat) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let (board, next) = (NodeRef::<html::Canvas>::new(), NodeRef::<html::Canvas>::new());
    let hold = NodeRef::<html::Canvas>::new();
    let size = Memo::new(move |_| {
        seat.view.with(|view| view.as_ref().map_or((10, 20), |view| (view.width, view.height)))
    });
    let room = screen::followed();
    let cell = Memo::new(move |_| {
        let room = room.get();
        let share = match (room.is_narrow(), count) {
            (true, 1) => room.width - 104.0,
            (true, _) => room.width / 2.0 - 22.0,
            (false, 1) => room.width * 0.42,
            (false, _) => room.width * 0.5 - 170.0,
        };
        let taken = if room.is_short() { 110.0 } else { 236.0 };
        room.shown_cell(size.get(), share, taken)
    });
    let mini = Memo::new(move |_| (cell.get() * 0.6).clamp(7.0, 20.0));
    let has_hold =
        Memo::new(move |_| seat.view.with(|view| view.as_ref().is_none_or(|view| view.has_hold)));
    Effect::new(move |_| {
        let palette = settings.with(|settings| settings.palette);
        let (Some(board), Some(next)) = (board.get(), next.get()) else { return };
        let (cell, chosen, mini) = (cell.get(), seat.chosen.get(), mini.get());
        let hold = hold.get();
        seat.view.with(|view| {
            let (width, height) = size.get();
            let grid = (width as f64, (height + ABOVE) as f64);
            let view = view.as_ref();
            let ghost = view.and_then(|view| view.ranked.get(chosen)).map(|line| line.choice);
            if let Some(canvas) = Canvas::new(&board, grid, cell, palette) {
                canvas.board(&Picture {
                    width,
                    cell: &|x, y| view?.cell(x, y),
                    is_garbage: &|x, y| view.is_some_and(|view| view.is_garbage(x, y)),
                    height,
                    falling: None,
                    ghosts: ghost.into_iter().map(|choice| choice.placement.falling()).collect(),
                    mark: None,
                });
            }
            // Before there is anything to show they are as large as with it.
            let canvas = Canvas::new(&next, (4.4, 2.8 * 6.0 + 0.3), mini, palette);
            let Some(view) = view else { return };
            let _ = board.set_attribute("data-position", &view.position.to_string());
            let Setup { current, hold: held, queue, .. } = &view.position;
            if let Some(canvas) = canvas {
                for (index, piece) in current.iter().chain(queue).take(6).enumerate() {
                    canvas.piece(*piece, 0.2, 0.3 + 2.8 * index as f64, false);
                }
            }
            if let Some(hold) = hold
                && let Some(canvas) = Canvas::new(&hold, (4.4, 2.6), mini, palette)
                && let Some(piece) = held
            {
                canvas.piece(*piece, 0.2, 0.3, view.position.hold_used);
            }
        });
    });
    let figure = move |pick: fn(&GameView) -> String| {
        move || seat.view.with(|view| view.as_ref().map_or(String::new(), pick))
    };
    let row = move |(index, line): (usize, RankedLine), best: Option<RankedLine>| {
        let score = line.said_score();
        let because = line.because(best.as_ref(), 3);
        let choice = line.choice;
        let name = line.names.first().cloned().unwrap_or_default();
        view! {
            <li>
                <button type="button" class="move" class:chosen=move || seat.chosen.get() == index
                    aria-pressed=move || (seat.chosen.get() == index).to_string() data-choice=choice.to_string()
                    title=format!("{choice}: {because}")
                    on:mouseenter=move |_| seat.chosen.set(index)
                    on:focus=move |_| seat.chosen.set(index)
                    on:click=move |_| {
                        paused.set(true);
                        seat.ask(Request::Choose { choice });
                        on_choose(seat);
                    }>
                    <span class="score">{score}</span>{minis::chosen(choice, 7.0)}<b>{name}</b>
                </button>
            </li>
        }
    };
    view! {
        <article class="seat">
            <h2>{figure(|view| view.agent.clone())}<small>{figure(|view| format!("{} {}x{}", view.rules, view.width, view.height))}</small></h2>
            <p class="error" role="alert">{move || seat.error.get()}</p>
            <div class="table">
                <div class="field" style:--above=move || format!("{}px", ABOVE as f64 * cell.get())>
                    <canvas class="watched" node_ref=board role="img" aria-label="Board"></canvas>
                    <Show when=move || seat.view.with(|view| view.as_ref().is_some_and(|view| view.over.is_some()))>
                        <p class="cover over">{figure(|view| view.over.clone().unwrap_or_default())}</p>
                    </Show>
                </div>
                <div class="figures">
                    <h3 class="label">{move || if has_hold.get() { "Hold" } else { "No hold" }}</h3>
                    <Show when=move || has_hold.get()><canvas class="mini" width="0" height="0" node_ref=hold role="img" aria-label="Hold"></canvas></Show>
                    <h3 class="label">"Next"</h3>
                    <canvas class="mini" width="0" height="0" node_ref=next role="img" aria-label="Active piece and next pieces"></canvas>
                </div>
                <ol class="moves" aria-label="Moves by score, the best first">
                    {move || seat.view.with(|view| {
                        let ranked = view.as_ref().map_or(Vec::new(), |view| view.ranked.clone());
                        let best = ranked.first().cloned();
                        let most = if count == 2 { 5 } else { 12 };
                        ranked.into_iter().take(most).enumerate()
                            .map(|(index, line)| row((index, line), best.clone().filter(|_| index > 0)))
                            .collect_view()
                    })}
                    <Show when=move || seat.view.with(|view| view.as_ref().is_some_and(|view| view.ranked.is_empty() && view.over.is_none()))>
                        <li class="note">"Too fast to rank moves: slow down or pause to see them."</li>
                    </Show>
                </ol>
            </div>
            <dl class="stats row">
                <div><dt>"Pieces"</dt><dd class="pieces">{figure(|view| view.pieces.to_string())}</dd></div>
                <div><dt>"Lines"</dt><dd class="lines">{figure(|view| view.lines.to_string())}</dd></div>
                <div><dt>"Score"</dt><dd class="score">{figure(|view| view.score.to_string())}</dd></div>
                <div><dt>"Pieces/s"</dt><dd class="rate">{move || match seat.rate.get().filter(|_| !paused.get()) {
                    None => "–".to_string(),
                    Some(rate) if rate >= 1000.0 => format!("{:.0} k", rate / 1000.0),
                    Some(rate) => format!("{rate:.0}"),
                }}</dd></div>
                <div class="graph-cell"><dt>"Evaluation of the board"</dt><dd><Trace seat/></dd></div>
            </dl>
        </article>
    }
}

/// What the board was worth, from the first piece on.
#[component]
fn Trace(seat: Seat) -> impl IntoView {
    // It only ever grows: a range that followed the curve would make it jump.
    let range = StoredValue::new((f64::INFINITY, f64::NEG_INFINITY));
    let path = Memo::new(move |_| {
        seat.trace.with(|trace| {
            let (mut low, mut high) = range.get_value();
            for &(_, value) in trace {
                (low, high) = (low.min(value), high.max(value));
            }
            range.set_value((low, high));
            let last = trace.last().map_or(1, |point| point.0).max(1) as f64;
            let first = trace.first().map_or(0, |point| point.0) as f64;
            let up = |value: f64| 38.0 - (value - low) / (high - low).max(1e-9) * 36.0;
            let point = |&(at, value): &(u64, f64)| {
                format!(
                    "{:.1},{:.1}",
                    (at as f64 - first) / (last - first).max(1.0) * 200.0,
                    up(value)
                )
            };
            trace.iter().map(point).collect::<Vec<_>>().join(" ")
        })
    });
    let now =
        move || seat.trace.with(|trace| trace.last().map_or(String::new(), |point| short(point.1)));
    view! {
        <span class="trace"><svg viewBox="0 0 200 40" preserveAspectRatio="none" role="img" aria-label=move || format!("Evaluation over the game, now {}", now())>
            <polyline points=move || path.get()></polyline></svg><output>{now}</output></span>
    }
}
