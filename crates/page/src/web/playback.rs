//! A kept game played again.

use std::sync::Arc;

use leptos::{ev, html, prelude::*};
use minolab_arena::{Scene, Timeline};
use minolab_rules::{Event, Painted, Realtime};

use super::{
    app::App,
    canvas::{ABOVE, Canvas, Picture},
    frames,
    play::{cell_size, is_typing, mini_size},
    store,
};
use crate::{KeyReplay, Route, mode_title, stopwatch};

/// A kept game at one of its ticks.
#[derive(Clone)]
struct Moment {
    replay: Arc<KeyReplay>,
    realtime: Realtime,
    painted: Painted,
    // Keys that have acted.
    keys: usize,
}

/// A kept game that is looked at: where it is, and its moments just after each piece.
struct Viewer {
    moment: Moment,
    // The last step is from the last piece to the end.
    timeline: Timeline<Moment>,
}

/// Pieces between two moments that are kept.
const APART: usize = 16;

/// On to the next piece.
impl Scene for Moment {
    type Step = ();

    fn advance(&mut self, (): &()) {
        self.pass(u64::MAX, true);
    }
}

impl Moment {
    /// Goes on to this tick, or to the next piece.
    fn pass(&mut self, until: u64, to_next_piece: bool) {
        let pieces = self.pieces();
        while self.realtime.ticks() < until.min(self.replay.until())
            && self.realtime.end().is_none()
        {
            let tick = self.realtime.ticks();
            let due = self.replay.keys[self.keys..].iter().take_while(|key| key.tick <= tick);
            let now: Vec<_> = due.map(|key| key.event).collect();
            self.keys += now.len();
            let events = self.realtime.tick(&now).to_vec();
            for event in events {
                if let Event::Locked { placement, .. } = event {
                    self.painted.place(&self.replay.rules, placement);
                }
            }
            if to_next_piece && self.pieces() > pieces {
                return;
            }
        }
    }

    fn pieces(&self) -> u64 {
        self.realtime.game().totals().pieces
    }

    fn is_over(&self) -> bool {
        self.realtime.end().is_some() || self.realtime.ticks() >= self.replay.until()
    }
}

impl Viewer {
    fn new(replay: KeyReplay) -> Viewer {
        let (realtime, pieces) = (replay.start(), replay.totals.pieces);
        let painted = Painted::new(replay.rules.width as usize);
        let moment = Moment { replay: Arc::new(replay), realtime, painted, keys: 0 };
        let steps = std::iter::repeat_n((), pieces as usize + 1);
        let timeline = Timeline::new(moment.clone(), APART).with_future(steps);
        Viewer { moment, timeline }
    }

    fn restart(&mut self) {
        self.timeline.seek(0);
        self.moment = self.timeline.present().clone();
    }

    /// Goes to just after this many pieces; after as many as now, it stays where it is.
    fn seek(&mut self, pieces: u64) {
        if pieces == self.moment.pieces() {
            return;
        }
        self.timeline.seek(usize::try_from(pieces).unwrap_or(usize::MAX));
        self.moment = self.timeline.present().clone();
    }

    fn is_over(&self) -> bool {
        self.moment.is_over()
    }
}

/// A kept game, to be watched at any speed and piece by piece.
#[component]
pub fn Playback(index: usize) -> impl IntoView {
    match store::replays().into_iter().nth(index) {
        Some(replay) => view! { <Screen replay/> }.into_any(),
        None => {
            view! { <p class="error" role="alert">"There is no such game any more."</p> }.into_any()
        }
    }
}

const SPEEDS: [f64; 6] = [0.25, 0.5, 1.0, 2.0, 4.0, 16.0];

#[component]
fn Screen(replay: KeyReplay) -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let (columns, rows) = (replay.rules.width as usize, replay.rules.height as usize);
    let (name, whole) = (mode_title(replay.mode), replay.ticks);
    let (pieces, review) = (replay.totals.pieces, Route::Review(replay.id()).address());
    let viewer = StoredValue::new_local(Viewer::new(replay));
    let cell = RwSignal::new(cell_size(columns, rows, 0.0));
    let resized =
        window_event_listener(ev::resize, move |_| cell.set(cell_size(columns, rows, 0.0)));
    on_cleanup(move || resized.remove());
    let (paused, speed) = (RwSignal::new(false), RwSignal::new(2usize));
    let shown = RwSignal::new((String::new(), 0u64, 0u64, 0u64));
    let (board, next) = (NodeRef::<html::Canvas>::new(), NodeRef::<html::Canvas>::new());
    let jump = move |by: i64| {
        paused.set(true);
        viewer.update_value(|viewer| {
            let now = viewer.moment.pieces();
            viewer.seek(now.saturating_add_signed(by));
        });
    };
    let faster = move |by: isize| {
        speed.update(|speed| *speed = speed.saturating_add_signed(by).min(SPEEDS.len() - 1));
    };
    let toggle = move || {
        if viewer.with_value(Viewer::is_over) {
            viewer.update_value(Viewer::restart);
            paused.set(false);
        } else {
            paused.update(|paused| *paused = !*paused);
        }
    };
    let keys = window_event_listener(ev::keydown, move |event| {
        if is_typing(&event) {
            return;
        }
        match &event.code()[..] {
            "Space" => toggle(),
            "ArrowLeft" => jump(-1),
            "ArrowRight" => jump(1),
            "ArrowUp" => faster(1),
            "ArrowDown" => faster(-1),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
    let mut last = frames::now();
    let mut owed = 0.0;
    frames::on_frame(move |now| {
        let passed = (now - last).clamp(0.0, 100.0);
        last = now;
        let seen = viewer.try_update_value(|viewer| {
            if !paused.get_untracked() {
                owed += passed * SPEEDS[speed.get_untracked()];
                let until = viewer.moment.realtime.ticks() + owed as u64;
                viewer.moment.pass(until, false);
                owed = owed.fract();
            }
            let palette = settings.with_untracked(|settings| settings.palette);
            let size = (columns as f64, (rows + ABOVE) as f64);
            let cell = cell.get_untracked();
            if let Some(board) = board.get_untracked()
                && let Some(canvas) = Canvas::new(&board, size, cell, palette)
            {
                canvas.board(&Picture {
                    width: columns,
                    cell: &|x, y| viewer.moment.painted.get(x, y),
                    height: rows,
                    falling: viewer.moment.realtime.falling(),
                    ghosts: viewer.moment.realtime.ghost().into_iter().collect(),
                    is_grey: false,
                    mark: None,
                });
            }
            if let Some(next) = next.get_untracked()
                && let Some(canvas) = Canvas::new(&next, (4.4, 14.4), mini_size(cell), palette)
            {
                let queue = viewer.moment.realtime.game().state().queue;
                for (index, piece) in queue.iter().take(5).enumerate() {
                    canvas.piece(piece, 0.2, 0.4 + 2.8 * index as f64, false);
                }
            }
            let totals = viewer.moment.realtime.game().totals();
            (stopwatch(viewer.moment.realtime.ticks()), totals.score, totals.lines, totals.pieces)
        });
        if let Some(seen) = seen
            && shown.with_untracked(|shown| *shown != seen)
        {
            shown.set(seen);
        }
    });
    view! {
        <section class="play" aria-label=format!("Replay of {name}")>
            <div class="side left">
                <h2 class="label">{name.clone()}</h2>
                <dl class="stats">
                    <dt>"Time"</dt><dd id="time">{move || shown.get().0}</dd>
                    <dt>"of"</dt><dd>{stopwatch(whole)}</dd>
                    <dt>"Score"</dt><dd id="score">{move || shown.get().1}</dd>
                    <dt>"Lines"</dt><dd id="lines">{move || shown.get().2}</dd>
                    <dt>"Pieces"</dt><dd id="pieces">{move || shown.get().3}</dd>
                    <dt>"of"</dt><dd>{pieces}</dd>
                </dl>
            </div>
            <div class="well">
                <p class="clear"></p>
                <div class="field" style:--above=move || format!("{}px", ABOVE as f64 * cell.get())>
                    <canvas id="board" node_ref=board role="img" aria-label="Board"></canvas>
                </div>
            </div>
            <div class="side right">
                <h2 class="label">"Next"</h2>
                <canvas class="mini" node_ref=next role="img" aria-label="Next pieces"></canvas>
            </div>
            <div class="bar" role="toolbar" aria-label="Replay">
                <button type="button" id="back" aria-label="Back one piece" on:click=move |_| jump(-1)>"Back"</button>
                <button type="button" id="toggle" aria-label="Pause or go on" on:click=move |_| toggle()>{move || if paused.get() { "Play" } else { "Pause" }}</button>
                <button type="button" id="forward" aria-label="On one piece" on:click=move |_| jump(1)>"Step"</button>
                <button type="button" aria-label="Slower" on:click=move |_| faster(-1)>"−"</button>
                <output id="speed" aria-label="Speed">{move || format!("{}×", SPEEDS[speed.get()])}</output>
                <button type="button" aria-label="Faster" on:click=move |_| faster(1)>"+"</button>
                <button type="button" id="end" aria-label="To the end" on:click=move |_| jump(i64::MAX)>"End"</button>
                <a class="button" id="review" href=review>"Review"</a>
                <a class="button" href="#/records">"Records"</a>
            </div>
        </section>
    }
}
